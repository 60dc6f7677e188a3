#include "server/base/socket.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include "hydro/base/error.hpp"

namespace raftup::server {

namespace {

bool is_number(const std::string& text) {
  return !text.empty() && text.size() <= 5 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_loopback(const std::string& host) {
  if (host == "localhost" || host == "[::1]") return true;
  const bool only_digits = std::all_of(host.begin(), host.end(),
                                       [](char c) { return c == '.' || (c >= '0' && c <= '9'); });
  return host.starts_with("127.") && only_digits;
}

/// @param option name of the option that contains the address, for messages
/// @param forms  the accepted forms of the address, for messages
void check_host_and_port(const std::string& address, bool insecure, const std::string& option,
                         const std::string& forms) {
  const std::size_t colon = address.rfind(':');
  const bool complete = colon != std::string::npos && colon > 0;
  const std::string host = complete ? address.substr(0, colon) : "";
  require(complete && is_number(address.substr(colon + 1)) &&
              std::stoi(address.substr(colon + 1)) <= 65535,
          fmt::format("{} must be {}, got {}", option, forms, address));
  require(insecure || is_loopback(host),
          fmt::format("{} must be an address of this machine only without TLS or --insecure, "
                      "got {}",
                      option, address));
}

}  // namespace

void check_listen_address(const std::string& address, bool insecure) {
  if (address.starts_with("unix:")) {
    require(address.size() > 5, "listen must name a path after unix:, got unix:");
    return;
  }
  check_host_and_port(address, insecure, "listen", "HOST:PORT or unix:PATH");
}

void check_admin_address(const std::string& address, bool insecure) {
  check_host_and_port(address, insecure, "admin", "HOST:PORT");
}

std::string with_port(const std::string& address, int port) {
  if (address.starts_with("unix:")) return address;
  return fmt::format("{}:{}", address.substr(0, address.rfind(':')), port);
}

FileDescriptor connect_to(const std::string& address, std::chrono::milliseconds timeout) {
  const std::size_t colon = address.rfind(':');
  std::string host = address.substr(0, colon);
  if (host.front() == '[') host = host.substr(1, host.size() - 2);
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* list = nullptr;
  if (getaddrinfo(host.c_str(), address.substr(colon + 1).c_str(), &hints, &list) != 0) {
    return FileDescriptor();
  }
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> found(list, &freeaddrinfo);
  FileDescriptor connection(socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const timeval limit{timeout.count() / 1000, (timeout.count() % 1000) * 1000};
  setsockopt(connection.get(), SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  setsockopt(connection.get(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  if (connect(connection.get(), found->ai_addr, found->ai_addrlen) != 0) return FileDescriptor();
  return connection;
}

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

constexpr const char* kTaken = "another server listens there; give this one another path";

/// Locks a file beside the path, so that two servers that start at once cannot both use the path.
FileDescriptor lock_path(const std::string& path, const std::string& address) {
  const std::string name = path + ".lock";
  FileDescriptor file(
      open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR));
  if (!file.valid()) refuse(address, std::strerror(errno));
  if (flock(file.get(), LOCK_EX | LOCK_NB) != 0) refuse(address, kTaken);
  return file;
}

/// Returns true if a server listens at the path. Servers of older versions do not lock the path.
bool is_answered(const sockaddr_un& where) {
  const FileDescriptor caller = new_socket(AF_UNIX);
  const auto* address = reinterpret_cast<const sockaddr*>(&where);
  return connect(caller.get(), address, sizeof where) == 0 || errno == EAGAIN;
}

ListeningSockets listen_at_path(const std::string& address) {
  const std::string path = address.substr(std::strlen(kUnix));
  sockaddr_un where{};
  where.sun_family = AF_UNIX;
  if (path.size() >= sizeof where.sun_path) refuse(address, "the path is too long");
  std::memcpy(where.sun_path, path.c_str(), path.size() + 1);
  ListeningSockets result;
  result.lock = lock_path(path, address);
  if (is_answered(where)) refuse(address, kTaken);
  struct stat status {};
  if (stat(path.c_str(), &status) == 0 && S_ISSOCK(status.st_mode)) unlink(path.c_str());
  result.sockets.push_back(new_socket(AF_UNIX));
  bind_and_listen(result.sockets.back(), reinterpret_cast<const sockaddr*>(&where), sizeof where,
                  address);
  return result;
}

using Addresses = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

/// Resolves an address "HOST:PORT". A host in brackets is an IPv6 address.
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
    // A machine without IPv6 still resolves names to IPv6 addresses, for which it has no sockets.
    if (!socket.valid()) continue;
    set_flag(socket, SOL_SOCKET, SO_REUSEADDR);
    set_flag(socket, IPPROTO_TCP, TCP_NODELAY);  // accepted connections inherit this flag
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
