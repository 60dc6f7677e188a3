#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace raftup::server {

/// What a process does in the sandbox.
enum class SandboxUse {
  kReadOnce,  ///< reads standard input, computes, writes standard output, with limited CPU time
  /// Answers requests as long as it runs, through file descriptors that are open already. It may
  /// read, write and close all of them, has fewer than kConversationDescriptors of them, and may be
  /// ended by an alarm that it sets.
  kConverse,
};

/// Permanently restricts this process, which must have one thread. It can then only read standard
/// input, compute and write standard output, or do what `use` permits in addition. It can open no
/// files and no network connections and start no programs or processes. Three layers enforce this,
/// each of which would be nearly sufficient: separate namespaces, if the system permits them; the
/// limits of limit_this_process(); and a list of permitted system calls. Any other system call ends
/// the process with SIGSYS.
/// @throws Error(kInternal) if the system refuses the limits or the list
void enter_sandbox(SandboxUse use = SandboxUse::kReadOnce);

/// Returns all bytes of standard input. Uses only the system call that the sandbox permits for it.
/// @throws Error(kInternal) if standard input cannot be read
std::vector<std::byte> read_standard_input();

/// Writes bytes to standard output.
/// @returns false if not all bytes could be written
bool write_standard_output(std::span<const std::byte> bytes);
bool write_standard_output(std::string_view text);

/// Largest address space [bytes].
inline constexpr std::uint64_t kReaderMemory = std::uint64_t{2} << 30;
inline constexpr std::uint64_t kReaderCpuSeconds = 20;
inline constexpr std::uint64_t kConversationDescriptors = 8;

/// True if this program was built with the address or thread sanitizer of the compiler.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
inline constexpr bool kSanitized =
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool kSanitized = false;
#endif

/// Limits the resources of this process to the amounts that reading a file needs: kReaderMemory
/// bytes of address space, kReaderCpuSeconds of CPU time (not for SandboxUse::kConverse), no files
/// to open or to write, no other processes, no core dumps.
/// @throws Error(kInternal) if the system refuses a limit
void limit_this_process(SandboxUse use = SandboxUse::kReadOnce);

}  // namespace raftup::server
