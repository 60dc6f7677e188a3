#pragma once

#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

namespace raftup::server {

/// The part of a request that must be equal when its request_id is repeated.
template <typename Request>
std::string body_of(const Request& request) {
  return request.GetTypeName() + '\n' + request.SerializeAsString();
}

/// Answers of the most recent calls with a request_id, so that a retry has no second effect.
/// Thread-safe.
class RequestCache {
 public:
  /// @param capacity number of answers that are kept; the oldest are removed first
  explicit RequestCache(std::size_t capacity);

  /// Begins a call.
  /// @param body the call's name and its request, serialised
  /// @returns the first answer, serialised, if the call was made before; else nothing, and the
  ///         caller must call complete() or abandon()
  /// @throws ServiceError(kRequestIdReused, kRequestInProgress)
  std::optional<std::string> begin(const std::string& request_id, const std::string& body);
  void complete(const std::string& request_id, const std::string& answer);
  /// Allows a call that failed to be made again.
  void abandon(const std::string& request_id);

 private:
  struct Entry {
    std::string body;
    std::optional<std::string> answer;
  };

  std::size_t capacity_;
  std::mutex mutex_;
  std::unordered_map<std::string, Entry> entries_;
  std::deque<std::string> completed_;  ///< oldest first
};

/// Gives the first answer to the request_id of a call again, else makes one by `call`, which writes
/// it to `response`; a request without an id makes one each time.
/// @param answers of the caller's tenant
/// @throws what `call` and RequestCache::begin() throw
template <typename Request, typename Response, typename Call>
void answer_once(RequestCache& answers, const Request& request, Response& response, Call call) {
  if (request.request_id().empty()) return call();
  if (const auto answer = answers.begin(request.request_id(), body_of(request))) {
    response.ParseFromString(*answer);
    return;
  }
  try {
    call();
  } catch (...) {
    answers.abandon(request.request_id());
    throw;
  }
  answers.complete(request.request_id(), response.SerializeAsString());
}

}  // namespace raftup::server
