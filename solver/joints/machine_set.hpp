#pragma once

#include <span>
#include <vector>

#include "solver/joints/constraint_set.hpp"
#include "solver/joints/machines/machine_network.hpp"
#include "solver/model/state.hpp"

namespace raftup::solver {

/// The machines of a part of a model, and where their cylinders and gears (ports) meet the bodies.
/// Ports are numbered through the machines in their order.
class MachineSet {
 public:
  /// How the dof x of a port moves with the bodies at one pose: dx/dt = G_1 v_1 + G_2 v_2, so that
  /// a force F on it puts the wrenches G_i^T F on the bodies.
  struct PortRow {
    /// indices in the model; ConstraintBlock::kWorld for the world
    std::array<std::size_t, 2> bodies;
    std::array<Vector6, 2> jacobian;  ///< meaningless for the world
  };

  /// @param constraints of the same model; must outlive this object
  /// @param places      index of each machine in the state
  MachineSet(const Model& model, const ConstraintSet& constraints, std::vector<std::size_t> places);

  bool empty() const { return networks_.empty(); }
  const std::vector<MachineNetwork>& networks() const { return networks_; }
  /// Index in the state of a machine.
  std::size_t place(std::size_t machine) const { return places_[machine]; }
  std::size_t port_count() const { return ports_.size(); }

  /// Writes the states at t = 0; a geared shaft turns with its dof.
  void initialize(const Kinematics& bodies, State& state) const;

  /// The rows of all ports at the poses of `bodies`, world axes.
  std::vector<PortRow> rows(const Kinematics& bodies) const;

  /// Adds the forces of the last step to the wrenches of the bodies [N, N m, world axes].
  void add_forces(const State& state, const Kinematics& bodies, BodyVectors& wrenches) const;

 private:
  struct Port {
    std::size_t joint;
    int dof;
  };

  const ConstraintSet& constraints_;
  std::vector<std::size_t> places_;
  std::vector<MachineNetwork> networks_;
  std::vector<Port> ports_;
};

/// Adds the wrenches of forces on ports [N, N m, world axes], one force for each row.
void add_port_forces(std::span<const MachineSet::PortRow> rows, const VectorXd& forces,
                     BodyVectors& wrenches);

}  // namespace raftup::solver
