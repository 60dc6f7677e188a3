#include "tests/support/http_get.hpp"

#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <stdexcept>

namespace raftup::testing {

namespace {

int connect_to(const std::string& address) {
  const std::size_t colon = address.rfind(':');
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* list = nullptr;
  getaddrinfo(address.substr(0, colon).c_str(), address.substr(colon + 1).c_str(), &hints, &list);
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> found(list, &freeaddrinfo);
  const int connection = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connect(connection, found->ai_addr, found->ai_addrlen) != 0) {
    close(connection);
    throw std::runtime_error("nobody listens at " + address);
  }
  return connection;
}

}  // namespace

HttpAnswer http_get(const std::string& address, const std::string& path,
                    const std::string& method) {
  const int connection = connect_to(address);
  const std::string request = method + " " + path + " HTTP/1.1\r\nHost: " + address + "\r\n\r\n";
  if (send(connection, request.data(), request.size(), MSG_NOSIGNAL) < 0) {
    throw std::runtime_error("the connection broke");
  }
  std::string text;
  std::array<char, 4096> buffer{};
  for (ssize_t n = 0; (n = recv(connection, buffer.data(), buffer.size(), 0)) > 0;) {
    text.append(buffer.data(), static_cast<std::size_t>(n));
  }
  close(connection);
  const std::size_t end = text.find("\r\n\r\n");
  if (end == std::string::npos) throw std::runtime_error("no answer from " + address);
  return {std::stoi(text.substr(text.find(' ') + 1)), text.substr(0, end), text.substr(end + 4)};
}

}  // namespace raftup::testing
