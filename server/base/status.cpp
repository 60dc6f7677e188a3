#include "server/base/status.hpp"

#include <fmt/format.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <grpcpp/support/error_details.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <regex>

#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "hydro/base/cancellation.hpp"
#include "hydro/base/error.hpp"

namespace raftup::server {

namespace {

struct ReasonEntry {
  Reason reason;
  const char* name;
  grpc::StatusCode code;
};

constexpr ReasonEntry kReasons[] = {
    {Reason::kCancelled, "CANCELLED", grpc::StatusCode::CANCELLED},
    {Reason::kUnauthenticated, "UNAUTHENTICATED", grpc::StatusCode::UNAUTHENTICATED},
    {Reason::kPermissionDenied, "PERMISSION_DENIED", grpc::StatusCode::PERMISSION_DENIED},
    {Reason::kBadField, "BAD_FIELD", grpc::StatusCode::INVALID_ARGUMENT},
    {Reason::kNotFound, "NOT_FOUND", grpc::StatusCode::NOT_FOUND},
    {Reason::kSessionExists, "SESSION_EXISTS", grpc::StatusCode::ALREADY_EXISTS},
    {Reason::kWrongState, "WRONG_STATE", grpc::StatusCode::FAILED_PRECONDITION},
    {Reason::kStepConflict, "STEP_CONFLICT", grpc::StatusCode::ABORTED},
    {Reason::kControllerConflict, "CONTROLLER_CONFLICT", grpc::StatusCode::ABORTED},
    {Reason::kLeaseLost, "LEASE_LOST", grpc::StatusCode::ABORTED},
    {Reason::kParticipantSilent, "PARTICIPANT_SILENT", grpc::StatusCode::FAILED_PRECONDITION},
    {Reason::kResumeTooOld, "RESUME_TOO_OLD", grpc::StatusCode::OUT_OF_RANGE},
    {Reason::kParticipantExists, "PARTICIPANT_EXISTS", grpc::StatusCode::ALREADY_EXISTS},
    {Reason::kInputOwned, "INPUT_OWNED", grpc::StatusCode::ALREADY_EXISTS},
    {Reason::kSequenceGap, "SEQUENCE_GAP", grpc::StatusCode::INVALID_ARGUMENT},
    {Reason::kWaitingForInputs, "WAITING_FOR_INPUTS", grpc::StatusCode::FAILED_PRECONDITION},
    {Reason::kPastStopTime, "PAST_STOP_TIME", grpc::StatusCode::OUT_OF_RANGE},
    {Reason::kBeyondData, "BEYOND_DATA", grpc::StatusCode::OUT_OF_RANGE},
    {Reason::kSolverFailed, "SOLVER_FAILED", grpc::StatusCode::FAILED_PRECONDITION},
    {Reason::kNotConverged, "ITERATION_NOT_CONVERGED", grpc::StatusCode::ABORTED},
    {Reason::kSessionDeleted, "SESSION_DELETED", grpc::StatusCode::ABORTED},
    {Reason::kRequestIdReused, "REQUEST_ID_REUSED", grpc::StatusCode::INVALID_ARGUMENT},
    {Reason::kRequestInProgress, "REQUEST_IN_PROGRESS", grpc::StatusCode::ABORTED},
    {Reason::kQuotaSessions, "QUOTA_SESSIONS", grpc::StatusCode::RESOURCE_EXHAUSTED},
    {Reason::kQuotaCheckpoints, "QUOTA_CHECKPOINTS", grpc::StatusCode::RESOURCE_EXHAUSTED},
    {Reason::kQuotaSamples, "QUOTA_SAMPLES", grpc::StatusCode::RESOURCE_EXHAUSTED},
    {Reason::kQuotaAdvances, "QUOTA_ADVANCES", grpc::StatusCode::RESOURCE_EXHAUSTED},
    {Reason::kQuotaWatchers, "QUOTA_WATCHERS", grpc::StatusCode::RESOURCE_EXHAUSTED},
    {Reason::kWatcherTooSlow, "WATCHER_TOO_SLOW", grpc::StatusCode::RESOURCE_EXHAUSTED},
    {Reason::kQuotaLimit, "QUOTA_LIMIT", grpc::StatusCode::RESOURCE_EXHAUSTED},
    {Reason::kQuotaUploads, "QUOTA_UPLOADS", grpc::StatusCode::RESOURCE_EXHAUSTED},
    {Reason::kQuotaBodies, "QUOTA_BODIES", grpc::StatusCode::RESOURCE_EXHAUSTED},
    {Reason::kQuotaStreams, "QUOTA_STREAMS", grpc::StatusCode::RESOURCE_EXHAUSTED},
    {Reason::kQuotaBytes, "QUOTA_BYTES", grpc::StatusCode::RESOURCE_EXHAUSTED},
    {Reason::kQuotaRequests, "QUOTA_REQUESTS", grpc::StatusCode::RESOURCE_EXHAUSTED},
    {Reason::kQuotaComputations, "QUOTA_COMPUTATIONS", grpc::StatusCode::RESOURCE_EXHAUSTED},
    {Reason::kQuotaUnread, "QUOTA_UNREAD", grpc::StatusCode::RESOURCE_EXHAUSTED},
    {Reason::kUploadOffset, "UPLOAD_OFFSET", grpc::StatusCode::ABORTED},
    {Reason::kChecksumMismatch, "CHECKSUM_MISMATCH", grpc::StatusCode::DATA_LOSS},
    {Reason::kDatabaseRejected, "DATABASE_REJECTED", grpc::StatusCode::INVALID_ARGUMENT},
    {Reason::kParserCrashed, "PARSER_CRASHED", grpc::StatusCode::INVALID_ARGUMENT},
    {Reason::kDatabaseInUse, "DATABASE_IN_USE", grpc::StatusCode::FAILED_PRECONDITION},
    {Reason::kStorageFull, "STORAGE_FULL", grpc::StatusCode::RESOURCE_EXHAUSTED},
    {Reason::kDataLoss, "DATA_LOSS", grpc::StatusCode::DATA_LOSS},
    {Reason::kSessionFailed, "SESSION_FAILED", grpc::StatusCode::DATA_LOSS},
    {Reason::kCheckpointRefused, "CHECKPOINT_REFUSED", grpc::StatusCode::FAILED_PRECONDITION},
    {Reason::kDraining, "DRAINING", grpc::StatusCode::UNAVAILABLE},
    {Reason::kInternal, "INTERNAL", grpc::StatusCode::INTERNAL},
};

constexpr std::size_t kTextByteLimit = 1024;  ///< bytes of the message, which is sent twice
/// Bytes of a violated field's path or description.
constexpr std::size_t kViolationByteLimit = 256;
constexpr std::size_t kMetadataByteLimit = 128;  ///< bytes of one value of the metadata
/// Bytes for the violation that counts the omitted ones.
constexpr std::size_t kReservedBytes = 128;

const ReasonEntry& entry(Reason reason) {
  const auto* found = std::find_if(std::begin(kReasons), std::end(kReasons),
                                   [&](const ReasonEntry& e) { return e.reason == reason; });
  return found == std::end(kReasons) ? kReasons[std::size(kReasons) - 1] : *found;
}

Reason reason_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument:
      return Reason::kBadField;
    case ErrorCode::kNotFound:
      return Reason::kNotFound;
    case ErrorCode::kFailedPrecondition:
      return Reason::kWrongState;
    case ErrorCode::kOutOfRange:
      return Reason::kBeyondData;
    case ErrorCode::kResourceExhausted:
      return Reason::kQuotaLimit;
    case ErrorCode::kDataLoss:
      return Reason::kDataLoss;
    case ErrorCode::kInternal:
      return Reason::kInternal;
  }
  return Reason::kInternal;
}

