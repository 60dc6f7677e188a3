#include "server/databases/crc32c.hpp"

#include <fmt/format.h>

#include <array>

namespace raftup::server {

namespace {

constexpr std::uint32_t kPolynomial = 0x82f63b78U;

constexpr std::array<std::uint32_t, 256> make_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
    std::uint32_t remainder = byte;
    for (int bit = 0; bit < 8; ++bit) {
      remainder = (remainder >> 1U) ^ ((remainder & 1U) != 0 ? kPolynomial : 0U);
    }
    table[byte] = remainder;
  }
  return table;
}

constexpr std::array<std::uint32_t, 256> kTable = make_table();

std::string checksum_line(std::string_view bytes) {
  return fmt::format("crc32c {:08x}\n", crc32c(bytes));
}

}  // namespace

std::uint32_t crc32c(std::string_view bytes) {
  std::uint32_t remainder = ~0U;
  for (const char byte : bytes) {
    const std::uint32_t index = (remainder ^ static_cast<unsigned char>(byte)) & 0xffU;
    remainder = (remainder >> 8U) ^ kTable[index];
  }
  return ~remainder;
}

std::string with_checksum(std::string_view bytes) {
  std::string sealed = checksum_line(bytes);
  sealed += bytes;
  return sealed;
}

std::optional<std::string_view> without_checksum(std::string_view sealed) {
  const std::size_t end = sealed.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view bytes = sealed.substr(end + 1);
  if (sealed.substr(0, end + 1) != checksum_line(bytes)) return std::nullopt;
  return bytes;
}

}  // namespace raftup::server
