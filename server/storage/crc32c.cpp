#include "server/storage/crc32c.hpp"

#include <fmt/format.h>

#include <array>

namespace raftup::server {

namespace {

constexpr std::uint32_t kPolynomial = 0x82f63b78U;

using Table = std::array<std::uint32_t, 256>;

/// Makes tables in which tables[k][byte] is the contribution of `byte` to the remainder if k bytes
/// follow it.
constexpr std::array<Table, 8> make_tables() {
  std::array<Table, 8> tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t remainder = byte;
    for (int bit = 0; bit < 8; ++bit) {
      remainder = (remainder >> 1U) ^ ((remainder & 1U) != 0 ? kPolynomial : 0U);
    }
    tables[0][byte] = remainder;
  }
  for (std::size_t k = 1; k < tables.size(); ++k) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t before = tables[k - 1][byte];
      tables[k][byte] = (before >> 8U) ^ tables[0][before & 0xffU];
    }
  }
  return tables;
}

constexpr std::array<Table, 8> kTables = make_tables();

std::uint32_t byte_at(std::string_view bytes, std::size_t place) {
  return static_cast<unsigned char>(bytes[place]);
}

/// Returns the remainder after eight more bytes, from one entry of each table.
std::uint32_t after_eight(std::uint32_t remainder, std::string_view bytes) {
  std::uint32_t result = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    const std::uint32_t past = i < 4 ? (remainder >> (8 * i)) & 0xffU : 0U;
    result ^= kTables[7 - i][byte_at(bytes, i) ^ past];
  }
  return result;
}

std::string checksum_line(std::string_view bytes) {
  return fmt::format("crc32c {:08x}\n", crc32c(bytes));
}

}  // namespace

std::uint32_t crc32c(std::string_view bytes) {
  std::uint32_t remainder = ~0U;
  for (; bytes.size() >= 8; bytes.remove_prefix(8)) remainder = after_eight(remainder, bytes);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    remainder = (remainder >> 8U) ^ kTables[0][(remainder ^ byte_at(bytes, i)) & 0xffU];
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
