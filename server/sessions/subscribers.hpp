#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "server/sessions/session_checkpoints.hpp"
#include "server/sessions/session_measures.hpp"
#include "server/sessions/streams/session_stream.hpp"
#include "server/sessions/streams/telemetry.hpp"

namespace raftup::server {

/// Everybody attached to a session: its streams with their columns, credit and leases, those that
/// were disconnected and may resume, and those who only look. It tells them what the simulation
/// does and never steps it.
/// Thread safety: lease_due() may be used anywhere, the rest in the session's strand only. What
/// throws leaves it as it was.
class Subscribers {
 public:
  using Clock = Lease::Clock;
  using Streams = std::vector<std::unique_ptr<SessionStream>>;

  /// @param checkpoints named to clients that come back too late; outlives this, like the others
  /// @param spec        of the lease and the declared recorders
  Subscribers(RecordedSimulation& recorded, const SessionCheckpoints& checkpoints,
              SessionMeasures& measures, const v1::SessionSpec& spec);

  const Streams& streams() const { return streams_; }
  /// Null where there is none.
  SessionStream* controller() const { return controller_; }
  SessionStream* stream_of(const InputWriter& writer) const;
  /// Everybody that the session waits for can take a frame.
  bool has_credit() const;

  // --- coming and going -------------------------------------------------------------------------
  /// One that may attach as soon as the stream whose place it takes is gone.
  struct Admission {
    std::unique_ptr<SessionStream> stream;
    SessionStream* replaced = nullptr;  ///< null where it takes nobody's place
  };
  /// @throws ServiceError(kBadField) where an order breaks a rule, whatever the session is
  static void check(const AttachOrder& order);
  /// @throws ServiceError(kBadField, kControllerConflict, kResumeTooOld, kParticipantExists,
  ///         kInputOwned)
  Admission admit(const AttachOrder& order, std::shared_ptr<StreamListener> listener) const;
  /// @returns valid until remove() or close_streams()
  SessionStream& add(std::unique_ptr<SessionStream> stream);
  /// Its inputs are free.
  std::unique_ptr<SessionStream> remove(SessionStream& stream);
  /// A removed one whose connection is gone, maybe not the client: what it may resume from is kept
  /// for its lease.
  void keep_disconnected(std::unique_ptr<SessionStream> stream);
  /// Removes every stream, with `reason`.
  void close_streams(const ServiceError& reason);
  /// Removes the disconnected and the watchers too.
  void close(const ServiceError& reason);

  // --- leases -----------------------------------------------------------------------------------
  /// A message of the stream has come: its lease runs anew, and its participant is not silent.
  void renew_lease(SessionStream& stream);
  /// When end_leases() is due.
  Deadline& lease_due() { return lease_due_; }
  /// Tells of a controller whose lease is over and forgets the disconnected whose lease is.
  void end_leases(Clock::time_point now);

  // --- rows and frames --------------------------------------------------------------------------
  /// Adds where the session stands to everybody's next frame, by their strides. Another stream or
  /// watcher than the controller whose outputs cannot be read there is let go with the reason.
  /// @throws Error where the controller's cannot be read; then nobody has a row of this step
  void record_step();
  /// @throws Error where the outputs of the stream cannot be read; then it has no new row
  std::span<double> add_row(SessionStream& stream);
  /// Rows from here on belong to the next frame that a client may have again.
  void close_frames();
  /// The rows since the last frame.
  /// @param summary result, times of the Advance and tries; the rest is filled in
  void send_frame(SessionStream& stream, FrameSummary summary);
  /// To everybody but the controller, where rows wait; who has no credit and is not waited for
  /// loses them.
  void send_frames(StepResult result);
  /// One frame with the rows after a step_index, to a stream that has just resumed another.
  void resend_rows(SessionStream& stream, std::int64_t step_index);
  static void discard_rows(SessionStream& stream);
  /// The session has gone elsewhere: no row from before is sent or kept.
  void forget_rows();
  /// @throws ServiceError(kBadField)
  static void add_credit(SessionStream& stream, std::int64_t frames);

  // --- notices ----------------------------------------------------------------------------------
  /// Tells everybody attached, and the log.
  void notify_all(Severity severity, const std::string& reason, const std::string& message,
                  const std::string& participant_id = "") const;
  /// Tells participants for whose samples the session waits, and the controller.
  void send_need(const std::vector<InputWriter*>& holders, std::int64_t until_ns) const;

  // --- contacts ---------------------------------------------------------------------------------
  /// Tells all who look, and who can take a frame, what began or ceased to touch.
  void send_contact_events(std::span<const solver::ContactEvent> events) const;

  // --- those who only look ----------------------------------------------------------------------
  /// Shows the watcher every step from here on, until it is removed or closed.
  Columns watch(const WatchOrder& order, std::shared_ptr<Watcher> watcher);
  Telemetry& telemetry() { return telemetry_; }

 private:
  SessionStream* stream_to_resume(const AttachOrder& order) const;
  SessionStream* stream_to_replace(const AttachOrder& order) const;
  std::unique_ptr<SessionStream> make_stream(const AttachOrder& order) const;
  std::span<const double> read_row(const Columns& columns);

  RecordedSimulation& recorded_;
  const SessionCheckpoints& checkpoints_;
  SessionMeasures& measures_;
  const v1::SessionSpec& spec_;
  Streams streams_;
  Streams disconnected_;  ///< without listener and writer
  SessionStream* controller_ = nullptr;
  bool controller_loss_announced_ = false;
  Deadline lease_due_;
  Telemetry telemetry_;
  std::vector<double> row_;  ///< read before a stream has place for it
};

}  // namespace raftup::server
