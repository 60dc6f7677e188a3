#include <csignal>
#include <stdexcept>

#include "tests/contract/child_program.hpp"

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
