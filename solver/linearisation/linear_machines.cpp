#include "solver/linearisation/linear_machines.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "hydro/base/cancellation.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

namespace {

/// Steps of a machine in the mean period of the motion; a rectifier's force is right to 1 %.
constexpr int kStepsPerPeriod = 32;
/// Mean periods over which the forces are fitted in one wave, and in a random sea. Chosen, not
/// swept: the fit of a random force over n periods is uncertain by about 1/sqrt(2 n).
constexpr int kPeriodsOfOneWave = 20, kPeriodsOfSea = 150;
/// Mean periods before the fit, in which pressures settle; later fits begin where the last ended.
constexpr int kWarmUpPeriods = 20;

/// Frequency [rad/s] of the mean period of the ports: sqrt(sum omega^2 |x|^2 / sum |x|^2).
double mean_frequency(const VectorXd& omega, const MatrixXcd& amplitudes) {
  const VectorXd share = amplitudes.cwiseAbs2().rowwise().sum();
  const double all = share.sum();
  return all > 0.0 ? std::sqrt((omega.cwiseAbs2().array() * share.array()).sum() / all) : 0.0;
}

/// The motion of ports with the given complex amplitudes [components x ports].
PortMotion sampled(const VectorXd& omega, const MatrixXcd& amplitudes, double step,
                   Eigen::Index steps) {
  PortMotion motion{step, MatrixXd(steps + 1, amplitudes.cols()),
                    MatrixXd(steps + 1, amplitudes.cols())};
  for (Eigen::Index k = 0; k <= steps; ++k) {
    check_cancelled();
    const double time = step * static_cast<double>(k);
    VectorXcd waves(omega.size());
    for (Eigen::Index n = 0; n < omega.size(); ++n) waves[n] = std::polar(1.0, omega[n] * time);
    const VectorXcd rates = Complex(0.0, 1.0) * omega.cast<Complex>().cwiseProduct(waves);
    motion.positions.row(k) = (waves.transpose() * amplitudes).real();
    motion.end_speeds.row(k) = (rates.transpose() * amplitudes).real();
  }
  return motion;
}

/// Largest change from one matrix to another, as a share of the largest element.
double change(const MatrixXd& from, const MatrixXd& to) {
  const double largest = to.cwiseAbs().maxCoeff();
  return largest > 0.0 ? (to - from).cwiseAbs().maxCoeff() / largest : 0.0;
}

}  // namespace

LinearMachines::LinearMachines(const Model& model, const ConstraintSet& constraints,
                               const Kinematics& mean, const DofAxes& axes, const State* state) {
  std::vector<std::size_t> places(model.machines.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  const MachineSet machines(model, constraints, places);
  for (const Machine& machine : model.machines) networks_.emplace_back(machine);
  const std::vector<MachineSet::PortRow> rows = machines.rows(mean);
  std::size_t next = 0;
  for (std::size_t i = 0; i < networks_.size(); ++i) {
    const std::size_t count = networks_[i].port_count();
    MatrixXd ports = MatrixXd::Zero(static_cast<Eigen::Index>(count), axes.dof_count());
    for (Eigen::Index port = 0; port < ports.rows(); ++port, ++next) {
      for (std::size_t side = 0; side < 2; ++side) {
        if (rows[next].bodies[side] == ConstraintBlock::kWorld) continue;
        ports.row(port).segment<kDofs>(first_dof(rows[next].bodies[side])) +=
            rows[next].jacobian[side].transpose();
      }
    }
    ports_.push_back(axes.by_dofs(std::move(ports)));
    states_.push_back(state != nullptr ? state->machines[i]
                                       : networks_[i].initial_state(std::vector<double>(count)));
  }
}

void LinearMachines::begin() {
  dampers_.clear();
  for (const MachineNetwork& network : networks_) {
    const auto count = static_cast<Eigen::Index>(network.port_count());
    EquivalentDamper damper{MatrixXd::Zero(count, count), MatrixXd::Zero(count, count)};
    for (Eigen::Index port = 0; port < count; ++port) {
      damper.damping(port, port) = network.force_scale(static_cast<std::size_t>(port));
    }
    dampers_.push_back(std::move(damper));
  }
  begun_ = true;
}

double LinearMachines::fit(const MotionInSea& motion) {
  double largest = 0.0;
  for (std::size_t i = 0; i < networks_.size(); ++i) {
    MatrixXcd amplitudes(motion.omega.size(), ports_[i].rows());
    for (Eigen::Index n = 0; n < motion.omega.size(); ++n) {
      amplitudes.row(n) = (ports_[i] * motion.dofs[static_cast<std::size_t>(n)]).transpose();
    }
    const double omega = mean_frequency(motion.omega, amplitudes);
    if (omega == 0.0) continue;
    const int periods = motion.omega.size() == 1 ? kPeriodsOfOneWave : kPeriodsOfSea;
    const Eigen::Index warm_up = Eigen::Index{kStepsPerPeriod} * kWarmUpPeriods;
    const PortMotion ports = sampled(motion.omega, amplitudes, kTwoPi / (kStepsPerPeriod * omega),
                                     warm_up + Eigen::Index{kStepsPerPeriod} * periods);
    const EquivalentDamper found = equivalent_damper(networks_[i], ports, warm_up, states_[i]);
    EquivalentDamper& damper = dampers_[i];
    largest = std::max({largest, change(damper.damping, found.damping),
                        change(damper.stiffness, found.stiffness)});
    const double share = begun_ ? 1.0 : 0.5;
    damper.damping += share * (found.damping - damper.damping);
    damper.stiffness += share * (found.stiffness - damper.stiffness);
  }
  begun_ = false;
  return largest;
}

MatrixXd LinearMachines::of_dofs(MatrixXd EquivalentDamper::*part) const {
  const Eigen::Index size = ports_.empty() ? 0 : ports_[0].cols();
  MatrixXd sum = MatrixXd::Zero(size, size);
  for (std::size_t i = 0; i < dampers_.size(); ++i) {
    sum += ports_[i].transpose() * dampers_[i].*part * ports_[i];
  }
  return sum;
}

}  // namespace raftup::solver
