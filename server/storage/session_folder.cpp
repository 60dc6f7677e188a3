#include "server/storage/session_folder.hpp"

#include <algorithm>
#include <charconv>

namespace raftup::server {

std::vector<std::int64_t> SessionFolder::numbers_of(const std::string& prefix) const {
  std::vector<std::int64_t> numbers;
  for (const auto& entry : std::filesystem::directory_iterator(path_)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix)) continue;
    const char* const end = name.data() + name.size();
    std::int64_t number = 0;
    const auto [rest, error] = std::from_chars(name.data() + prefix.size(), end, number);
    if (error == std::errc() && rest == end) numbers.push_back(number);
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

}  // namespace raftup::server
