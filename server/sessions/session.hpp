#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "server/sessions/checkpoint.hpp"
#include "server/sessions/participants/input_samples.hpp"
#include "server/sessions/participants/input_writers.hpp"
#include "server/sessions/participants/lease.hpp"
#include "server/sessions/session_key.hpp"
#include "server/sessions/session_measures.hpp"
#include "server/sessions/session_record.hpp"
#include "server/sessions/session_recorder.hpp"
#include "server/sessions/session_setup.hpp"
#include "server/sessions/streams/stream_listener.hpp"
#include "server/sessions/streams/telemetry.hpp"
#include "server/sessions/variable_index.hpp"
#include "server/sessions/work/strand.hpp"

namespace raftup::server {

enum class Role { kController, kParticipant, kObserver };

/// How a client attaches to a session.
struct AttachOrder {
  std::string participant_id;
  Role role = Role::kObserver;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;  ///< empty = the model's
  std::int64_t output_stride = 0;    ///< 0 = the model's
  std::int64_t credit = 1;           ///< frames that the client can take
  bool never_waits = false;          ///< its Advance fails where it would have to wait
  bool take_over = false;            ///< replaces a controller whose lease is over
  std::string resume_token;          ///< of the stream that this one replaces, if any
  std::int64_t resume_from_step_index = 0;
  bool state_hash = false;  ///< its frames carry the hash of the state

  /// It goes on from a stream of its own, rather than taking over from another client.
  bool resumes() const { return !resume_token.empty() && !take_over; }
};

enum class AdvanceKind {
  kFinal,      ///< steps are taken
  kTentative,  ///< steps are tried and undone
  kCommit,     ///< the steps tried last are taken
};

/// Steps that a controller asks for.
struct StepRequest {
  std::int64_t expected_step_index = 0;
  std::int64_t step_count = 1;
  AdvanceKind kind = AdvanceKind::kFinal;
};

struct AdvanceOrder;

/// Wall clock that went into a session since it was made.
struct SessionTimes {
  std::chrono::nanoseconds compute{0};  ///< stepping
  std::chrono::nanoseconds wait{0};     ///< Advances that waited for participants, or paused
};

/// One simulation in progress and everybody attached to it.
/// Thread safety: name(), tenant(), strand(), state() and measures() may be used anywhere;
/// everything else only inside the strand. What throws leaves the session as it was. Errors are
/// ServiceError, and Error from below.
class Session : public std::enable_shared_from_this<Session> {
 public:
  /// One attached client; owned by the session.
  class Stream;

  Session(std::string name, SessionSetup setup, WorkerPool& pool);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const std::string& name() const { return name_; }
  const std::string& tenant() const { return tenant_; }
  SessionKey key() const { return {tenant_, name_}; }
  Strand& strand() { return strand_; }
  const std::shared_ptr<SessionMeasures>& measures() const { return measures_; }

  const v1::SessionSpec& spec() const { return spec_; }
  SessionState state() const { return state_; }
  const solver::Simulation& simulation() const { return simulation_; }
  std::int64_t step_index() const { return simulation_.state().step_index; }
  std::int64_t time_ns() const { return simulation_.time_ns(); }
  std::int64_t step_ns() const { return simulation_.model().step_ns; }
  const InputWriters& writers() const { return writers_; }
  std::chrono::system_clock::time_point create_time() const { return create_time_; }

  // --- life -------------------------------------------------------------------------------------
  struct StartValue {
    std::string name;
    std::vector<double> values;
  };
  void initialize(const std::vector<StartValue>& start_values);
  void reset();
  void terminate();
  /// Steps wait until end_pause(). No record: when a step is taken never shows in its result.
  void pause();
  void end_pause();
  bool paused() const { return paused_; }
  /// Participants for whose samples an Advance waits now.
  std::vector<std::string> waiting_for() const;
  SessionTimes times() const;
  /// Lets go of every stream with `reason`; the session takes no more steps.
  void close(const ServiceError& reason);
  /// The server stops: Advances end where they stand, streams get a notice and are let go.
  void drain();

  // --- values -----------------------------------------------------------------------------------
  /// @param names outputs; empty = the model's
  std::vector<double> read(const std::vector<std::string>& names);
  /// @throws ServiceError(kWrongState) where the model asks for none
  solver::StatisticsReport statistics();

  // --- streams ----------------------------------------------------------------------------------
  /// @returns valid until detach() or until the listener is closed
  Stream& attach(const AttachOrder& order, std::shared_ptr<StreamListener> listener);
  /// At once; Advances in progress end without a frame.
  void detach(Stream& stream);
  /// The connection is gone, maybe not the client: what it may resume from is kept for its lease.
  void break_off(Stream& stream);
  /// One frame with the rows after a step_index, to a stream that has just resumed another.
  void resend_rows(Stream& stream, std::int64_t step_index);
  /// After the stream's Advances; its listener is told.
  void leave(Stream& stream);
  /// The client has stopped talking without having left: after its Advances it may still resume.
  void end_requests(Stream& stream);
  void write_inputs(Stream& stream, const InputSamples& samples);
  /// Takes steps now or as soon as their inputs are there; the listener gets one frame.
  /// @param samples written before the steps, if any; nothing is written where the order is refused
  void advance(Stream& stream, const StepRequest& asked,
               const std::optional<InputSamples>& samples = std::nullopt);
  void add_credit(Stream& stream, std::int64_t frames);
  /// A message of the stream has come: its lease runs anew, and its participant is not silent.
  void hear(Stream& stream);
  /// Samples that the stream may send ahead now; 0 for one without inputs.
  int input_credit(const Stream& stream) const;

