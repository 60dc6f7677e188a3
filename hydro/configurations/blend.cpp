#include "hydro/configurations/blend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "hydro/base/sha256.hpp"
#include "hydro/configurations/upright.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/radiation/base/radiation_coefficients.hpp"
#include "hydro/sea/dispersion.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

/// Transfers the phases of the forces of a node to the rest poses of the bodies at node 0.
std::vector<MatrixXcd> with_phases_of(const Database& first, const Database& node,
                                      std::vector<MatrixXcd> forces) {
  for (std::size_t d = 0; d < forces.size(); ++d) {
    const SineCosine of = sincos(node.wave_directions[static_cast<Index>(d)]);
    for (Index k = 0; k < node.omega.size(); ++k) {
      const double number = wavenumber(node.omega[k], node.water_depth, node.gravity);
      for (std::size_t i = 0; i < node.bodies.size(); ++i) {
        const Vector3 moved = node.bodies[i].center_of_gravity - first.bodies[i].center_of_gravity;
        const SineCosine turn = sincos(number * (moved.x() * of.cosine + moved.y() * of.sine));
        forces[d].col(k).segment<kDofs>(first_dof(i)) *= Complex(turn.cosine, turn.sine);
      }
    }
  }
  return forces;
}

template <typename Matrices>
void add(double weight, const Matrices& values, Matrices& sum) {
  if (sum.empty()) {
    for (const auto& value : values) sum.push_back(weight * value);
    return;
  }
  for (std::size_t i = 0; i < values.size(); ++i) sum[i] += weight * values[i];
}

/// Blends stiffness, volume and centers of a body over the nodes of a family over axes, about the
/// blended height of its center of gravity.
DatabaseBody blended_body(const DatabaseFamily& family, const NodeWeights& weights, std::size_t i) {
  const Database& first = *family.nodes.front();
  const double weight_density = first.water_density * first.gravity;
  DatabaseBody sum = first.bodies[i];
  double height = 0.0;
  for (const NodeWeight& corner : weights) {
    height += corner.weight * family.nodes[corner.node]->bodies[i].center_of_gravity.z();
  }
  sum.center_of_gravity.z() = height;
  sum.displaced_volume = 0.0;
  sum.hydrostatic_stiffness.setZero();
  Vector3 moment = Vector3::Zero();
  for (const NodeWeight& corner : weights) {
    if (corner.weight == 0.0) continue;
    const DatabaseBody& node = family.nodes[corner.node]->bodies[i];
    const Vector3 attitude = family.attitude(corner.node, i);
    Vector6 rest = Vector6::Zero();
    rest.segment<3>(2) << node.center_of_gravity.z() - height, attitude.x(), attitude.y();
    const DatabaseBody upright = as_if_upright(node, rest, weight_density);
    sum.displaced_volume += corner.weight * upright.displaced_volume;
    moment += corner.weight * upright.displaced_volume *
              (upright.center_of_buoyancy - upright.center_of_gravity);
    sum.hydrostatic_stiffness += corner.weight * upright.hydrostatic_stiffness;
  }
  sum.center_of_buoyancy = sum.center_of_gravity;
  if (sum.displaced_volume > 0.0) sum.center_of_buoyancy += moment / sum.displaced_volume;
  return sum;
}

}  // namespace

Database blend(const DatabaseFamily& family, const NodeWeights& weights) {
  const Database& first = *family.nodes.front();
  Database sum = first;
  sum.sha256 = family.sha256 + ":blend";
  for (auto* matrices : {&sum.added_mass, &sum.radiation_damping, &sum.retardation_kernel.values,
                         &sum.mean_drift_force}) {
    matrices->clear();
  }
  for (auto* forces : {&sum.excitation, &sum.froude_krylov, &sum.diffraction}) {
    forces->values.clear();
  }
  if (sum.added_mass_infinite) sum.added_mass_infinite->setZero();
  sum.qtf_sum = sum.qtf_difference = {};
  for (const NodeWeight& corner : weights) {
    const double w = corner.weight;
    if (w == 0.0) continue;
    const Database& node = *family.nodes[corner.node];
    sum.sha256 += fmt::format(":{}*{}{}", w, corner.node, corner.is_coupled ? "" : "alone");
    const auto add_matrices = [&](std::vector<MatrixXd> of, std::vector<MatrixXd>& to) {
      if (!corner.is_coupled) std::transform(of.begin(), of.end(), of.begin(), diagonal_blocks);
      add(w, of, to);
    };
    add_matrices(node.added_mass, sum.added_mass);
    add_matrices(node.radiation_damping, sum.radiation_damping);
    add_matrices(node.retardation_kernel.values, sum.retardation_kernel.values);
    add(w, node.mean_drift_force, sum.mean_drift_force);
    if (node.added_mass_infinite) {
      *sum.added_mass_infinite +=
          w * (corner.is_coupled ? *node.added_mass_infinite
                                 : diagonal_blocks(*node.added_mass_infinite));
    }
    const auto add_forces = [&](const TransferFunction& of, TransferFunction& to) {
      add(w, with_phases_of(first, node, of.values), to.values);
    };
    add_forces(node.excitation, sum.excitation);
    add_forces(node.froude_krylov, sum.froude_krylov);
    add_forces(node.diffraction, sum.diffraction);
  }
  for (std::size_t i = 0; i < sum.bodies.size() && !family.axes.empty(); ++i) {
    sum.bodies[i] = blended_body(family, weights, i);
  }
  sum.sha256 = sha256(sum.sha256);
  return sum;
}

}  // namespace raftup::hydro
