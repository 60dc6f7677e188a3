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

/// What happens to rows that a watcher does not read in time.
enum class OverflowPolicy {
  kLatest,        ///< only the newest frame that waits is kept
  kDropOldest,    ///< the oldest frames that wait are dropped
  kDisconnect,    ///< the watcher is closed
  kBackpressure,  ///< the session waits; only declared recorders may request this
};

/// The request of a client that watches a session.
struct WatchOrder {
  /// Names of outputs; empty = the default selection of the model.
  std::vector<std::string> outputs;
  std::int64_t output_stride = 0;  ///< steps between rows; 0 = the default stride of the model
  OverflowPolicy policy = OverflowPolicy::kLatest;
  std::size_t queue_bytes = 0;  ///< largest total size of its frames that wait to be sent
  std::string recorder_id;
  /// Smallest wall clock time between two frames, each of which contains only the newest row; 0 =
  /// frames contain every row.
  std::chrono::nanoseconds frame_interval{0};
  bool contacts = false;  ///< true if frames contain the contacts at the time of their newest row
};

/// A client that watches a session. The session makes all calls in its strand. Calls must not
/// block.
class Watcher {
 public:
  virtual ~Watcher() = default;

  /// Queues a frame for the watcher.
  /// @param frame serialized WatchSessionResponse, shared with other watchers
  virtual void offer(const std::shared_ptr<const std::string>& frame) = 0;
  virtual void send_notice(const SessionNotice& notice) = 0;
  /// Queues contact events for the watcher.
  /// @param events serialized WatchSessionResponse, shared with other watchers
  virtual void send_contact_events(const std::shared_ptr<const std::string>& events) = 0;
  /// True if the watcher has so many unread frames that the session must wait for it.
  virtual bool holds_session() const = 0;
  /// The session has closed this watcher. No further call follows.
  virtual void close(const ServiceError& error) = 0;
};

/// Sends rows of a session to its watchers. Watchers with equal columns, equal frame interval and
/// equal choice of contacts form a group. Rows are read, reduced to the frame interval and encoded
/// once for each group, whatever its number of watchers. Used in the session's strand only, except
/// for due().
class Telemetry {
 public:
  using Clock = Lease::Clock;

  bool empty() const { return groups_.empty(); }
  std::size_t size() const;

  /// @param columns columns that the outputs and the stride of `order` select
  void add(const Columns& columns, const WatchOrder& order, std::shared_ptr<Watcher> watcher);
  /// Removes a watcher. Does nothing if the watcher is not watching this session.
  void remove(const Watcher& watcher);

  /// Adds a row of the present step for every group whose stride divides the step index. If the
  /// outputs of a group cannot be computed in this state, its watchers are closed with the reason.
  void record(RecordedSimulation& recorded);
  /// True if so many rows are waiting that they must be published before more rows are added.
  bool full() const { return full_; }
  /// Sends the rows that were added since the last call. Rows of a group whose frame interval has
  /// not ended are kept until the time due().
  void publish(const RecordedSimulation& recorded);
  /// The time at which publish() can send rows that were kept. May be called in any thread.
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
    Clock::time_point next_frame;  ///< earliest wall clock time of the next frame
    v1::WatchSessionResponse rows;
    std::vector<std::shared_ptr<Watcher>> watchers;
  };

  void record(RecordedSimulation& recorded, Group& group);
  void publish(const RecordedSimulation& recorded, Group& group);

  std::vector<Group> groups_;
  std::vector<double> row_;  ///< buffer in which a row is computed before it is added to a frame
  bool full_ = false;
  Deadline due_;
};

}  // namespace raftup::server
