#include "clients/load/load_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <thread>

namespace raftup::client {

namespace {

using std::chrono::duration_cast;

constexpr auto kPatience = std::chrono::seconds(30);  ///< longest wait for answers at the end
constexpr auto kLookForStop = std::chrono::milliseconds(50);

/// A session with its stream. The destructor deletes both.
class LoadedSession {
 public:
  LoadedSession(Client& client, v1::SessionService::Stub& stub, const std::string& token,
                const LoadScenario& scenario, LoadRecord& record)
      : client_(client) {
    v1::SessionSpec spec;
    *spec.mutable_model() = scenario.model;
    name_ = client_.start_session(spec).name();
    stream_ = std::make_unique<LoadStream>(stub, token, name_, scenario, record);
  }
  ~LoadedSession() {
    stream_.reset();
    try {
      client_.delete_session(name_);
    } catch (const CallError&) {  // the server is gone, and the session with it
    }
  }
  LoadedSession(const LoadedSession&) = delete;
  LoadedSession& operator=(const LoadedSession&) = delete;

  LoadStream& stream() { return *stream_; }

 private:
  Client& client_;
  std::string name_;
  std::unique_ptr<LoadStream> stream_;
};

using Sessions = std::vector<std::unique_ptr<LoadedSession>>;

/// Sleeps until `time`, or until `stop` is true.
/// @returns false if `stop` is true
bool sleep_until(LoadClock::time_point time, const std::atomic<bool>& stop) {
  while (LoadClock::now() < time) {
    if (stop) return false;
    std::this_thread::sleep_until(std::min(time, LoadClock::now() + kLookForStop));
  }
  return !stop;
}

/// Sends messages to the sessions in turn until `end`, at `rate` > 0 messages per second to each
/// session. Message n is due at begin + n / (rate sessions) and goes to session n mod sessions. The
/// due times do not depend on the server.
void send_when_due(Sessions& sessions, double rate, LoadClock::time_point begin,
                   LoadClock::time_point end, const std::atomic<bool>& stop) {
  const std::chrono::duration<double> spacing(1.0 / (rate * static_cast<double>(sessions.size())));
  for (std::int64_t n = 0;; ++n) {
    const auto due = begin + duration_cast<LoadClock::duration>(static_cast<double>(n) * spacing);
    if (due >= end || !sleep_until(due, stop)) return;
    sessions[static_cast<std::size_t>(n) % sessions.size()]->stream().schedule(due);
  }
}

void collect_answers(Sessions& sessions, LoadResult& result) {
  const auto deadline = LoadClock::now() + kPatience;
  for (const auto& session : sessions) {
    const auto ended = session->stream().finish(deadline);
    if (ended && result.error.empty()) result.error = ended->error_message();
  }
}

}  // namespace

void check(const LoadScenario& scenario) {
  const auto expect = [](bool holds, const char* rule, double value) {
    if (!holds) throw std::invalid_argument(fmt::format("{}, is {}", rule, value));
  };
  expect(scenario.sessions >= 1, "sessions must be at least 1", scenario.sessions);
  expect(scenario.steps_per_message >= 1, "steps per message must be at least 1",
         scenario.steps_per_message);
  expect(scenario.rate >= 0.0, "rate must not be negative", scenario.rate);
  expect(scenario.duration.count() > 0.0, "duration must be positive", scenario.duration.count());
  expect(scenario.warm_up.count() >= 0.0, "warm-up must not be negative", scenario.warm_up.count());
  expect(scenario.connections >= 1, "connections must be at least 1", scenario.connections);
}

LoadResult run_load(const std::string& address, const ConnectionOptions& options,
                    const LoadScenario& scenario, const std::atomic<bool>& stop,
                    LoadRecord& record) {
  check(scenario);
  Client client(address, options);
  std::vector<std::unique_ptr<v1::SessionService::Stub>> stubs;
  for (int i = 0; i < std::min(scenario.connections, scenario.sessions); ++i) {
    stubs.push_back(v1::SessionService::NewStub(open_channel(address, options)));
  }
  Sessions sessions;
  for (int i = 0; i < scenario.sessions; ++i) {
    auto& stub = *stubs[static_cast<std::size_t>(i) % stubs.size()];
    sessions.push_back(
        std::make_unique<LoadedSession>(client, stub, options.token, scenario, record));
  }
  for (const auto& session : sessions) session->stream().await_attached();

  const auto begin = LoadClock::now();
  record.start = begin + duration_cast<LoadClock::duration>(scenario.warm_up);
  record.end = record.start + duration_cast<LoadClock::duration>(scenario.duration);
  if (scenario.rate > 0.0) {
    send_when_due(sessions, scenario.rate, begin, record.end, stop);
  } else {
    for (const auto& session : sessions) session->stream().keep_busy();
    sleep_until(record.end, stop);
  }
  LoadResult result;
  collect_answers(sessions, result);
  result.scheduled = record.scheduled;
  result.answered = record.latency.count();
  result.failed = record.failed;
  result.unanswered = result.scheduled - result.answered - result.failed;
  const auto end = stop ? LoadClock::now() : record.end;
  result.seconds =
      std::chrono::duration<double>(std::max(end, record.last_answer.load()) - record.start)
          .count();
  return result;
}

namespace {

constexpr std::size_t kAhead = 200;  ///< most unanswered messages; a server refuses more than 256
constexpr int kFrameCredit = 4096;   ///< credit for answers, which are read without delay
constexpr int kCreditBatch = 1024;   ///< answers after which credit is renewed

}  // namespace

LoadStream::LoadStream(v1::SessionService::Stub& stub, const std::string& token,
                       const std::string& session, const LoadScenario& scenario, LoadRecord& record)
    : record_(record),
      steps_per_message_(scenario.steps_per_message),
      context_(make_context(token, session)) {
  v1::Attach& attach = *request_.mutable_attach();
  attach.set_session(session);
  attach.set_role(v1::ROLE_CONTROLLER);
  attach.set_credit(kFrameCredit);
  for (const auto& input : scenario.inputs) attach.add_input_variables(input);
  stub.async()->Exchange(context_.get(), this);
  StartWrite(&request_);
  StartRead(&response_);
  StartCall();
}

LoadStream::~LoadStream() {
  context_->TryCancel();
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return ended_.has_value(); });
}

