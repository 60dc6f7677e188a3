#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace raftup::server {

/// What a process in the sandbox is there for.
enum class SandboxUse {
  kReadOnce,  ///< reads standard input, computes, writes standard output, within limits of CPU
  /// Answers as long as it lives, by descriptors that it has open: it may read, write and close all
  /// of them, below kConversationDescriptors, and be ended by an alarm that it sets.
  kConverse,
};

/// Leaves this process, which must have one thread, nothing but reading standard input, computing
/// and writing standard output, or what else its use is: no files, no network, no programs, no
/// other process, for good. Three layers, each enough for most of it: namespaces of its own where
/// the system allows that, the limits of limit_this_process(), and a list of the system calls that
/// may be made: any other ends the process with SIGSYS. For who opens a file to read, there is
/// none.
/// @throws Error(kInternal) where the system refuses the limits or the list
void enter_sandbox(SandboxUse use = SandboxUse::kReadOnce);

/// All of standard input, by the one system call that the sandbox leaves for it.
/// @throws Error(kInternal) where it cannot be read
std::vector<std::byte> read_standard_input();

/// @returns false where standard output does not take all of it
bool write_standard_output(std::span<const std::byte> bytes);
bool write_standard_output(std::string_view text);

inline constexpr std::uint64_t kReaderMemory = std::uint64_t{2} << 30;  ///< bytes of address space
inline constexpr std::uint64_t kReaderCpuSeconds = 20;
inline constexpr std::uint64_t kConversationDescriptors = 8;

/// Whether the compiler's address or thread sanitizer is in this build.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
inline constexpr bool kSanitized =
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool kSanitized = false;
#endif

/// Takes from this process what reading a file does not need: more than kReaderMemory bytes of
/// address space, more than kReaderCpuSeconds of CPU unless it converses, files to write or to
/// open, other processes, core dumps.
/// @throws Error(kInternal) where the system refuses
void limit_this_process(SandboxUse use = SandboxUse::kReadOnce);

}  // namespace raftup::server
