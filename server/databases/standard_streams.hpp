#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace raftup::server {

/// All of standard input, by the one system call that the sandbox leaves for it.
/// @throws Error(kInternal) where it cannot be read
std::vector<std::byte> read_standard_input();

/// @returns false where standard output does not take all of it
bool write_standard_output(std::span<const std::byte> bytes);
bool write_standard_output(std::string_view text);

}  // namespace raftup::server
