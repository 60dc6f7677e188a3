/// @file Bearer tokens: secrets of 256 random bits, so that their plain SHA-256 may lie on disk.
#pragma once

#include <string>
#include <string_view>

namespace raftup::server {

/// A new token, "raftup_" and 64 hexadecimal digits from the system's random source.
/// @throws Error(kInternal) where the system has no randomness to give
std::string make_token();

/// Whether two digests are the same, in a time that does not tell where they differ.
bool same_digest(std::string_view a, std::string_view b);

}  // namespace raftup::server
