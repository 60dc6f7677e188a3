#include "hydro/base/utf8.hpp"

#include <algorithm>

namespace raftup {

namespace {

bool continues(char character) { return (static_cast<unsigned char>(character) & 0xC0U) == 0x80U; }

/// Returns the length in bytes of the UTF-8 character at the start of `text`; 0 if there is none
/// because of a wrong first byte, a missing continuation, a longer form than needed, a surrogate,
/// or a value beyond U+10FFFF.
std::size_t character_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80U) return 1;
  const std::size_t length = first >= 0xF0U ? 4 : (first >= 0xE0U ? 3 : 2);
  if (first < 0xC2U || first > 0xF4U || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (!continues(text[i])) return 0;
  }
  const auto second = static_cast<unsigned char>(text[1]);
  const bool is_wrong = (first == 0xE0U && second < 0xA0U) || (first == 0xEDU && second > 0x9FU) ||
                        (first == 0xF0U && second < 0x90U) || (first == 0xF4U && second > 0x8FU);
  return is_wrong ? 0 : length;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace

std::string as_utf8(std::string_view text) {
  if (is_utf8(text)) return std::string(text);
  std::string converted;
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    if (byte < 0x80U) {
      converted += character;
    } else {
      converted += static_cast<char>(0xC0U | (byte >> 6U));
      converted += static_cast<char>(0x80U | (byte & 0x3FU));
    }
  }
  return converted;
}

std::string utf8_start(std::string_view text, std::size_t count) {
  std::string start = as_utf8(text);
  if (start.size() <= count) return start;
  while (count > 0 && continues(start[count])) --count;
  start.resize(count);
  return start;
}

}  // namespace raftup
