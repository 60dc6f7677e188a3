#include "solver/loads/lines/line_torsion.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "solver/model/loads/elastic_line.hpp"

namespace raftup::solver {

namespace {

/// Least part of a director across the direction of its clamp [1]: below, the director is one of the
/// direction, and its projection says nothing.
constexpr double kLeastAcross = 1e-3;

/// Returns the part of a vector across a direction, relative to the vector.
Vector3 part_across(const Vector3& vector, const Vector3& direction) {
  const Vector3 unit = vector.normalized(), along = direction.normalized();
  return unit - along.dot(unit) * along;
}

void check_director(const std::optional<Vector3>& director, const std::optional<Vector3>& direction,
                    bool twists, const std::string& path, Violations& violations) {
  violations.require(!director || twists, path + ".director", "is that of a line with torsion",
                     "none");
  if (!twists) return;
  violations.require(direction.has_value(), path + ".direction",
                     "must be given for a line with torsion, which is clamped at both ends",
                     "none");
  if (!direction || direction->isZero(0.0)) return;
  const Vector3 given = director.value_or(Vector3::UnitX());
  violations.require(
      !given.isZero(0.0) && part_across(given, *direction).norm() > kLeastAcross,
      path + ".director",
      director ? "must not be along the direction of the clamp"
               : "must be given where the direction of the clamp is along the x axis of the body",
      director ? fmt::format("({}, {}, {})", given.x(), given.y(), given.z()) : "none");
}

}  // namespace

LineTorsion::LineTorsion(const ElasticLine& line, const rods::DiscreteRod& rod, const Model& model)
    : compliance_(rods::Twist(rod).compliance()) {
  const auto end = [&model](const std::string& body, const Vector3& direction,
                            const std::optional<Vector3>& director) {
    return End{body.empty() ? std::nullopt : std::optional(find_body(model, body)),
               direction.normalized(),
               part_across(director.value_or(Vector3::UnitX()), direction).normalized()};
  };
  ends_[0] = end(line.end_a.body, *line.end_a.direction, line.end_a.director);
  ends_[1] = end(line.end_b.body, *line.end_b.direction, line.end_b.director);
}

Vector3 LineTorsion::turned(const End& end, const Vector3& vector, const Kinematics& bodies) {
  return end.body ? Vector3(bodies[*end.body].rotation * vector) : vector;
}

rods::Directors LineTorsion::directors(const Kinematics& bodies) const {
  return {turned(ends_[0], ends_[0].director, bodies), turned(ends_[1], ends_[1].director, bodies)};
}

void LineTorsion::add_torque(double torque, const Kinematics& bodies, BodyVectors& wrenches) const {
  for (const End& end : ends_) {
    if (end.body) wrenches[*end.body].tail<3>() += torque * turned(end, end.direction, bodies);
  }
}

double LineTorsion::power(double torque, const Kinematics& bodies) const {
  double sum = 0.0;
  for (const End& end : ends_) {
    if (!end.body) continue;
    sum += torque * turned(end, end.direction, bodies).dot(bodies[*end.body].velocity.tail<3>());
  }
  return sum;
}

void LineTorsion::add_jacobian(double stiffness, bool is_damping, const Kinematics& bodies,
                               LoadJacobian& jacobian) const {
  const Matrix6 none = Matrix6::Zero();
  for (std::size_t a = 0; a < 2; ++a) {
    for (std::size_t b = 0; b <= a; ++b) {
      if (!ends_[a].body || !ends_[b].body) continue;
      const bool in_order = *ends_[a].body >= *ends_[b].body;
      const End &row = ends_[in_order ? a : b], &column = ends_[in_order ? b : a];
      Matrix6 block = Matrix6::Zero();
      block.bottomRightCorner<3, 3>() = stiffness * turned(row, row.direction, bodies) *
                                        turned(column, column.direction, bodies).transpose();
      jacobian.add(*row.body, *column.body, is_damping ? none : block, is_damping ? block : none);
    }
  }
}

std::optional<LineTorsion> make_torsion(const ElasticLine& line, const rods::DiscreteRod& rod,
                                        const Model& model) {
  if (!line.torsion) return std::nullopt;
  return std::optional<LineTorsion>(std::in_place, line, rod, model);
}

void check_torsion(const ElasticLine& line, const std::string& path, Violations& violations) {
  check_director(line.end_a.director, line.end_a.direction, line.torsion, path + ".end_a",
                 violations);
  check_director(line.end_b.director, line.end_b.direction, line.torsion, path + ".end_b",
                 violations);
  if (!line.torsion) return;
  for (std::size_t i = 0; i < line.sections.size(); ++i) {
    const LineSection& section = line.sections[i];
    const std::string at = fmt::format("{}.sections[{}]", path, i);
    violations.require(section.bending_stiffness > 0.0, at + ".bending_stiffness",
                       "must be positive in a line with torsion",
                       fmt::format("{} N m2", section.bending_stiffness));
    violations.require(section.torsional_stiffness > 0.0, at + ".torsional_stiffness",
                       "must be positive in a line with torsion",
                       fmt::format("{} N m2", section.torsional_stiffness));
  }
}

}  // namespace raftup::solver