  // --- those who only look ----------------------------------------------------------------------
  /// Shows the watcher every step from here on, until unwatch() or until it is closed.
  WatchColumns watch(const WatchOrder& order, std::shared_ptr<Watcher> watcher);
  /// Nothing where it does not watch.
  void unwatch(const Watcher& watcher);
  /// A watcher that held the session has caught up.
  void go_on();

  // --- what no message triggers -----------------------------------------------------------------
  /// Whether attend() is due: it has waited for samples for 100 ms, or a lease or a participant's
  /// silence has lasted. Says so once. Thread-safe; a few loads, so that one watcher can ask every
  /// session many times a second.
  bool take_attention(Lease::Clock::time_point now);
  void attend();

  // --- what is kept -----------------------------------------------------------------------------
  /// From now on everything that changes the session's future is told to `recorder`.
  void record_to(std::unique_ptr<SessionRecorder> recorder);
  /// Goes to a snapshot of a session of the same model, as its first change.
  void start_from(const std::shared_ptr<const Snapshot>& snapshot);
  /// Has the recorder keep the session as it stands, whatever came before.
  void keep_snapshot();
  /// Takes the steps up to `step_index`, then the change that was accepted there.
  /// @throws Error(kDataLoss) where the steps lead elsewhere than they did
  void replay(std::int64_t step_index, const SessionRecord& record);

  // --- checkpoints ------------------------------------------------------------------------------
  const Checkpoint& create_checkpoint(const std::string& label);
  void restore_checkpoint(const std::string& id);
  void delete_checkpoint(const std::string& id);
  /// One of before a restart, as it was kept.
  void take_back(Checkpoint checkpoint);
  /// Whether one that was made elsewhere is as good as one made here.
  /// @param build what made it
  /// @throws ServiceError(kCheckpointRefused) where it is of another model, or steps on from it
  /// lead
  ///         elsewhere here
  void check_checkpoint(const Checkpoint& checkpoint, const std::string& build);
  /// Keeps one that was made elsewhere.
  /// @throws what check_checkpoint() throws, ServiceError(kQuotaCheckpoints, kStorageFull)
  const Checkpoint& import_checkpoint(Checkpoint checkpoint, const std::string& build);
  /// @throws ServiceError(kNotFound)
  const Checkpoint& checkpoint(const std::string& id) const;
  const std::vector<Checkpoint>& checkpoints() const { return checkpoints_; }

 private:
  enum class Progress { kDone, kTried, kWaiting, kFailed, kSliceOver, kLetGo };
  enum class Attempt { kSettled, kTried, kFailed };

  /// How often a step has been tried, and how far values and answers were apart.
  struct Tries {
    std::int64_t count = 0;
    double residual = 0.0;
  };
  /// What a writer had sent when steps were tried.
  struct TriedInputs {
    InputWriter* writer = nullptr;
    std::int64_t watermark_ns = kNoWatermark;
    std::int64_t reopened_ns = kNoWatermark;  ///< its watermark after the try
    std::vector<std::pair<std::size_t, solver::InputSeries>> series;
  };
  /// The last tentative Advance, while the session stands where it began.
  struct Tentative {
    std::int64_t step_index = 0;
    std::int64_t step_count = 0;
    std::int64_t tries = 0;
    std::vector<TriedInputs> inputs;
  };

  InputTiming timing(std::size_t input) const;
  void apply_interpolations();
  void require_state(bool allowed, const std::string& what) const;
  ServiceError conflict(Reason reason, const std::string& message) const;

  Stream* stream_to_replace(const AttachOrder& order) const;
  Stream* stream_of(const InputWriter& writer) const;
  std::unique_ptr<Stream> make_stream(const AttachOrder& order) const;
  std::unique_ptr<Stream> take_out(Stream& stream);
  Stream* stream_to_resume(const AttachOrder& order) const;
  static void resume(Stream& stream, Stream& former);
  std::string checkpoint_before(std::int64_t step_index) const;
  void forget_absent(Lease::Clock::time_point now);
  /// What changes the session; all but this only checks, waits and tells.
  void change(const SessionRecord& record);
  void apply(const InitializedRecord& record);
  void apply(const SamplesRecord& record);
  void apply(const SteppedRecord& record) const;
  void apply(const RestoredRecord& record);
  void apply(const ResetRecord& record);
  void apply(const TerminatedRecord& record);
  void step_once();
  std::shared_ptr<const Snapshot> snapshot() const;
  Verification verify(const solver::State& state);
  void commit();
  void commit_for(const AttachOrder& order);
  bool commit_or_let_go();
  const Checkpoint& add_checkpoint(Checkpoint checkpoint);

