#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "solver/loads/lines/line_rod.hpp"
#include "solver/loads/lines/line_torsion.hpp"
#include "solver/loads/lines/sliding_rules.hpp"
#include "solver/model/loads/catenary_line.hpp"
#include "solver/model/loads/elastic_line.hpp"
#include "solver/model/model.hpp"

/// @file What is asked of the description of a line besides its force.
namespace raftup::solver {

namespace {

constexpr int kMostLineElements = 1000;
/// Largest axial stiffness per mass of the line [N/kg]: stretched by less than 1e-8 of its length by its
/// own weight, a line has a tension that its places in double precision do not give. A chain at rest
/// was right up to 2e9 N/kg and wrong at 1e10.
constexpr double kStiffest = 1e9;
/// Directions shorter than this have no direction [1].
constexpr double kShortest = 1e-12;

void check_section(const LineSection& section, const std::string& path, Violations& violations) {
  violations.require(section.elements >= 1 && section.elements <= kMostLineElements,
                     path + ".elements", fmt::format("must lie within 1 to {}", kMostLineElements),
                     fmt::format("{}", section.elements));
}

/// Most points of a curve: a measured one has some tens.
constexpr std::size_t kMostPoints = 1000;

void check_rising(const std::vector<double>& values, const std::string& path,
                  Violations& violations) {
  double before = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    violations.require(values[i] > before, fmt::format("{}[{}]", path, i),
                       i == 0 ? "must be above 0, where the curve begins"
                              : "must be above the one before, so that the curve rises",
                       fmt::format("{}", values[i]));
    before = values[i];
  }
}

void check_curve(const LineTensionCurve& curve, const std::string& path, Violations& violations) {
  const std::size_t points = curve.strain.size();
  violations.require(points >= 1 && points <= kMostPoints, path + ".strain",
                     fmt::format("must have 1 to {} values", kMostPoints),
                     fmt::format("{}", points));
  violations.require(curve.tension.size() == points, path + ".tension",
                     fmt::format("must have {} values, one for each strain", points),
                     fmt::format("{}", curve.tension.size()));
  check_rising(curve.strain, path + ".strain", violations);
  check_rising(curve.tension, path + ".tension", violations);
}

/// Returns the greatest stiffness that a section has [N].
double greatest_stiffness(const LineSection& section) {
  double greatest = section.axial_stiffness, strain = 0.0, tension = 0.0;
  if (section.tension_curve) {
    const LineTensionCurve& curve = *section.tension_curve;
    for (std::size_t i = 0; i < std::min(curve.strain.size(), curve.tension.size()); ++i) {
      const double width = curve.strain[i] - strain;
      if (width > 0.0) greatest = std::max(greatest, (curve.tension[i] - tension) / width);
      strain = curve.strain[i];
      tension = curve.tension[i];
    }
  }
  return greatest + section.dynamic_stiffness.value_or(section.axial_stiffness) -
         section.axial_stiffness;
}

/// Adds what a section breaks of the rules of tension curves and of creep.
void check_stretch(const ElasticLine& line, std::size_t section, const std::string& path,
                   Violations& violations) {
  const LineSection& of = line.sections[section];
  const bool slides = !line.eyes.empty() || (line.winch && section == 0);
  if (of.tension_curve) {
    check_curve(*of.tension_curve, path + ".tension_curve", violations);
    violations.require(!slides, path + ".tension_curve",
                       "must not be given where a line slides through eyes or onto a drum", "one");
  }
  violations.require(of.dynamic_stiffness.has_value() == of.relaxation_time.has_value(), path,
                     "must have both dynamic_stiffness and relaxation_time, or neither", "one");
  if (!of.dynamic_stiffness) return;
  violations.require(*of.dynamic_stiffness > of.axial_stiffness, path + ".dynamic_stiffness",
                     fmt::format("must be above axial_stiffness, {:g} N", of.axial_stiffness),
                     fmt::format("{:g} N", *of.dynamic_stiffness));
  violations.require(line.eyes.empty() && !line.winch, path + ".dynamic_stiffness",
                     "must not be given in a line with eyes or a winch", "one");
}

void check_stiffness(const ElasticLine& line, const std::string& path, Violations& violations) {
  double mass = 0.0;
  for (const LineSection& section : line.sections) {
    mass += section.length * section.mass_per_length + section.clump_mass;
  }
  for (std::size_t i = 0; i < line.sections.size(); ++i) {
    const double stiffness = greatest_stiffness(line.sections[i]);
    violations.require(!(stiffness > kStiffest * mass),
                       fmt::format("{}.sections[{}].axial_stiffness", path, i),
                       fmt::format("must be at most {:g} N for each of the {:.4g} kg of the line",
                                   kStiffest, mass),
                       fmt::format("{:g} N", stiffness));
  }
}

void check_direction(const std::optional<Vector3>& direction, const std::string& path,
                     Violations& violations) {
  violations.require(!direction || direction->norm() > kShortest, path, "must not be zero", "zero");
}

void check_clamp(const std::optional<Vector3>& direction, const std::optional<double>& stiffness,
                 const LineSection& section, const std::string& path, Violations& violations) {
  check_direction(direction, path + ".direction", violations);
  violations.require(!direction || section.bending_stiffness > 0.0, path + ".direction",
                     "clamps a line, whose section there must have a bending_stiffness", "none");
  violations.require(!stiffness || direction, path + ".turning_stiffness",
                     "is that of a clamp, which must have a direction", "none");
}

void check_second_end(const ElasticLine& line, const Model& model, const std::string& path,
                      Violations& violations) {
  const LineSecondEnd& end = line.end_b;
  const int ways = (end.body.empty() ? 0 : 1) + (end.anchor ? 1 : 0) + (end.free ? 1 : 0);
  violations.require(ways == 1, path + ".end_b", "must have one of body, anchor and free",
                     ways == 0 ? "none" : fmt::format("{} of them", ways));
  violations.require(!end.free || !end.direction, path + ".end_b.direction",
                     "must not be given at a free end", "one");
  violations.require(!end.body.empty() || end.point.isZero(0.0), path + ".end_b.point",
                     "is a point of end_b.body, which must be given; use anchor for the world",
                     "one");
  violations.require(end.body.empty() || end.body != line.end_a.body, path + ".end_b.body",
                     "must be another body than that of end_a", fmt::format("'{}'", end.body));
  if (end.anchor) check_anchor(*end.anchor, model, path + ".end_b.anchor", violations);
}

void check_break(const ElasticLine& line, const LineBreak& at, const std::string& path,
                 Violations& violations) {
  violations.require(
      !(at.arc >= line.length()), path + ".arc",
      fmt::format("must be less than the length of the line, {:.6g} m", line.length()),
      fmt::format("{} m", at.arc));
  violations.require(!at.time || !at.tension, path, "must not have both time and tension", "both");
  if (!at.strength) return;
  violations.require(!at.time && !at.tension, path + ".strength",
                     "must not be given with a time or a tension", "one");
  const LineStrength& strength = *at.strength;
  violations.require(!(strength.deviation > strength.mean), path + ".strength.deviation",
                     fmt::format("must not exceed the mean, {} N", strength.mean),
                     fmt::format("{} N", strength.deviation));
}

void check_breaks(const ElasticLine& line, const Model& model, const std::string& path,
                  Violations& violations) {
  for (std::size_t i = 0; i < line.breaks.size(); ++i) {
    check_break(line, line.breaks[i], fmt::format("{}.breaks[{}]", path, i), violations);
  }
  check_cut(line, model, path, violations);
  if (line.breaks.empty() || line.sections.empty()) return;
  violations.require(line.count_elements() > 1, path + ".breaks",
                     "must be at a node between the ends, and the line have two elements at least",
                     "one element");
  violations.require(!line.end_b.free, path + ".breaks",
                     "must not be given for a line whose end b is free", "a free end");
  const LineSection& last = line.sections.back();
  violations.require(last.clump_mass == 0.0 && last.clump_volume == 0.0, path + ".breaks",
                     "must not be given for a line with a clump at end b", "one");
}

/// Least z of a normal relative to its length [1]: what is steeper is no bottom.
constexpr double kLeastUpwards = 1e-12;
/// Depth below the bottom, relative to 1 m more than the depth itself, from which on a point lies below
/// it: heights are given with rounding.
constexpr double kBelowBottom = 1e-6;

/// Returns if it can be evaluated.
bool check_coordinates(const std::vector<double>& values, const std::string& path,
                       Violations& violations) {
  const std::size_t broken = violations.list().size();
  violations.require(values.size() >= 2, path, "must have two values at least",
                     fmt::format("{}", values.size()));
  const auto down = std::adjacent_find(values.begin(), values.end(), std::greater_equal<>());
  violations.require(down == values.end(), path, "must ascend strictly",
                     down == values.end() ? "" : fmt::format("{}, {}", *down, *(down + 1)));
  return violations.list().size() == broken;
}

/// Adds the violations of a grid, and returns true if it has none.
bool check_grid(const LineGround& ground, const std::string& path, Violations& violations) {
  const LineGroundGrid& grid = *ground.grid;
  const bool sorted = check_coordinates(grid.x, path + ".grid.x", violations) &&
                      check_coordinates(grid.y, path + ".grid.y", violations);
  const std::size_t points = grid.x.size() * grid.y.size();
  violations.require(
      grid.depth.size() == points, path + ".grid.depth",
      fmt::format("must have {} rows of {} numbers, as y and x have", grid.y.size(), grid.x.size()),
      fmt::format("{} numbers", grid.depth.size()));
  violations.require(!ground.height, path + ".height", "must be omitted where a grid is given",
                     fmt::format("{} m", ground.height.value_or(0.0)));
  violations.require(ground.normal.head<2>().isZero(0.0), path + ".normal",
                     "must be omitted where a grid is given", "a slope");
  return sorted && grid.depth.size() == points;
}

void check_covered(const LineGroundGrid& grid, const Vector3& point, const std::string& path,
                   Violations& violations) {
  const bool covered = point.x() >= grid.x.front() && point.x() <= grid.x.back() &&
                       point.y() >= grid.y.front() && point.y() <= grid.y.back();
  violations.require(
      covered, path,
      fmt::format(
          "must lie over the grid of the bottom, x {:.6g} to {:.6g} m, y {:.6g} to {:.6g} m",
          grid.x.front(), grid.x.back(), grid.y.front(), grid.y.back()),
      fmt::format("at ({:.6g}, {:.6g}) m", point.x(), point.y()));
}

void check_ground(const ElasticLine& line, const Model& model, const std::string& path,
                  Violations& violations) {
  const Vector3& normal = line.bottom.normal;
  const bool upwards = normal.z() > kLeastUpwards * normal.norm();
  violations.require(upwards, path + ".bottom.normal", "must point upwards",
                     fmt::format("z = {}", normal.z()));
  const bool usable = !line.bottom.grid || check_grid(line.bottom, path + ".bottom", violations);
  const std::unique_ptr<rods::Bottom> bottom =
      upwards && usable ? make_bottom(line, model) : nullptr;
  if (!bottom) return;
  const auto check_end = [&](const Vector3& point, const std::string& at, const char* when) {
    if (line.bottom.grid) check_covered(*line.bottom.grid, point, at, violations);
    const double height = bottom->at(point.x(), point.y()).height;
    violations.require(height - point.z() <= kBelowBottom * (1.0 + std::abs(height)), at,
                       fmt::format("must not lie below the bottom of the line{}", when),
                       fmt::format("{:.6g} m below it", height - point.z()));
  };
  if (line.end_b.anchor) check_end(*line.end_b.anchor, path + ".end_b.anchor", "");
  const auto first = initial_position(model, line.end_a.body, line.end_a.point);
  if (first) check_end(*first, path + ".end_a.point", " at t = 0");
  if (!line.bottom.grid || line.end_b.body.empty()) return;
  const auto last = initial_position(model, line.end_b.body, line.end_b.point);
  if (last) check_end(*last, path + ".end_b.point", " at t = 0");
}

}  // namespace

