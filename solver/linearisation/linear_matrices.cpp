#include "solver/linearisation/linear_matrices.hpp"

#include <utility>

#include "hydro/base/cancellation.hpp"
#include "hydro/numerics/dense.hpp"
#include "solver/dynamics/steppers/damped_stepper.hpp"
#include "solver/model/model.hpp"
#include "solver/water/groups/constant_matrices.hpp"
#include "solver/water/masses/acceleration_gains.hpp"
#include "solver/water/masses/added_mass_assembly.hpp"
#include "solver/water/masses/system_matrix.hpp"

namespace raftup::solver {

namespace {

std::vector<Heading> headings(const Kinematics& bodies) {
  std::vector<Heading> result;
  for (const BodyKinematics& body : bodies) result.push_back(body.heading);
  return result;
}

void scatter(const AddedMass& term, const Kinematics& bodies, MatrixXd& total) {
  const MatrixXd A_w = term.world_matrix(bodies);
  const std::vector<std::size_t>& members = term.bodies();
  for (std::size_t i = 0; i < members.size(); ++i) {
    for (std::size_t j = 0; j < members.size(); ++j) {
      total.block<kDofs, kDofs>(first_dof(members[i]), first_dof(members[j])) +=
          A_w.block<kDofs, kDofs>(first_dof(i), first_dof(j));
    }
  }
}

/// Mass of the rigid bodies including their coefficients, world axes.
MatrixXd rigid_mass(const StillWaterSystem& system, const Kinematics& bodies) {
  MatrixXd mass = MatrixXd::Zero(system.dof_count(), system.dof_count());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const RigidBody& body = system.model().bodies[i];
    mass.block<kDofs, kDofs>(first_dof(i), first_dof(i)) =
        solver::rigid_mass(body.mass, body.inertia, bodies[i].rotation);
  }
  for (const AddedMass& term : system.added_masses()) {
    if (!term.is_of_water()) scatter(term, bodies, mass);
  }
  return mass;
}

MatrixXd velocity_damping(const StillWaterSystem& system, const Kinematics& bodies) {
  MatrixXd damping = MatrixXd::Zero(system.dof_count(), system.dof_count());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    damping.block<kDofs, kDofs>(first_dof(i), first_dof(i)) =
        turned(solver::velocity_damping(system.model().bodies[i]), bodies[i].rotation);
  }
  return damping;
}

/// Orthonormal columns of the motions that no constraint holds, world axes.
MatrixXd free_basis(const StillWaterSystem::HeldRows& held, Eigen::Index dof_count) {
  if (!held.rows.empty()) return null_space(held.jacobian);
  const VectorXd taken = held.jacobian.colwise().sum();
  MatrixXd free = MatrixXd::Zero(dof_count, dof_count - held.jacobian.rows());
  Eigen::Index column = 0;
  for (Eigen::Index dof = 0; dof < dof_count; ++dof) {
    check_cancelled();
    if (held.jacobian.rows() == 0 || taken[dof] == 0.0) free(dof, column++) = 1.0;
  }
  return free;
}

/// Velocities through the water in the heading axes of the bodies, one body after the other.
VectorXd water_velocities(const Kinematics& bodies, const BodyVectors& current) {
  VectorXd nu(first_dof(bodies.size()));
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Vector6 past = current.empty() ? Vector6(Vector6::Zero()) : current[i];
    nu.segment<kDofs>(first_dof(i)) = bodies[i].heading.from_world(bodies[i].velocity - past);
  }
  return nu;
}

/// Transforms vectors with six numbers per body from heading axes to world axes.
VectorXd turned_by_headings(const Kinematics& bodies, const VectorXd& vectors) {
  VectorXd turned(vectors.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    turned.segment<kDofs>(first_dof(i)) =
        bodies[i].heading.to_world(vectors.segment<kDofs>(first_dof(i)));
  }
  return turned;
}

/// -d/dx of the drag -H Q |nu| nu, where H transforms from heading axes to world axes. It is
/// computed from differences of H and nu, which are smooth even where |nu| nu is not; dof axes.
MatrixXd drag_stiffness(const Kinematics& bodies, const DofAxes& axes,
                        const LinearMatrices& matrices) {
  const MatrixXd& Q = matrices.quadratic_damping;
  const VectorXd& nu = matrices.mean_water_velocity;
  const VectorXd drag = -Q * nu.cwiseAbs().cwiseProduct(nu);
  const MatrixXd turning = by_displacement(
      bodies, [&](const Kinematics& moved) { return turned_by_headings(moved, drag); });
  const MatrixXd slope = 2.0 * Q * nu.cwiseAbs().asDiagonal();
  return matrices.water_velocity_by_velocity.transpose() * slope *
             matrices.water_velocity_by_displacement -
         axes.of_dofs(turning);
}

/// Adds B2 of constant coefficients, if it is about the centers of mass.
void add_constant_drag(const Model& given, const HydrodynamicGroup& group, MatrixXd& quadratic) {
  const std::optional<ConstantMatrices> constants = constant_matrices(given, group);
  if (!constants || constants->has_drag_elsewhere()) return;
  const std::vector<std::size_t> bodies = bodies_of(given, group);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t j = 0; j < bodies.size(); ++j) {
      quadratic.block<kDofs, kDofs>(first_dof(bodies[i]), first_dof(bodies[j])) +=
          constants->quadratic_damping.block<kDofs, kDofs>(first_dof(i), first_dof(j));
    }
  }
}

