#pragma once

#include <grpcpp/support/status.h>

#include <exception>
#include <string>

#include "server/base/service_error.hpp"

namespace raftup::server {

/// Largest size of a status that is sent to a client [bytes]. gRPC refuses metadata beyond 8 KiB by
/// default.
inline constexpr std::size_t kStatusByteLimit = 4096;

/// Name of a reason in the protocol, such as "BAD_FIELD".
std::string reason_name(Reason reason);

/// The gRPC code that is sent with a reason.
grpc::StatusCode status_code(Reason reason);

/// Converts an exception to the status of a call; all conversions are made by this function. The
/// status contains a google.rpc.Status with ErrorInfo{reason, domain "raftup", metadata}, with
/// BadRequest for violated fields, and with RetryInfo if waiting helps. A ServiceError keeps its
/// reason, raftup::Error gets the reason that corresponds to its code, Cancelled becomes
/// kCancelled, and any other exception becomes kInternal. Texts and violations that exceed
/// kStatusByteLimit are cut, with a remark.
grpc::Status to_status(const std::exception& error);

/// Returns the text with each absolute path replaced by its last component, since clients must not
/// receive the locations of a server's files.
std::string without_paths(const std::string& text);

/// Calls `call`, a function without arguments, and returns OK, or the status of the exception that
/// it throws.
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
