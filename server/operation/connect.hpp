#pragma once

#include <chrono>
#include <string>

#include "server/base/file_descriptor.hpp"

namespace raftup::server {

/// A connection to "HOST:PORT" on which no operation takes longer than `timeout`; none where nobody
/// listens.
FileDescriptor connect_to(const std::string& address, std::chrono::milliseconds timeout);

}  // namespace raftup::server
