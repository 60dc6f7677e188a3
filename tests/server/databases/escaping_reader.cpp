/// @file Stands for a program that its input has taken over: enters the sandbox, of a program that
/// converses where the first letter of its input is a capital, and then does what that says.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cctype>
#include <csignal>
#include <cstdlib>

#include "server/databases/sandbox.hpp"

namespace {

void misbehave(char how) {
  switch (how) {
    case 'r':
      if (open("/etc/passwd", O_RDONLY) >= 0) _exit(3);
      break;
    case 'w':
      open("/tmp/escaped", O_WRONLY | O_CREAT, 0600);
      break;
    case 's':
      socket(AF_INET, SOCK_STREAM, 0);
      break;
    case 'e':
      execl("/bin/true", "/bin/true", nullptr);
      break;
    case 'f':
      fork();
      break;
    case 'k':
      kill(getppid(), 0);
      break;
    case 'x':
      mmap(nullptr, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      break;
    case 't':
      ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
      break;
    case 'a':
      abort();
    default:
      break;
  }
}

}  // namespace

int main() {
  char how = 0;
  if (read(STDIN_FILENO, &how, 1) != 1) return 1;
  const bool converses = std::isupper(static_cast<unsigned char>(how)) != 0;
  using raftup::server::SandboxUse;
  raftup::server::enter_sandbox(converses ? SandboxUse::kConverse : SandboxUse::kReadOnce);
  misbehave(static_cast<char>(std::tolower(static_cast<unsigned char>(how))));
  return write(STDOUT_FILENO, "still here", 10) == 10 ? 0 : 1;
}
