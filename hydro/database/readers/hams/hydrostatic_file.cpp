#include "hydro/database/readers/hams/hydrostatic_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "hydro/base/error.hpp"

namespace raftup::hydro {

namespace {

/// The rows below the titles of a file.
class TitledRows {
 public:
  explicit TitledRows(const SourceFile& file) : file_(file), lines_(lines_of(file)) {}

  bool has(std::string_view title) const { return find(title) < lines_.size(); }

  Vector3 point(std::string_view title) const {
    const std::vector<double> row = row_below(title, 0, 3);
    return {row[0], row[1], row[2]};
  }
  Matrix6 matrix(std::string_view title) const {
    Matrix6 matrix;
    for (Eigen::Index i = 0; i < kDofs; ++i) {
      const std::vector<double> row = row_below(title, static_cast<std::size_t>(i), kDofs);
      matrix.row(i) = Eigen::Map<const Eigen::RowVectorXd>(row.data(), kDofs);
    }
    return matrix;
  }
  Matrix6 optional_matrix(std::string_view title) const {
    return has(title) ? matrix(title) : Matrix6(Matrix6::Zero());
  }

 private:
  std::size_t find(std::string_view title) const {
    const auto found = std::find_if(lines_.begin(), lines_.end(), [&](const TextLine& line) {
      return line.text.find(title) != std::string_view::npos;
    });
    return static_cast<std::size_t>(found - lines_.begin());
  }
  std::vector<double> row_below(std::string_view title, std::size_t row, std::size_t count) const {
    const std::size_t at = find(title) + 1 + row;
    require(has(title), fmt::format("{} must have \"{}\"", file_.name, title));
    if (at >= lines_.size()) {
      refuse_line(file_, lines_.back(), fmt::format("must be followed by the rest of {}", title));
    }
    return finite_numbers_of(file_, lines_[at], count);
  }

  const SourceFile& file_;
  std::vector<TextLine> lines_;
};

}  // namespace

HamsHydrostatics read_hams_hydrostatics(const SourceFile& file) {
  const TitledRows rows(file);
  return {rows.point("Center of Gravity"),
          rows.matrix("Body Mass Matrix"),
          rows.matrix("Hydrostatic Restoring Matrix"),
          rows.optional_matrix("External Linear Damping Matrix"),
          rows.optional_matrix("External Quadratic Damping Matrix"),
          rows.optional_matrix("External Restoring Matrix")};
}

}  // namespace raftup::hydro
