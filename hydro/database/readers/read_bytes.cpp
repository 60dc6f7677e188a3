#include "hydro/database/readers/read_bytes.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <fstream>

#include "hydro/base/error.hpp"

namespace raftup::hydro {

namespace {

constexpr std::uintmax_t kMaximumFileSize = std::uintmax_t{256} << 20;

}  // namespace

std::vector<std::byte> read_bytes(const std::filesystem::path& file) {
  std::error_code failure;
  const std::uintmax_t size = std::filesystem::file_size(file, failure);
  if (failure) {
    throw Error(ErrorCode::kNotFound,
                fmt::format("{} cannot be read: {}", file.string(), failure.message()));
  }
  require(size <= kMaximumFileSize, fmt::format("{} may have at most {} bytes, has {}",
                                                file.string(), kMaximumFileSize, size));
  std::vector<std::byte> bytes(size);
  std::ifstream stream(file, std::ios::binary);
  stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
  if (!stream) {
    throw Error(ErrorCode::kDataLoss, fmt::format("{} cannot be read to its end", file.string()));
  }
  return bytes;
}

}  // namespace raftup::hydro
