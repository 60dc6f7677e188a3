#include "clients/cpp/call_error.hpp"

#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

namespace raftup::client {

CallError::CallError(const grpc::Status& status)
    : std::runtime_error(status.error_message()), code_(status.error_code()) {
  google::rpc::Status details;
  if (!details.ParseFromString(status.error_details())) return;
  for (const auto& detail : details.details()) {
    google::rpc::ErrorInfo info;
    google::rpc::BadRequest bad_request;
    if (detail.UnpackTo(&info)) {
      reason_ = info.reason();
      metadata_ = {info.metadata().begin(), info.metadata().end()};
    } else if (detail.UnpackTo(&bad_request)) {
      for (const auto& violation : bad_request.field_violations()) {
        field_violations_.push_back({violation.field(), violation.description()});
      }
    }
  }
}

void throw_unless_ok(const grpc::Status& status) {
  if (!status.ok()) throw CallError(status);
}

}  // namespace raftup::client