void set_drag(const Model& given, const Kinematics& bodies, const DofAxes& axes,
              LinearMatrices& matrices) {
  const BodyVectors current = current_at_bodies(given);
  matrices.quadratic_damping = MatrixXd::Zero(axes.dof_count(), axes.dof_count());
  for (const HydrodynamicGroup& group : given.hydrodynamics) {
    for (const GroupBody& member : group.bodies) {
      const Eigen::Index first = first_dof(find_body(given, member.body));
      matrices.quadratic_damping.block<kDofs, kDofs>(first, first) =
          damping_coefficients(given, group, member).quadratic;
    }
    add_constant_drag(given, group, matrices.quadratic_damping);
  }
  matrices.mean_water_velocity = water_velocities(bodies, current);
  matrices.water_velocity_by_velocity =
      DofAxes(headings(bodies))
          .in_dofs(axes.by_dofs(MatrixXd::Identity(axes.dof_count(), axes.dof_count())));
  matrices.water_velocity_by_displacement = axes.by_dofs(by_displacement(
      bodies, [&](const Kinematics& moved) { return water_velocities(moved, current); }));
}

/// Computes T of LinearMatrices::radiation_turning.
MatrixXd radiation_turning(StillWaterSystem& system, const Model& given, const Kinematics& bodies,
                           const DofAxes& axes) {
  MatrixXd turning = MatrixXd::Zero(axes.dof_count(), axes.dof_count());
  for (std::size_t i = 0; i < system.model().hydrodynamics.size(); ++i) {
    if (given.hydrodynamics[i].forward_speed.acts()) continue;  // A and B include it
    const GroupMotion& group = system.system().loads.groups()[i];
    const MatrixXd by_turn = by_displacement(bodies, [&](const Kinematics& moved) -> VectorXd {
      VectorXd nu = VectorXd::Zero(first_dof(group.size()));
      group.hydro_velocities(moved, 0.0, nu);
      return nu;
    });
    const WaterFrames frames(system.model(), system.model().hydrodynamics[i], bodies,
                             rest_headings(system));
    turning += frames.to_dof_axes(axes.by_dofs(by_turn), turning.rows());
  }
  return turning;
}

}  // namespace

std::vector<Heading> rest_headings(const StillWaterSystem& system) {
  std::vector<Heading> result;
  for (std::size_t i = 0; i < system.model().bodies.size(); ++i) {
    result.push_back(system.rest(i).heading());
  }
  return result;
}

MatrixXd added_mass_without_groups(const StillWaterSystem& system, const Kinematics& bodies) {
  const Model& model = system.model();
  std::vector<NodeMatrices> nothing;  // the groups stay: a load may leave its mass to them
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    const Eigen::Index size = first_dof(group.bodies.size());
    nothing.push_back({MatrixXd::Zero(size, size)});
  }
  std::vector<AddedMass> terms = assemble_added_masses(model, nothing, system.state().added_masses);
  AccelerationGains(model).write_to(terms, system.state().inputs, system.time().time);
  MatrixXd added_mass = MatrixXd::Zero(system.dof_count(), system.dof_count());
  for (const AddedMass& term : terms) {
    if (term.is_of_water()) scatter(term, bodies, added_mass);
  }
  std::vector<LoadMass> of_loads;
  system.loads().added_masses({system.time(), system.state()}, bodies, of_loads);
  for (const auto& [body, matrix] : of_loads) {
    added_mass.block<kDofs, kDofs>(first_dof(body), first_dof(body)) += matrix;
  }
  return DofAxes(rest_headings(system)).of_dofs(std::move(added_mass));
}

LinearMatrices linear_matrices(StillWaterSystem& system, const Model& given,
                               const Balance& balance) {
  const Kinematics& bodies = balance.bodies;
  const DofAxes axes(rest_headings(system));
  VectorXd reactions = VectorXd::Zero(system.system().constraints.row_count());
  for (std::size_t i = 0; i < balance.held.rows.size(); ++i) {
    reactions[balance.held.rows[i]] = balance.multipliers[static_cast<Eigen::Index>(i)];
  }
  LinearMatrices matrices;
  matrices.mass = axes.of_dofs(rigid_mass(system, bodies));
  matrices.restoring = axes.of_dofs(system.stiffness(bodies, reactions, Drag::kWithout));
  matrices.linear_damping = axes.of_dofs(system.damping(bodies) + velocity_damping(system, bodies));
  matrices.free_basis = axes.in_dofs(free_basis(balance.held, system.dof_count()));
  set_drag(given, bodies, axes, matrices);
  if (!matrices.quadratic_damping.isZero(0.0)) {
    matrices.restoring += drag_stiffness(bodies, axes, matrices);
  }
  matrices.radiation_turning = radiation_turning(system, given, bodies, axes);
  return matrices;
}

}  // namespace raftup::solver
