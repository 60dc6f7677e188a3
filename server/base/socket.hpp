/// @file Addresses to listen on, listening sockets, and connections to them.
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

/// The address with port 0 replaced by the given one.
std::string with_port(const std::string& address, int port);

/// A connection to "HOST:PORT" on which no operation takes longer than `timeout`; none if nothing
/// listens there.
FileDescriptor connect_to(const std::string& address, std::chrono::milliseconds timeout);

/// Sockets that wait for connections at one address; a host name may stand for several.
struct ListeningSockets {
  std::vector<FileDescriptor> sockets;  ///< non-blocking
  int port = 0;                         ///< of all of them; 0 for a Unix socket
  FileDescriptor lock;  ///< lock of the path of a Unix socket, held while it is open
};

/// @param address a checked address: "HOST:PORT", port 0 = any free one, or "unix:PATH". A socket
///         that an ended server has left at PATH is replaced, but not one on which a running server
///         listens: one server at a time holds PATH.lock, which the system releases when the server
///         ends
/// @throws Error(kInvalidArgument) if the address is not free or not of this machine
ListeningSockets listen_at(const std::string& address);

}  // namespace raftup::server
