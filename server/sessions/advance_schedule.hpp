#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/sessions/barrier_wait.hpp"
#include "server/sessions/published_status.hpp"
#include "server/sessions/step_cost.hpp"
#include "server/sessions/step_notifications.hpp"
#include "server/sessions/tentative_steps.hpp"
#include "server/sessions/work/worker_pool.hpp"

namespace raftup::server {

/// Wall clock time that a session has used since its creation.
struct SessionTimes {
  std::chrono::nanoseconds compute{0};  ///< time in which steps were computed
  /// Time in which Advances waited for participants or while the session was paused.
  std::chrono::nanoseconds wait{0};
};

/// Decides when a session takes its steps. The schedule keeps the Advances in progress, works on
/// them in slices of about 2 ms, waits for samples of participants, and can be paused. It sends the
/// results of a step only after the step is committed. If a session cannot be committed, all its
/// streams are closed. Thread safety: consume_due(), status_beside_step() and paused() may be
/// called in any thread, all other functions only in the session's strand.
class AdvanceSchedule {
 public:
  using Clock = Lease::Clock;
  /// Queues a task in the session's strand. The task is dropped if the session no longer exists
  /// when the turn of the task comes.
  using Post = std::function<void(Task)>;

  /// @param stop_time_ns simulation time after which no step may end [ns]; 0 = no limit
  /// @param write_status writes the status of the session, which callers can read while a step is
  ///         computed; if it is empty no status is published
  AdvanceSchedule(RecordedSimulation& recorded, Subscribers& subscribers,
                  TentativeSteps& tentative_steps, SessionMeasures& measures,
                  std::int64_t stop_time_ns, Post post, PublishedStatus::Write write_status = {});

  // --- Advances ---------------------------------------------------------------------------------
  /// Accepts an order of the controller. Its steps are taken now, or as soon as their inputs have
  /// arrived. The listener of `stream` receives one frame at the end.
  /// @param samples input samples that are written before the steps; they are not written if the
  ///         order is refused
  /// @throws ServiceError if the order is refused
  void advance(SessionStream& stream, const StepRequest& asked,
               const std::optional<InputSamples>& samples = std::nullopt);
  /// Continues the Advances in progress if all their inputs, credit and watchers permit a step. An
  /// amount of work that is estimated to be short is done in this call; longer work is queued in
  /// the worker pool.
  void proceed();
  /// Ends the Advances of the controller at the step that the session has reached.
  void cut_short();
  /// Throws if an Advance is in progress, for calls that are impossible meanwhile.
  /// @throws ServiceError(kWrongState) during an Advance
  void require_idle(const std::string& call) const;
  bool idle() const { return orders_.queue.empty(); }
  /// The status of the session without its spec, from before the step that is being computed. The
  /// status may be up to PublishedStatus::kInterval older than that. Null if no step is being
  /// computed.
  std::shared_ptr<const v1::Session> status_beside_step() const {
    return slices_.at_work ? slices_.status.published() : nullptr;
  }
  SessionTimes times() const;

  // --- pause ------------------------------------------------------------------------------------
  /// Stops the taking of steps until resume(). A pause is not recorded, since the results of a
  /// simulation do not depend on the wall clock time at which a step is computed.
  void pause();
  void resume();
  bool paused() const { return orders_.paused; }

  // --- waits ------------------------------------------------------------------------------------
  bool waiting() const { return wait_.in_progress(); }
  /// Ids of the participants whose samples an Advance is waiting for.
  std::vector<std::string> waiting_for() const;
  /// Returns true if serve_wait() is due. The function returns true once for each due time.
  bool consume_due(Clock::time_point now) { return wait_.consume_due(now); }
  /// Handles a wait that has lasted for 100 ms or more. The first call for a wait announces it to
  /// the clients. The function then applies the silence rules of participants that have sent no
  /// message for the duration of their timeout.
  void serve_wait(Clock::time_point now);

  // --- watchers ----------------------------------------------------------------------------------
  /// Sends watchers the rows that were held back because of their frame interval, and the rows that
  /// a long Advance has produced so far.
  /// @returns false if the session cannot be committed; then no client receives rows and all
  ///         streams are closed
  bool show_late_rows();

  // --- removal of streams -----------------------------------------------------------------------
  /// Removes a stream at once. If it is the controller, its Advances in progress end without a
  /// frame.
  std::unique_ptr<SessionStream> remove(SessionStream& stream);
  /// Removes a stream after its Advances are done, and notifies its listener with left().
  void leave(SessionStream& stream);
  void evict(SessionStream& stream, const ServiceError& reason);
  void evict_all(const ServiceError& reason);

 private:
  enum class Progress { kDone, kTried, kWaiting, kFailed, kEnded, kSliceOver, kEvicted };

  /// The Advances of the controller, and whether the session is paused.
  struct Orders {
    /// Advances in progress, oldest first; empty if there is no controller.
    std::deque<AdvanceOrder> queue;
    std::int64_t stop_time_ns;  ///< simulation time after which no step may end; 0 = no limit
    std::atomic<bool> paused = false;
  };
  /// Queues slices of work on the Advances. At most one slice is queued at a time.
  class Slices {
   public:
    Slices(Post post, PublishedStatus::Write write_status)
        : status(std::move(write_status)), post_(std::move(post)) {}

    bool posted() const { return posted_; }
    void post(Task slice);

    /// True during a slice, also while results are sent to clients between two steps.
    std::atomic<bool> at_work = false;
    PublishedStatus status;

   private:
    Post post_;
    bool posted_ = false;
  };

  void run_slice();
  void serve_orders(Clock::time_point end);
  Progress run_steps(Clock::time_point end);
  Progress run_tentative_steps(AdvanceOrder& order);
  void finish_advance(StepResult result);
  void end_order(StepResult result);
  void begin_wait();
  void end_wait();
  bool commit_or_evict_all();

  RecordedSimulation& recorded_;
  Subscribers& subscribers_;
  TentativeSteps& tentative_steps_;
  SessionMeasures& measures_;
  Orders orders_;
  Slices slices_;
  StepCost cost_;
  StepNotifications notifications_;
  BarrierWait wait_;
};

}  // namespace raftup::server
