/// @file Calls the raftupd beside this program by RAFTUP_NAME, this program's own name.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <system_error>

int main(int argc, char** argv) {
  std::error_code error;
  const auto own_path = std::filesystem::read_symlink("/proc/self/exe", error);
  const auto program = own_path.parent_path() / "raftupd";
  std::string name = RAFTUP_NAME;
  if (argc > 0) argv[0] = name.data();
  if (!error && argc > 0) execv(program.c_str(), argv);
  std::cerr << name << ": cannot start " << program << ", is /proc mounted?\n";
  return EXIT_FAILURE;
}
