#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace raftup::server {

/// Leaves this process, which must have one thread, nothing but reading standard input, computing
/// and writing standard output: no files, no network, no programs, no other process, for good.
/// Three layers, each enough for most of it: namespaces of its own where the system allows that,
/// the limits of limit_this_process(), and a list of the system calls that may be made: any other
/// ends the process with SIGSYS. For who opens a file to read, there is none.
/// @throws Error(kInternal) where the system refuses the limits or the list
void enter_sandbox();

/// All of standard input, by the one system call that the sandbox leaves for it.
/// @throws Error(kInternal) where it cannot be read
std::vector<std::byte> read_standard_input();

/// @returns false where standard output does not take all of it
bool write_standard_output(std::span<const std::byte> bytes);
bool write_standard_output(std::string_view text);

}  // namespace raftup::server
