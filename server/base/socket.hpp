/// @file Addresses of servers, listening sockets, and connections to them.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "server/base/file_descriptor.hpp"

namespace raftup::server {

/// Checks an address on which a server shall listen: "HOST:PORT", "[IPv6]:PORT" or "unix:PATH".
/// Without `insecure` the host must be reachable from this machine only: localhost, 127.x.x.x or
/// [::1].
/// @throws Error(kInvalidArgument)
void check_listen_address(const std::string& address, bool insecure);

/// Checks the address of the admin pages in the same way. They are served by unencrypted HTTP and
/// not on a Unix socket.
/// @throws Error(kInvalidArgument)
void check_admin_address(const std::string& address, bool insecure);

/// Returns the address with its port replaced by `port`. A Unix socket's address is returned
/// unchanged.
std::string with_port(const std::string& address, int port);

/// Connects to "HOST:PORT". No operation on the connection takes longer than `timeout`.
/// @returns the connection; an invalid descriptor if no server listens at the address
FileDescriptor connect_to(const std::string& address, std::chrono::milliseconds timeout);

/// The sockets that accept connections at one address. A host name may have several network
/// addresses, each with a socket.
struct ListeningSockets {
  std::vector<FileDescriptor> sockets;  ///< non-blocking sockets
  int port = 0;                         ///< port of all sockets; 0 for a Unix socket
  FileDescriptor lock;  ///< lock file of a Unix socket's path, locked while it is open
};

/// Opens the sockets for an address that check_listen_address() has accepted. A Unix socket that an
/// ended server has left at PATH is replaced, but not a socket on which a running server listens:
/// one server at a time holds a lock on the file PATH.lock, which the operating system releases
/// when the server ends.
/// @param address "HOST:PORT", where port 0 means any free port, or "unix:PATH"
/// @throws Error(kInvalidArgument) if the address is in use or does not belong to this machine
ListeningSockets listen_at(const std::string& address);

}  // namespace raftup::server
