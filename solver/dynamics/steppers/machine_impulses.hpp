#pragma once

#include <functional>
#include <vector>

#include "solver/joints/machine_set.hpp"

namespace raftup::solver {

/// The machines of an island in one step of impulses. Their forces are not linear in the speeds, so
/// that the step is solved for given forces, and again for those that the machines have at its
/// speeds, until both agree. How the speeds answer to each force is found by trying: between
/// changes of what holds or slips they are linear in them, and two rounds are enough.
/// Call order: begin(), then solve(). Not thread-safe.
class MachineImpulses {
 public:
  /// Speeds of the ports [m/s, rad/s]: the mean over the step, by which the poses move, and at its
  /// end.
  struct Speeds {
    VectorXd mean, end;
  };
  /// Computes the end of the step with forces on the ports [N, N m].
  using Answer = std::function<const Kinematics&(const VectorXd& forces)>;

  /// @param machines must outlive this object
  /// @param step     h [s]
  MachineImpulses(const MachineSet& machines, double step) : machines_(machines), step_(step) {}

  bool empty() const { return machines_.empty(); }

  /// Takes the states where the step begins.
  /// @param middle  bodies where the rows of the step are evaluated, with the velocities v- [m/s,
  /// rad/s]
  /// @param shares  by body: the share of v+ in the velocity that moves its pose
  void begin(const State& state, const Kinematics& middle, const std::vector<double>& shares);

  /// Adds the impulses of forces on the ports [N s, N m s].
  void add_impulses(const VectorXd& forces, BodyVectors& impulses) const;

  /// Finds forces [N, N m] that agree with the speeds that the bodies have with them; the last call
  /// of `answer` is with these forces.
  /// @throws SolverFailure if there are none
  void solve(const Answer& answer);

  /// The bodies of ports that do not move over the step although they have a speed at its end: one
  /// of each port. All valves of such a port are closed.
  std::vector<std::size_t> stopped_bodies(const Kinematics& end) const;

  /// The state of each machine at the end of the step.
  const std::vector<MachineState>& ends() const { return ends_; }

 private:
  Speeds measure(const Kinematics& end) const;
  Speeds try_forces(const Answer& answer) const { return measure(answer(forces_)); }
  void find_responses(const Answer& answer, const Speeds& at);
  void step_machines(const Speeds& at);

  const MachineSet& machines_;
  double step_;
  Kinematics middle_;
  std::vector<double> shares_;
  std::vector<MachineSet::PortRow> rows_;
  std::vector<MachineState> starts_, ends_;
  VectorXd forces_;    ///< of all ports
  VectorXd expected_;  ///< mean speeds that the machines expect with these forces [m/s, rad/s]
  MatrixXd mean_by_force_, end_by_force_;  ///< of all ports
};

}  // namespace raftup::solver
