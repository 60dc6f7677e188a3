#pragma once

#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

namespace raftup::server {

/// The type and the content of a request, as text. The text must be equal when a request_id is
/// repeated.
template <typename Request>
std::string body_of(const Request& request) {
  return request.GetTypeName() + '\n' + request.SerializeAsString();
}

/// The answers of the most recent RPCs whose requests contained a request_id. A repeated request
/// receives the stored answer, so that a retry has no second effect. Thread-safe.
class RequestCache {
 public:
  /// @param capacity number of stored answers; the oldest are removed first
  explicit RequestCache(std::size_t capacity);

  /// Looks up the answer for a request_id, and marks the id as in progress if it is new.
  /// @param body type and content of the request, see body_of()
  /// @returns the first answer, serialized, if the request was answered before; none if the id is
  ///         new: then the caller must call complete() or abandon()
  /// @throws ServiceError(kRequestIdReused) if the id was used with another request;
  ///         ServiceError(kRequestInProgress) if the first request with this id has no answer yet
  std::optional<std::string> begin(const std::string& request_id, const std::string& body);
  void complete(const std::string& request_id, const std::string& answer);
  /// Forgets the request_id of an RPC that failed, so that the request can be repeated.
  void abandon(const std::string& request_id);

 private:
  struct Entry {
    std::string body;
    std::optional<std::string> answer;
  };

  std::size_t capacity_;
  std::mutex mutex_;
  std::unordered_map<std::string, Entry> entries_;
  std::deque<std::string> completed_;  ///< ids of stored answers, oldest first
};

/// Fills in `response` once for each request_id. If a request with this id was answered before, the
/// stored answer is returned; otherwise `call` writes the answer to `response` and it is stored. A
/// request without an id always calls `call`.
/// @param answers stored answers of the caller's tenant
/// @throws the exceptions of `call` and of RequestCache::begin()
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