/// Cuts a UTF-8 text to at most `limit` bytes, without splitting a character.
std::string cut(const std::string& text, std::size_t limit) {
  if (text.size() <= limit) return text;
  std::size_t end = limit - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end) + "...";
}

/// Packs a detail so that equal details have equal bytes: the keys of maps are sorted.
void add_detail(const google::protobuf::Message& detail, google::rpc::Status& status) {
  google::protobuf::Any& packed = *status.add_details();
  packed.PackFrom(detail);
  packed.clear_value();
  google::protobuf::io::StringOutputStream output(packed.mutable_value());
  google::protobuf::io::CodedOutputStream coded(&output);
  coded.SetSerializationDeterministic(true);
  detail.SerializeToCodedStream(&coded);
}

void add_violations(const std::vector<solver::Violation>& violations, google::rpc::Status& status) {
  google::rpc::BadRequest bad_request;
  const std::size_t room = kStatusByteLimit - status.ByteSizeLong() - kReservedBytes;
  for (std::size_t i = 0; i < violations.size(); ++i) {
    auto* field = bad_request.add_field_violations();
    const auto& violation = violations[i];
    field->set_field(cut(violation.path, kViolationByteLimit));
    field->set_description(cut(violation.value.empty()
                                   ? violation.rule
                                   : fmt::format("{}, got {}", violation.rule, violation.value),
                               kViolationByteLimit));
    if (bad_request.ByteSizeLong() <= room) continue;
    field->clear_field();
    field->set_description(fmt::format("and {} more", violations.size() - i));
    break;
  }
  add_detail(bad_request, status);
}