int ElasticLine::count_elements() const {
  int count = 0;
  // A section with a number out of range is refused; it must not overflow the sum meanwhile.
  for (const LineSection& section : sections) {
    count += std::clamp(section.elements, 0, kMostLineElements + 1);
  }
  return count;
}

double ElasticLine::length() const {
  double sum = 0.0;
  for (const LineSection& section : sections) sum += section.length;
  return sum;
}

bool ElasticLine::creeps() const {
  return std::any_of(sections.begin(), sections.end(), [](const LineSection& section) {
    return section.dynamic_stiffness.has_value();
  });
}

std::optional<double> ElasticLine::bottom_height(const Model& model) const {
  if (above_bottom || bottom.grid) return std::nullopt;
  if (bottom.height) return bottom.height;
  if (end_b.anchor) {
    const Vector3& anchor = *end_b.anchor;
    return anchor.z() + bottom.normal.head<2>().dot(anchor.head<2>()) / bottom.normal.z();
  }
  if (!std::isfinite(model.water_depth)) return std::nullopt;
  return -model.water_depth;
}

std::vector<LoadOutput> ElasticLine::outputs() const {
  const int elements = most_elements();
  std::vector<LoadOutput> outputs{
      {"tension", "N", "force on the body at end a, mean over a step"},
      {"anchor_tension", "N", "force on what holds end b, mean over a step"},
      {"length_on_bottom", "m", "unstretched length that the bottom supports"},
      {"top_angle", "rad", "of the line at end a, downwards from the horizontal"},
      {"touchdown", "m", "node nearest to end a that the bottom supports, or end b", 3, "world"},
      {"shape", "m", "x, y, z of every node, from end a to end b", 3 * (elements + 1), "world"},
      {"tensions", "N", "tension of every element, from end a to end b", elements},
      {"curvatures", "1/m", "curvature at every node, from end a to end b", elements + 1},
      {"broken", "m", "arc length from end a to where it has broken; 0 while it is whole"}};
  if (torsion) outputs.push_back({"torque", "N m", "torque of the torsion, mean over a step"});
  if (winch) {
    outputs.push_back({"length", "m", "unstretched length that is out"});
    outputs.push_back({"speed", "m/s", "speed at which the drum hauls in"});
    outputs.push_back({"drum_force", "N", "force of the line on the drum"});
    outputs.push_back({"reserve", "m", "length that is out and not yet in the line"});
  }
  if (eyes.empty()) return outputs;
  const int count = count_eyes();
  outputs.push_back({"eye_slip", "m", "length that has passed every eye towards end b", count});
  outputs.push_back({"eye_force", "N", "force of the line on every eye", count});
  return outputs;
}

