#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "raftup/v1/watch.pb.h"
#include "server/sessions/participants/lease.hpp"
#include "server/sessions/recording/recorded_simulation.hpp"
#include "server/sessions/streams/stream_listener.hpp"

namespace raftup::server {

/// Treatment of rows that a watcher does not read in time.
enum class OverflowPolicy {
  kLatest,        ///< only the newest frame is kept
  kDropOldest,    ///< the oldest frames are dropped
  kDisconnect,    ///< the watcher is closed
  kBackpressure,  ///< the session waits; declared recorders only
};

/// The request of a client that watches a session.
struct WatchOrder {
  std::vector<std::string> outputs;  ///< empty = the model's
  std::int64_t output_stride = 0;    ///< 0 = the model's
  OverflowPolicy policy = OverflowPolicy::kLatest;
  std::size_t queue_bytes = 0;  ///< largest size of its pending frames
  std::string recorder_id;
  /// Wall clock time between two frames, each of which has only the newest row; 0 = every row is
  /// sent.
  std::chrono::nanoseconds frame_interval{0};
  bool contacts = false;  ///< true if frames have the contacts of their newest row
};

/// A client that watches a session. Every call comes from the session's strand and must not block.
class Watcher {
 public:
  virtual ~Watcher() = default;

  /// A serialised WatchSessionResponse with a frame, shared with others.
  virtual void offer(const std::shared_ptr<const std::string>& frame) = 0;
  virtual void send_notice(const SessionNotice& notice) = 0;
  /// A serialised WatchSessionResponse with contact events, shared with others.
  virtual void send_contact_events(const std::shared_ptr<const std::string>& events) = 0;
  /// True if the watcher is so far behind that the session must wait.
  virtual bool holds_session() const = 0;
  /// The session has closed this watcher. No further call follows.
  virtual void close(const ServiceError& error) = 0;
};

/// Sends rows of a session to its watchers. Watchers with equal columns, frame interval and
/// contacts form a group. Rows are read, decimated and encoded once for each group, whatever its
/// number of watchers. Used in the session's strand only, except for due().
class Telemetry {
 public:
  using Clock = Lease::Clock;

  bool empty() const { return groups_.empty(); }
  std::size_t size() const;

  /// @param columns those of the order
  void add(const Columns& columns, const WatchOrder& order, std::shared_ptr<Watcher> watcher);
  /// Removes a watcher; does nothing if it is not watching.
  void remove(const Watcher& watcher);

  /// Adds the rows that are due at the present step. A watcher whose outputs cannot be read in this
  /// state is closed with the reason.
  void record(RecordedSimulation& recorded);
  /// True if there are so many rows that they must be published before more are added.
  bool full() const { return full_; }
  /// Sends the rows added since the last call. Rows of a group whose frame interval has not ended
  /// are kept; due() is the time at which they may be sent.
  void publish(const RecordedSimulation& recorded);
  /// The time at which publish() can send rows that were kept. May be used anywhere.
  Deadline& due() { return due_; }
  void discard_rows();

  void notify(const SessionNotice& notice) const;
  void send_contact_events(const v1::ContactEvents& events) const;
  bool holds_session() const;
  void close(const ServiceError& error);

 private:
  struct Group {
    Columns columns;
    std::chrono::nanoseconds frame_interval{0};
    bool contacts = false;
    Clock::time_point next_frame;  ///< earliest time of the next frame
    v1::WatchSessionResponse rows;
    std::vector<std::shared_ptr<Watcher>> watchers;
  };

  void record(RecordedSimulation& recorded, Group& group);
  void publish(const RecordedSimulation& recorded, Group& group);

  std::vector<Group> groups_;
  std::vector<double> row_;  ///< scratch: a row is read before a frame gets room for it
  bool full_ = false;
  Deadline due_;
};

}  // namespace raftup::server
