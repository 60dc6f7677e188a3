#include "solver/loads/hydrodynamics/diffraction.hpp"

#include "hydro/sea/dispersion.hpp"
#include "hydro/wetted_mesh/hull_pressure.hpp"

namespace raftup::solver {

namespace {

/// Subtracts the linear Froude-Krylov force on a member's mesh at rest from its rows of X.
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

/// Replaces a member's rows of X by the diffraction force in the database.
void keep_diffraction(const GroupBody& member, hydro::Database& database) {
  const Eigen::Index row = kDofs * member.database_body;
  for (std::size_t h = 0; h < database.excitation.values.size(); ++h) {
    database.excitation.values[h].middleRows<kDofs>(row) =
        database.diffraction.values[h].middleRows<kDofs>(row);
  }
}

}  // namespace

std::shared_ptr<const hydro::Database> acting_excitation(const HydrodynamicGroup& group) {
  if (!group.any_nonlinear_froude_krylov()) return group.database;
  auto acting = std::make_shared<hydro::Database>(*group.database);
  for (const GroupBody& member : group.bodies) {
    if (!group.froude_krylov_of(member).is_nonlinear()) continue;
    const auto place = static_cast<std::size_t>(member.database_body);
    acting->bodies[place].hydrostatic_stiffness.setZero();
    if (acting->diffraction.empty()) {
      subtract_froude_krylov(member, *acting);
    } else {
      keep_diffraction(member, *acting);
    }
  }
  return acting;
}

}  // namespace raftup::solver
