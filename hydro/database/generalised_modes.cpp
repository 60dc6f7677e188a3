#include "hydro/database/generalised_modes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/database/database.hpp"
#include "hydro/numerics/dense.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

/// Relative to the largest element of a matrix: asymmetry that rounding may leave in a file.
constexpr double kModeRounding = 1e-6;
constexpr Index kTranslations = 3;
constexpr double kSamePoint = 1e-9;  ///< distance of a point that is the one given [m]

/// Deflection w and its slope at a place of a beam.
struct Deflection {
  double w, slope;
};

/// Cubic between the two nodes around x, with their deflections and slopes; beyond the ends, that
/// of the last element goes on.
Deflection deflection_of(const GeneralisedMode& mode, double x) {
  const auto* const last = mode.x.data() + mode.x.size() - 1;
  const auto* const above = std::upper_bound(mode.x.data() + 1, last, x);
  const Index k = above - mode.x.data() - 1;
  const double h = mode.x[k + 1] - mode.x[k], t = (x - mode.x[k]) / h;
  const double a = mode.deflection[k], b = mode.deflection[k + 1];
  const double da = h * mode.slope[k], db = h * mode.slope[k + 1];
  const double c2 = 3.0 * (b - a) - 2.0 * da - db, c3 = 2.0 * (a - b) + da + db;
  return {a + t * (da + t * (c2 + t * c3)), (da + t * (2.0 * c2 + t * 3.0 * c3)) / h};
}

Vector3 displacement_of_beam(const GeneralisedMode& mode, const Vector3& point) {
  const Deflection at = deflection_of(mode, point.x());
  const double aside = point.y() - mode.axis.x(), height = point.z() - mode.axis.y();
  switch (mode.kind) {
    case ModeShapeKind::kVertical:
      return {-height * at.slope, 0.0, at.w};
    case ModeShapeKind::kHorizontal:
      return {-aside * at.slope, at.w, 0.0};
    default:
      return {0.0, -height * at.w, aside * at.w};
  }
}

Vector3 displacement_between(const GeneralisedModes& modes, std::size_t mode,
                             const Vector3& point) {
  std::vector<std::pair<double, std::size_t>> near;
  for (std::size_t i = 0; i < modes.points.size(); ++i) {
    if (modes.points[i].body != modes.modes[mode].body) continue;
    near.emplace_back((modes.points[i].position - point).squaredNorm(), i);
  }
  const std::size_t count = std::min(kNearestModePoints, near.size());
  std::partial_sort(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(count), near.end());
  Vector3 sum = Vector3::Zero();
  double weights = 0.0;
  for (std::size_t k = 0; k < count; ++k) {
    const Vector3 u = modes.shapes[near[k].second].col(static_cast<Index>(mode));
    if (near[k].first <= kSamePoint * kSamePoint) return u;
    sum += u / near[k].first;
    weights += 1.0 / near[k].first;
  }
  return sum / weights;
}

void require_mode_matrix(const char* name, const MatrixXd& matrix, Index rows, Index columns) {
  require(matrix.rows() == rows && matrix.cols() == columns,
          fmt::format("modes.{} must be {} x {}, got {} x {}", name, rows, columns, matrix.rows(),
                      matrix.cols()));
  require(matrix.allFinite(), fmt::format("modes.{} must be finite", name));
}

void require_symmetric_modes(const char* name, const MatrixXd& matrix) {
  const double difference = (matrix - matrix.transpose()).cwiseAbs().maxCoeff();
  require(difference <= kModeRounding * matrix.cwiseAbs().maxCoeff(),
          fmt::format("modes.{} must be symmetric, differs by {:g}", name, difference));
}

void validate_beam(const std::string& name, const GeneralisedMode& mode) {
  const Index nodes = mode.x.size();
  require(nodes >= 2 && mode.deflection.size() == nodes && mode.slope.size() == nodes,
          fmt::format("{} must have a deflection and a slope at two nodes or more, has {}, {} and "
                      "{} numbers",
                      name, nodes, mode.deflection.size(), mode.slope.size()));
  require(mode.x.allFinite() && mode.deflection.allFinite() && mode.slope.allFinite() &&
              mode.axis.allFinite(),
          name + " must have a finite shape");
  for (Index k = 1; k < nodes; ++k) {
    require(mode.x[k] > mode.x[k - 1],
            fmt::format("{}.x must ascend, got {} before {}", name, mode.x[k - 1], mode.x[k]));
  }
}

void validate_mode(const Database& database, std::size_t index) {
  const GeneralisedMode& mode = database.modes.modes[index];
  const std::string name = fmt::format("modes[{}]", index);
  const auto is_body = [&](Index body) { return body >= 0 && body < database.body_count(); };
  require(is_body(mode.body) && !is_carrier(database, mode.body),
          fmt::format("{}.body must be a body that is no carrier, got {}", name, mode.body));
  require(is_body(mode.dof / kDofs) && mode.dof >= 0 && mode.dof % kDofs < kTranslations,
          fmt::format("{}.dof must be a translation of a body, got {}", name, mode.dof));
  const auto carrier = static_cast<std::size_t>(mode.dof / kDofs);
  require(database.bodies[carrier].displaced_volume == 0.0,
          fmt::format("{}.dof must be that of a body without volume, is that of '{}'", name,
                      database.bodies[carrier].name));
  require(mode.damping_ratio >= 0.0 && mode.damping_ratio < 1.0,
          fmt::format("{}.damping_ratio must be >= 0 and < 1, got {}", name, mode.damping_ratio));
  for (std::size_t other = 0; other < index; ++other) {
    require(database.modes.modes[other].dof != mode.dof,
            fmt::format("{}.dof must be of one mode, got {} again", name, mode.dof));
  }
  if (mode.kind == ModeShapeKind::kUnknown) return;
  if (is_beam(mode)) return validate_beam(name, mode);
  const bool has_points =
      std::any_of(database.modes.points.begin(), database.modes.points.end(),
                  [&](const ModePoint& point) { return point.body == mode.body; });
  require(has_points, fmt::format("{} must have points of body {}", name, mode.body));
}

}  // namespace

