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

/// Counts the RPCs of a server by method: how many have begun, with which status codes they ended,
/// and how long they took. Thread-safe.
class CallMetrics {
 public:
  static constexpr std::size_t kCodes = 17;  ///< number of values of grpc::StatusCode

  struct Method {
    std::string service;  ///< full name of the service, such as "raftup.v1.SessionService"
    std::string name;     ///< name of the method, such as "Exchange"
    std::atomic<std::int64_t> started{0};
    /// Number of ended RPCs by grpc::StatusCode.
    std::array<std::atomic<std::int64_t>, kCodes> handled{};
    DurationHistogram handling;
  };

  /// Returns the counts of a method, which are created at its first RPC.
  /// @param path path of the method in gRPC's notation, such as
  ///         "/raftup.v1.SessionService/Exchange"
  Method& method(std::string_view path);

  /// Calls `visit` for all methods called so far, ordered by path.
  void for_each(const std::function<void(const Method&)>& visit) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::unique_ptr<Method>, std::less<>> methods_;
};

/// Measures one RPC from the construction of this object to its end. end() ends the measurement. If
/// it is not called, the destructor ends the measurement with the code CANCELLED.
class CallTimer {
 public:
  explicit CallTimer(CallMetrics::Method& method);
  ~CallTimer();
  CallTimer(CallTimer&& other) noexcept;
  CallTimer& operator=(CallTimer&&) = delete;

  void end(grpc::StatusCode code);

 private:
  CallMetrics::Method* method_;  ///< null after end()
  std::chrono::steady_clock::time_point start_;
};

inline constexpr const char* kExchangePath = "/raftup.v1.SessionService/Exchange";
inline constexpr const char* kWatchSessionPath = "/raftup.v1.SessionService/WatchSession";

/// Makes an interceptor for a gRPC server that counts the RPCs of all methods except Exchange and
/// WatchSession. These two count their RPCs themselves, because an interceptor would pass every
/// message of a stream through a queue of gRPC.
/// @param metrics must outlive the gRPC server
std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface> call_counter(
    CallMetrics& metrics);

}  // namespace raftup::server
