#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace raftup::server {

/// CRC-32C (Castagnoli: reflected polynomial 0x82f63b78, initial value and final xor 0xffffffff).
/// @source RFC 3720, appendix B.4
std::uint32_t crc32c(std::string_view bytes);

/// `bytes` preceded by a line with their checksum, by which damage of a stored file is detected.
std::string with_checksum(std::string_view bytes);

/// The argument of with_checksum(), as a view into `sealed`; nothing if the checksum is wrong.
std::optional<std::string_view> without_checksum(std::string_view sealed);

}  // namespace raftup::server
