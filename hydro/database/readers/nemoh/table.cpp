#include "hydro/database/readers/nemoh/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"

namespace raftup::hydro {

namespace {

constexpr double kMostRows = 1e6;  ///< frequencies, beyond any case

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return lower;
}

bool is_zone(const TextLine& line) {
  return lower_case(words_of(line.text).front()).starts_with("zone");
}

/// The first number behind a word, which may be preceded by "=" and spaces.
std::optional<double> number_after(std::string_view text, std::string_view word) {
  const std::size_t at = lower_case(text).find(lower_case(word));
  if (at == std::string_view::npos) return std::nullopt;
  std::string rest(text.substr(at + word.size()));
  const std::size_t first = rest.find_first_not_of("= \t");
  if (first == std::string::npos) return std::nullopt;
  rest = rest.substr(first, rest.find_first_of(" ,\"\t", first) - first);
  return parse_number(rest);
}

void check_unit(const SourceFile& file, const TextLine& line) {
  if (lower_case(line.text).find("w (rad/s)") == std::string::npos) {
    refuse_line(file, line,
                "must have \"w (rad/s)\" as its first variable: other units of frequency "
                "are not read");
  }
}

NemohZone begin_zone(const SourceFile& file, const TextLine& line, Eigen::Index columns) {
  const std::size_t open = line.text.find('"');
  const std::size_t close = line.text.rfind('"');
  if (open == std::string_view::npos || close == open) refuse_line(file, line, "must have a title");
  const auto rows = number_after(line.text.substr(close), "i=");
  if (!rows || !(*rows >= 1.0) || *rows > kMostRows || *rows != std::floor(*rows)) {
    refuse_line(file, line, "must have its number of rows, I=");
  }
  return {line, std::string(line.text.substr(open + 1, close - open - 1)),
          RowMajorMatrix(to_integer<Eigen::Index>(*rows, "number of rows"), columns)};
}

}  // namespace

std::vector<NemohZone> read_nemoh_table(const SourceFile& file, Eigen::Index columns) {
  std::vector<NemohZone> zones;
  Eigen::Index filled = 0;
  const auto check_whole = [&] {
    if (zones.empty() || filled == zones.back().rows.size()) return;
    refuse_line(file, zones.back().heading,
                fmt::format("must have {} rows of {} numbers, has {} numbers",
                            zones.back().rows.rows(), columns, filled));
  };
  for (const TextLine& line : lines_of(file)) {
    if (is_zone(line)) {
      check_whole();
      zones.push_back(begin_zone(file, line, columns));
      filled = 0;
      continue;
    }
    if (zones.empty()) {
      if (lower_case(line.text).find("variables") != std::string::npos) check_unit(file, line);
      continue;
    }
    for (const std::string_view word : words_of(line.text)) {
      const auto number = parse_number(word);
      if (!number) refuse_line(file, line, "must hold numbers alone");
      if (filled == zones.back().rows.size()) refuse_line(file, line, "is behind the last row");
      zones.back().rows.data()[filled++] = *number;
    }
  }
  check_whole();
  require(!zones.empty(), file.name + " must have zones, has none");
  return zones;
}

double nemoh_number_after(const SourceFile& file, const NemohZone& zone, std::string_view word) {
  const auto number = number_after(zone.title, word);
  if (!number) refuse_line(file, zone.heading, fmt::format("must have a number behind {}", word));
  return *number;
}

}  // namespace raftup::hydro
