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
/// streams that may resume, and watchers, which only read. This class sends rows, frames and
/// notices to them. It reads the simulation and never takes a step. Thread safety: lease_due() may
/// be called in any thread, all other functions only in the session's strand. A call that throws
/// changes nothing.
class Subscribers {
 public:
  using Clock = Lease::Clock;
  using Streams = std::vector<std::unique_ptr<SessionStream>>;

  /// @param checkpoints offered to clients that resume too late; like the other arguments it must
  ///         outlive this object
  /// @param spec contains the duration of leases and the declared recorders
  Subscribers(RecordedSimulation& recorded, const SessionCheckpoints& checkpoints,
              SessionMeasures& measures, const v1::SessionSpec& spec);

  const Streams& streams() const { return streams_; }
  /// The stream that advances the session; null if there is none.
  SessionStream* controller() const { return controller_; }
  SessionStream* stream_of(const InputWriter& writer) const;
  /// True if every stream whose credit the session waits for can receive a frame.
  bool has_credit() const;

  // --- attach and detach -------------------------------------------------------------------------
  /// A stream that has been checked and may attach as soon as the stream that it replaces is
  /// removed.
  struct Admission {
    std::unique_ptr<SessionStream> stream;
    /// Stream that must be removed first; null if there is none.
    SessionStream* replaced = nullptr;
  };
  /// Checks an attach request against the session and makes its stream, which add() then attaches.
  /// @throws ServiceError(kBadField, kControllerConflict, kResumeTooOld, kParticipantExists,
  ///         kInputOwned)
  Admission admit(const AttachOrder& order, std::shared_ptr<StreamListener> listener) const;
  /// Attaches a stream that admit() has made.
  /// @returns the attached stream, valid until remove() or close_streams()
  SessionStream& add(std::unique_ptr<SessionStream> stream);
  /// Removes a stream; other clients may then write its inputs.
  std::unique_ptr<SessionStream> remove(SessionStream& stream);
  /// Keeps a removed stream whose connection is lost, so that its client can resume until the lease
  /// ends. A stream without a resume token is not kept.
  void keep_disconnected(std::unique_ptr<SessionStream> stream);
  /// Closes and removes every attached stream with `reason`.
  void close_streams(const ServiceError& reason);
  /// Closes every attached stream and every watcher with `reason`, and drops disconnected streams.
  void close(const ServiceError& reason);

  // --- leases -----------------------------------------------------------------------------------
  /// To be called when a message of the stream arrives. The lease of the stream starts again, and
  /// its participant no longer counts as silent.
  void renew_lease(SessionStream& stream);
  /// The wall clock time at which end_leases() must be called.
  Deadline& lease_due() { return lease_due_; }
  /// Notifies all clients if the controller's lease has ended, and drops disconnected streams whose
  /// lease has ended.
  void end_leases(Clock::time_point now);

  // --- rows and frames --------------------------------------------------------------------------
  /// Adds a row of the present state to the next frame of every client whose stride divides the
  /// present step index. A stream or watcher whose outputs cannot be computed in this state is
  /// closed with the reason, unless the stream is the controller.
  /// @throws Error if the outputs of the controller cannot be computed; then no client gets a row
  ///         of this step
  void record_step();
  /// Adds a row with the present outputs to the next frame of a stream.
  /// @returns the values of the new row
  /// @throws Error if the outputs of the stream cannot be computed; then the stream gets no row
  std::span<double> add_row(SessionStream& stream);
  /// Ends the current frame in the replay buffers of all clients: rows that are added later belong
  /// to the next frame.
  void close_frames();
  /// Sends a stream one frame with the rows added since its last frame, and uses one credit.
  /// @param summary contains the result, the times of the Advance and the number of tries; this
  ///         function fills in the other fields
  void send_frame(SessionStream& stream, FrameSummary summary);
  /// Sends a frame to every stream with unsent rows, except to the controller. If a stream has no
  /// credit its rows are dropped, unless the session waits for the credit of this stream.
  void send_frames(StepResult result);
  /// Sends a stream that has just resumed one frame with all rows of steps after `step_index`.
  void resend_rows(SessionStream& stream, std::int64_t step_index);
  /// Drops all unsent and buffered rows, because the session has moved to another state.
  void forget_rows();

  // --- notices ----------------------------------------------------------------------------------
  /// Sends a notice to every stream and watcher and writes it to the log.
  void notify_all(Severity severity, const std::string& reason, const std::string& message,
                  const std::string& participant_id = "") const;
  /// Notifies the controller and the participants `holders` that the session is waiting for samples
  /// of `holders` up to the simulation time `until_ns`.
  void send_need(const std::vector<InputWriter*>& holders, std::int64_t until_ns) const;

  // --- contacts ---------------------------------------------------------------------------------
  /// Sends contacts that began or ended to the watchers, and to every stream that can receive a
  /// frame.
  void send_contact_events(std::span<const solver::ContactEvent> events) const;

  // --- watchers ---------------------------------------------------------------------------------
  /// Adds a watcher. It receives the rows of every later step until it is removed or closed.
  /// @returns the columns of its rows
  Columns watch(const WatchOrder& order, std::shared_ptr<Watcher> watcher);
  Telemetry& telemetry() { return telemetry_; }

 private:
  std::span<const double> read_row(const Columns& columns);

  RecordedSimulation& recorded_;
  const SessionCheckpoints& checkpoints_;
  SessionMeasures& measures_;
  const v1::SessionSpec& spec_;
  Streams streams_;
  Streams disconnected_;  ///< streams whose connection is lost; they have no listener and no writer
  SessionStream* controller_ = nullptr;
  bool controller_loss_announced_ = false;
  Deadline lease_due_;
  Telemetry telemetry_;
  std::vector<double> row_;  ///< buffer in which a row is computed before it is added to a frame
};

}  // namespace raftup::server
