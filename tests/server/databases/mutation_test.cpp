/// @file Small databases with damaged bytes, read in the reader's own sandbox, many in a process.
/// RAFTUP_MUTATIONS=100000 runs more of them.
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <map>
#include <random>

#include "hydro/database/readers/bemio.hpp"
#include "hydro/error.hpp"
#include "server/databases/sandbox.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/hdf5_image.hpp"

using namespace raftup;

namespace {

using Bytes = std::vector<std::byte>;

constexpr int kUsualCount = 2000;
constexpr int kMutationsPerProcess = 100;
constexpr time_t kCpuSeconds = 3;  ///< of a process: one mutation takes milliseconds

enum Outcome : char { kAccepted = 'a', kRefused = 'r', kFailed = 'f' };

int mutation_count() {
  const char* asked = std::getenv("RAFTUP_MUTATIONS");
  return asked != nullptr ? std::atoi(asked) : kUsualCount;
}

/// Mutation number `index` of `whole`: one to eight bytes changed, or the end cut off. HDF5 keeps
/// its structure in the first bytes and around the headers, so half of the damage goes there.
Bytes mutate(const Bytes& whole, int index) {
  std::mt19937 random(static_cast<unsigned>(index));
  Bytes bytes = whole;
  if (random() % 16 == 0) bytes.resize(random() % bytes.size());
  if (bytes.empty()) return bytes;
  const unsigned changes = 1 + random() % 8;
  for (unsigned i = 0; i < changes; ++i) {
    const std::size_t range =
        random() % 2 == 0 ? std::min<std::size_t>(2048, bytes.size()) : bytes.size();
    constexpr std::array<unsigned, 4> kNasty = {0x00, 0x7f, 0x80, 0xff};
    const unsigned value = random() % 2 == 0 ? random() % 256 : kNasty[random() % kNasty.size()];
    bytes[random() % range] = static_cast<std::byte>(value);
  }
  return bytes;
}

Outcome read(const Bytes& bytes) {
  try {
    hydro::read_bemio(bytes);
    return kAccepted;
  } catch (const Error& error) {
    // A refusal says something, and calls the file wrong, not the program.
    const bool clear = std::string(error.what()).size() > 8 && error.code() != ErrorCode::kInternal;
    return clear ? kRefused : kFailed;
  } catch (const std::bad_alloc&) {
    return kRefused;
  }
}

/// In a child: reads mutations [begin, end) and writes one letter for each as soon as it is done.
[[noreturn]] void read_in_sandbox(const Bytes& whole, int begin, int end, int output) {
  dup2(output, STDOUT_FILENO);
  const itimerval cpu{{}, {kCpuSeconds, 0}};
  setitimer(ITIMER_PROF, &cpu, nullptr);  // SIGPROF ends what hangs
  server::enter_sandbox();
  for (int i = begin; i < end; ++i) {
    const char outcome = read(mutate(whole, i));
    if (write(STDOUT_FILENO, &outcome, 1) != 1) _exit(1);
  }
  _exit(0);
}

/// Outcomes of one process; the last is the signal that ended it, if one did.
struct Batch {
  std::string outcomes;
  int signal = 0;
};

Batch run_batch(const Bytes& whole, int begin, int end) {
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) read_in_sandbox(whole, begin, end, ends[1]);
  close(ends[1]);
  Batch batch;
  std::array<char, 256> block{};
  for (ssize_t count = 0; (count = ::read(ends[0], block.data(), block.size())) > 0;) {
    batch.outcomes.append(block.data(), static_cast<std::size_t>(count));
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) batch.signal = WTERMSIG(status);
  return batch;
}

}  // namespace

TEST_CASE("reader: damaged databases are read, refused with a message, or end their process only",
          "[databases][hostile][security]") {
  const Bytes whole = testing::minimal_bemio(2).image();
  const int count = mutation_count();
  std::map<char, int> outcomes;
  std::map<int, int> signals;
  for (int next = 0; next < count;) {
    const Batch batch = run_batch(whole, next, std::min(count, next + kMutationsPerProcess));
    for (const char outcome : batch.outcomes) ++outcomes[outcome];
    next += static_cast<int>(batch.outcomes.size());
    if (batch.signal != 0) {
      ++signals[batch.signal];
      ++next;  // the one that did it
    } else {
      REQUIRE(!batch.outcomes.empty());
    }
  }
  int killed = 0;
  for (const auto& [signal, times] : signals) {
    killed += times;
    if (count != kUsualCount) std::cout << "signal " << signal << ": " << times << '\n';
  }
  if (count != kUsualCount) {
    std::cout << count << " mutations: " << outcomes[kAccepted] << " accepted, "
              << outcomes[kRefused] << " refused, " << killed << " ended their process\n";
  }
  CHECK(outcomes[kFailed] == 0);
  CHECK(signals[SIGSYS] == 0);  // damage makes the library crash, not call for what it may not
  CHECK(outcomes[kAccepted] + outcomes[kRefused] + killed == count);
  CHECK(outcomes[kRefused] > count / 20);
  CHECK(killed < count / 10);
}
