#pragma once

#include "solver/joints/machines/machine_laws.hpp"
#include "solver/joints/machines/machine_network.hpp"

namespace raftup::solver {

/// One step of a MachineNetwork: its unknowns as one vector z, in the order of the network's table,
/// in their scales, and their residuals with the derivatives. Only for MachineNetwork::step().
class MachineEquations {
 public:
  MachineEquations(const MachineNetwork& network, const MachineState& start, double h,
                   const PortResponse& response);

  MachineStep solve();

 private:
  /// A number that depends on the unknowns.
  struct Linear {
    double value = 0.0;
    VectorXd slope;  ///< by each unknown
  };

  Linear zero() const { return {0.0, VectorXd::Zero(size_)}; }
  Linear pressure(std::size_t node) const;
  Linear drop(std::size_t from, std::size_t to) const;
  Linear shaft_speed(std::size_t shaft) const;
  Linear shaft_torque(std::size_t shaft) const;
  Linear port_force(std::size_t port) const;
  Linear unknown(Eigen::Index index) const;
  void set(Eigen::Index row, const Linear& residual, double scale);

  void evaluate(double smoothing);
  void evaluate_nodes();
  void evaluate_stores();
  void evaluate_passages(double smoothing);
  void evaluate_shafts();
  void evaluate_ports();

  void guess();
  bool iterate(double smoothing);
  double longest_step(const VectorXd& change) const;
  MachineStep result();
  void add_energies(MachineState& end);
  void add_shaft_energies(MachineState& end);

  const MachineNetwork& network_;
  const MachineState& start_;
  double h_;
  const PortResponse& response_;
  double flow_scale_ = 0.0, speed_scale_ = 0.0;
  Eigen::Index first_store_, first_flow_, first_shaft_, first_port_, size_;
  std::vector<Eigen::Index> pressure_place_;  ///< by node; -1 for one with a tank
  VectorXd scale_;                            ///< of each unknown
  VectorXd z_, residual_;
  MatrixXd jacobian_;
};

}  // namespace raftup::solver
