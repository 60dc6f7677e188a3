#pragma once

#include <string>

namespace raftup::testing {

struct HttpAnswer {
  int status = 0;
  std::string head;  ///< status line and headers
  std::string body;
};

/// One request over a connection of its own.
/// @param address "HOST:PORT" in numbers
/// @throws std::runtime_error where nobody answers
HttpAnswer http_get(const std::string& address, const std::string& path,
                    const std::string& method = "GET");

}  // namespace raftup::testing
