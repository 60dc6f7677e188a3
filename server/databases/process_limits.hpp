#pragma once

#include <cstdint>

namespace raftup::server {

inline constexpr std::uint64_t kReaderMemory = std::uint64_t{2} << 30;  ///< bytes of address space
inline constexpr std::uint64_t kReaderCpuSeconds = 20;

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
/// address space, more than kReaderCpuSeconds of CPU, files to write or to open, other processes,
/// core dumps.
/// @throws Error(kInternal) where the system refuses
void limit_this_process();

}  // namespace raftup::server
