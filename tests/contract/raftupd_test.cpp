/// @file The program raftupd: its first line, its refusals and how it stops.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <set>

#include "tests/contract/child_program.hpp"
#include "tests/contract/running_server.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/operator_view.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

std::string data_folder() {
  return (std::filesystem::temp_directory_path() / ("raftupd-test-" + std::to_string(getpid())))
      .string();
}

}  // namespace

TEST_CASE("raftupd: serves, and on SIGTERM ends its streams in good order", "[contract]") {
  RaftupdProgram raftupd({"--listen", "127.0.0.1:0", "--data", data_folder()});
  client::Client client(raftupd.address());
  auto stream = client.exchange(controller_of(client.start_session(two_bodies()).name()));
  CHECK(stream.step().step_index() == 1);
  raftupd.terminate();
  CHECK(error_of([&] { stream.receive_frame(); }).reason() == "DRAINING");
  CHECK(raftupd.exit_code() == 0);
  std::filesystem::remove_all(data_folder());
}

TEST_CASE("raftupd: refuses addresses that other machines reach, and bad ones", "[contract]") {
  const std::string address =
      GENERATE("0.0.0.0:0", "[::]:0", "192.168.1.1:80", "127.0.0.1", "127.0.0.1:99999", "unix:");
  RaftupdProgram raftupd({"--listen", address, "--data", data_folder()});
  CHECK(raftupd.exit_code() == 2);
  std::filesystem::remove_all(data_folder());
}

TEST_CASE("raftupd: says its version", "[contract]") {
  RaftupdProgram raftupd({"--version"});
  CHECK(raftupd.line() == RAFTUP_VERSION);
  CHECK(raftupd.exit_code() == 0);
}

TEST_CASE("raftupd: --check-config tells good from bad and starts nothing", "[contract]") {
  const std::string folder = data_folder();
  RaftupdProgram good({"--check-config", "--data", folder});
  CHECK(good.line() == "the configuration is good");
  CHECK(good.exit_code() == 0);
  RaftupdProgram bad({"--check-config", "--data", folder, "--listen", "0.0.0.0:0"});
  CHECK(bad.line().empty());
  CHECK(bad.exit_code() == 2);
  CHECK_FALSE(std::filesystem::exists(folder));
}

TEST_CASE("raftupd: its help names the configuration file and the tokens", "[contract]") {
  RaftupdProgram raftupd({"--help"});
  std::string help;
  for (std::string line = raftupd.line(); !raftupd.at_end(); line = raftupd.line()) help += line;
  CHECK_THAT(help, Catch::Contains("--config") && Catch::Contains("raftupd tokens"));
  CHECK(raftupd.exit_code() == 0);
}

TEST_CASE("raftupd: tells its service manager that it serves, lives and ends", "[contract]") {
  const TemporaryFolder folder;
  const std::string name = (folder.path() / "notify").string();
  NotifySocket manager(name);
  setenv("NOTIFY_SOCKET", name.c_str(), 1);
  setenv("WATCHDOG_USEC", "300000", 1);
  RaftupdProgram raftupd({"--listen", "127.0.0.1:0", "--data", (folder.path() / "data").string()});
  unsetenv("NOTIFY_SOCKET");
  unsetenv("WATCHDOG_USEC");
  const std::string address = raftupd.address();
  std::multiset<std::string> told;  // the watchdog has a thread of its own
  for (int i = 0; i < 4; ++i) told.insert(manager.receive());
  CHECK(told.count("READY=1\nSTATUS=serving at " + address) == 1);
  CHECK(told.count("WATCHDOG=1") == 3);
  raftupd.terminate();
  std::string last = manager.receive();
  while (last == "WATCHDOG=1") last = manager.receive();
  CHECK(last == "STOPPING=1\nSTATUS=draining");
  CHECK(raftupd.exit_code() == 0);
}

TEST_CASE("raftupd: on SIGTERM it is not ready first, and works on for the delay", "[contract]") {
  const TemporaryFolder folder;
  RaftupdProgram raftupd({"--listen", "127.0.0.1:0", "--data", (folder.path() / "data").string(),
                          "--admin", "127.0.0.1:0", "--drain-delay", "1"});
  client::Client client(raftupd.address());
  const std::string admin = raftupd.line().substr(std::string("admin pages on http://").size());
  CHECK(http_get(admin, "/readyz").status == 200);
  auto stream = client.exchange(controller_of(client.start_session(two_bodies()).name()));
  raftupd.terminate();
  int ready = 200;
  for (int i = 0; i < 500 && ready == 200; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ready = http_get(admin, "/readyz").status;
  }
  CHECK(ready == 503);
  CHECK(http_get(admin, "/livez").status == 200);
  CHECK(stream.step().step_index() == 1);
  CHECK(error_of([&] { stream.receive_frame(); }).reason() == "DRAINING");
  CHECK(raftupd.exit_code() == 0);
}
