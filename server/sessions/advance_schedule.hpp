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
  std::chrono::nanoseconds compute{0};  ///< computing steps
  std::chrono::nanoseconds wait{0};     ///< Advances waited for participants or were paused
};

/// Decides when a session takes its steps. It keeps the Advances in progress, works on them in time
/// slices, waits for samples, and can be paused. It sends the results of a step only after the step
/// is committed. A session that cannot commit closes all its streams.
/// Thread safety: consume_due(), status_beside_step() and paused() may be used anywhere, the rest in the
/// session's strand only.
class AdvanceSchedule {
 public:
  using Clock = Lease::Clock;
  /// Queues a task for the session's strand; it is dropped if the session is gone by then.
  using Post = std::function<void(Task)>;

  /// @param stop_time_ns no step may end later; 0 = no limit
  /// @param write_status of the session, for who asks while a step is at work
  AdvanceSchedule(RecordedSimulation& recorded, Subscribers& subscribers,
                  TentativeSteps& tentative_steps, SessionMeasures& measures,
                  std::int64_t stop_time_ns, Post post, PublishedStatus::Write write_status = {});

  // --- Advances ---------------------------------------------------------------------------------
  /// Takes steps now or as soon as their inputs have arrived. The listener gets one frame.
  /// @param samples written before the steps; not written if the order is refused
  /// @throws ServiceError
  void advance(SessionStream& stream, const StepRequest& asked,
               const std::optional<InputSamples>& samples = std::nullopt);
  /// Continues the Advances if everything that they wait for has arrived. Short work is done in
  /// this call, long work in the pool.
  void proceed();
  /// Ends the Advances of the controller at the present step.
  void cut_short();
  /// Refuses a call that is impossible while an Advance is in progress.
  /// @throws ServiceError(kWrongState) during an Advance
  void require_idle(const std::string& call) const;
  bool idle() const { return orders_.queue.empty(); }
  /// The session, all but its spec, as it stood before the step that is at work, or at most
  /// PublishedStatus::kInterval earlier; null where no step is at work.
  std::shared_ptr<const v1::Session> status_beside_step() const {
    return slices_.at_work ? slices_.status.published() : nullptr;
  }
  SessionTimes times() const;

  // --- pause ------------------------------------------------------------------------------------
  /// Takes no steps until resume(). A pause is not recorded, since results never depend on when a
  /// step is taken.
  void pause();
  void resume();
  bool paused() const { return orders_.paused; }

  // --- waits ------------------------------------------------------------------------------------
  bool waiting() const { return wait_.in_progress(); }
  /// Participants whose samples an Advance is waiting for.
  std::vector<std::string> waiting_for() const;
  /// Returns true if serve_wait() is due; each due time is reported once.
  bool consume_due(Clock::time_point now) { return wait_.consume_due(now); }
  /// Announces a wait that has lasted for 100 ms, and applies the silence rules of participants
  /// that have sent nothing for their timeout.
  void serve_wait(Clock::time_point now);

  // --- watchers ----------------------------------------------------------------------------------
  /// Sends watchers the rows that were held back for their frame interval, or that a long Advance
  /// has given so far.
  /// @returns false if nobody may be told, since the session cannot be committed
  bool show_late_rows();

  // --- removal of streams -----------------------------------------------------------------------
  /// Removes a stream at once. Its Advances in progress end without a frame.
  std::unique_ptr<SessionStream> remove(SessionStream& stream);
  /// Removes a stream after its Advances are done, and informs its listener.
  void leave(SessionStream& stream);
  void evict(SessionStream& stream, const ServiceError& reason);
  void evict_all(const ServiceError& reason);

 private:
  enum class Progress { kDone, kTried, kWaiting, kFailed, kSliceOver, kEvicted };

  /// The Advances of the controller, and the slices of work on them.
  struct Orders {
    std::deque<AdvanceOrder> queue;  ///< empty if there is no controller
    std::int64_t stop_time_ns;       ///< no step may end later; 0 = no limit
    std::atomic<bool> paused = false;
  };
  /// Queues slices of work, one at a time.
  class Slices {
   public:
    Slices(Post post, PublishedStatus::Write write_status)
        : status(std::move(write_status)), post_(std::move(post)) {}

    bool posted() const { return posted_; }
    void post(Task slice);

    std::atomic<bool> at_work = false;  ///< also while clients are told between two steps
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
