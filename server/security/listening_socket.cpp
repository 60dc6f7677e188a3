#include "server/security/listening_socket.hpp"

#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include "hydro/base/error.hpp"

namespace raftup::server {

namespace {

constexpr int kBacklog = 1024;
constexpr const char* kUnix = "unix:";

[[noreturn]] void refuse(const std::string& address, const char* why) {
  throw Error(ErrorCode::kInvalidArgument,
              fmt::format("listen must name an address that is free, got {}: {}", address, why));
}

FileDescriptor new_socket(int family) {
  return FileDescriptor(socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
}

void set_flag(const FileDescriptor& socket, int level, int option) {
  const int on = 1;
  setsockopt(socket.get(), level, option, &on, sizeof on);
}

void bind_and_listen(const FileDescriptor& socket, const sockaddr* where, socklen_t size,
                     const std::string& address) {
  if (bind(socket.get(), where, size) != 0 || listen(socket.get(), kBacklog) != 0) {
    refuse(address, std::strerror(errno));
  }
}

ListeningSockets listen_at_path(const std::string& address) {
  const std::string path = address.substr(std::strlen(kUnix));
  sockaddr_un where{};
  where.sun_family = AF_UNIX;
  if (path.size() >= sizeof where.sun_path) refuse(address, "the path is too long");
  std::memcpy(where.sun_path, path.c_str(), path.size() + 1);
  struct stat status {};
  if (stat(path.c_str(), &status) == 0 && S_ISSOCK(status.st_mode)) unlink(path.c_str());
  ListeningSockets result;
  result.sockets.push_back(new_socket(AF_UNIX));
  bind_and_listen(result.sockets.back(), reinterpret_cast<const sockaddr*>(&where), sizeof where,
                  address);
  return result;
}

using Addresses = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

/// What "HOST:PORT" means; a host in brackets is an IPv6 address.
Addresses resolve(const std::string& address) {
  const std::size_t colon = address.rfind(':');
  std::string host = address.substr(0, colon);
  if (host.front() == '[') host = host.substr(1, host.size() - 2);
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const int error = getaddrinfo(host.c_str(), address.substr(colon + 1).c_str(), &hints, &found);
  if (error != 0) refuse(address, gai_strerror(error));
  return {found, &freeaddrinfo};
}

in_port_t& port_of(sockaddr& where) {
  return where.sa_family == AF_INET6 ? reinterpret_cast<sockaddr_in6&>(where).sin6_port
                                     : reinterpret_cast<sockaddr_in&>(where).sin_port;
}

in_port_t bound_port(const FileDescriptor& socket) {
  sockaddr_storage where{};
  socklen_t size = sizeof where;
  getsockname(socket.get(), reinterpret_cast<sockaddr*>(&where), &size);
  return port_of(reinterpret_cast<sockaddr&>(where));
}

ListeningSockets listen_at_port(const std::string& address) {
  const Addresses addresses = resolve(address);
  ListeningSockets result;
  in_port_t port = port_of(*addresses->ai_addr);
  for (addrinfo* entry = addresses.get(); entry != nullptr; entry = entry->ai_next) {
    FileDescriptor socket = new_socket(entry->ai_family);
    // A machine without IPv6 still resolves names to such addresses.
    if (!socket.valid()) continue;
    set_flag(socket, SOL_SOCKET, SO_REUSEADDR);
    set_flag(socket, IPPROTO_TCP, TCP_NODELAY);  // what is accepted inherits it
    port_of(*entry->ai_addr) = port;
    if (!result.sockets.empty() && entry->ai_family == AF_INET6) {
      set_flag(socket, IPPROTO_IPV6, IPV6_V6ONLY);
    }
    bind_and_listen(socket, entry->ai_addr, entry->ai_addrlen, address);
    port = bound_port(socket);
    result.sockets.push_back(std::move(socket));
  }
  if (result.sockets.empty()) refuse(address, std::strerror(errno));
  result.port = ntohs(port);
  return result;
}

}  // namespace

ListeningSockets listen_at(const std::string& address) {
  return address.starts_with(kUnix) ? listen_at_path(address) : listen_at_port(address);
}

}  // namespace raftup::server
