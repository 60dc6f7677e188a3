#include "clients/fmu/resource_folder.hpp"

#include <charconv>
#include <utility>

#include "hydro/base/error.hpp"

namespace raftup::fmu {

std::string folder_of_uri(std::string_view uri) {
  constexpr std::string_view kScheme = "file:";
  const auto refuse = [uri] {
    throw Error(ErrorCode::kInvalidArgument,
                "resourceLocation must be a URI of a file, got " + std::string(uri));
  };
  if (!uri.starts_with(kScheme)) refuse();
  std::string_view path = uri.substr(kScheme.size());
  for (const std::string_view host : {std::string_view("//localhost/"), std::string_view("///")}) {
    if (path.starts_with(host)) path = path.substr(host.size() - 1);
  }
  if (!path.starts_with('/') || path.starts_with("//")) refuse();
  std::string folder;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i] != '%') {
      folder += path[i];
      continue;
    }
    unsigned int code = 0;
    const std::string_view digits = path.substr(i + 1, 2);
    const auto [end, error] = std::from_chars(digits.begin(), digits.end(), code, 16);
    if (error != std::errc() || digits.size() != 2 || end != digits.end() || code == 0) refuse();
    folder += static_cast<char>(code);
    i += 2;
  }
#ifdef _WIN32
  folder = without_slash_of_drive(std::move(folder));
#endif
  return folder;
}

std::string without_slash_of_drive(std::string path) {
  const auto is_letter = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); };
  if (path.size() >= 3 && path[0] == '/' && is_letter(path[1]) && path[2] == ':') path.erase(0, 1);
  return path;
}

}  // namespace raftup::fmu
