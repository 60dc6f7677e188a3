#include "clients/load/load_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <thread>

namespace raftup::client {

namespace {

using std::chrono::duration_cast;

constexpr auto kPatience = std::chrono::seconds(30);  ///< for answers after the last message
constexpr auto kLookForStop = std::chrono::milliseconds(50);

/// A session with its stream; gone with the object.
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

/// Sleeps until `time`, or less where `stop` is set.
bool sleep_until(LoadClock::time_point time, const std::atomic<bool>& stop) {
  while (LoadClock::now() < time) {
    if (stop) return false;
    std::this_thread::sleep_until(std::min(time, LoadClock::now() + kLookForStop));
  }
  return !stop;
}

/// Message n of all is due at begin + n / (rate sessions), and goes to session n mod sessions: the
/// sessions take turns, and nothing that the server does moves a date.
void send_when_due(Sessions& sessions, double rate, LoadClock::time_point begin,
                   LoadClock::time_point end, const std::atomic<bool>& stop) {
  const std::chrono::duration<double> spacing(1.0 / (rate * static_cast<double>(sessions.size())));
  for (std::int64_t n = 0;; ++n) {
    const auto due = begin + duration_cast<LoadClock::duration>(static_cast<double>(n) * spacing);
    if (due >= end || !sleep_until(due, stop)) return;
    sessions[static_cast<std::size_t>(n) % sessions.size()]->stream().schedule(due);
  }
}

void take_answers(Sessions& sessions, LoadResult& result) {
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
  take_answers(sessions, result);
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

}  // namespace raftup::client
