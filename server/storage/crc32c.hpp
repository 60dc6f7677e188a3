#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace raftup::server {

/// Returns the checksum CRC-32C (Castagnoli) of `bytes`: reflected polynomial 0x82f63b78, initial
/// value and final xor 0xffffffff.
/// @source RFC 3720, appendix B.4
std::uint32_t crc32c(std::string_view bytes);

/// Returns `bytes` preceded by a text line with their checksum, so that damage of a stored file can
/// be detected.
std::string with_checksum(std::string_view bytes);

/// Returns the bytes after the line with the checksum, as a view into `sealed`; none if the
/// checksum does not match the bytes.
std::optional<std::string_view> without_checksum(std::string_view sealed);

}  // namespace raftup::server
