/// @file Text of unknown encoding as UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace raftup {

/// The text itself where it is valid UTF-8. Otherwise each of its bytes is read as a character of
/// Latin-1 (ISO 8859-1), which gives every byte a meaning: messages and JSON take UTF-8 alone.
std::string as_utf8(std::string_view text);

/// At most `count` bytes from the start of `text`, as as_utf8(), without half a character at the
/// end.
std::string utf8_start(std::string_view text, std::size_t count);

}  // namespace raftup