Vector3 mode_displacement(const GeneralisedModes& modes, std::size_t mode, const Vector3& point) {
  const GeneralisedMode& of = modes.modes[mode];
  require(of.kind != ModeShapeKind::kUnknown,
          fmt::format("modes[{}] must have a shape to displace a point: its file has none", mode));
  return of.kind == ModeShapeKind::kPoints ? displacement_between(modes, mode, point)
                                           : displacement_of_beam(of, point);
}

bool is_beam(const GeneralisedMode& mode) {
  return mode.kind != ModeShapeKind::kPoints && mode.kind != ModeShapeKind::kUnknown;
}

bool is_carrier(const Database& database, Index body) {
  return std::any_of(database.modes.modes.begin(), database.modes.modes.end(),
                     [&](const GeneralisedMode& mode) { return mode.dof / kDofs == body; });
}

VectorXd stiffness_in_heave(const Database& database) {
  constexpr Index kHeave = 2;
  VectorXd stiffness(database.dof_count());
  for (Index body = 0; body < database.body_count(); ++body) {
    stiffness.segment<kDofs>(kDofs * body) =
        database.bodies[static_cast<std::size_t>(body)].hydrostatic_stiffness.col(kHeave);
  }
  for (Index mode = 0; mode < database.modes.count(); ++mode) {
    stiffness[database.modes.modes[static_cast<std::size_t>(mode)].dof] =
        database.modes.rigid_restoring(mode, kHeave);
  }
  return stiffness;
}

std::string mode_name(const Database& database, std::size_t mode) {
  const std::vector<GeneralisedMode>& modes = database.modes.modes;
  const Index body = modes[mode].body;
  const auto number =
      std::count_if(modes.begin(), modes.begin() + static_cast<std::ptrdiff_t>(mode),
                    [&](const GeneralisedMode& of) { return of.body == body; });
  return fmt::format("{} mode {}", database.bodies[static_cast<std::size_t>(body)].name,
                     number + 1);
}

std::vector<Index> select_modes(const std::vector<Index>& dofs, GeneralisedModes& modes) {
  const auto place_of = [&](Index dof) {
    const auto found = std::find(dofs.begin(), dofs.end(), dof);
    return found == dofs.end() ? Index{-1} : static_cast<Index>(found - dofs.begin());
  };
  GeneralisedModes selected;
  std::vector<Index> kept;
  for (std::size_t i = 0; i < modes.modes.size(); ++i) {
    GeneralisedMode& mode = modes.modes[i];
    const Index body = place_of(kDofs * mode.body), dof = place_of(mode.dof);
    if (body < 0 || dof < 0) continue;
    mode.body = body / kDofs;
    mode.dof = dof;
    kept.push_back(static_cast<Index>(i));
    selected.modes.push_back(std::move(mode));
  }
  if (kept.empty()) {
    modes = GeneralisedModes();
    return kept;
  }
  selected.mass = modes.mass(kept, kept);
  selected.rigid_mass = modes.rigid_mass(kept, Eigen::all);
  selected.stiffness = modes.stiffness(kept, kept);
  selected.restoring = modes.restoring(kept, kept);
  selected.rigid_restoring = modes.rigid_restoring(kept, Eigen::all);
  for (std::size_t i = 0; i < modes.points.size(); ++i) {
    const Index body = place_of(kDofs * modes.points[i].body);
    if (body < 0) continue;
    selected.points.push_back({modes.points[i].position, body / kDofs});
    selected.shapes.emplace_back(modes.shapes[i](Eigen::all, kept));
  }
  modes = std::move(selected);
  return kept;
}

void validate_modes(const Database& database) {
  const GeneralisedModes& modes = database.modes;
  if (modes.empty()) return;
  const Index count = modes.count();
  require_mode_matrix("mass", modes.mass, count, count);
  require_mode_matrix("rigid_mass", modes.rigid_mass, count, kDofs);
  require_mode_matrix("stiffness", modes.stiffness, count, count);
  require_mode_matrix("restoring", modes.restoring, count, count);
  require_mode_matrix("rigid_restoring", modes.rigid_restoring, count, kDofs);
  require_symmetric_modes("mass", modes.mass);
  require_symmetric_modes("stiffness", modes.stiffness);
  require(CholeskyFactor::of(modes.mass).has_value(),
          "modes.mass must be positive definite: is a mode without mass, or twice there?");
  require(modes.stiffness.diagonal().minCoeff() >= 0.0,
          fmt::format("modes.stiffness must have no negative diagonal, got {:g} N/m",
                      modes.stiffness.diagonal().minCoeff()));
  require(modes.shapes.size() == modes.points.size(),
          fmt::format("modes.shape must be given at each of {} points, got {}", modes.points.size(),
                      modes.shapes.size()));
  for (const MatrixXd& shape : modes.shapes) require_mode_matrix("shape", shape, 3, count);
  for (const ModePoint& point : modes.points) {
    require(point.position.allFinite(), "modes.points must be finite");
    require(point.body >= 0 && point.body < database.body_count(),
            fmt::format("modes.point_body must be 0 to {}, got {}", database.body_count() - 1,
                        point.body));
  }
  for (std::size_t i = 0; i < modes.modes.size(); ++i) validate_mode(database, i);
}

}  // namespace raftup::hydro
