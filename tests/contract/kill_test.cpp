/// @file A raftupd that is killed again and again while three clients are coupled by it.
#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

#include "tests/contract/child_program.hpp"
#include "tests/contract/coupled_session.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace raftup;
using namespace raftup::testing;
using Stub = client::Client::Stub;

namespace {

constexpr int kStepsBetweenSnapshots = 40;
constexpr int kSamplesAhead = 20;
constexpr int kStepsWithoutKills = 50;  ///< at the end, so that what came back last goes on too

/// Two bodies: "waves" pushes one, as far ahead as it likes, "pilot" the other, by what it sees.
v1::SessionSpec spec_of_three() {
  v1::SessionSpec spec = with_participant();
  auto& pilot = *spec.add_participants();
  pilot.set_participant_id("pilot");
  pilot.set_required(true);
  pilot.add_input_variables("push_a");
  spec.set_checkpoint_interval_steps(kStepsBetweenSnapshots);
  return spec;
}

/// raftupds, one after another, on the same data.
class MortalServer {
 public:
  MortalServer() { start(); }

  /// Kills the one that runs, whatever it is doing, and starts the next.
  void kill_and_restart() {
    raftupd_.reset();
    start();
  }
  std::chrono::milliseconds longest_start() const { return longest_start_; }

  /// The address of the server number `life` or a later one, when it listens, and its number; no
  /// address where there is none any more.
  std::pair<std::string, int> await(int life) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return life_ >= life || over_; });
    return {over_ ? "" : address_, life_};
  }
  void end() {
    const std::lock_guard lock(mutex_);
    over_ = true;
    changed_.notify_all();
  }

 private:
  void start() {
    const auto begin = std::chrono::steady_clock::now();
    // A socket of its own, so that no client takes the old server's for this one's.
    const std::string socket = "unix:" + (folder_.path() / std::to_string(life_ + 1)).string();
    raftupd_ = std::make_unique<RaftupdProgram>(
        std::vector<std::string>{"--listen", socket, "--data", (folder_.path() / "data").string(),
                                 "--log-level", "warning"});
    const std::string address = raftupd_->address();
    longest_start_ = std::max(longest_start_, std::chrono::duration_cast<std::chrono::milliseconds>(
                                                  std::chrono::steady_clock::now() - begin));
    const std::lock_guard lock(mutex_);
    address_ = address;
    ++life_;
    changed_.notify_all();
  }

  TemporaryFolder folder_;
  std::unique_ptr<RaftupdProgram> raftupd_;
  std::chrono::milliseconds longest_start_{0};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string address_;
  int life_ = 0;
  bool over_ = false;
};

/// A controller and two participants that come back to whatever server there is.
class ThreeClients {
 public:
  /// @param largest_advance steps that the controller orders at once, at most
  ThreeClients(MortalServer& server, int largest_advance)
      : server_(server), largest_advance_(largest_advance) {
    client::Client client(server.await(1).first);
    session_ = client.start_session(spec_of_three()).name();
    threads_.emplace_back([this] { keep_at_it(&ThreeClients::control); });
    threads_.emplace_back([this] { keep_at_it(&ThreeClients::make_waves); });
    threads_.emplace_back([this] { keep_at_it(&ThreeClients::steer); });
  }

  /// Runs to a step at least, then ends.
  void finish(std::int64_t step) {
    last_step_ = step;
    threads_.front().join();
    server_.end();
    client::Client(address_).delete_session(session_);
    for (std::size_t i = 1; i < threads_.size(); ++i) threads_[i].join();
  }

  std::int64_t acknowledged() const { return acknowledged_; }
  /// Hash of the state after each step that the controller was told of.
  const std::map<std::int64_t, std::uint64_t>& hashes() const { return hashes_; }
  const std::vector<std::string>& problems() const { return problems_; }

 private:
  void keep_at_it(void (ThreeClients::*work)(client::Client&)) {
    for (int life = 1;;) {
      const auto [address, present] = server_.await(life);
      if (address.empty()) return;
      try {
        client::Client client(address);
        (this->*work)(client);
        address_ = address;
        return;
      } catch (const client::CallError& error) {
        if (error.code() != grpc::StatusCode::UNAVAILABLE && !ended_) complain(error.what());
      }
      life = present + 1;
    }
  }

  void complain(const std::string& problem) {
    const std::lock_guard lock(mutex_);
    problems_.push_back(problem);
  }

