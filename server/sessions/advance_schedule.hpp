#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/sessions/barrier_wait.hpp"
#include "server/sessions/step_cost.hpp"
#include "server/sessions/step_notifications.hpp"
#include "server/sessions/tentative_steps.hpp"
#include "server/sessions/work/worker_pool.hpp"

namespace raftup::server {

/// Wall clock that went into a session since it was made.
struct SessionTimes {
  std::chrono::nanoseconds compute{0};  ///< stepping
  std::chrono::nanoseconds wait{0};     ///< Advances that waited for participants, or paused
};

/// When a session takes its steps: the Advances in progress, worked off in slices, what they wait
/// for, and the pause. Whoever is told of a step is told here, after it has been committed; a
/// session that cannot commit lets everybody go.
/// Thread safety: consume_due() may be used anywhere, the rest in the session's strand only.
class AdvanceSchedule {
 public:
  using Clock = Lease::Clock;
  /// Has a task run later in the session's strand, while the session lives.
  using Post = std::function<void(Task)>;

  /// @param stop_time_ns no step ends later; 0 = any may
  AdvanceSchedule(RecordedSimulation& recorded, Subscribers& subscribers,
                  TentativeSteps& tentative_steps, SessionMeasures& measures,
                  std::int64_t stop_time_ns, Post post);

  // --- Advances ---------------------------------------------------------------------------------
  /// Takes steps now or as soon as their inputs are there; the listener gets one frame.
  /// @param samples written before the steps, if any; nothing is written where the order is refused
  /// @throws ServiceError
  void advance(SessionStream& stream, const StepRequest& asked,
               const std::optional<InputSamples>& samples = std::nullopt);
  /// Something that Advances may have waited for is there: goes on with them, if it is all.
  /// Short work is done at once, long work in the pool.
  void proceed();
  /// Ends what the controller has ordered where it stands.
  void cut_short();
  /// @throws ServiceError(kWrongState) during an Advance
  void require_idle(const std::string& call) const;
  bool idle() const { return orders_.empty(); }
  SessionTimes times() const;

  // --- pause ------------------------------------------------------------------------------------
  /// Steps wait until resume(). No record: when a step is taken never shows in its result.
  void pause();
  void resume();
  bool paused() const { return paused_; }

  // --- waits ------------------------------------------------------------------------------------
  bool waiting() const { return wait_.in_progress(); }
  /// Participants for whose samples an Advance waits now.
  std::vector<std::string> waiting_for() const;
  /// Whether serve_wait() is due. Says so once.
  bool consume_due(Clock::time_point now) { return wait_.consume_due(now); }
  /// Announces a wait that has lasted, and applies the rules of participants that are silent.
  void serve_wait(Clock::time_point now);

  // --- those who only look -----------------------------------------------------------------------
  /// Shows watchers the rows that were too early when their Advance ended.
  void show_late_rows();

  // --- streams that go --------------------------------------------------------------------------
  /// At once; Advances in progress end without a frame.
  std::unique_ptr<SessionStream> remove(SessionStream& stream);
  /// After the stream's Advances; its listener is told.
  void leave(SessionStream& stream);
  void evict(SessionStream& stream, const ServiceError& reason);
  void evict_all(const ServiceError& reason);

 private:
  enum class Progress { kDone, kTried, kWaiting, kFailed, kSliceOver, kEvicted };

  void post_slice();
  void run_slice();
  void serve_orders(Clock::time_point end);
  bool end_slice();
  Progress run_steps(Clock::time_point end);
  Progress run_tentative_steps(AdvanceOrder& order);
  bool may_take_step();
  bool finish_iterated_step(AdvanceOrder& order);
  void finish_advance(StepResult result);
  void end_order(StepResult result);
  void begin_wait();
  void end_wait();
  bool commit_or_evict_all();
  void apply_silence(InputWriter& writer);

  RecordedSimulation& recorded_;
  Subscribers& subscribers_;
  TentativeSteps& tentative_steps_;
  SessionMeasures& measures_;
  std::int64_t stop_time_ns_;
  Post post_;
  std::deque<AdvanceOrder> orders_;  ///< of the controller; none without one
  bool slice_posted_ = false;
  StepCost cost_;
  StepNotifications notifications_;
  BarrierWait wait_;
  bool paused_ = false;
};

}  // namespace raftup::server
