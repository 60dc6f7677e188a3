/// @file The reasons for which calls fail, as they are reported to clients, and the violated rules
///         of a message.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "solver/description/violations.hpp"

namespace raftup::server {

/// Why a call failed: every reason that a client can receive. server/base/status.cpp defines the
/// name of each reason in the protocol and its gRPC code.
enum class Reason {
  kCancelled,           ///< the caller has cancelled the call
  kUnauthenticated,     ///< the caller has no valid credentials
  kPermissionDenied,    ///< the caller's role does not allow the call
  kBadField,            ///< a field of the request violates a rule
  kNotFound,            ///< a named session, checkpoint or database does not exist
  kSessionExists,       ///< a session with this session_id exists already
  kWrongState,          ///< the present state of the session does not allow the call
  kStepConflict,        ///< expected_step_index is not the step index of the session
  kControllerConflict,  ///< another stream controls the session
  kLeaseLost,           ///< another stream has taken the place of this stream
  kParticipantSilent,   ///< a required participant sends no messages
  /// The rows after the step from which the client resumes are no longer stored.
  kResumeTooOld,
  kParticipantExists,  ///< a stream with this participant_id is attached already
  kInputOwned,         ///< another participant or the model itself writes this input
  kSequenceGap,        ///< the sequence number shows that a message of inputs is missing
  kWaitingForInputs,   ///< a call that must not wait needs inputs that have not arrived
  kPastStopTime,       ///< a step would end after stop_time_ns
  /// The simulation has left the range of its data, such as the frequencies of a database.
  kBeyondData,
  kSolverFailed,       ///< a step could not be computed
  kNotConverged,       ///< the iteration between the participants of a step did not converge
  kSessionDeleted,     ///< the session was deleted
  kRequestIdReused,    ///< a request_id was used before with a different request
  kRequestInProgress,  ///< the first request with this request_id has no answer yet
  kQuotaSessions,      ///< too many sessions
  kQuotaCheckpoints,   ///< too many checkpoints of a session
  kQuotaSamples,       ///< too many samples for times after the present time of a session
  kQuotaAdvances,      ///< too many Advances are waiting in a session
  kQuotaWatchers,      ///< too many watchers of a session
  kWatcherTooSlow,     ///< a watcher did not read in time
  kQuotaLimit,         ///< another limit of size or number is exceeded
  kQuotaUploads,       ///< too many uploads in progress
  kQuotaBodies,        ///< too many bodies in a tenant's sessions
  kQuotaStreams,       ///< too many streams of a tenant
  kQuotaBytes,         ///< too many bytes of a tenant's databases
  kQuotaRequests,      ///< the calls of a tenant come faster than its quota permits
  kQuotaComputations,  ///< too many calls of a tenant are computing or waiting to compute
  kQuotaUnread,        ///< too many bytes are waiting to be read by a tenant's streams
  /// A chunk of an upload does not begin at the offset that the upload has reached.
  kUploadOffset,
  kChecksumMismatch,  ///< the checksum of received bytes is wrong
  kDatabaseRejected,  ///< the uploaded file cannot be used
  kParserCrashed,     ///< the process that read the uploaded file crashed
  kDatabaseInUse,     ///< a session uses the database
  kStorageFull,       ///< the disk is full
  kDataLoss,          ///< stored bytes are damaged, such as a journal or a database
  kSessionFailed,     ///< the session could not be recovered
  /// The checkpoint belongs to another model, or gives other results in this server.
  kCheckpointRefused,
  kDraining,  ///< the server is about to stop
  kInternal,  ///< a defect of the server or an error of its operating system
};

/// The exception of the server: a reason, a message for people, and the violated fields if the
/// reason is kBadField.
class ServiceError : public std::runtime_error {
 public:
  ServiceError(Reason reason, const std::string& message);
  /// Makes an error with the reason kBadField. Its message lists the violations, one per line.
  explicit ServiceError(std::vector<solver::Violation> violations);

  Reason reason() const noexcept { return reason_; }
  const std::vector<solver::Violation>& violations() const noexcept { return violations_; }

  /// Further data about the error by name, such as "session" or "step_index".
  const std::map<std::string, std::string>& metadata() const noexcept { return metadata_; }
  ServiceError with(const std::string& key, const std::string& value) const;

  /// Time after which a repeated call may succeed; none if waiting does not help.
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

/// Makes an error with the reason kBadField for one field.
/// @param path path of the field in the message
/// @param rule violated rule, such as "must be positive"
/// @param value the value of the field; may be empty
ServiceError bad_field(const std::string& path, const std::string& rule, const std::string& value);

/// Collects the violated rules of a message, at most one for each path.
class FieldViolations {
 public:
  /// Adds a violation, unless there is one for the same path.
  /// @param path path of the field in the message, such as "bodies[1].mass"
  /// @param rule violated rule, such as "must be positive"
  /// @param value value of the field; empty if it has none
  void add(const std::string& path, const std::string& rule, const std::string& value = "");

  /// Adds the rules that a part of a model breaks.
  void add(const std::vector<solver::Violation>& rules);

  /// Adds a violation unless `holds` is true.
  /// @returns `holds`
  bool expect(bool holds, const std::string& path, const std::string& rule,
              const std::string& value = "");

  /// Adds the violations of a part of the message. `path` is the path of this part and is put
  /// before the paths of its violations.
  void merge(const std::string& path, const FieldViolations& part);

  std::size_t count() const { return all_.size(); }

  /// Throws if there are any violations, and does nothing otherwise.
  /// @throws ServiceError(kBadField) with all violations; each path is preceded by `prefix`
  void throw_if_any(const std::string& prefix) const;

 private:
  std::vector<solver::Violation> all_;
};

/// The rule that is reported for a field that the protocol defines and this version does not
/// implement.
inline constexpr const char* kNotInThisVersion = "must be left out: not in this version";

}  // namespace raftup::server
