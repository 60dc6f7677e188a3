#include "server/rpc/page.hpp"

#include <algorithm>
#include <charconv>

#include "server/base/service_error.hpp"

namespace raftup::server {

int page_size(int asked, int limit) {
  if (asked < 0) throw bad_field("page_size", "must not be negative", std::to_string(asked));
  return asked == 0 ? limit : std::min(asked, limit);
}

int page_start(const std::string& token) {
  if (token.empty()) return 0;
  int start = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), start);
  if (error != std::errc() || end != token.data() + token.size() || start < 0) {
    throw bad_field("page_token", "must be a next_page_token", token);
  }
  return start;
}

}  // namespace raftup::server
