/// @file Conversion of text of unknown encoding to UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace raftup {

/// Returns the text unchanged if it is valid UTF-8. Otherwise each byte is converted as a character
/// of Latin-1 (ISO 8859-1), in which every byte is a character. Messages and JSON require valid
/// UTF-8.
std::string as_utf8(std::string_view text);

/// Returns at most `count` bytes from the start of as_utf8(text), without a part of a character at
/// the end.
std::string utf8_start(std::string_view text, std::size_t count);

}  // namespace raftup
