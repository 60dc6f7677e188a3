#include "tests/contract/raftupd_program.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <stdexcept>

namespace raftup::testing {

namespace {

void must(bool worked) {
  if (!worked) throw std::runtime_error("cannot start " RAFTUPD);
}

}  // namespace

RaftupdProgram::RaftupdProgram(std::vector<std::string> arguments, int descriptor_limit) {
  std::array<int, 2> ends{};
  must(pipe2(ends.data(), O_CLOEXEC) == 0);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  std::vector<std::string> command = {RAFTUPD};
  if (descriptor_limit > 0) {
    const std::string limit = "ulimit -n " + std::to_string(descriptor_limit);
    command = {"/bin/sh", "-c", limit + " && exec \"$0\" \"$@\"", RAFTUPD};
  }
  command.insert(command.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (auto& argument : command) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  must(posix_spawn(&process_, pointers.front(), &actions, nullptr, pointers.data(), environ) == 0);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  output_ = fdopen(ends[0], "r");
}

RaftupdProgram::~RaftupdProgram() {
  if (process_ > 0) {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  fclose(output_);
}

std::string RaftupdProgram::line() {
  std::array<char, 512> text{};
  if (fgets(text.data(), text.size(), output_) == nullptr) return "";
  const std::string line(text.data());
  return line.substr(0, line.find('\n'));
}

std::string RaftupdProgram::address() {
  const std::string greeting = "listening on ";
  const std::string first = line();
  must(first.rfind(greeting, 0) == 0);
  return first.substr(greeting.size());
}

void RaftupdProgram::terminate() const { kill(process_, SIGTERM); }

int RaftupdProgram::exit_code() {
  int status = 0;
  waitpid(process_, &status, 0);
  process_ = 0;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace raftup::testing
