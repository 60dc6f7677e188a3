#include "server/operation/service_manager.hpp"

#include <unistd.h>

#include <atomic>
#include <cstdlib>

#include "tests/support/catch.hpp"
#include "tests/support/operator_view.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace raftup::server;
using namespace raftup::testing;

TEST_CASE("service manager: is told at its socket, by path or by an abstract name",
          "[server][operation]") {
  const TemporaryFolder folder;
  for (const std::string& name :
       {(folder.path() / "notify").string(), "@raftup-test-" + std::to_string(getpid())}) {
    NotifySocket socket(name);
    setenv("NOTIFY_SOCKET", name.c_str(), 1);
    const ServiceManager manager;
    CHECK(std::getenv("NOTIFY_SOCKET") == nullptr);
    manager.notify("READY=1\nSTATUS=serving");
    CHECK(socket.receive() == "READY=1\nSTATUS=serving");
    CHECK_FALSE(manager.watchdog_interval());
  }
}

TEST_CASE("service manager: where there is none, nothing happens", "[server][operation]") {
  unsetenv("NOTIFY_SOCKET");
  ServiceManager().notify("READY=1");
  setenv("NOTIFY_SOCKET", std::string(200, 'x').c_str(), 1);  // longer than a socket's name may be
  ServiceManager().notify("READY=1");
}

TEST_CASE("service manager: its watchdog counts where it is meant for this process",
          "[server][operation]") {
  using std::chrono::milliseconds;
  const auto interval = [](const char* microseconds, const std::string& process) {
    setenv("WATCHDOG_USEC", microseconds, 1);
    setenv("WATCHDOG_PID", process.c_str(), 1);
    return ServiceManager().watchdog_interval();
  };
  const std::string own = std::to_string(getpid());
  CHECK(interval("30000000", own) == milliseconds(30000));
  CHECK_FALSE(interval("30000000", "1"));
  CHECK_FALSE(interval("soon", own));
  CHECK_FALSE(interval("0", own));
  setenv("WATCHDOG_USEC", "2000", 1);
  CHECK(ServiceManager().watchdog_interval() == milliseconds(2));
}

TEST_CASE("watchdog: is fed while the server answers, and while it ends", "[server][operation]") {
  const TemporaryFolder folder;
  const std::string name = (folder.path() / "notify").string();
  NotifySocket socket(name);
  setenv("NOTIFY_SOCKET", name.c_str(), 1);
  setenv("WATCHDOG_USEC", "30000", 1);
  const ServiceManager manager;
  std::atomic<bool> answers{true};
  std::atomic<int> asked{0};
  Watchdog watchdog(manager, [&] {
    ++asked;
    return answers.load();
  });
  CHECK(socket.receive() == "WATCHDOG=1");
  CHECK(socket.receive() == "WATCHDOG=1");
  answers = false;
  const int before = asked;
  while (asked < before + 3) usleep(1000);  // the last that may have been answered well is over
  socket.discard();
  CHECK(socket.receive(std::chrono::milliseconds(100)).empty());
  watchdog.end_probing();
  CHECK(socket.receive() == "WATCHDOG=1");
}
