#include "server/base/listen_address.hpp"

#include <fmt/format.h>

#include <algorithm>

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

/// @param option names the address, @param forms says what it may look like
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

}  // namespace raftup::server