std::optional<HangingLine> ElasticLine::hanging_line(const Model& model) const {
  if (end_b.free) return std::nullopt;
  HangingLine line{end_a.body, end_a.point, end_b.body, end_b.anchor.value_or(end_b.point),
                   above_bottom || bottom.height || bottom.grid};
  for (const LineSection& section : sections) {
    const double displaced = 0.25 * std::numbers::pi * section.diameter * section.diameter;
    const double mass = section.length * section.mass_per_length + section.clump_mass;
    const double volume = section.length * displaced + section.clump_volume;
    line.length += section.length;
    line.weight += (mass - model.water_density * volume) * model.gravity;
    line.softest = std::min(line.softest, section.axial_stiffness);
  }
  return line;
}

std::string ElasticLine::linear_limit(const std::string& name) const {
  if (!eyes.empty()) {
    return fmt::format(
        "line {} is that of small motions about its static shape{}: it slips through eyes without "
        "friction and is held by the others",
        name, !above_bottom && bottom.friction > 0.0 ? ", on a bottom without friction" : "");
  }
  return fmt::format(
      "line {} is that of small motions about rest{}{}: its angles and curvatures are those "
      "of its static shape, modes have its inertia of slow motions",
      name, !above_bottom && bottom.friction > 0.0 ? ", on a bottom without friction" : "",
      torsion ? ", whose torque does not bend it" : "");
}

