#include "server/databases/standard_streams.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>

#include "hydro/error.hpp"

namespace raftup::server {

std::vector<std::byte> read_standard_input() {
  std::vector<std::byte> bytes;
  std::array<std::byte, std::size_t{1} << 16> block{};
  for (;;) {
    const ssize_t count = read(STDIN_FILENO, block.data(), block.size());
    if (count == 0) return bytes;
    if (count < 0 && errno != EINTR) throw Error(ErrorCode::kInternal, "cannot read the file");
    if (count > 0) bytes.insert(bytes.end(), block.begin(), block.begin() + count);
  }
}

bool write_standard_output(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

bool write_standard_output(std::string_view text) {
  return write_standard_output(std::as_bytes(std::span(text)));
}

}  // namespace raftup::server
