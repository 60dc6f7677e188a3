#include "solver/dynamics/statics/still_water_system.hpp"

#include <utility>

#include "hydro/base/cancellation.hpp"
#include "hydro/radiation/base/radiation_memory.hpp"
#include "solver/model/inputs/input.hpp"
#include "solver/water/masses/added_mass_assembly.hpp"

namespace raftup::solver {

namespace {

Model without_drag(Model model) {
  for (HydrodynamicGroup& group : model.hydrodynamics) {
    for (GroupBody& body : group.bodies) {
      body.quadratic_damping.setZero();
      if (body.roll_damping) body.roll_damping->quadratic = 0.0;
    }
    for (auto* constants : {&group.coefficients, &group.additional}) {
      if (*constants) (*constants)->quadratic_damping.clear();
    }
  }
  return model;
}

bool has_drag(const Model& model) {
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    for (const GroupBody& body : group.bodies) {
      const bool rolls = body.roll_damping && body.roll_damping->quadratic != 0.0;
      if (rolls || !body.quadratic_damping.isZero(0.0)) return true;
    }
    const ConstantCoefficients* constants = group.constants();
    if (constants != nullptr && !constants->quadratic_damping.empty()) return true;
  }
  return false;
}

/// Memories without any radiation force, since radiation is computed in the frequency domain here.
LoadSet::Memories no_memories(const std::vector<MatrixXd>& infinite_added_mass, double step) {
  LoadSet::Memories memories;
  for (const MatrixXd& A : infinite_added_mass) {
    memories.emplace_back(std::make_shared<hydro::NoMemory>(A, step));
  }
  return memories;
}

std::vector<NodeMatrices> of_one_node(const std::vector<MatrixXd>& matrices) {
  std::vector<NodeMatrices> nodes;
  for (const MatrixXd& matrix : matrices) nodes.push_back({matrix});
  return nodes;
}

State initial_state(const Model& model) {
  State state;
  state.bodies.resize(model.bodies.size());
  state.radiation.resize(model.hydrodynamics.size());
  state.loads.resize(model.loads.size());
  state.machines.resize(model.machines.size());
  state.added_masses = initial_added_masses(model);
  const std::vector<Variable> inputs = list_inputs(model);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    state.inputs.emplace_back(inputs[i].size, default_interpolation(model.inputs[i]));
  }
  return state;
}

VectorXd stacked(const BodyVectors& vectors) {
  VectorXd all(kDofs * static_cast<Eigen::Index>(vectors.size()));
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    all.segment<kDofs>(kDofs * static_cast<Eigen::Index>(i)) = vectors[i];
  }
  return all;
}

}  // namespace

StillWaterSystem::StillWaterSystem(const Model& still, const Model& given,
                                   const std::vector<MatrixXd>& infinite_added_mass,
                                   const State* state)
    : model_(still),
      state_(state == nullptr ? initial_state(model_) : *state),
      added_masses_(
          assemble_added_masses(model_, of_one_node(infinite_added_mass), state_.added_masses)),
      system_(model_, added_masses_,
              no_memories(infinite_added_mass, 1e-9 * static_cast<double>(model_.step_ns))),
      drift_(given),
      start_(initial_kinematics(model_)),
      forces_(model_.bodies.size()),
      result_(model_.bodies.size()) {
  for (std::size_t i = 0; i < model_.bodies.size(); ++i) {
    rest_.emplace_back(displacement_reference(given, i), model_.bodies[i].center_of_mass);
  }
  if (has_drag(model_)) {
    undragged_model_ = without_drag(model_);
    undragged_ = std::make_unique<MultibodySystem>(
        *undragged_model_, added_masses_,
        no_memories(infinite_added_mass, 1e-9 * static_cast<double>(model_.step_ns)));
  }
  set_state(given, state);
}

