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

/// The only conversion of exceptions to a status: google.rpc.Status with ErrorInfo{reason, domain
/// "raftup", metadata}, BadRequest for violated fields, and RetryInfo if waiting helps.
/// ServiceError keeps its reason, raftup::Error gets that of its code, Cancelled becomes
/// kCancelled, and any other exception kInternal. Texts and violations beyond kStatusByteLimit are
/// cut, with a remark.
grpc::Status to_status(const std::exception& error);

/// The text with each absolute path replaced by its last component, since clients must not learn
/// where a server keeps its files.
std::string without_paths(const std::string& text);

/// Calls `call`, a function without arguments, and converts what it throws to a status.
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
