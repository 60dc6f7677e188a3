/// @file The reasons for which calls fail, as clients see them, and the broken rules of a message.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "solver/description/violations.hpp"

namespace raftup::server {

/// Why a call failed: every reason that a client can receive. server/base/status.cpp gives each its
/// name on the wire and its gRPC code.
enum class Reason {
  kCancelled,           ///< the caller has cancelled the call
  kUnauthenticated,     ///< the caller has no valid credentials
  kPermissionDenied,    ///< the caller's role does not allow the call
  kBadField,            ///< a field of the request breaks a rule
  kNotFound,            ///< a named session, checkpoint or database does not exist
  kSessionExists,       ///< a session with this session_id exists
  kWrongState,          ///< the present state of the session does not allow the call
  kStepConflict,        ///< expected_step_index is not the session's
  kControllerConflict,  ///< another stream controls the session
  kLeaseLost,           ///< another stream has replaced this one
  kParticipantSilent,   ///< a required participant sends nothing
  kResumeTooOld,        ///< rows to resume from are not kept any more
  kParticipantExists,   ///< participant_id is attached already
  kInputOwned,          ///< another participant writes this input
  kSequenceGap,         ///< a message of inputs is missing
  kWaitingForInputs,    ///< a call that must not wait needs inputs that have not arrived
  kPastStopTime,        ///< a step would end after stop_time_ns
  kBeyondData,          ///< the simulation has left the range of its data
  kSolverFailed,        ///< a step failed
  kNotConverged,        ///< the iteration of a step with its participants did not converge
  kSessionDeleted,      ///< the session is gone
  kRequestIdReused,     ///< a request_id came back with another body
  kRequestInProgress,   ///< the first request with this request_id has no answer yet
  kQuotaSessions,       ///< too many sessions
  kQuotaCheckpoints,    ///< too many checkpoints of a session
  kQuotaSamples,        ///< too many samples ahead of a session
  kQuotaAdvances,       ///< too many Advances ahead of a session
  kQuotaWatchers,       ///< too many watchers of a session
  kWatcherTooSlow,      ///< a watcher did not read in time
  kQuotaLimit,          ///< another cap on size or count
  kQuotaUploads,        ///< too many uploads in progress
  kQuotaBodies,         ///< too many bodies in a tenant's sessions
  kQuotaStreams,        ///< too many streams of a tenant
  kQuotaBytes,          ///< too many bytes of a tenant's databases
  kQuotaRequests,       ///< a tenant's calls come too fast
  kQuotaComputations,   ///< too many calls of a tenant compute or wait for it
  kQuotaUnread,         ///< too much waits for a tenant's streams to be read
  kUploadOffset,        ///< a chunk does not begin where the upload stands
  kChecksumMismatch,    ///< bytes arrived changed
  kDatabaseRejected,    ///< the uploaded file cannot be used
  kParserCrashed,       ///< the uploaded file ended the process that read it
  kDatabaseInUse,       ///< a session uses the database
  kStorageFull,         ///< the disk has no room
  kDataLoss,            ///< stored bytes are damaged
  kSessionFailed,       ///< the session could not be recovered
  kCheckpointRefused,   ///< the checkpoint is of another model, or would continue differently here
  kDraining,            ///< the server is about to stop
  kInternal,            ///< a defect
};

/// The exception of server/: a reason, a message for people, and all violated fields if fields are
/// the cause.
class ServiceError : public std::runtime_error {
 public:
  ServiceError(Reason reason, const std::string& message);
  /// kBadField with its violations; the message lists them, one a line.
  explicit ServiceError(std::vector<solver::Violation> violations);

  Reason reason() const noexcept { return reason_; }
  const std::vector<solver::Violation>& violations() const noexcept { return violations_; }

  /// Further data about the error: "session", "step_index".
  const std::map<std::string, std::string>& metadata() const noexcept { return metadata_; }
  ServiceError with(const std::string& key, const std::string& value) const;

  /// Time after which the call may succeed if it is tried again; none if waiting does not help.
  const std::optional<std::chrono::milliseconds>& retry_delay() const noexcept {
    return retry_delay_;
  }
  ServiceError retry_after(std::chrono::milliseconds delay) const;

 private:
  Reason reason_;
  std::vector<solver::Violation> violations_;
  std::map<std::string, std::string> metadata_;
  std::optional<std::chrono::milliseconds> retry_delay_;
};

/// One violated field as an exception: path, rule ("must be positive") and the value as given.
ServiceError bad_field(const std::string& path, const std::string& rule, const std::string& value);

/// Collects every broken rule of a message, the first one for each path.
class FieldViolations {
 public:
  /// @param path  in the message, "bodies[1].mass"
  /// @param rule  "must be positive"
  /// @param value as given; empty where there is none
  void add(const std::string& path, const std::string& rule, const std::string& value = "");

  /// Adds a violation unless `holds` is true; returns `holds`.
  bool expect(bool holds, const std::string& path, const std::string& rule,
              const std::string& value = "");

  /// Adds the violations of a part of the message; `path` is the path of that part.
  void merge(const std::string& path, const FieldViolations& part);

  std::size_t count() const { return all_.size(); }

  /// Refuses the message if there are any violations, and does nothing otherwise.
  /// @throws ServiceError(kBadField) with all of them, each path preceded by `prefix`
  void throw_if_any(const std::string& prefix) const;

 private:
  std::vector<solver::Violation> all_;
};

/// Rule for a field that the protocol has and this version does not implement.
inline constexpr const char* kNotInThisVersion = "must be left out: not in this version";

}  // namespace raftup::server
