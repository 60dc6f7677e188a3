#pragma once

#include <string>

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

}  // namespace raftup::server
