/// @file The program raftupd: its first line, its refusals and how it stops.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "tests/contract/running_server.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

/// A raftupd with its output on a pipe.
class Program {
 public:
  explicit Program(std::vector<std::string> arguments) {
    int ends[2];
    REQUIRE(pipe2(ends, O_CLOEXEC) == 0);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    arguments.insert(arguments.begin(), RAFTUPD);
    std::vector<char*> argv;
    for (auto& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    REQUIRE(posix_spawn(&process_, RAFTUPD, &actions, nullptr, argv.data(), environ) == 0);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    output_ = fdopen(ends[0], "r");
  }
  ~Program() {
    if (process_ > 0) {
      kill(process_, SIGKILL);
      waitpid(process_, nullptr, 0);
    }
    fclose(output_);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  std::string line() {
    char text[512] = {};
    if (fgets(text, sizeof text, output_) == nullptr) return "";
    const std::string line(text);
    return line.substr(0, line.find('\n'));
  }

  void terminate() const { kill(process_, SIGTERM); }

  int exit_code() {
    int status = 0;
    waitpid(process_, &status, 0);
    process_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  pid_t process_ = 0;
  FILE* output_ = nullptr;
};

std::string data_folder() {
  return (std::filesystem::temp_directory_path() / ("raftupd-test-" + std::to_string(getpid())))
      .string();
}

}  // namespace

TEST_CASE("raftupd: serves, and on SIGTERM ends its streams in good order", "[contract]") {
  Program raftupd({"--listen", "127.0.0.1:0", "--data", data_folder()});
  const std::string greeting = "listening on ";
  const std::string line = raftupd.line();
  REQUIRE(line.rfind(greeting, 0) == 0);
  client::Client client(line.substr(greeting.size()));
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
  Program raftupd({"--listen", address, "--data", data_folder()});
  CHECK(raftupd.exit_code() == 2);
  std::filesystem::remove_all(data_folder());
}

TEST_CASE("raftupd: says its version", "[contract]") {
  Program raftupd({"--version"});
  CHECK(raftupd.line() == RAFTUP_VERSION);
  CHECK(raftupd.exit_code() == 0);
}
