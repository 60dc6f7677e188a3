#include "hydro/database/readers/wamit/numeric_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/base/error.hpp"

namespace raftup::hydro {

namespace {

constexpr double kMaximumDofs = 6000;  ///< a thousand bodies

/// Columns of a quantity; where its dofs stand.
struct Columns {
  std::size_t count;
  std::vector<std::size_t> dofs;
};

Columns columns_of(WamitQuantity quantity) {
  switch (quantity) {
    case WamitQuantity::kRadiation:
      return {5, {1, 2}};
    case WamitQuantity::kForce:
      return {7, {2}};
    case WamitQuantity::kHydrostatics:
      return {3, {0, 1}};
    default:
      return {8, {3}};
  }
}

std::optional<std::vector<double>> numbers_in(const TextLine& line) {
  std::vector<double> numbers;
  for (const std::string_view word : words_of(line.text)) {
    const auto number = parse_number(word);
    if (!number || !std::isfinite(*number)) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

bool is_dof(double value) {
  return value >= 1.0 && value <= kMaximumDofs && value == std::floor(value);
}

bool fits(const std::vector<double>& row, const Columns& columns) {
  return row.size() == columns.count &&
         std::all_of(columns.dofs.begin(), columns.dofs.end(),
                     [&](std::size_t column) { return is_dof(row[column]); });
}

std::optional<WamitQuantity> quantity_of(std::vector<double> row) {
  if (row.size() == 4) row.resize(5);
  for (const auto quantity : {WamitQuantity::kRadiation, WamitQuantity::kForce,
                              WamitQuantity::kHydrostatics, WamitQuantity::kDrift}) {
    if (fits(row, columns_of(quantity))) return quantity;
  }
  return std::nullopt;
}

}  // namespace

std::optional<WamitQuantity> wamit_quantity(const std::vector<TextLine>& lines) {
  for (std::size_t i = 0; i < std::min<std::size_t>(2, lines.size()); ++i) {
    if (const auto numbers = numbers_in(lines[i])) return quantity_of(*numbers);
  }
  return std::nullopt;
}

WamitTable read_wamit_table(const SourceFile& file, WamitQuantity quantity) {
  const Columns columns = columns_of(quantity);
  WamitTable table;
  const std::vector<TextLine> lines = lines_of(file);
  require(file.bytes.back() == static_cast<std::byte>('\n'),
          file.name + " must end with the end of a line: is it truncated?");
  for (const TextLine& line : lines) {
    std::optional<std::vector<double>> row = numbers_in(line);
    if (!row && line.number == lines.front().number) continue;  // the heading
    const bool is_limit = row && row->size() == 4 && row->front() <= 0.0;
    if (is_limit && quantity == WamitQuantity::kRadiation) row->push_back(0.0);
    if (!row || !fits(*row, columns)) {
      refuse_line(file, line,
                  fmt::format("must have {} numbers, with dofs from 1 in {} of them", columns.count,
                              columns.dofs.size()));
    }
    for (const std::size_t column : columns.dofs) (*row)[column] -= 1.0;
    table.rows.push_back(std::move(*row));
  }
  return table;
}

}  // namespace raftup::hydro
