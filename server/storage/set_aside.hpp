#pragma once

#include <filesystem>

namespace raftup::server {

/// Moves something that the server does not know, or cannot use, out of a folder of its own and
/// into another: {folder}/{name}, or {folder}/{name}.1 and so on where that name is taken. What
/// people have put there, or a disk has damaged, is never removed. Logs a warning with both paths;
/// where it cannot be moved it stays where it is, and the warning says so.
/// @param why a phrase for the warning: "holds no session"
void set_aside(const std::filesystem::path& what, const std::filesystem::path& folder,
               const char* why);

}  // namespace raftup::server
