#include "hydro/database/readers/text_lines.hpp"

#include <fmt/format.h>

#include <charconv>

#include "hydro/base/error.hpp"

namespace raftup::hydro {

namespace {

constexpr std::string_view kWhiteSpace = " \t\r\v\f";

std::optional<double> parse_plain(std::string_view word) {
  double value = 0.0;
  const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (failure != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

/// Fortran's exponents in C's spelling: "1.5D-03" and "1.5-103" become "1.5E-03" and "1.5E-103".
std::string with_plain_exponent(std::string_view word) {
  std::string text(word);
  for (char& character : text) {
    if (character == 'D' || character == 'd') character = 'E';
  }
  const std::size_t sign = text.find_last_of("+-");
  const bool follows_digit =
      sign != std::string::npos && sign > 0 &&
      (std::isdigit(static_cast<unsigned char>(text[sign - 1])) != 0 || text[sign - 1] == '.');
  if (follows_digit) text.insert(sign, 1, 'E');
  return text;
}

}  // namespace

std::vector<TextLine> lines_of(const SourceFile& file) {
  const std::string_view text(reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size());
  std::vector<TextLine> lines;
  std::size_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    ++number;
    if (line.find_first_not_of(kWhiteSpace) != std::string_view::npos) {
      lines.push_back({number, line});
    }
    at = end + 1;
  }
  return lines;
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = text.find_first_not_of(kWhiteSpace); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(kWhiteSpace, at), text.size());
    words.push_back(text.substr(at, end - at));
    at = text.find_first_not_of(kWhiteSpace, end);
  }
  return words;
}

std::optional<double> parse_number(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  if (const auto plain = parse_plain(word)) return plain;
  return parse_plain(with_plain_exponent(word));
}

std::vector<double> numbers_of(const SourceFile& file, const TextLine& line, std::size_t count) {
  const std::vector<std::string_view> words = words_of(line.text);
  std::vector<double> numbers;
  for (const std::string_view word : words) {
    const auto number = parse_number(word);
    if (!number) refuse_line(file, line, fmt::format("must hold {} numbers", count));
    numbers.push_back(*number);
  }
  if (numbers.size() != count) refuse_line(file, line, fmt::format("must hold {} numbers", count));
  return numbers;
}

void refuse_line(const SourceFile& file, const TextLine& line, const std::string& rule) {
  constexpr std::size_t kShown = 100;
  throw Error(ErrorCode::kInvalidArgument,
              fmt::format("{} line {} {}, is \"{}\"", file.name, line.number, rule,
                          line.text.substr(0, kShown)));
}

}  // namespace raftup::hydro