void ElasticLine::check(const Model& model, const std::string& path, Violations& violations) const {
  violations.require(!sections.empty(), path + ".sections", "must not be empty", "none");
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const std::string at = fmt::format("{}.sections[{}]", path, i);
    check_section(sections[i], at, violations);
    check_stretch(*this, i, at, violations);
  }
  check_stiffness(*this, path, violations);
  const int elements = most_elements();
  violations.require(elements <= kMostLineElements, path + ".sections",
                     fmt::format("must have at most {} elements together, with what a winch stores",
                                 kMostLineElements),
                     fmt::format("{}", elements));
  check_second_end(*this, model, path, violations);
  if (!sections.empty()) {
    check_clamp(end_a.direction, end_a.turning_stiffness, sections.front(), path + ".end_a",
                violations);
    check_clamp(end_b.direction, end_b.turning_stiffness, sections.back(), path + ".end_b",
                violations);
  }
  check_torsion(*this, path, violations);
  check_ground(*this, model, path, violations);
  check_breaks(*this, model, path, violations);
  if (!eyes.empty()) check_eyes(*this, path, violations);
  if (winch) check_winch(*this, model, path + ".winch", violations);
  if (!model.stepper) return;
  const StepperKind stepper = *model.stepper;
  const bool implicit = stepper == StepperKind::kMidpoint || stepper == StepperKind::kMoreauJean;
  violations.require(implicit, "integration.stepper",
                     fmt::format("must be midpoint or moreau_jean, or none, since {} is solved "
                                 "together with the bodies",
                                 path),
                     std::string(name_of(stepper)));
}

}  // namespace raftup::solver
