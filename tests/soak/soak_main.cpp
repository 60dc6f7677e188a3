/// @file A server under clients that come and go, are killed and are stopped. Prints one JSON
/// object and ends with 1 where a step was lost, a state differs, a stream ended as it must not, or
/// the server keeps descriptors.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <iostream>
#include <memory>
#include <optional>
#include <random>
#include <thread>

#include "tests/contract/child_program.hpp"
#include "tests/contract/coupled_session.hpp"
#include "tests/soak/crew.hpp"
#include "tests/soak/server_figures.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using namespace raftup;
using namespace raftup::testing;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::int64_t kLease = 1000;  // ms, shorter than the longest stop
constexpr double kSettling = 0.4;      ///< of the time, before memory is judged

struct Options {
  Crew crew;
  double duration = 60.0;
  int chaos_ms = 200;  ///< mean time between two kills or stops
  unsigned seed = 1;
};

/// A crew that is killed and started again.
class Crewmates {
 public:
  explicit Crewmates(const Crew& crew) : crew_(crew) { restart(); }

  void restart() {
    program_ = std::make_unique<ChildProgram>(std::vector<std::string>{
        "/proc/self/exe", "--address", crew_.address, "--ledger", crew_.ledger.string(),
        "--sessions", std::to_string(crew_.sessions), "--crews", std::to_string(crew_.count),
        "--crew", std::to_string(crew_.index), "--pause-ms", std::to_string(crew_.pause_ms)});
    stopped_until_.reset();
  }
  void stop_until(Clock::time_point end) {
    program_->signal(SIGSTOP);
    stopped_until_ = end;
  }
  void go_on_if_due(Clock::time_point now) {
    if (!stopped_until_ || now < *stopped_until_) return;
    program_->signal(SIGCONT);
    stopped_until_.reset();
  }

 private:
  Crew crew_;
  std::unique_ptr<ChildProgram> program_;
  std::optional<Clock::time_point> stopped_until_;
};

/// Kills and stops crews at random until the time is over.
/// @returns how many were killed, and how many stopped
std::pair<int, int> make_trouble(const Options& options, ServerFigures& figures) {
  std::mt19937 random(options.seed);
  const auto up_to = [&](int most) { return std::uniform_int_distribution<int>(0, most)(random); };
  std::vector<std::unique_ptr<Crewmates>> crews;
  for (int index = 0; index < options.crew.count; ++index) {
    Crew crew = options.crew;
    crew.index = index;
    crews.push_back(std::make_unique<Crewmates>(crew));
  }
  int killed = 0;
  int stopped = 0;
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                      std::chrono::duration<double>(options.duration));
  auto next_look = Clock::now();
  auto next_trouble = Clock::now() + std::chrono::seconds(2);
  while (Clock::now() < end) {
    std::this_thread::sleep_for(milliseconds(20));
    const auto now = Clock::now();
    for (const auto& crew : crews) crew->go_on_if_due(now);
    if (now >= next_look) {
      figures.record();
      next_look = now + std::chrono::seconds(1);
    }
    if (now < next_trouble) continue;
    next_trouble = now + milliseconds(up_to(2 * options.chaos_ms));
    Crewmates& victim = *crews[static_cast<std::size_t>(up_to(options.crew.count - 1))];
    if (up_to(2) == 0) {
      victim.restart();
      ++killed;
    } else {
      victim.stop_until(now + milliseconds(up_to(2 * static_cast<int>(kLease))));
      ++stopped;
    }
  }
  return {killed, stopped};
}

void create_sessions(client::Client& client, int count) {
  for (int number = 0; number < count; ++number) {
    v1::SessionSpec spec = with_participant();
    spec.set_lease_ms(kLease);
    client.start_session(spec, session_of(number).substr(std::string("sessions/").size()));
  }
}

/// What each session says of itself in the end.
std::int64_t check_and_delete_sessions(client::Client& client, Ledger& ledger, int count) {
  std::int64_t steps = 0;
  for (int number = 0; number < count; ++number) {
    v1::GetSessionRequest get;
    get.set_name(session_of(number));
    const std::int64_t at =
        client.call(&client::Client::Stub::GetSession, get).session().step_index();
    ledger.expect(number, at);
    steps += at;
    client.delete_session(session_of(number));
  }
  return steps;
}

/// Connections of killed clients are closed as soon as the server looks.
bool descriptors_return(const ServerFigures& figures, int before) {
  for (int n = 0; n < 100 && figures.descriptors() > before; ++n) {
    std::this_thread::sleep_for(milliseconds(100));
  }
  return figures.descriptors() <= before;
}

int run(Options options) {
  const TemporaryFolder folder;
  options.crew.ledger = folder.path() / "ledger";
  Ledger& ledger = open_ledger(options.crew.ledger);
  RaftupdProgram raftupd({"--listen", "127.0.0.1:0", "--data", (folder.path() / "data").string(),
                          "--sessions", std::to_string(options.crew.sessions), "--log-level",
                          "error"});
  options.crew.address = raftupd.address();
  client::Client client(options.crew.address);
  ServerFigures figures(raftupd.process());
  create_sessions(client, options.crew.sessions);
  const int descriptors = figures.descriptors();
  const auto [killed, stopped] = make_trouble(options, figures);
  const double memory = figures.memory_mib();
  const bool returned = descriptors_return(figures, descriptors);
  const auto steps = check_and_delete_sessions(client, ledger, options.crew.sessions);
  std::cout << fmt::format(
      R"({{"sessions": {}, "seconds": {}, "killed": {}, "stopped": {}, "streams": {}, "steps": {},
 "frames": {}, "watched_frames": {}, "lost_steps": {}, "divergent_states": {}, "refused": {},
 "memory_mib": {:.1f}, "memory_slope_mib_per_h": {:.1f},
 "descriptors": {{"before": {}, "most": {}, "after": {}}}}}
)",
      options.crew.sessions, options.duration, killed, stopped, ledger.attached.load(), steps,
      ledger.frames.load(), ledger.watched.load(), ledger.lost.load(), ledger.divergent.load(),
      ledger.refused.load(), memory, figures.memory_slope(kSettling), descriptors,
      figures.most_descriptors(), figures.descriptors());
  const bool held = ledger.lost == 0 && ledger.divergent == 0 && ledger.refused == 0 && steps > 0;
  return held && returned ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  int crew = -1;
  CLI::App app("A server under clients that come and go, are killed and are stopped.");
  app.add_option("--sessions", options.crew.sessions)
      ->check(CLI::Range(1, Ledger::kSessionLimit))
      ->capture_default_str();
  app.add_option("--crews", options.crew.count, "processes")->capture_default_str();
  app.add_option("--duration", options.duration, "s")->capture_default_str();
  app.add_option("--pause-ms", options.crew.pause_ms, "most, between messages")
      ->capture_default_str();
  app.add_option("--chaos-ms", options.chaos_ms, "mean, between kills and stops")
      ->capture_default_str();
  app.add_option("--seed", options.seed, "of kills and stops")->capture_default_str();
  app.add_option("--crew", crew, "play this one; what the program starts itself with");
  app.add_option("--address", options.crew.address);
  app.add_option("--ledger", options.crew.ledger);
  CLI11_PARSE(app, argc, argv);
  if (crew >= 0) {
    options.crew.index = crew;
    play(options.crew);
  }
  return run(options);
}
