#include "server/databases/process_limits.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <cerrno>
#include <cstring>

#include "hydro/base/error.hpp"

namespace raftup::server {

namespace {

constexpr rlim_t kStandardStreams = 3;

void limit(__rlimit_resource resource, const char* name, rlim_t value) {
  const rlimit both{value, value};
  if (setrlimit(resource, &both) != 0) {
    throw Error(ErrorCode::kInternal,
                fmt::format("cannot limit {} to {}: {}", name, value, std::strerror(errno)));
  }
}

}  // namespace

void limit_this_process() {
  // A sanitizer's shadow memory needs terabytes of address space, and it looks at memory through
  // descriptors.
  if (!kSanitized) {
    limit(RLIMIT_AS, "RLIMIT_AS", kReaderMemory);
    limit(RLIMIT_NOFILE, "RLIMIT_NOFILE", kStandardStreams);
  }
  limit(RLIMIT_CPU, "RLIMIT_CPU", kReaderCpuSeconds);
  limit(RLIMIT_FSIZE, "RLIMIT_FSIZE", 0);
  limit(RLIMIT_NPROC, "RLIMIT_NPROC", 0);
  limit(RLIMIT_CORE, "RLIMIT_CORE", 0);
}

}  // namespace raftup::server