void StillWaterSystem::set_state(const Model& given, const State* state) {
  const double now = 1e-9 * static_cast<double>(state_.step_index * model_.step_ns);
  time_ = {hydro::Stage::kStart, now, now};
  if (state == nullptr) {
    state_.joints = system_.constraints.states().initial();
    system_.loads.initialize(start_, state_);
  } else {
    for (std::size_t i = 0; i < start_.size(); ++i) read_motion(state->bodies[i], start_[i]);
    for (BodyState& body : state_.bodies) body.added_force.setZero();  // gone after one step
  }
  hold_motors(given);
  const JointStates::Switches switches = system_.constraints.states().switches();
  for (MultibodySystem* system : {&system_, undragged_.get()}) {
    if (system == nullptr) continue;
    for (std::size_t i = 0; i < state_.joints.size(); ++i) {
      system->constraints.configure(i, state_.joints[i]);
    }
    system->constraints.set_switches(switches);
    system->masses.held().apply_gains(state_.inputs, now);
  }
}

/// Applies the inputs that command drives at the present time, and locks motors at their present
/// positions.
void StillWaterSystem::hold_motors(const Model& given) {
  ConstraintSet& constraints = system_.constraints;
  for (std::size_t i = 0; i < state_.joints.size(); ++i) {
    constraints.configure(i, state_.joints[i]);
  }
  constraints.apply(state_.inputs, time_.time);
  for (std::size_t i = 0; i < state_.joints.size(); ++i) {
    state_.joints[i] = constraints.state(i);
    const std::vector<JointDrive>& drives = given.joints[i].drives;
    for (std::size_t drive = 0; drive < drives.size(); ++drive) {
      if (!std::holds_alternative<Motor>(drives[drive].kind)) continue;
      state_.joints[i].commands[drive] =
          constraints.joints()[i].dof_position(drives[drive].dof, start_);
    }
  }
}

Kinematics StillWaterSystem::rest_kinematics() const {
  Kinematics bodies(start_.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    bodies[i].place(rest_[i].center(), rest_[i].attitude());
  }
  return bodies;
}

VectorXd StillWaterSystem::forces_of(MultibodySystem& system, const Kinematics& bodies) {
  system.loads.compute(time_, state_, bodies, forces_);
  drift_.add(bodies, forces_);
  system.masses.compute_inertia_forces(bodies, forces_.total, time_.time, result_);
  ConstraintSet& constraints = system.constraints;
  if (!constraints.empty()) {
    VectorXd speeds, multipliers;
    constraints.evaluate(bodies);
    constraints.measure_speeds(bodies, speeds);
    constraints.compliant_multipliers(speeds, multipliers);
    constraints.add_forces(multipliers, result_);
  }
  return stacked(result_);
}

BodyVectors StillWaterSystem::mean_drift(const Kinematics& bodies) {
  Forces forces(bodies.size());
  forces.set_zero();
  drift_.add(bodies, forces);
  return forces.second_order;
}

VectorXd StillWaterSystem::forces(const Kinematics& bodies, Drag drag) {
  const bool with = drag == Drag::kWith || undragged_ == nullptr;
  return forces_of(with ? system_ : *undragged_, bodies);
}

MatrixXd StillWaterSystem::stiffness(const Kinematics& bodies, const VectorXd& multipliers,
                                     Drag drag) {
  return -by_displacement(bodies, [&](const Kinematics& moved) -> VectorXd {
    VectorXd force = forces(moved, drag);
    if (multipliers.size() > 0) force += reactions(moved, multipliers);
    return force;
  });
}

MatrixXd StillWaterSystem::damping(const Kinematics& bodies) {
  return -by_velocity(bodies,
                      [&](const Kinematics& moved) { return forces(moved, Drag::kWithout); });
}

VectorXd StillWaterSystem::reactions(const Kinematics& bodies, const VectorXd& multipliers) {
  ConstraintSet& constraints = system_.constraints;
  std::fill(result_.begin(), result_.end(), Vector6::Zero());
  if (!constraints.empty()) {
    constraints.evaluate(bodies);
    constraints.add_forces(multipliers, result_);
  }
  return stacked(result_);
}