void LoadStream::await_attached() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return attached_ || ended_; });
  if (!attached_) throw CallError(*ended_);
}

void LoadStream::schedule(LoadClock::time_point due) {
  const std::scoped_lock lock(mutex_);
  if (record_.counts(due)) ++record_.scheduled;
  due_.push_back(due);
  write_due();
}

void LoadStream::keep_busy() {
  {
    const std::scoped_lock lock(mutex_);
    closed_loop_ = true;
  }
  schedule(LoadClock::now());
}

std::optional<grpc::Status> LoadStream::finish(LoadClock::time_point deadline) {
  std::unique_lock lock(mutex_);
  closed_loop_ = false;
  changed_.wait_until(lock, deadline,
                      [this] { return ended_ || (due_.empty() && unanswered_.empty()); });
  if (ended_) return ended_;
  hung_up_ = true;
  context_->TryCancel();
  changed_.wait(lock, [this] { return ended_.has_value(); });
  return std::nullopt;
}

/// Renews the credit if necessary, then sends the oldest message that is due. A stream can write
/// only one message at a time; OnWriteDone() calls this function again.
void LoadStream::write_due() {
  if (!writing_ && !hung_up_ && frames_since_credit_ >= kCreditBatch) {
    credit_.mutable_credit()->set_credit(frames_since_credit_);
    frames_since_credit_ = 0;
    writing_ = true;
    StartWrite(&credit_);
  }
  if (writing_ || !attached_ || hung_up_ || due_.empty() || unanswered_.size() >= kAhead) return;
  const auto due = due_.front();
  due_.pop_front();
  unanswered_.push_back(due);
  fill_request();
  writing_ = true;
  if (record_.counts(due)) record_.delay.record(LoadClock::now() - due);
  StartWrite(&request_);
}

void LoadStream::fill_request() {
  v1::Advance& advance = *request_.mutable_advance();
  advance.set_expected_step_index(step_index_);
  advance.set_step_count(steps_per_message_);
  if (input_width_ > 0) {
    v1::Inputs& inputs = *advance.mutable_inputs();
    inputs.set_sequence(++sequence_);
    inputs.mutable_sample_time_ns()->Clear();
    inputs.add_sample_time_ns(step_index_ * attached_->step_ns());
    inputs.mutable_values()->Resize(input_width_, 0.0);
    // With the watermark at the end of the message, the value is held through all its steps.
    inputs.set_watermark_ns((step_index_ + steps_per_message_) * attached_->step_ns() - 1);
  }
  step_index_ += steps_per_message_;
}

void LoadStream::OnWriteDone(bool ok) {
  const std::scoped_lock lock(mutex_);
  if (!ok) return;  // OnDone() receives the reason
  writing_ = false;
  write_due();
}

void LoadStream::OnReadDone(bool ok) {
  if (!ok) return;
  {
    const std::scoped_lock lock(mutex_);
    if (response_.has_attached()) {
      attached_ = response_.attached();
      step_index_ = attached_->step_index();
      sequence_ = attached_->next_sequence() - 1;
      for (const auto& input : attached_->inputs()) input_width_ += input.size();
      changed_.notify_all();
    } else if (response_.has_frame()) {
      receive_frame(response_.frame());
    }
  }
  StartRead(&response_);
}

void LoadStream::receive_frame(const v1::Frame& frame) {
  const auto now = LoadClock::now();
  ++frames_since_credit_;
  const auto due = unanswered_.front();
  unanswered_.pop_front();
  if (record_.counts(due)) {
    if (frame.result() == v1::STEP_RESULT_COMMITTED) {
      record_.latency.record(now - due);
    } else {
      ++record_.failed;
    }
    auto last = record_.last_answer.load();
    while (last < now && !record_.last_answer.compare_exchange_weak(last, now)) {
    }
  }
  if (closed_loop_ && now < record_.end) {
    if (record_.counts(now)) ++record_.scheduled;
    due_.push_back(now);
  }
  write_due();
  if (due_.empty() && unanswered_.empty()) changed_.notify_all();
}

void LoadStream::OnDone(const grpc::Status& status) {
  const std::scoped_lock lock(mutex_);
  ended_ = status;
  changed_.notify_all();
}

}  // namespace raftup::client