  void control(client::Client& client) {
    v1::Attach attach = controller_of(session_);
    attach.set_state_hash(true);
    auto stream = client.exchange(attach);
    if (stream.step_index() < acknowledged_) {
      complain("step " + std::to_string(acknowledged_) + " is lost, the session stands at " +
               std::to_string(stream.step_index()));
    }
    while (last_step_ < 0 || acknowledged_ < last_step_) {
      const v1::Frame& frame = stream.advance(1 + acknowledged_ % largest_advance_);
      acknowledged_ = frame.step_index();
      hashes_[frame.step_index()] = frame.state_hash();
    }
    stream.close();
    ended_ = true;
  }

  void make_waves(client::Client& client) {
    auto stream = client.exchange(waves_of(session_));
    auto next = static_cast<int>(next_sample(stream, waves_until_));
    for (auto step = static_cast<int>(stream.step_index());;) {
      send_samples(stream, next, step + kSamplesAhead);
      next = std::max(next, step + kSamplesAhead + 1);
      step = static_cast<int>(stream.receive_frame().step_index());
    }
  }

  /// Answers each step with a force that depends on where the body is.
  void steer(client::Client& client) {
    auto stream = client.exchange(participant_of(session_, "pilot", "push_a"));
    std::int64_t next = next_sample(stream, pilot_until_);
    std::int64_t step = stream.step_index();
    v1::ReadValuesRequest read;
    read.set_session(session_);
    double heave = client.call(&Stub::ReadValues, read).values(2);
    while (true) {
      if (next <= step) {
        const std::int64_t time = step * kStep;
        stream.send_inputs({&time, 1}, force_on_heave(-2e5 * heave + push(time)));
        next = step + 1;
      }
      const v1::Frame& frame = stream.receive_frame();
      step = frame.step_index();
      heave = frame.values(frame.values_size() - 10);  // a.displacement: six of the last twelve
    }
  }

  /// Number of the first sample that the session has not.
  /// @param told up to which it said that it has, ns
  std::int64_t next_sample(const client::Exchange& stream, std::int64_t& told) {
    if (!stream.attached().has_watermark_ns()) return 0;
    const std::int64_t watermark = stream.attached().watermark_ns();
    if (watermark < told) complain("samples that a client was told of are lost");
    told = watermark;
    return watermark / kStep + 1;
  }

  MortalServer& server_;
  int largest_advance_;
  std::string session_;
  std::string address_;  ///< where the controller left
  std::atomic<std::int64_t> acknowledged_ = 0;
  std::atomic<std::int64_t> last_step_ = -1;
  std::atomic<bool> ended_ = false;
  std::int64_t waves_until_ = 0;
  std::int64_t pilot_until_ = 0;
  std::map<std::int64_t, std::uint64_t> hashes_;
  std::mutex mutex_;
  std::vector<std::string> problems_;
  std::vector<std::thread> threads_;
};

/// Where each step leads when nobody is killed.
std::map<std::int64_t, std::uint64_t> undisturbed(std::int64_t last_step) {
  MortalServer server;
  ThreeClients clients(server, 1);
  clients.finish(last_step);
  CHECK(clients.problems().empty());
  return clients.hashes();
}

void kill_and_compare(int kills, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> life_us(0, 60'000);
  MortalServer server;
  ThreeClients clients(server, 3);
  for (int i = 0; i < kills; ++i) {
    std::this_thread::sleep_for(std::chrono::microseconds(life_us(random)));
    server.kill_and_restart();
  }
  clients.finish(clients.acknowledged() + kStepsWithoutKills);
  for (const auto& problem : clients.problems()) FAIL_CHECK(problem);

  const std::int64_t last = clients.hashes().rbegin()->first;
  const auto expected = undisturbed(last);
  std::size_t different = 0;
  for (const auto& [step, hash] : clients.hashes()) different += hash == expected.at(step) ? 0 : 1;
  CHECK(different == 0);
  CHECK(last > kills);  // or nothing would have been at stake
  WARN(kills << " kills, " << last << " steps, longest start " << server.longest_start().count()
             << " ms");
}

}  // namespace

TEST_CASE("kill: no acknowledged step is lost and the trajectory is that of a server left alone",
          "[contract][kill]") {
  kill_and_compare(30, 1);
}

TEST_CASE("kill: a thousand times", "[contract][kill][.long]") { kill_and_compare(1000, 2); }