StillWaterSystem::HeldRows StillWaterSystem::held_rows(const Kinematics& bodies) {
  ConstraintSet& constraints = system_.constraints;
  HeldRows held;
  constraints.evaluate(bodies);
  for (Eigen::Index row = 0; row < constraints.row_count(); ++row) {
    const RowLaw& law = constraints.law(row);
    if (constraints.enabled(row) && !law.bounded() && law.compliance == 0.0) {
      held.rows.push_back(row);
    }
  }
  std::vector<Eigen::Index> held_dofs;
  const std::vector<Vector6>& moving = system_.masses.moving_dofs();
  for (Eigen::Index k = 0; k < dof_count(); ++k) {
    check_cancelled();
    if (moving[static_cast<std::size_t>(k / kDofs)][k % kDofs] == 0.0) held_dofs.push_back(k);
  }
  const auto joint_rows = static_cast<Eigen::Index>(held.rows.size());
  const auto all_rows = joint_rows + static_cast<Eigen::Index>(held_dofs.size());
  held.violation = VectorXd::Zero(all_rows);
  held.jacobian = MatrixXd::Zero(all_rows, dof_count());
  for (Eigen::Index row = 0; row < joint_rows; ++row) {
    held.violation[row] = constraints.violation(held.rows[static_cast<std::size_t>(row)]);
  }
  VectorXd column;
  BodyVectors twists(bodies.size(), Vector6::Zero());
  for (Eigen::Index k = 0; joint_rows > 0 && k < dof_count(); ++k) {
    check_cancelled();
    double& speed = twists[static_cast<std::size_t>(k / kDofs)][k % kDofs];
    speed = 1.0;
    constraints.measure(twists, column);
    for (Eigen::Index row = 0; row < joint_rows; ++row) {
      held.jacobian(row, k) = column[held.rows[static_cast<std::size_t>(row)]];
    }
    speed = 0.0;
  }
  for (std::size_t i = 0; i < held_dofs.size(); ++i) {
    held.jacobian(joint_rows + static_cast<Eigen::Index>(i), held_dofs[i]) = 1.0;
  }
  return held;
}

BodyVectors StillWaterSystem::unbalanced(const Kinematics& bodies, const HeldRows& held,
                                         const VectorXd& given) {
  VectorXd multipliers = VectorXd::Zero(system_.constraints.row_count());
  for (std::size_t i = 0; i < held.rows.size(); ++i) {
    multipliers[held.rows[i]] = given[static_cast<Eigen::Index>(i)];
  }
  const VectorXd all = forces(bodies, Drag::kWith) + reactions(bodies, multipliers);
  BodyVectors vectors(bodies.size());
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    vectors[i] = all.segment<kDofs>(kDofs * static_cast<Eigen::Index>(i));
  }
  return vectors;
}

VectorXd StillWaterSystem::all_multipliers(const Kinematics& bodies, const HeldRows& held,
                                           const VectorXd& given) {
  ConstraintSet& constraints = system_.constraints;
  VectorXd speeds, multipliers = VectorXd::Zero(constraints.row_count());
  if (constraints.empty()) return multipliers;
  constraints.evaluate(bodies);
  constraints.measure_speeds(bodies, speeds);
  constraints.compliant_multipliers(speeds, multipliers);
  for (std::size_t i = 0; i < held.rows.size(); ++i) {
    multipliers[held.rows[i]] = given[static_cast<Eigen::Index>(i)];
  }
  return multipliers;
}

void displace(BodyKinematics& body, Eigen::Index dof, double step) {
  Vector3 along = Vector3::Zero();
  along[dof % 3] = step;
  if (dof < 3) {
    body.place(body.position + along, body.attitude);
  } else {
    body.place(body.position, exponential(along) * body.attitude);
  }
}

}  // namespace raftup::solver
