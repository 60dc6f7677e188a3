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

/// What is done with rows that a watcher does not read in time.
enum class OverflowPolicy {
  kLatest,        ///< only the newest frame waits
  kDropOldest,    ///< the oldest frames go
  kDisconnect,    ///< the watcher is let go
  kBackpressure,  ///< the session waits; declared recorders only
};

/// What a client asks for with WatchSession.
struct WatchOrder {
  std::vector<std::string> outputs;  ///< empty = the model's
  std::int64_t output_stride = 0;    ///< 0 = the model's
  OverflowPolicy policy = OverflowPolicy::kLatest;
  std::size_t queue_bytes = 0;  ///< that may wait for it
  std::string recorder_id;
  /// Wall clock between two frames, each with the newest row alone; 0 = every row.
  std::chrono::nanoseconds frame_interval{0};
  bool contacts = false;  ///< whether frames have those of their newest row
};

/// One who looks. Every call comes from the session's strand and must not block.
class Watcher {
 public:
  virtual ~Watcher() = default;

  /// A serialised WatchSessionResponse with a frame, shared with others.
  virtual void offer(const std::shared_ptr<const std::string>& frame) = 0;
  virtual void send_notice(const SessionNotice& notice) = 0;
  /// A serialised WatchSessionResponse with contact events, shared with others.
  virtual void send_contact_events(const std::shared_ptr<const std::string>& events) = 0;
  /// So far behind that the session must wait.
  virtual bool holds_session() const = 0;
  /// The session has let go of this watcher; nothing follows.
  virtual void close(const ServiceError& error) = 0;
};

/// What those who only look see of a session. Rows are read once for all watchers of the same
/// columns, rate and contacts, decimated before anything is encoded, and encoded once: however many
/// look, the session does it once for each set of columns. In the session's strand only, but for
/// due().
class Telemetry {
 public:
  using Clock = Lease::Clock;

  bool empty() const { return groups_.empty(); }
  std::size_t size() const;

  /// @param columns those of the order
  void add(const Columns& columns, const WatchOrder& order, std::shared_ptr<Watcher> watcher);
  /// Nothing where it is not among them.
  void remove(const Watcher& watcher);

  /// Adds the rows that are due at the step where it stands. Watchers of outputs that cannot be
  /// read there are let go with the reason.
  void record(RecordedSimulation& recorded);
  /// So many rows are there that they must be published before more are added.
  bool full() const { return full_; }
  /// Gives everybody the rows since the last time, but for those whose frame_interval is not over:
  /// due() says when theirs may go.
  void publish(const RecordedSimulation& recorded);
  /// When publish() has a row to give that was too early before. May be used anywhere.
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
    Clock::time_point next_frame;  ///< none earlier
    v1::WatchSessionResponse rows;
    std::vector<std::shared_ptr<Watcher>> watchers;
  };

  void record(RecordedSimulation& recorded, Group& group);
  void publish(const RecordedSimulation& recorded, Group& group);

  std::vector<Group> groups_;
  std::vector<double> row_;  ///< read before a frame has place for it
  bool full_ = false;
  Deadline due_;
};

}  // namespace raftup::server
