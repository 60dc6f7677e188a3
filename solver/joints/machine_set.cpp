#include "solver/joints/machine_set.hpp"

#include <utility>

namespace raftup::solver {

MachineSet::MachineSet(const Model& model, const ConstraintSet& constraints,
                       std::vector<std::size_t> places)
    : constraints_(constraints), places_(std::move(places)) {
  for (const Machine& machine : model.machines) {
    networks_.emplace_back(machine);
    for (const HydraulicCylinder* cylinder : machine.parts_of<HydraulicCylinder>()) {
      ports_.push_back({find_joint(model, cylinder->joint).value(), cylinder->dof});
    }
    for (const Gear* gear : machine.parts_of<Gear>()) {
      ports_.push_back({find_joint(model, gear->joint).value(), gear->dof});
    }
  }
}

void MachineSet::initialize(const Kinematics& bodies, State& state) const {
  std::size_t port = 0;
  for (std::size_t i = 0; i < networks_.size(); ++i) {
    std::vector<double> speeds;
    for (std::size_t end = port + networks_[i].port_count(); port < end; ++port) {
      speeds.push_back(
          constraints_.joints()[ports_[port].joint].dof_speed(ports_[port].dof, bodies));
    }
    state.machines[places_[i]] = networks_[i].initial_state(speeds);
  }
}

std::vector<MachineSet::PortRow> MachineSet::rows(const Kinematics& bodies) const {
  std::vector<PortRow> rows;
  for (const Port& port : ports_) {
    const JointConstraint& joint = constraints_.joints()[port.joint];
    rows.push_back({joint.bodies(), joint.dof_row(port.dof, bodies).jacobian});
  }
  return rows;
}

void MachineSet::add_forces(const State& state, const Kinematics& bodies,
                            BodyVectors& wrenches) const {
  if (empty()) return;
  VectorXd forces(static_cast<Eigen::Index>(port_count()));
  Eigen::Index port = 0;
  for (const std::size_t place : places_) {
    for (const double force : state.machines[place].forces) forces[port++] = force;
  }
  add_port_forces(rows(bodies), forces, wrenches);
}

void add_port_forces(std::span<const MachineSet::PortRow> rows, const VectorXd& forces,
                     BodyVectors& wrenches) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t side = 0; side < 2; ++side) {
      if (rows[i].bodies[side] == ConstraintBlock::kWorld) continue;
      wrenches[rows[i].bodies[side]] +=
          forces[static_cast<Eigen::Index>(i)] * rows[i].jacobian[side];
    }
  }
}

}  // namespace raftup::solver
