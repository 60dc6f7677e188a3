#include "server/operation/process_status.hpp"

#include <dirent.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <memory>

namespace raftup::server {

namespace {

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

std::int64_t count_descriptors() {
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir("/proc/self/fd"), &closedir);
  std::int64_t count = -3;  // ".", ".." and the folder's own
  while (folder && readdir(folder.get()) != nullptr) ++count;
  return count;
}

std::int64_t count_resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::int64_t pages = 0;
  statm >> pages >> pages;  // the second number
  return pages * sysconf(_SC_PAGESIZE);
}

}  // namespace

ProcessStatus process_status() {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return {count_descriptors(), static_cast<std::int64_t>(limit.rlim_cur), count_resident_bytes(),
          seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime)};
}

}  // namespace raftup::server
