#include "solver/linearisation/probed_waves.hpp"

#include "hydro/numerics/cubic_spline.hpp"
#include "solver/loads/hydrodynamics/group_poses.hpp"
#include "solver/water/groups/probed_points.hpp"

namespace raftup::solver {

namespace {

using Eigen::Index;

/// Returns the headings of bodies at their mean poses, so that forces stay in the axes of these.
std::vector<Heading> headings_of(const Kinematics& mean) {
  std::vector<Heading> headings;
  for (const BodyKinematics& body : mean) headings.push_back(body.heading);
  return headings;
}

/// E at 0 and at the frequencies of a database, with the velocities in dof axes.
MatrixXcd radiation_of(const Model& model, const HydrodynamicGroup& group, std::size_t point,
                       const Kinematics& mean, const std::vector<Heading>& rest_headings) {
  const hydro::Database& database = *group.database;
  MatrixXcd E =
      MatrixXcd::Zero(kDofs * static_cast<Index>(model.bodies.size()), database.omega.size() + 1);
  for (const GroupBody& member : group.bodies) {
    const std::size_t body = find_body(model, member.body);
    const Matrix3 turn = mean[body].heading.rotation().transpose() * rest_headings[body].rotation();
    const MatrixXcd filed =
        database.field.radiation[point].middleRows(kDofs * member.database_body, kDofs);
    auto rows = E.rightCols(database.omega.size()).middleRows(first_dof(body), kDofs);
    rows.topRows<3>() = turn.transpose() * filed.topRows<3>();
    rows.bottomRows<3>() = turn.transpose() * filed.bottomRows<3>();
  }
  return E;
}

Complex spline_at(const VectorXd& omega, const VectorXcd& values, double at) {
  const std::vector<double> knots(omega.begin(), omega.end());
  const VectorXd real = values.real(), imaginary = values.imag();
  return {CubicSpline(knots, {real.begin(), real.end()}).at(at).value,
          CubicSpline(knots, {imaginary.begin(), imaginary.end()}).at(at).value};
}

}  // namespace

ProbedWaves::ProbedWaves(const Model& model, const Kinematics& mean,
                         const std::vector<Heading>& rest_headings)
    : probe_count_(static_cast<Index>(model.probes.size())),
      dof_count_(kDofs * static_cast<Index>(model.bodies.size())) {
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    add_group(model, group, mean, rest_headings);
  }
}

void ProbedWaves::add_group(const Model& model, const HydrodynamicGroup& group,
                            const Kinematics& mean, const std::vector<Heading>& rest_headings) {
  const std::vector<ProbedPoint> probed = probed_points(model, group);
  if (probed.empty()) return;
  const DiffractingGroups scattering = diffracting_groups(group, probed);
  const std::size_t first = diffractions_.size();
  for (const HydrodynamicGroup& of : scattering.groups) {
    Model alone = model;
    alone.hydrodynamics = {of};
    diffractions_.emplace_back(alone, mean, headings_of(mean));
  }
  VectorXd omega = VectorXd::Zero(group.database->omega.size() + 1);
  omega.tail(group.database->omega.size()) = group.database->omega;
  for (std::size_t i = 0; i < probed.size(); ++i) {
    const DiffractingGroups::Place& place = scattering.places[i];
    const std::size_t body = find_body(model, model.probes[probed[i].probe].body);
    probes_.push_back({probed[i].probe, first + place.group, first_dof(body) + place.row % kDofs,
                       omega, radiation_of(model, group, probed[i].point, mean, rest_headings)});
  }
}

std::vector<MatrixXcd> ProbedWaves::diffracted(const WaveSelection& waves) const {
  std::vector<MatrixXcd> elevations(static_cast<std::size_t>(waves.omega.size()),
                                    MatrixXcd::Zero(probe_count_, waves.direction_count()));
  for (std::size_t i = 0; i < diffractions_.size(); ++i) {
    const WaveForces found = diffractions_[i].at(waves);
    for (const Probed& probed : probes_) {
      if (probed.diffraction != i) continue;
      for (std::size_t n = 0; n < elevations.size(); ++n) {
        elevations[n].row(static_cast<Index>(probed.probe)) = found.force[n].row(probed.row);
      }
    }
  }
  return elevations;
}

std::vector<MatrixXcd> ProbedWaves::radiated(const VectorXd& omega) const {
  std::vector<MatrixXcd> elevations(static_cast<std::size_t>(omega.size()),
                                    MatrixXcd::Zero(probe_count_, dof_count_));
  for (const Probed& probed : probes_) {
    for (Index dof = 0; dof < dof_count_; ++dof) {
      const VectorXcd values = probed.radiation.row(dof);
      if (values.isZero(0.0)) continue;
      for (Index n = 0; n < omega.size(); ++n) {
        if (omega[n] > probed.omega[probed.omega.size() - 1]) continue;
        elevations[static_cast<std::size_t>(n)](static_cast<Index>(probed.probe), dof) =
            spline_at(probed.omega, values, omega[n]);
      }
    }
  }
  return elevations;
}

}  // namespace raftup::solver