void add_retry_delay(std::chrono::milliseconds delay, google::rpc::Status& status) {
  google::rpc::RetryInfo retry;
  retry.mutable_retry_delay()->set_seconds(delay.count() / 1000);
  retry.mutable_retry_delay()->set_nanos(static_cast<int>(delay.count() % 1000) * 1'000'000);
  add_detail(retry, status);
}

grpc::Status make_status(const ServiceError& error) {
  google::rpc::Status status;
  status.set_code(status_code(error.reason()));
  status.set_message(cut(error.what(), kTextByteLimit));
  google::rpc::ErrorInfo info;
  info.set_reason(reason_name(error.reason()));
  info.set_domain("raftup");
  for (const auto& [key, value] : error.metadata()) {
    (*info.mutable_metadata())[key] = cut(value, kMetadataByteLimit);
  }
  add_detail(info, status);
  if (error.retry_delay()) add_retry_delay(*error.retry_delay(), status);
  if (!error.violations().empty()) add_violations(error.violations(), status);
  grpc::Status result;
  grpc::SetErrorDetails(status, &result);
  return result;
}

}  // namespace

std::string reason_name(Reason reason) { return entry(reason).name; }

grpc::StatusCode status_code(Reason reason) { return entry(reason).code; }

std::string without_paths(const std::string& text) {
  // Matches, at the start of a word, a "/", names that each end in "/", and the last name.
  static const std::regex kPath(R"re((^|[\s"'(\[=])/(?:[^\s"')\]:;,/]+/+)*([^\s"')\]:;,/]+))re");
  return std::regex_replace(text, kPath, "$1$2");
}

namespace {

/// Writes the whole message of a defect to the log and removes the server's paths from the message
/// for the client.
grpc::Status defect_status(const ServiceError& error) {
  spdlog::error("a call failed by a defect or by the system: {}", error.what());
  ServiceError told(Reason::kInternal, without_paths(error.what()));
  for (const auto& [key, value] : error.metadata()) told = told.with(key, value);
  return make_status(told);
}

}  // namespace

grpc::Status to_status(const std::exception& error) {
  if (const auto* service = dynamic_cast<const ServiceError*>(&error)) {
    const bool defect = service->reason() == Reason::kInternal;
    return defect ? defect_status(*service) : make_status(*service);
  }
  if (dynamic_cast<const Cancelled*>(&error) != nullptr) {
    return make_status(ServiceError(Reason::kCancelled, error.what()));
  }
  if (dynamic_cast<const SolverFailure*>(&error) != nullptr) {
    return make_status(ServiceError(Reason::kSolverFailed, error.what()));
  }
  const auto* known = dynamic_cast<const Error*>(&error);
  if (known == nullptr || known->code() == ErrorCode::kInternal) {
    return defect_status(ServiceError(Reason::kInternal, error.what()));
  }
  return make_status(ServiceError(reason_of(known->code()), known->what()));
}

}  // namespace raftup::server
