#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace raftup::server {

/// The purpose of a process in the sandbox.
enum class SandboxUse {
  kReadOnce,  ///< reads standard input, computes, writes standard output, within limits of CPU
  /// Answers requests as long as it lives, on descriptors that are open. It may read, write and
  /// close all of them, below kConversationDescriptors, and be ended by an alarm that it sets.
  kConverse,
};

/// Restricts this process, which must have one thread, permanently: it can only read standard
/// input, compute and write standard output, or do what else `use` permits. It can open no files,
/// network connections or programs, and make no processes. There are three layers, each of which
/// would be enough for most of it: namespaces of its own if the system allows them, the limits of
/// limit_this_process(), and a list of permitted system calls; any other call ends the process with
/// SIGSYS.
/// @throws Error(kInternal) if the system refuses the limits or the list
void enter_sandbox(SandboxUse use = SandboxUse::kReadOnce);

/// All of standard input, by the one system call that the sandbox permits for it.
/// @throws Error(kInternal) if it cannot be read
std::vector<std::byte> read_standard_input();

/// @returns false if standard output does not accept all of it
bool write_standard_output(std::span<const std::byte> bytes);
bool write_standard_output(std::string_view text);

inline constexpr std::uint64_t kReaderMemory = std::uint64_t{2} << 30;  ///< bytes of address space
inline constexpr std::uint64_t kReaderCpuSeconds = 20;
inline constexpr std::uint64_t kConversationDescriptors = 8;

/// True if the compiler's address or thread sanitizer is in this build.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
inline constexpr bool kSanitized =
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool kSanitized = false;
#endif

/// Limits the resources of this process to what reading a file needs: kReaderMemory bytes of
/// address space, kReaderCpuSeconds of CPU unless it converses, no files to write or to open, no
/// other processes, no core dumps.
/// @throws Error(kInternal) if the system refuses
void limit_this_process(SandboxUse use = SandboxUse::kReadOnce);

}  // namespace raftup::server
