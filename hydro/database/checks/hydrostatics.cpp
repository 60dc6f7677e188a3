#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/database/checks/checks.hpp"
#include "hydro/database/checks/measures.hpp"
#include "hydro/numerics/dense.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

/// Allowed relative difference. Chosen, not swept: panels and printed digits differ by less.
constexpr double kHydrostaticTolerance = 1e-2;

/// Returns rho g integral of [1 y -x]^T [1 y -x] over the water plane. Each row and column is
/// relative to the magnitudes of the terms whose sum it is.
Matrix3 water_plane_moments(const Database& database, const DatabaseBody& body) {
  const double weight = database.water_density * database.gravity * body.displaced_volume;
  const double lever = body.center_of_buoyancy.z() - body.center_of_gravity.z();
  Matrix3 moments = body.hydrostatic_stiffness.block<3, 3>(2, 2);
  const Vector3 buoyant(0.0, weight * lever, weight * lever);
  const Vector3 terms = moments.diagonal().cwiseAbs() + buoyant.cwiseAbs();
  const Vector3 unit = (terms.array() > 0.0).select(terms.cwiseSqrt().cwiseInverse(), 0.0);
  moments.diagonal() -= buoyant;
  return unit.asDiagonal() * moments * unit.asDiagonal();
}

/// Returns the violation of symmetry, or the magnitude of a negative eigenvalue, of the moments.
double break_of(const Matrix3& moments) {
  const Matrix3 symmetric = 0.5 * (moments + moments.transpose());
  const double asymmetry = (moments - moments.transpose()).cwiseAbs().maxCoeff();
  return std::max({asymmetry, -principal_values(symmetric)[0], 0.0});
}

/// Returns true if the body can float as the file states. Files without a center of buoyancy have
/// it at the origin, which is impossible.
bool has_floating_position(const DatabaseBody& body) {
  return body.displaced_volume > 0.0 && body.center_of_buoyancy != Vector3::Zero() &&
         body.generalised_modes == 0;
}

}  // namespace

std::optional<Check> check_hydrostatics(const Database& database) {
  const DatabaseBody* worst = nullptr;
  double value = 0.0;
  for (const DatabaseBody& body : database.bodies) {
    if (!has_floating_position(body)) continue;
    const double broken = break_of(water_plane_moments(database, body));
    if (worst != nullptr && broken <= value) continue;
    worst = &body;
    value = broken;
  }
  if (worst == nullptr) return std::nullopt;
  return Check{"hydrostatics_mismatch", value, kHydrostaticTolerance,
               fmt::format("hydrostatic stiffness, volume and centres must be those of one hull to "
                           "{:g} %: the moments of its water plane break symmetry and sign by "
                           "{:.3g} % in {}",
                           100.0 * kHydrostaticTolerance, 100.0 * value, worst->name)};
}

}  // namespace raftup::hydro
