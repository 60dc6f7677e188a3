/// @file Lockstep steps of a session that stopped observers look at, against one that nobody looks
/// at, interleaved, so that a noisy neighbour hits both. Prints one JSON object.
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <vector>

#include "clients/load/latency_histogram.hpp"
#include "tests/contract/child_program.hpp"
#include "tests/contract/running_server.hpp"
#include "tests/support/operator_view.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using namespace raftup;
using namespace raftup::testing;
using Clock = std::chrono::steady_clock;

constexpr int kObservers = 10;
constexpr int kRounds = 200;
constexpr int kStepsPerRound = 200;

void measure(client::Exchange& stream, client::LatencyHistogram& histogram) {
  for (int n = 0; n < kStepsPerRound; ++n) {
    const auto start = Clock::now();
    stream.step();
    histogram.record(Clock::now() - start);
  }
}

double microseconds(const client::LatencyHistogram& histogram, double quantile) {
  return 1e-3 * static_cast<double>(histogram.quantile(quantile).count());
}

void run() {
  const TemporaryFolder folder;
  RaftupdProgram raftupd({"--listen", "127.0.0.1:0", "--data", (folder.path() / "data").string()});
  const std::string address = raftupd.address();
  client::Client client(address);
  const std::string alone = client.start_session(two_bodies()).name();
  const std::string watched = client.start_session(two_bodies()).name();
  auto plain = client.exchange(controller_of(alone));
  auto observed = client.exchange(controller_of(watched));
  std::vector<std::unique_ptr<ChildProgram>> observers;
  for (int i = 0; i < kObservers; ++i) {
    observers.push_back(std::make_unique<ChildProgram>(
        std::vector<std::string>{RAFTUP_OBSERVER, address, watched}));
    observers.back()->line();
    observers.back()->signal(SIGSTOP);
  }
  client::LatencyHistogram warm_up;
  measure(plain, warm_up);
  // Until the connections of those who stand still are full: from here on everything is dropped.
  for (int n = 0; n < 2000; ++n) observed.advance(100);
  const double before = resident_mebibytes(raftupd.process());
  client::LatencyHistogram without;
  client::LatencyHistogram with;
  for (int round = 0; round < kRounds; ++round) {
    measure(plain, without);
    measure(observed, with);
  }
  const double grown = resident_mebibytes(raftupd.process()) - before;
  const double p99_without = microseconds(without, 0.99);
  const double p99_with = microseconds(with, 0.99);
  std::cout << "{\"stopped_observers\": {\"count\": " << kObservers
            << ", \"p50_without_us\": " << microseconds(without, 0.5)
            << ", \"p50_with_us\": " << microseconds(with, 0.5)
            << ", \"p99_without_us\": " << p99_without << ", \"p99_with_us\": " << p99_with
            << ", \"p99_ratio\": " << p99_with / p99_without << ", \"grown_mib\": " << grown
            << "}}\n";
}

}  // namespace

int main() {
  try {
    run();
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return EXIT_FAILURE;
  }
}
