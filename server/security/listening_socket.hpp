#pragma once

#include <string>
#include <vector>

#include "server/base/file_descriptor.hpp"

namespace raftup::server {

/// Sockets that wait for connections at one address; a host name may mean several.
struct ListeningSockets {
  std::vector<FileDescriptor> sockets;  ///< non-blocking
  int port = 0;                         ///< of all of them; 0 for a Unix socket
};

/// @param address checked: "HOST:PORT", port 0 = any free one, or "unix:PATH"; a socket that a
///                server has left behind at PATH is replaced
/// @throws Error(kInvalidArgument) where the address is not free or not of this machine
ListeningSockets listen_at(const std::string& address);

}  // namespace raftup::server
