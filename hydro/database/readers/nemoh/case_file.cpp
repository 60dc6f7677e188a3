#include "hydro/database/readers/nemoh/case_file.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"

namespace raftup::hydro {

namespace {

constexpr double kMostBodies = 1000.0;       ///< beyond any case that NEMOH can solve
constexpr double kMostFrequencies = 1e6;     ///< likewise
constexpr std::size_t kNumbersOfMotion = 7;  ///< kind, axis and point

/// The lines of a file without headings ("--- Body 1 ---"), read from the first to the last.
class Lines {
 public:
  explicit Lines(const SourceFile& file) : file_(file) {
    for (const TextLine& line : lines_of(file)) {
      if (line.text.substr(line.text.find_first_not_of(" \t")).starts_with("---")) continue;
      lines_.push_back(line);
    }
  }

  const TextLine& line() const { return lines_[next_ - 1]; }  ///< that was read last
  void skip(const std::string& what) { advance(what); }

  /// Reads the numbers before the first word of the next line that is none.
  std::vector<double> numbers(std::size_t at_least, const std::string& what) {
    std::vector<double> found;
    for (const std::string_view word : words_of(advance(what).text)) {
      const auto number = parse_number(word);
      if (!number) break;
      found.push_back(*number);
    }
    if (found.size() < at_least) refuse("must begin with " + what);
    return found;
  }
  Eigen::Index count(double limit, const std::string& what) {
    const double value = numbers(1, what).front();
    if (!(value >= 0.0) || value > limit || value != std::floor(value)) {
      refuse(fmt::format("must begin with {}, 0 to {:g}", what, limit));
    }
    return to_integer<Eigen::Index>(value, what);
  }
  [[noreturn]] void refuse(const std::string& rule) const { refuse_line(file_, line(), rule); }

 private:
  const TextLine& advance(const std::string& what) {
    require(next_ < lines_.size(),
            fmt::format("{} must hold {}, ends before it", file_.name, what));
    return lines_[next_++];
  }

  const SourceFile& file_;
  std::vector<TextLine> lines_;
  std::size_t next_ = 0;
};

/// Reads six motions or forces: three along the axes, three about them.
/// @returns the point of the latter [m]
Vector3 read_motions(Lines& lines, const std::string& what) {
  if (lines.count(kMostBodies, "the number of " + what) != kDofs) {
    lines.refuse(fmt::format("must be 6 {}, surge to yaw: others are not read", what));
  }
  Vector3 point = Vector3::Zero();
  for (Eigen::Index dof = 0; dof < kDofs; ++dof) {
    const std::vector<double> row = lines.numbers(kNumbersOfMotion, "kind, axis and point");
    Vector3 axis = Vector3::Zero();
    axis[dof % 3] = 1.0;
    const bool turns = dof >= 3;
    const bool fits = row[0] == (turns ? 2.0 : 1.0) && Vector3(row[1], row[2], row[3]) == axis;
    if (!fits) {
      lines.refuse(
          fmt::format("must be number {} of surge, sway, heave, roll, pitch and yaw: "
                      "other motions, and another order, are not read",
                      dof + 1));
    }
    const Vector3 here(row[4], row[5], row[6]);
    if (dof == 3) point = here;
    if (dof > 3 && here != point) lines.refuse("must turn about the point of roll");
  }
  return point;
}

Vector3 read_body(Lines& lines) {
  lines.skip("the name of a mesh");
  lines.skip("the numbers of points and panels");
  const Vector3 point = read_motions(lines, "degrees of freedom");
  if (read_motions(lines, "forces") != point) {
    lines.refuse("must have the moments about the point about which the body turns");
  }
  const Eigen::Index further = lines.count(kMostBodies, "the number of additional lines");
  for (Eigen::Index i = 0; i < further; ++i) lines.skip("an additional line");
  return point;
}

/// Version 2 has count, first and last; version 3 has a type of frequency before them.
Eigen::Index read_frequency_count(Lines& lines) {
  const std::vector<double> row = lines.numbers(3, "number, first and last of the frequencies");
  const double count = row.size() >= 4 ? row[1] : row[0];
  if (!(count >= 1.0) || count > kMostFrequencies || count != std::floor(count)) {
    lines.refuse("must have a whole number of frequencies, one at least");
  }
  return to_integer<Eigen::Index>(count, "number of frequencies");
}

}  // namespace

NemohCase read_nemoh_case(const SourceFile& file) {
  Lines lines(file);
  NemohCase found;
  found.water_density = lines.numbers(1, "the density of the water").front();
  found.gravity = lines.numbers(1, "gravity").front();
  const double depth = lines.numbers(1, "the depth of the water").front();
  found.water_depth = depth == 0.0 ? std::numeric_limits<double>::infinity() : depth;
  const std::vector<double> origin = lines.numbers(2, "XEFF and YEFF");
  found.wave_origin = {origin[0], origin[1]};
  const Eigen::Index bodies = lines.count(kMostBodies, "the number of bodies");
  if (bodies == 0) lines.refuse("must be at least one body");
  for (Eigen::Index i = 0; i < bodies; ++i) found.rotation_points.push_back(read_body(lines));
  found.frequency_count = read_frequency_count(lines);
  return found;
}

}  // namespace raftup::hydro
