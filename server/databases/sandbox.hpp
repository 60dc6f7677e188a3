#pragma once

namespace raftup::server {

/// Leaves this process, which must have one thread, nothing but reading standard input, computing
/// and writing standard output: no files, no network, no programs, no other process, for good.
/// Three layers, each enough for most of it: namespaces of its own where the system allows that,
/// the limits of limit_this_process(), and a list of the system calls that may be made: any other
/// ends the process with SIGSYS. For who opens a file to read, there is none.
/// @throws Error(kInternal) where the system refuses the limits or the list
void enter_sandbox();

}  // namespace raftup::server
