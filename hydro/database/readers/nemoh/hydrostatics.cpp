#include "hydro/database/readers/nemoh/hydrostatics.hpp"

#include <fmt/format.h>

#include <string_view>

#include "hydro/base/error.hpp"

namespace raftup::hydro {

namespace {

/// Returns the number that follows the equality sign number `place` of a line.
double value_after_equality(const SourceFile& file, const TextLine& line, int place) {
  std::size_t at = 0;
  for (int i = 0; i <= place; ++i) {
    at = line.text.find('=', at);
    if (at == std::string_view::npos) {
      refuse_line(file, line, "must hold \"XF = NUMBER - XG = NUMBER\"");
    }
    ++at;
  }
  const std::vector<std::string_view> words = words_of(line.text.substr(at));
  const auto number = words.empty() ? std::nullopt : parse_number(words.front());
  if (!number) refuse_line(file, line, "must have a number after \"=\"");
  return *number;
}

}  // namespace

NemohHydrostatics read_nemoh_hydrostatics(const SourceFile& file) {
  const std::vector<TextLine> lines = lines_of(file);
  require(lines.size() >= 4,
          fmt::format("{} must have four lines (x, y, z and displacement), has {}", file.name,
                      lines.size()));
  NemohHydrostatics result{};
  for (Eigen::Index axis = 0; axis < 3; ++axis) {
    const TextLine& line = lines[static_cast<std::size_t>(axis)];
    result.center_of_buoyancy[axis] = value_after_equality(file, line, 0);
    result.center_of_gravity[axis] = value_after_equality(file, line, 1);
  }
  result.displaced_volume = value_after_equality(file, lines[3], 0);
  return result;
}

Matrix6 read_nemoh_stiffness(const SourceFile& file) {
  const std::vector<TextLine> lines = lines_of(file);
  require(lines.size() == kDofs,
          fmt::format("{} must have six rows, has {}", file.name, lines.size()));
  Matrix6 stiffness;
  for (Eigen::Index row = 0; row < kDofs; ++row) {
    const TextLine& line = lines[static_cast<std::size_t>(row)];
    const std::vector<double> numbers = numbers_of(file, line, kDofs);
    stiffness.row(row) = Eigen::Map<const Eigen::RowVectorXd>(numbers.data(), kDofs);
  }
  return stiffness;
}

NemohFiles::NemohFiles(std::span<const SourceFile> files) {
  for (const SourceFile& file : files) {
    const std::string_view text(reinterpret_cast<const char*>(file.bytes.data()),
                                file.bytes.size());
    if (text.find('=') != std::string_view::npos) {
      points.push_back(read_nemoh_hydrostatics(file));
    } else {
      stiffness.push_back(read_nemoh_stiffness(file));
    }
  }
}

}  // namespace raftup::hydro
