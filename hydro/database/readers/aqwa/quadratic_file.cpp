#include "hydro/database/readers/aqwa/quadratic_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/dispersion.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

constexpr double kMostGridValues = 1000.0;  ///< headings or frequencies; AQWA allows 41 and 100
constexpr double kSameDirection = 1e-6;     ///< deg, of -180 and 180

/// The numbers of a file behind its first line, in their order.
class QuadraticNumbers {
 public:
  explicit QuadraticNumbers(const SourceFile& file) : file_(file) {
    const std::vector<TextLine> lines = lines_of(file);
    for (std::size_t i = 1; i < lines.size(); ++i) {
      for (const std::string_view word : words_of(lines[i].text)) {
        const auto number = parse_number(word);
        if (!number || !std::isfinite(*number)) {
          refuse_word(file, lines[i], word, "must be a number");
        }
        values_.push_back(*number);
        lines_.push_back(lines[i]);
      }
    }
  }

  bool at_end() const { return next_ == values_.size(); }
  double next(const std::string& what) {
    require(!at_end(),
            fmt::format("{} must go on with {}, ends before it: is it cut?", file_.name, what));
    return values_[next_++];
  }
  /// A whole number from 1 to a limit.
  Index next_count(const std::string& what, double limit) {
    const double value = next(what);
    if (!(value >= 1.0) || value > limit || value != std::floor(value)) {
      refuse(fmt::format("must have {} of 1 to {:g}, has {:g}", what, limit, value));
    }
    return to_integer<Index>(value, what);
  }
  Index next_index(const std::string& what, Index limit) {
    return next_count(what, static_cast<double>(limit)) - 1;
  }
  Vector6 next_dofs() {
    Vector6 row;
    for (double& value : row) value = next("six values");
    return row;
  }
  VectorXd next_grid(const std::string& what, Index count) {
    VectorXd grid(count);
    for (double& value : grid) value = next(what);
    return grid;
  }
  /// Refuses the line of the number that was read last.
  [[noreturn]] void refuse(const std::string& rule) const {
    refuse_line(file_, lines_[next_ - 1], rule);
  }

 private:
  const SourceFile& file_;
  std::vector<double> values_;
  std::vector<TextLine> lines_;  ///< of each value
  std::size_t next_ = 0;
};

class QuadraticReader {
 public:
  QuadraticReader(const SourceFile& file, Database& database)
      : file_(file), numbers_(file), database_(database) {}

  void read() {
    read_grids();
    while (!numbers_.at_end()) read_record();
    keep();
    if (!has_sums_) return;
    database_.findings.push_back(
        {"qtf_sum_left_out", Severity::kWarning,
         file_.name + ": sum-frequency forces are left out: the sign of their phases is not known",
         0.0});
  }

 private:
  using Entry = QuadraticTransferFunction::Entry;

  void read_grids();
  void read_record();
  void keep();
  Entry& entry(Index structure, Index heading, Index dof) {
    const Index place = (structure * headings_.size() + heading) * kDofs + dof;
    return entries_[static_cast<std::size_t>(place)];
  }
  bool repeats_another(Index heading) const;

  const SourceFile& file_;
  QuadraticNumbers numbers_;
  Database& database_;
  VectorXd headings_, omega_;  ///< [deg], [rad/s]
  std::vector<Entry> entries_;
  bool has_sums_ = false;
};

/// The grids are repeated for every structure and must be the same.
void QuadraticReader::read_grids() {
  for (Index i = 0; i < database_.body_count(); ++i) {
    if (numbers_.next_index("number of a structure", database_.body_count()) != i) {
      numbers_.refuse("must list structures from 1 on");
    }
    const Index headings = numbers_.next_count("a number of headings", kMostGridValues);
    const Index frequencies = numbers_.next_count("a number of frequencies", kMostGridValues);
    const VectorXd directions = numbers_.next_grid("headings", headings);
    const VectorXd omega = numbers_.next_grid("frequencies", frequencies);
    if (i == 0) {
      headings_ = directions;
      omega_ = omega;
    } else if (directions.size() != headings_.size() || omega.size() != omega_.size() ||
               directions != headings_ || omega != omega_) {
      numbers_.refuse("must have the headings and frequencies of structure 1");
    }
  }
  const MatrixXcd open = MatrixXcd::Constant(omega_.size(), omega_.size(), std::nan(""));
  for (Index i = 0; i < database_.body_count(); ++i) {
    for (const double heading : headings_) {
      const double direction = heading * kRadiansPerDegree;
      for (Index dof = 0; dof < kDofs; ++dof) {
        entries_.push_back({kDofs * i + dof, direction, direction, open});
      }
    }
  }
}

void QuadraticReader::read_record() {
  const Index structure = numbers_.next_index("number of a structure", database_.body_count());
  const Index heading = numbers_.next_index("number of a heading", headings_.size());
  const Index m = numbers_.next_index("number of a frequency", omega_.size());
  const Index n = numbers_.next_index("number of a frequency", omega_.size());
  if (!std::isnan(entry(structure, heading, 0).values(m, n).real())) {
    numbers_.refuse("must be of a pair that did not come before");
  }
  const Vector3& center = database_.bodies[static_cast<std::size_t>(structure)].center_of_gravity;
  const double b = headings_[heading] * kRadiansPerDegree;
  const double along = center.x() * std::cos(b) + center.y() * std::sin(b);
  const double km = wavenumber(omega_[m], database_.water_depth, database_.gravity);
  const double kn = wavenumber(omega_[n], database_.water_depth, database_.gravity);
  const Vector6 real = numbers_.next_dofs(), imaginary = numbers_.next_dofs();
  const double turn = (km - kn) * along;
  const Complex to_origin(std::cos(turn), -std::sin(turn));
  for (Index dof = 0; dof < kDofs; ++dof) {
    entry(structure, heading, dof).values(m, n) = Complex(real[dof], imaginary[dof]) * to_origin;
  }
  const Vector6 real_sum = numbers_.next_dofs(), imaginary_sum = numbers_.next_dofs();
  has_sums_ = has_sums_ || !real_sum.isZero(0.0) || !imaginary_sum.isZero(0.0);
}

bool QuadraticReader::repeats_another(Index heading) const {
  for (Index other = 0; other < heading; ++other) {
    const double apart = std::remainder(headings_[heading] - headings_[other], 360.0);
    if (std::abs(apart) < kSameDirection) return true;
  }
  return false;
}

void QuadraticReader::keep() {
  database_.qtf_difference.omega = omega_;
  for (Index i = 0; i < database_.body_count(); ++i) {
    for (Index h = 0; h < headings_.size(); ++h) {
      if (repeats_another(h)) continue;
      for (Index dof = 0; dof < kDofs; ++dof) {
        Entry& of = entry(i, h, dof);
        require(of.values.allFinite(),
                fmt::format("{} must have every pair of its {} frequencies, lacks some of "
                            "structure {} at {:g} deg: is it cut?",
                            file_.name, omega_.size(), i + 1, headings_[h]));
        database_.qtf_difference.entries.push_back(std::move(of));
      }
    }
  }
}

}  // namespace

void add_aqwa_qtfs(const SourceFile& file, Database& database) {
  QuadraticReader(file, database).read();
}

}  // namespace raftup::hydro
