#pragma once

#include <cstdint>
#include <memory>

#include "server/sessions/advance_schedule.hpp"
#include "server/sessions/recording/recorded_simulation.hpp"
#include "server/sessions/subscribers.hpp"
#include "server/sessions/tentative_steps.hpp"

namespace raftup::server {

/// The actions of clients on the streams of a session: attach, write inputs, grant credit, detach.
/// To be used in the session's strand only. A call that throws leaves the session unchanged.
class SessionStreams {
 public:
  /// @param recorded simulation of the session; like the other arguments it must outlive this
  ///         object
  SessionStreams(RecordedSimulation& recorded, Subscribers& subscribers,
                 TentativeSteps& tentative_steps, AdvanceSchedule& schedule)
      : recorded_(recorded),
        subscribers_(subscribers),
        tentative_steps_(tentative_steps),
        schedule_(schedule) {}

  /// Attaches a client to the session. A stream that the client resumes or takes over is closed.
  /// @returns the new stream, valid until detach() or disconnect(), or until
  ///         StreamListener::close() or StreamListener::left() is called
  SessionStream& attach(const AttachOrder& order, std::shared_ptr<StreamListener> listener);
  /// Removes the stream at once. Its Advances in progress end without a frame.
  void detach(SessionStream& stream);
  /// Removes a stream whose connection is lost. The client may still be alive: the rows and the
  /// watermark that it needs to resume are kept until its lease ends.
  void disconnect(SessionStream& stream);
  /// Handles the end of a client's requests that did not include a detach message. A controller's
  /// stream stays until its Advances are done. Any other stream is removed, and the client may
  /// resume it until its lease ends.
  void end_requests(SessionStream& stream);
  void write_inputs(SessionStream& stream, const InputSamples& samples);
  /// Grants a stream more frames and sends rows that have waited for the credit.
  /// @param frames number of additional frames that the client can receive; 0 means that the client
  ///         has read its pending messages, see StreamListener::keeps_up()
  void add_credit(SessionStream& stream, std::int64_t frames);
  /// Removes a watcher. Does nothing if the watcher is not watching this session.
  void unwatch(const Watcher& watcher);

 private:
  RecordedSimulation& recorded_;
  Subscribers& subscribers_;
  TentativeSteps& tentative_steps_;
  AdvanceSchedule& schedule_;
};

}  // namespace raftup::server
