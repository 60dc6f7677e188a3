/// @file Addresses to listen on, the sockets that do, and connections to them.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "server/base/file_descriptor.hpp"

namespace raftup::server {

/// Checks an address to listen on: "HOST:PORT", "[IPv6]:PORT" or "unix:PATH". Without `insecure`
/// the host must be of this machine only: localhost, 127.x.x.x or [::1].
/// @throws Error(kInvalidArgument)
void check_listen_address(const std::string& address, bool insecure);

/// The same for the address of the admin pages, which speak plaintext HTTP: no Unix socket.
/// @throws Error(kInvalidArgument)
void check_admin_address(const std::string& address, bool insecure);

/// The address with its port replaced where it is 0.
std::string with_port(const std::string& address, int port);

/// A connection to "HOST:PORT" on which no operation takes longer than `timeout`; none where nobody
/// listens.
FileDescriptor connect_to(const std::string& address, std::chrono::milliseconds timeout);

/// Sockets that wait for connections at one address; a host name may mean several.
struct ListeningSockets {
  std::vector<FileDescriptor> sockets;  ///< non-blocking
  int port = 0;                         ///< of all of them; 0 for a Unix socket
  FileDescriptor lock;                  ///< of a Unix socket's path, held while it is open
};

/// @param address checked: "HOST:PORT", port 0 = any free one, or "unix:PATH"; a socket that a
///                server has left behind at PATH is replaced, one that a living server listens on
///                is not: PATH.lock beside it, which the system lets go of when the server ends, is
///                held by one server at a time
/// @throws Error(kInvalidArgument) where the address is not free or not of this machine
ListeningSockets listen_at(const std::string& address);

}  // namespace raftup::server
