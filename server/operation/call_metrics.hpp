#pragma once

#include <grpcpp/support/server_interceptor.h>
#include <grpcpp/support/status.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "server/base/duration_histogram.hpp"

namespace raftup::server {

/// The calls of a server by method: how many began, their status codes, and their durations.
/// Thread-safe.
class CallMetrics {
 public:
  static constexpr std::size_t kCodes = 17;  ///< of grpc::StatusCode

  struct Method {
    std::string service;  ///< "raftup.v1.SessionService"
    std::string name;     ///< "Exchange"
    std::atomic<std::int64_t> started{0};
    std::array<std::atomic<std::int64_t>, kCodes> handled{};  ///< by grpc::StatusCode
    DurationHistogram handling;
  };

  /// @param path as gRPC names it: "/raftup.v1.SessionService/Exchange"
  Method& method(std::string_view path);

  /// Calls `visit` for the methods called so far, ordered by path.
  void for_each(const std::function<void(const Method&)>& visit) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::unique_ptr<Method>, std::less<>> methods_;
};

/// One call, which begins with the object. It ends once: by end(), or else as CANCELLED with the
/// object.
class CallTimer {
 public:
  explicit CallTimer(CallMetrics::Method& method);
  ~CallTimer();
  CallTimer(CallTimer&& other) noexcept;
  CallTimer& operator=(CallTimer&&) = delete;

  void end(grpc::StatusCode code);

 private:
  CallMetrics::Method* method_;  ///< null after the end
  std::chrono::steady_clock::time_point start_;
};

inline constexpr const char* kExchangePath = "/raftup.v1.SessionService/Exchange";
inline constexpr const char* kWatchSessionPath = "/raftup.v1.SessionService/WatchSession";

/// Counts the calls of all methods except the two streams, for a ServerBuilder. An interceptor
/// passes every message of a call through a queue of gRPC, so that the streams count themselves.
/// @param metrics must outlive the server
std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface> call_counter(
    CallMetrics& metrics);

}  // namespace raftup::server
