#include "tests/contract/child_program.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <stdexcept>

namespace raftup::testing {

namespace {

std::vector<std::string> command_of(const std::vector<std::string>& arguments,
                                    int descriptor_limit) {
  std::vector<std::string> command = {RAFTUPD};
  if (descriptor_limit > 0) {
    const std::string limit = "ulimit -n " + std::to_string(descriptor_limit);
    command = {"/bin/sh", "-c", limit + " && exec \"$0\" \"$@\"", RAFTUPD};
  }
  command.insert(command.end(), arguments.begin(), arguments.end());
  return command;
}

}  // namespace

ChildProgram::ChildProgram(std::vector<std::string> command) {
  const auto must = [&](bool worked) {
    if (!worked) throw std::runtime_error("cannot start " + command.front());
  };
  std::array<int, 2> in{};
  std::array<int, 2> out{};
  must(pipe2(in.data(), O_CLOEXEC) == 0 && pipe2(out.data(), O_CLOEXEC) == 0);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
  std::vector<char*> pointers;
  for (auto& argument : command) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  must(posix_spawn(&process_, pointers.front(), &actions, nullptr, pointers.data(), environ) == 0);
  posix_spawn_file_actions_destroy(&actions);
  close(in[0]);
  close(out[1]);
  input_ = fdopen(in[1], "w");
  output_ = fdopen(out[0], "r");
}

ChildProgram::~ChildProgram() {
  if (process_ > 0) {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  fclose(input_);
  fclose(output_);
}

void ChildProgram::send_line(const std::string& line) {
  fputs((line + '\n').c_str(), input_);
  fflush(input_);
}

std::string ChildProgram::line() {
  std::array<char, 512> text{};
  if (fgets(text.data(), text.size(), output_) == nullptr) return "";
  const std::string line(text.data());
  return line.substr(0, line.find('\n'));
}

void ChildProgram::signal(int number) const { kill(process_, number); }

int ChildProgram::exit_code() {
  int status = 0;
  waitpid(process_, &status, 0);
  process_ = 0;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

RaftupdProgram::RaftupdProgram(const std::vector<std::string>& arguments, int descriptor_limit)
    : ChildProgram(command_of(arguments, descriptor_limit)) {}

std::string RaftupdProgram::address() {
  const std::string greeting = "listening on ";
  const std::string first = line();
  if (first.rfind(greeting, 0) != 0) throw std::runtime_error("cannot start " RAFTUPD);
  return first.substr(greeting.size());
}

void RaftupdProgram::terminate() const { signal(SIGTERM); }

}  // namespace raftup::testing