  void store_inputs(Stream& stream, const InputSamples& samples);
  bool is_repeated(const Stream& stream, const InputSamples& samples) const;
  void check_values(const Stream& stream, const InputSamples& samples) const;
  void check_times(const Stream& stream, const InputSamples& samples) const;
  void check_not_ahead(const InputWriter& writer, std::int64_t time) const;
  void check_watermark(const Stream& stream, const InputSamples& samples) const;
  void check_advance(const Stream& stream, std::int64_t expected, std::int64_t count) const;
  void check_kind(const Stream& stream, const StepRequest& asked, bool has_samples) const;

  void continue_advance();
  void run_slice();
  void post_slice();
  bool may_start_advance() const;
  Progress take_steps(std::chrono::steady_clock::time_point end);
  void learn_step_cost(std::int64_t cost_ns);
  bool take_step();
  void record_step();
  void close_frames();
  std::span<double> add_row(Stream& stream);
  void finish_advance(StepResult result);
  void measure(const AdvanceOrder& order) const;
  void end_order(StepResult result);

  Progress take_tentative_steps(AdvanceOrder& order);
  std::vector<TriedInputs> tried_inputs() const;
  void recall_tried_inputs();
  void keep_samples_of_controller();
  VectorXd iterated_values() const;
  void write_iterated_values(const VectorXd& values);
  Attempt attempt_step();
  bool finish_iteration(AdvanceOrder& order);
  bool tries_in_progress() const;
  void forget_tries();
  bool may_send_again(const InputWriter& writer, bool tentative) const;
  bool try_steps(std::int64_t count, bool tentative, const Tries& tries);
  void move_watermark(const InputWriter& writer, std::int64_t watermark_ns);
  void reopen_inputs(bool tentative);
  void cut_advances_short();
  void let_go(Stream& stream, const ServiceError& error);
  void let_all_go(const ServiceError& error);
  void begin_wait();
  void end_wait();

  void announce_need();
  void announce_lost_controller(Lease::Clock::time_point now);
  void notice_silence(Lease::Clock::time_point now);
  void apply_silence(InputWriter& writer);
  bool stand_in(std::int64_t start_ns, std::int64_t end_ns);
  void write_substitutes(InputWriter& writer, std::int64_t start_ns, std::int64_t end_ns);
  void end_silence(InputWriter& writer);
  Lease::Clock::time_point silence_end(const InputWriter& writer) const;
  void attend_at(Lease::Clock::time_point time);

  void flush(Stream& stream, StepResult result, const Tries& tries = {0, 0.0}) const;
  void flush_others(StepResult result);
  /// Tells everybody attached, and the log.
  void notify_all(hydro::Severity severity, const std::string& reason, const std::string& message,
                  const std::string& participant_id = "");
  /// A line of the log; also whom it is about, if anybody.
  void log(hydro::Severity severity, const std::string& event, const std::string& message,
           const std::string& participant_id = "") const;
  void log_taking_over(const AttachOrder& order) const;
  void forget_rows();

  std::string name_;
  std::string tenant_;
  std::vector<QuotaShare> shares_;
  QuotaLedger* ledger_;
  Strand strand_;
  solver::Simulation simulation_;
  v1::SessionSpec spec_;
  VariableIndex inputs_;
  VariableIndex outputs_;
  InputWriters writers_;
  std::vector<std::string> default_outputs_;
  std::int64_t default_output_stride_;
  std::chrono::system_clock::time_point create_time_;
  std::atomic<SessionState> state_ = SessionState::kCreated;
  std::unique_ptr<SessionRecorder> recorder_ = std::make_unique<NoRecorder>();

  std::vector<std::unique_ptr<Stream>> streams_;
  Telemetry telemetry_;
  std::vector<std::unique_ptr<Stream>> absent_;  ///< broken off, without listener and writer
  Stream* controller_ = nullptr;
  bool slice_posted_ = false;
  std::int64_t mean_step_cost_ns_ = 0;  ///< running mean, to foresee what an Advance will cost
  std::shared_ptr<SessionMeasures> measures_ = std::make_shared<SessionMeasures>();

  Lease::Clock::duration lease_duration_;
  bool lost_controller_announced_ = false;
  std::atomic<std::int64_t> waiting_since_ns_{0};  ///< steady clock; 0 = not waiting or announced
  std::atomic<Lease::Clock::time_point> attend_at_{Lease::Clock::time_point::max()};
  std::optional<std::chrono::steady_clock::time_point> wait_start_;
  SessionTimes times_;  ///< without the wait in progress
  bool paused_ = false;

  std::optional<Iteration> iteration_;
  std::optional<Tentative> tentative_;

  std::vector<Checkpoint> checkpoints_;
  std::int64_t next_checkpoint_ = 1;
};

}  // namespace raftup::server
