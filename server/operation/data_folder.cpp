#include "server/operation/data_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>

#include "hydro/base/error.hpp"
#include "server/base/file_descriptor.hpp"

namespace raftup::server {

namespace fs = std::filesystem;

namespace {

/// The folder, or the nearest one above it that exists.
fs::path existing(const fs::path& folder) {
  fs::path found = fs::absolute(folder).lexically_normal();
  std::error_code ignored;
  while (!fs::exists(found, ignored) && found.has_relative_path()) found = found.parent_path();
  return found;
}

/// @returns errno of what did not work, 0 where everything did
int write_page_in(const fs::path& folder) {
  const fs::path name = folder / ".writable";
  const FileDescriptor file(open(name.c_str(), O_CREAT | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file.valid()) return errno;
  std::array<char, 4096> page{};
  const bool written = write(file.get(), page.data(), page.size()) == ssize_t{page.size()};
  const int error = written ? 0 : (errno == 0 ? ENOSPC : errno);
  unlink(name.c_str());
  return error;
}

}  // namespace

void check_data_folder(const fs::path& folder) {
  const int error = write_page_in(existing(folder));
  require(error == 0, fmt::format("data must be a folder that can be written to, got {}: {}",
                                  folder.string(), std::strerror(error)));
}

}  // namespace raftup::server
