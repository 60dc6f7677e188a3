#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <fstream>
#include <string>

namespace raftup::testing {

/// Memory that a process has in RAM [MiB].
inline double resident_mebibytes(pid_t process = getpid()) {
  std::ifstream statm("/proc/" + std::to_string(process) + "/statm");
  double pages = 0.0;
  statm >> pages >> pages;
  return pages * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1048576.0;
}

}  // namespace raftup::testing
