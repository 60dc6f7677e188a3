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

/// The clients of a session: attached streams with their columns, credit and leases, disconnected
/// streams that may resume, and watchers, which only read. This class sends them what the
/// simulation does and never steps it.
/// Thread safety: lease_due() may be used anywhere, the rest in the session's strand only. A call
/// that throws changes nothing.
class Subscribers {
 public:
  using Clock = Lease::Clock;
  using Streams = std::vector<std::unique_ptr<SessionStream>>;

  /// @param checkpoints offered to clients that resume too late; like the other arguments it must
  ///                    outlive this object
  /// @param spec        gives the lease and the declared recorders
  Subscribers(RecordedSimulation& recorded, const SessionCheckpoints& checkpoints,
              SessionMeasures& measures, const v1::SessionSpec& spec);

  const Streams& streams() const { return streams_; }
  /// The stream that controls the session, or null.
  SessionStream* controller() const { return controller_; }
  SessionStream* stream_of(const InputWriter& writer) const;
  /// True if every stream that the session waits for can receive a frame.
  bool has_credit() const;

  // --- attach and detach -------------------------------------------------------------------------
  /// A stream that may attach as soon as the stream that it replaces is removed.
  struct Admission {
    std::unique_ptr<SessionStream> stream;
    SessionStream* replaced = nullptr;  ///< null if it replaces no stream
  };
  /// Checks an order against the session and makes its stream; add() attaches it.
  /// @throws ServiceError(kBadField, kControllerConflict, kResumeTooOld, kParticipantExists,
  ///         kInputOwned)
  Admission admit(const AttachOrder& order, std::shared_ptr<StreamListener> listener) const;
  /// @returns the attached stream, valid until remove() or close_streams()
  SessionStream& add(std::unique_ptr<SessionStream> stream);
  /// Removes a stream; other clients may then write its inputs.
  std::unique_ptr<SessionStream> remove(SessionStream& stream);
  /// Keeps a removed stream whose connection is lost, so that its client can resume until the lease
  /// ends.
  void keep_disconnected(std::unique_ptr<SessionStream> stream);
  /// Closes and removes every attached stream with `reason`.
  void close_streams(const ServiceError& reason);
  /// Does the same as close_streams(), and also removes disconnected streams and watchers.
  void close(const ServiceError& reason);

  // --- leases -----------------------------------------------------------------------------------
  /// A message of the stream has arrived: its lease starts again, and its participant no longer
  /// counts as silent.
  void renew_lease(SessionStream& stream);
  /// The time at which end_leases() is due.
  Deadline& lease_due() { return lease_due_; }
  /// Announces a controller whose lease has ended, and drops disconnected streams whose lease has
  /// ended.
  void end_leases(Clock::time_point now);

  // --- rows and frames --------------------------------------------------------------------------
  /// Adds a row of the present state to the next frame of every client for whose stride it is due.
  /// A stream or watcher whose outputs cannot be read in this state is closed with the reason,
  /// unless it is the controller.
  /// @throws Error if the outputs of the controller cannot be read; then no client gets a row
  ///         of this step
  void record_step();
  /// Adds a row with the present outputs to the next frame of a stream.
  /// @throws Error if the outputs of the stream cannot be read; then it gets no row
  std::span<double> add_row(SessionStream& stream);
  /// Ends the current frame in the replay buffers: later rows belong to the next frame.
  void close_frames();
  /// Sends the rows added since the last frame.
  /// @param summary with the result, the times of the Advance and the number of tries; the other
  ///                fields are filled in here
  void send_frame(SessionStream& stream, FrameSummary summary);
  /// Sends pending rows to every stream but the controller. A stream without credit loses its rows,
  /// unless the session waits for its credit.
  void send_frames(StepResult result);
  /// Sends one frame with all rows after `step_index` to a stream that has just resumed.
  void resend_rows(SessionStream& stream, std::int64_t step_index);
  /// Drops all rows, because the session has moved to another state.
  void forget_rows();

  // --- notices ----------------------------------------------------------------------------------
  /// Sends a notice to every client and writes it to the log.
  void notify_all(Severity severity, const std::string& reason, const std::string& message,
                  const std::string& participant_id = "") const;
  /// Informs the controller, and the participants whose samples the session waits for.
  void send_need(const std::vector<InputWriter*>& holders, std::int64_t until_ns) const;

  // --- contacts ---------------------------------------------------------------------------------
  /// Sends the contacts that began or ended to the watchers and to every stream that can receive a
  /// frame.
  void send_contact_events(std::span<const solver::ContactEvent> events) const;

  // --- watchers ---------------------------------------------------------------------------------
  /// Sends the watcher rows of every later step until it is removed or closed.
  Columns watch(const WatchOrder& order, std::shared_ptr<Watcher> watcher);
  Telemetry& telemetry() { return telemetry_; }

 private:
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
  std::vector<double> row_;  ///< scratch: a row is read before a stream gets room for it
};

}  // namespace raftup::server
