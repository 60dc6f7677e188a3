#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "hydro/numerics/types.hpp"
#include "solver/model/machines/machine.hpp"

namespace raftup::solver {

/// How the bodies respond to a machine in one step. The dof of a cylinder or gear moves by h u and
/// has the speed v at the end. Both are linear in the forces F of the cylinders and gears of the machine
/// [N, N m]:
///   u = u_0 + U F,  v = v_0 + V F.
struct PortResponse {
  VectorXd mean, end;                    ///< u_0, v_0 [m/s, rad/s], one per port
  MatrixXd mean_by_force, end_by_force;  ///< U, V [1/kg s, 1/(kg m2) s]
};

/// The end of a step of a machine.
struct MachineStep {
  MachineState end;
  VectorXd mean;  ///< u [m/s, rad/s] with the forces of `end`, one per port
};

/// The equations of one machine over a step h, in which every flow and pressure is constant.
///
/// | unknown      | of each               | equation                                            |
/// |--------------|-----------------------|-----------------------------------------------------|
/// | pressure p   | node without a tank   | the fluid that comes in goes out or into its stores |
/// | fluid Q      | accumulator, volume   | p of its node is the mean pressure over the step    |
/// | flow q       | orifice, valve        | its law; 0 <= q is complementary to that of a valve |
/// | end speed w  | shaft                 | moment of momentum, or the speed of its gear        |
/// | mean speed u | cylinder, gear (port) | u = u_0 + U F                                       |
///
/// Shafts turn by h (w- + w)/2. With the mean pressures of the stores, what the bodies lose is to
/// round-off what is stored, lost and given as electricity, at any step. The force falls as the
/// speed grows, so that a step has one solution. Solved by Newton's method on the complementarity
/// function of Fischer and Burmeister. Immutable.
/// @source Acary and Brogliato, Numerical Methods for Nonsmooth Dynamical Systems (2008), for
///         circuits of ideal diodes, whose equations these are
class MachineNetwork {
 public:
  explicit MachineNetwork(const Machine& machine);
  // The parts of a network point into the lists of its machine: they move with it, and a copy of them
  // would point into the original.
  MachineNetwork(const MachineNetwork&) = delete;
  MachineNetwork(MachineNetwork&&) = default;
  MachineNetwork& operator=(const MachineNetwork&) = delete;
  MachineNetwork& operator=(MachineNetwork&&) = default;
  ~MachineNetwork() = default;

  /// Cylinders, then gears.
  std::size_t port_count() const { return cylinders_.size() + gears_.size(); }
  /// Force of each port at rest [N, N m], about what it is of the size of.
  double force_scale(std::size_t port) const;

  /// The state at t = 0.
  /// @param dof_speeds of the ports [m/s, rad/s]: geared shafts turn with theirs
  MachineState initial_state(const std::vector<double>& dof_speeds) const;

  /// @param h  step [s]
  /// @throws SolverFailure naming the machine where no solution is found
  MachineStep step(const MachineState& start, double h, const PortResponse& response) const;

 private:
  friend class MachineEquations;

  struct Chambers {
    const HydraulicCylinder* part;
    std::optional<std::size_t> a, b;  ///< nodes
  };
  struct Store {
    const Accumulator* gas = nullptr;  ///< or
    const FluidVolume* fluid = nullptr;
    std::size_t node = 0;
  };
  /// An orifice or valve.
  struct Passage {
    std::size_t from, to;
    bool one_way;            ///< a valve
    double opening = 0.0;    ///< Pa, drop at which a valve opens
    double unit_flow = 0.0;  ///< m3/s at 1 Pa; 0 = no drop of an orifice
    double slope = 0.0;      ///< m3/s per Pa of a relief valve; 0 = none
  };
  struct Motor {
    const HydraulicMotor* part;
    std::size_t from, to, shaft;
  };
  struct Rotor {
    const Shaft* part;
    std::optional<std::size_t> gear;  ///< index in gears_
    std::vector<const Generator*> generators;
  };
  struct Gearing {
    const Gear* part;
    std::size_t shaft;
  };

  std::size_t node(const std::string& name) const;
  std::size_t shaft(const std::string& name) const;
  void add_passages();
  void add_shafts();

  Machine machine_;
  std::vector<std::string> nodes_;
  std::vector<std::optional<double>> tanks_;  ///< by node: its pressure [Pa]
  std::vector<Chambers> cylinders_;
  std::vector<Store> stores_;
  std::vector<Passage> passages_;
  std::vector<Motor> motors_;
  std::vector<Rotor> shafts_;
  std::vector<Gearing> gears_;
  double pressure_scale_ = 0.0;  ///< Pa
};

}  // namespace raftup::solver
