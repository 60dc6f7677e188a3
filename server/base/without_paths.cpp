#include "server/base/without_paths.hpp"

#include <regex>

namespace raftup::server {

std::string without_paths(const std::string& text) {
  // At the start of a word: "/", names that each end in "/", and the last name.
  static const std::regex kPath(R"re((^|[\s"'(\[=])/(?:[^\s"')\]:;,/]+/+)*([^\s"')\]:;,/]+))re");
  return std::regex_replace(text, kPath, "$1$2");
}

}  // namespace raftup::server
