#pragma once

#include <string>

namespace raftup::server {

/// The text with the last name of each absolute path in place of the path: where a server keeps its
/// files is nothing to tell to clients.
std::string without_paths(const std::string& text);

}  // namespace raftup::server
