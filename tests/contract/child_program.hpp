#pragma once

#include <sys/types.h>

#include <cstdio>
#include <string>
#include <vector>

namespace raftup::testing {

/// Another program, with its standard input and output on pipes; killed with the object.
class ChildProgram {
 public:
  /// @param command an absolute path and its arguments
  explicit ChildProgram(std::vector<std::string> command);
  ~ChildProgram();
  ChildProgram(const ChildProgram&) = delete;
  ChildProgram& operator=(const ChildProgram&) = delete;

  /// Writes a line to its input.
  void send_line(const std::string& line);
  /// The next line of its output; empty at the end.
  std::string line();
  bool at_end() const { return feof(output_) != 0; }

  pid_t process() const { return process_; }
  void signal(int number) const;
  int exit_code();

 private:
  pid_t process_ = 0;
  FILE* input_ = nullptr;
  FILE* output_ = nullptr;
};

/// A raftupd of its own.
class RaftupdProgram : public ChildProgram {
 public:
  /// @param descriptor_limit most descriptors that it may have, hard; 0 = as this program
  explicit RaftupdProgram(const std::vector<std::string>& arguments, int descriptor_limit = 0);

  /// The address in its first line.
  std::string address();
  void terminate() const;
};

}  // namespace raftup::testing
