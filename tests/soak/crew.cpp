#include "tests/soak/crew.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

#include "tests/contract/coupled_session.hpp"

namespace raftup::testing {

namespace {

constexpr int kMostSteps = 20;     ///< of a message
constexpr int kSamplesAhead = 40;  ///< so that a message that is ordered can be answered
constexpr int kWatchers = 4;       ///< of a crew
constexpr auto kRetry = std::chrono::milliseconds(50);
/// Tries to connect in a row. Under load gRPC may fail to connect to a server that listens, and
/// then lets a second pass before it tries again itself.
constexpr int kMostTries = 100;

/// One role in one session, again and again, in a thread of its own.
class Player {
 public:
  Player(const Crew& crew, Ledger& ledger, client::Client& client, int session, unsigned seed)
      : crew_(crew), ledger_(ledger), client_(client), session_(session), random_(seed) {}

  void control() {
    v1::Attach attach = controller_of(session_of(session_));
    attach.set_state_hash(true);
    attach.set_take_over(true);  // of a former self that was stopped for too long
    auto stream = client_.exchange(attach);
    ++ledger_.attached;
    ledger_.expect(session_, stream.step_index());
    for (int n = up_to(200); n > 0; --n) {
      const v1::Frame& frame = stream.advance(1 + up_to(kMostSteps - 1));
      ledger_.acknowledge(session_, frame.step_index(), frame.state_hash());
      std::this_thread::sleep_for(std::chrono::milliseconds(up_to(crew_.pause_ms)));
    }
    if (up_to(1) == 0) stream.close();  // else it breaks off
  }

  void participate() {
    auto stream = client_.exchange(waves_of(session_of(session_)));
    ++ledger_.attached;
    std::int64_t sent =
        stream.attached().has_watermark_ns() ? stream.attached().watermark_ns() / kStep : -1;
    std::int64_t at = stream.step_index();
    for (int n = up_to(500); n > 0; --n) {
      if (sent < at + kSamplesAhead) {
        send_samples(stream, static_cast<int>(sent) + 1, static_cast<int>(at) + kSamplesAhead);
        sent = at + kSamplesAhead;
      }
      at = stream.receive_frame().step_index();
    }
    if (up_to(1) == 0) stream.close();
  }

  void watch() {
    v1::WatchSessionRequest request;
    request.set_session(session_of(up_to(crew_.sessions - 1)));
    request.set_overflow_policy(static_cast<v1::OverflowPolicy>(1 + up_to(2)));  // all but the last
    request.set_queue_bytes(1 << 14);
    auto watch = client_.watch(request);
    for (int n = up_to(100); n > 0; --n) {
      watch.receive_frame();
      ++ledger_.watched;
      std::this_thread::sleep_for(std::chrono::milliseconds(up_to(crew_.pause_ms)));
    }
  }

  /// Comes again whenever a role is over. What a stream may end with here is that somebody has its
  /// place, or that it was too slow.
  template <typename Role>
  [[noreturn]] void repeat(Role role) {
    int tries = 0;
    while (true) {
      try {
        (this->*role)();
        tries = 0;
      } catch (const client::CallError& error) {
        tries = without_connection(error) ? tries + 1 : 0;
        const bool connects_again = tries > 0 && tries < kMostTries;
        if (!connects_again && !expected(error)) {
          ++ledger_.refused;
          fprintf(stderr, "soak: %s: %s\n", session_of(session_).c_str(), error.what());
        }
        std::this_thread::sleep_for(kRetry);
      }
    }
  }

 private:
  /// The call did not get as far as a server that gives reasons.
  static bool without_connection(const client::CallError& error) {
    return error.code() == grpc::StatusCode::UNAVAILABLE && error.reason().empty();
  }

  static bool expected(const client::CallError& error) {
    for (const char* reason : {"CONTROLLER_CONFLICT", "PARTICIPANT_EXISTS", "INPUT_OWNED",
                               "LEASE_LOST", "WATCHER_TOO_SLOW"}) {
      if (error.reason() == reason) return true;
    }
    return false;
  }

  int up_to(int most) { return std::uniform_int_distribution<int>(0, most)(random_); }

  const Crew& crew_;
  Ledger& ledger_;
  client::Client& client_;
  int session_;
  std::mt19937 random_;
};

}  // namespace

std::string session_of(int number) { return "sessions/soak-" + std::to_string(number); }

void play(const Crew& crew) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // not to outlive the soak
  Ledger& ledger = open_ledger(crew.ledger);
  constexpr int kSessionsPerConnection = 16;
  std::vector<std::unique_ptr<client::Client>> clients;
  std::random_device entropy;
  int players = 0;
  const auto start = [&](int session, void (Player::*role)()) {
    if (players++ % kSessionsPerConnection == 0) {
      clients.push_back(std::make_unique<client::Client>(crew.address));
    }
    std::thread([&crew, &ledger, &client = *clients.back(), session, role, seed = entropy()] {
      Player(crew, ledger, client, session, seed).repeat(role);
    }).detach();
  };
  const int before = (crew.index + crew.count - 1) % crew.count;
  for (int session = 0; session < crew.sessions; ++session) {
    if (session % crew.count == crew.index) start(session, &Player::control);
    if (session % crew.count == before) start(session, &Player::participate);
  }
  for (int n = 0; n < kWatchers; ++n) start(0, &Player::watch);
  while (true) pause();
}

void Ledger::acknowledge(int session, std::int64_t step_index, std::uint64_t hash) {
  expect(session, step_index);
  acknowledged[session] = step_index;
  ++frames;
  if (step_index >= kStepLimit) return;
  std::uint64_t known = 0;
  if (!state_hash[step_index].compare_exchange_strong(known, hash) && known != hash) ++divergent;
}

void Ledger::expect(int session, std::int64_t step_index) {
  if (step_index < acknowledged[session]) ++lost;
}

Ledger& open_ledger(const std::filesystem::path& file) {
  const int descriptor = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0 || ftruncate(descriptor, sizeof(Ledger)) != 0) {
    throw std::runtime_error("cannot write " + file.string());
  }
  void* const memory =
      mmap(nullptr, sizeof(Ledger), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  close(descriptor);
  if (memory == MAP_FAILED) throw std::runtime_error("cannot map " + file.string());
  return *static_cast<Ledger*>(memory);
}

}  // namespace raftup::testing
