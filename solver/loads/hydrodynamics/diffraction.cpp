#include "solver/loads/hydrodynamics/diffraction.hpp"

#include "hydro/sea/dispersion.hpp"
#include "hydro/wetted_mesh/hull_pressure.hpp"

namespace raftup::solver {

namespace {

/// Takes the linear Froude-Krylov force of a member's mesh at rest out of its rows of X.
void subtract_froude_krylov(const GroupBody& member, hydro::Database& database) {
  const hydro::DatabaseBody& body = database.bodies[static_cast<std::size_t>(member.database_body)];
  const hydro::HullPose rest{body.center_of_gravity, Matrix3::Identity()};
  hydro::HullPressure pressure(member.mesh, body.center_of_gravity,
                               {database.water_density, database.gravity, database.water_depth});
  const Eigen::Index row = kDofs * member.database_body;
  for (Eigen::Index k = 0; k < database.omega.size(); ++k) {
    const double wavenumber =
        hydro::wavenumber(database.omega[k], database.water_depth, database.gravity);
    for (std::size_t h = 0; h < database.excitation.values.size(); ++h) {
      const double direction = database.wave_directions[static_cast<Eigen::Index>(h)];
      database.excitation.values[h].col(k).segment<kDofs>(row) -=
          pressure.linear_froude_krylov(rest, wavenumber, direction);
    }
  }
}

}  // namespace

std::shared_ptr<const hydro::Database> acting_excitation(const HydrodynamicGroup& group) {
  if (!group.froude_krylov.is_nonlinear()) return group.database;
  auto acting = std::make_shared<hydro::Database>(*group.database);
  for (hydro::DatabaseBody& body : acting->bodies) body.hydrostatic_stiffness.setZero();
  if (!acting->diffraction.empty()) {
    acting->excitation = acting->diffraction;
    return acting;
  }
  for (const GroupBody& member : group.bodies) subtract_froude_krylov(member, *acting);
  return acting;
}

}  // namespace raftup::solver
