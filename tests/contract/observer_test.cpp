/// @file An observer that is stopped in the middle: nobody waits for it, and it costs no memory.
#include <csignal>
#include <sstream>

#include "tests/contract/child_program.hpp"
#include "tests/contract/running_server.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/operator_view.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace raftup;
using namespace raftup::testing;

TEST_CASE("observer: a stopped process holds nobody and what it misses is counted", "[contract]") {
  const TemporaryFolder folder;
  RaftupdProgram raftupd({"--listen", "127.0.0.1:0", "--data", folder.path() / "data"});
  const std::string address = raftupd.address();
  client::Client client(address);
  const std::string session = client.start_session(two_bodies()).name();
  auto controller = client.exchange(controller_of(session));
  ChildProgram observer({RAFTUP_OBSERVER, address, session});
  REQUIRE(observer.line() == "watching");

  constexpr std::int64_t kSteps = 50;
  constexpr std::int64_t kAdvances = 10000;  // 50 MB of rows
  controller.advance(kSteps);
  observer.signal(SIGSTOP);
  const double before = resident_mebibytes(raftupd.process());
  for (std::int64_t n = 1; n < kAdvances; ++n) controller.advance(kSteps);
  // The windows of the connection and the queue of 64 kB.
  CHECK(resident_mebibytes(raftupd.process()) - before < 20.0);

  observer.signal(SIGCONT);
  observer.send_line(std::to_string(kAdvances * kSteps));
  std::istringstream counts(observer.line());
  std::int64_t rows = 0;
  std::int64_t dropped = 0;
  counts >> rows >> dropped;
  CHECK(rows > 0);
  CHECK(dropped > 0);
  // Every row is there or in a frame that is counted; a frame has at most the rows of an Advance.
  CHECK(rows + dropped * kSteps >= kAdvances * kSteps);
  CHECK(observer.exit_code() == 0);
}
