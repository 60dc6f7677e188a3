#include "server/databases/sandbox.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>

#include "hydro/base/error.hpp"

namespace raftup::server {

namespace {

/// Makes and loads a list of allowed system calls.
class SystemCallList {
 public:
  SystemCallList() : filter_(seccomp_init(SCMP_ACT_KILL_PROCESS), &seccomp_release) {
    check(filter_ == nullptr ? -ENOMEM : 0, "begin");
  }

  void allow(std::initializer_list<int> calls) {
    for (const int call : calls) {
      check(seccomp_rule_add_array(filter_.get(), SCMP_ACT_ALLOW, call, 0, nullptr), "extend");
    }
  }

  void allow(int call, std::initializer_list<scmp_arg_cmp> conditions,
             std::uint32_t action = SCMP_ACT_ALLOW) {
    check(seccomp_rule_add_array(filter_.get(), action, call,
                                 static_cast<unsigned>(conditions.size()), conditions.begin()),
          "extend");
  }

  void load() { check(seccomp_load(filter_.get()), "load"); }

 private:
  static void check(int result, const char* what) {
    if (result == 0) return;
    throw Error(ErrorCode::kInternal, fmt::format("cannot {} the list of system calls: {}", what,
                                                  std::strerror(-result)));
  }

  std::unique_ptr<void, decltype(&seccomp_release)> filter_;
};

scmp_arg_cmp argument_is(unsigned index, std::uint64_t value) {
  return {index, SCMP_CMP_EQ, value, 0};
}

scmp_arg_cmp argument_has(unsigned index, std::uint64_t mask, std::uint64_t bits) {
  return {index, SCMP_CMP_MASKED_EQ, mask, bits};
}

void allow_questions_of_hdf5(SystemCallList& list) {
  // The HDF5 library checks that no file has the name of an image in memory, for reading or for
  // writing. Here no name exists. The library also reads the working folder, which is the root.
  list.allow(SCMP_SYS(openat), {argument_is(2, O_RDONLY)}, SCMP_ACT_ERRNO(ENOENT));
  list.allow(SCMP_SYS(openat), {argument_is(2, O_RDWR)}, SCMP_ACT_ERRNO(ENOENT));
  list.allow({SCMP_SYS(getcwd)});
  // If a file has damaged the heap, the C library prints a message before it aborts. The message is
  // discarded.
  list.allow(SCMP_SYS(writev), {argument_is(0, STDERR_FILENO)}, SCMP_ACT_ERRNO(EBADF));
}

/// Allows reads and writes. No descriptors exist but those for the conversation, and no others can
/// be opened.
void allow_conversation(SystemCallList& list) {
  list.allow({SCMP_SYS(read), SCMP_SYS(readv), SCMP_SYS(write), SCMP_SYS(writev)});
  list.allow({SCMP_SYS(close), SCMP_SYS(lseek), SCMP_SYS(poll)});
  list.allow(SCMP_SYS(sendto), {argument_is(0, STDIN_FILENO), argument_is(4, 0)});
  // Streams read the status of their descriptor by this call, which could also look up names.
  list.allow(SCMP_SYS(newfstatat), {}, SCMP_ACT_ERRNO(EBADF));
  list.allow(SCMP_SYS(fcntl), {argument_is(1, F_GETFL)});
  list.allow({SCMP_SYS(alarm), SCMP_SYS(setitimer)});
  // Opening a file by its name fails for every name.
  list.allow(SCMP_SYS(openat), {}, SCMP_ACT_ERRNO(ENOENT));
}

void allow_only_computing(SandboxUse use) {
  SystemCallList list;
  if (use == SandboxUse::kConverse) {
    allow_conversation(list);
  } else {
    list.allow(SCMP_SYS(read), {argument_is(0, STDIN_FILENO)});
    list.allow(SCMP_SYS(write), {argument_is(0, STDOUT_FILENO)});
  }
  list.allow(SCMP_SYS(mmap),
             {argument_has(2, PROT_EXEC, 0), argument_has(3, MAP_ANONYMOUS, MAP_ANONYMOUS)});
  list.allow({SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise), SCMP_SYS(brk)});
  list.allow({SCMP_SYS(clock_gettime), SCMP_SYS(gettimeofday), SCMP_SYS(time), SCMP_SYS(futex)});
  list.allow({SCMP_SYS(getpid), SCMP_SYS(gettid), SCMP_SYS(getrandom)});
  list.allow({SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn)});
  if (use == SandboxUse::kReadOnce) allow_questions_of_hdf5(list);
  // Allows abort() to send SIGABRT to this process, and to no other.
  list.allow(SCMP_SYS(tgkill), {argument_is(0, static_cast<std::uint64_t>(getpid()))});
  list.allow({SCMP_SYS(exit), SCMP_SYS(exit_group)});
  list.load();
}

}  // namespace

void enter_sandbox(SandboxUse use) {
  // Namespaces are not allowed on every machine. The limits below suffice without them.
  unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWNS);
  limit_this_process(use);
  if (chdir("/") != 0) throw Error(ErrorCode::kInternal, "cannot leave the working folder");
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
    throw Error(ErrorCode::kInternal, "cannot give up new privileges");
  }
  // A sanitizer makes system calls that must not be allowed.
  if (!kSanitized) allow_only_computing(use);
}

std::vector<std::byte> read_standard_input() {
  std::vector<std::byte> bytes;
  std::array<std::byte, std::size_t{1} << 16> block{};
  for (;;) {
    const ssize_t count = read(STDIN_FILENO, block.data(), block.size());
    if (count == 0) return bytes;
    if (count < 0 && errno != EINTR) throw Error(ErrorCode::kInternal, "cannot read the file");
    if (count > 0) bytes.insert(bytes.end(), block.begin(), block.begin() + count);
  }
}

bool write_standard_output(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

bool write_standard_output(std::string_view text) {
  return write_standard_output(std::as_bytes(std::span(text)));
}

namespace {

constexpr rlim_t kStandardStreams = 3;

void limit(__rlimit_resource resource, const char* name, rlim_t value) {
  rlimit present{};
  // The server's own limit may be lower, and a limit cannot be raised again.
  if (getrlimit(resource, &present) == 0) value = std::min(value, present.rlim_cur);
  const rlimit both{value, value};
  if (setrlimit(resource, &both) != 0) {
    throw Error(ErrorCode::kInternal,
                fmt::format("cannot limit {} to {}: {}", name, value, std::strerror(errno)));
  }
}

}  // namespace

void limit_this_process(SandboxUse use) {
  const bool converses = use == SandboxUse::kConverse;
  // A sanitizer needs terabytes of address space for its shadow memory and opens descriptors.
  if (!kSanitized) {
    limit(RLIMIT_AS, "RLIMIT_AS", kReaderMemory);
    limit(RLIMIT_NOFILE, "RLIMIT_NOFILE", converses ? kConversationDescriptors : kStandardStreams);
  }
  if (!converses) limit(RLIMIT_CPU, "RLIMIT_CPU", kReaderCpuSeconds);
  limit(RLIMIT_FSIZE, "RLIMIT_FSIZE", 0);
  limit(RLIMIT_NPROC, "RLIMIT_NPROC", 0);
  limit(RLIMIT_CORE, "RLIMIT_CORE", 0);
}

}  // namespace raftup::server
