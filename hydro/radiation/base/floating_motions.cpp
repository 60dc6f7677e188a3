#include "hydro/radiation/base/floating_motions.hpp"

#include "hydro/base/cancellation.hpp"
#include "hydro/base/error.hpp"
#include "hydro/database/checks/measures.hpp"
#include "hydro/numerics/dense.hpp"

namespace raftup::hydro {

using Eigen::Index;

namespace {

MatrixXd hydrostatic_stiffness(const Database& database) {
  MatrixXd stiffness = MatrixXd::Zero(database.dof_count(), database.dof_count());
  for (Index body = 0; body < database.body_count(); ++body) {
    stiffness.block<kDofs, kDofs>(kDofs * body, kDofs * body) =
        database.bodies[static_cast<std::size_t>(body)].hydrostatic_stiffness;
  }
  const GeneralisedModes& modes = database.modes;
  for (Index i = 0; i < modes.count(); ++i) {
    const Index row = modes.modes[static_cast<std::size_t>(i)].dof;
    for (Index j = 0; j < modes.count(); ++j) {
      stiffness(row, modes.modes[static_cast<std::size_t>(j)].dof) +=
          modes.stiffness(i, j) + modes.restoring(i, j);
    }
  }
  return stiffness;
}

}  // namespace

RadiationSeries radiation_series(const RadiationCoefficients& coefficients, const VectorXd& omega) {
  RadiationSeries series;
  for (const double at : omega) {
    series.added_mass.push_back(coefficients.added_mass(at));
    series.radiation_damping.push_back(coefficients.radiation_damping(at));
  }
  return series;
}

RadiationSeries radiation_series(const RadiationMemory& memory, const VectorXd& omega) {
  RadiationSeries series;
  for (const double at : omega) {
    const MatrixXcd transform = memory.transform(at);
    series.added_mass.push_back(memory.added_mass_of(transform, at));
    series.radiation_damping.emplace_back(transform.real());
  }
  return series;
}

void require_series(const Database& database, const RadiationSeries& series) {
  const auto count = static_cast<std::size_t>(database.omega.size());
  require(series.added_mass.size() == count && series.radiation_damping.size() == count,
          "responses need added mass and radiation damping at every frequency of the database");
}

FloatingBodies::FloatingBodies(const Database& database)
    : database_(database),
      dofs_(radiating_dofs(database)),
      stiffness_(hydrostatic_stiffness(database)),
      inertia_(reference_inertia(database).asDiagonal()) {}

MatrixXcd FloatingBodies::impedance(const RadiationSeries& radiation, Index frequency) const {
  const auto k = static_cast<std::size_t>(frequency);
  const double omega = database_.omega[frequency];
  MatrixXcd result(database_.dof_count(), database_.dof_count());
  result.real() = stiffness_ - omega * omega * (inertia_ + radiation.added_mass[k]);
  result.imag() = omega * radiation.radiation_damping[k];
  return result(dofs_, dofs_);
}

MatrixXcd FloatingBodies::excitation(Index frequency) const {
  const auto directions = static_cast<Index>(database_.excitation.values.size());
  MatrixXcd force(database_.dof_count(), directions);
  for (Index h = 0; h < directions; ++h) {
    force.col(h) = database_.excitation.values[static_cast<std::size_t>(h)].col(frequency);
  }
  return force;
}

MatrixXcd FloatingBodies::motions(const RadiationSeries& radiation, const MatrixXcd& force,
                                  Index frequency) const {
  const MatrixXcd active_force = force(dofs_, Eigen::all);
  MatrixXcd result = MatrixXcd::Zero(force.rows(), force.cols());
  result(dofs_, Eigen::all) = solve_regular(impedance(radiation, frequency), active_force);
  return result;
}

ComparedMotions compared_motions(const Database& database, const RadiationSeries& reference,
                                 const RadiationSeries& other, MotionsUnder under) {
  require_series(database, reference);
  require_series(database, other);
  const FloatingBodies bodies(database);
  ComparedMotions motions{database.omega, under, {}, bodies.dofs(), {}, {}};
  MatrixXcd force;
  if (under == MotionsUnder::kWaves) {
    motions.directions = database.wave_directions;
  } else {
    const VectorXd inertia = reference_inertia_with(database, database.added_mass.front());
    force = MatrixXd(inertia.asDiagonal()).cast<Complex>();
  }
  for (Index k = 0; k < database.omega.size(); ++k) {
    check_cancelled();
    if (under == MotionsUnder::kWaves) force = bodies.excitation(k);
    motions.reference.push_back(bodies.motions(reference, force, k));
    motions.other.push_back(bodies.motions(other, force, k));
  }
  return motions;
}

}  // namespace raftup::hydro
