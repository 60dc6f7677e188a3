#pragma once

#include <grpcpp/support/status.h>

#include <exception>
#include <string>

#include "server/base/service_error.hpp"

namespace raftup::server {

/// Largest status on the wire [bytes]: gRPC refuses metadata beyond 8 KiB by default.
inline constexpr std::size_t kStatusByteLimit = 4096;

/// Name of a reason on the wire: "BAD_FIELD".
std::string reason_name(Reason reason);

/// gRPC code of a reason.
grpc::StatusCode status_code(Reason reason);

/// The only way from an exception to a status: google.rpc.Status with ErrorInfo{reason, domain
/// "raftup", metadata}, for violated fields BadRequest, and RetryInfo where waiting helps.
/// ServiceError keeps its reason, raftup::Error gets that of its code, Cancelled is kCancelled,
/// anything else is kInternal.
/// Texts and violations that would pass kStatusByteLimit are cut, and the cut is said.
grpc::Status to_status(const std::exception& error);

/// The text with the last name of each absolute path in place of the path: where a server keeps its
/// files is nothing to tell to clients.
std::string without_paths(const std::string& text);

/// Runs `call`, a function without arguments, and turns what it throws into a status.
template <typename Call>
grpc::Status status_of(Call&& call) {
  try {
    std::forward<Call>(call)();
    return grpc::Status::OK;
  } catch (const std::exception& error) {
    return to_status(error);
  }
}

}  // namespace raftup::server
