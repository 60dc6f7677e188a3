#include "solver/joints/machines/machine_equations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/numerics/dense.hpp"

namespace raftup::solver {

namespace {

constexpr double kLeastSpeed = 1e-3;     ///< m/s or rad/s, below which a port counts as at rest
constexpr double kSolved = 1e-14;        ///< residual in the scales of the equations
constexpr double kGoodEnough = 1e-10;    ///< residual that round-off may leave
constexpr int kMostIterations = 60;      ///< of Newton's method; chosen, not swept
constexpr double kLeastShare = 1e-6;     ///< of a Newton step that a search still tries
constexpr double kFirstSmoothing = 0.1;  ///< of valves, where they are approached from afar
/// Factor from one smoothing to the next. Chosen, not swept: each is a few iterations from the
/// last.
constexpr double kSmoothingFactor = 0.1;
/// Smoothing from which exact valves are reached. Chosen, not swept: far below any drop that
/// counts.
constexpr double kLastSmoothing = 1e-9;
constexpr double kMostGas = 0.9;  ///< part of the gas volume that one iteration may take

}  // namespace

MachineEquations::MachineEquations(const MachineNetwork& network, const MachineState& start,
                                   double h, const PortResponse& response)
    : network_(network), start_(start), h_(h), response_(response) {
  Eigen::Index next = 0;
  for (const auto& tank : network.tanks_) pressure_place_.push_back(tank ? -1 : next++);
  first_store_ = next;
  first_flow_ = first_store_ + static_cast<Eigen::Index>(network.stores_.size());
  first_shaft_ = first_flow_ + static_cast<Eigen::Index>(network.passages_.size());
  first_port_ = first_shaft_ + static_cast<Eigen::Index>(network.shafts_.size());
  size_ = first_port_ + static_cast<Eigen::Index>(network.port_count());
  guess();
}

void MachineEquations::guess() {
  speed_scale_ = kLeastSpeed;
  for (const double speed : response_.mean) speed_scale_ = std::max(speed_scale_, std::abs(speed));
  double area = 0.0;
  for (const auto& cylinder : network_.cylinders_) {
    area = std::max({area, cylinder.part->area_a, cylinder.part->area_b});
  }
  flow_scale_ = area * speed_scale_;
  double shaft_scale = speed_scale_;
  for (const double speed : start_.speeds) shaft_scale = std::max(shaft_scale, std::abs(speed));
  for (const auto& motor : network_.motors_) {
    flow_scale_ = std::max(flow_scale_, motor.part->displacement * shaft_scale);
  }
  for (std::size_t i = 0; flow_scale_ == 0.0 && i < network_.passages_.size(); ++i) {
    flow_scale_ = network_.passages_[i].unit_flow * std::sqrt(network_.pressure_scale_);
  }
  if (flow_scale_ == 0.0) flow_scale_ = speed_scale_;
  scale_ = VectorXd::Constant(size_, network_.pressure_scale_);
  scale_.segment(first_store_, first_flow_ - first_store_).setConstant(h_ * flow_scale_);
  scale_.segment(first_flow_, first_shaft_ - first_flow_).setConstant(flow_scale_);
  scale_.segment(first_shaft_, first_port_ - first_shaft_).setConstant(shaft_scale);
  scale_.tail(size_ - first_port_).setConstant(speed_scale_);
  z_ = VectorXd::Zero(size_);
  for (std::size_t node = 0; node < pressure_place_.size(); ++node) {
    if (pressure_place_[node] >= 0) z_[pressure_place_[node]] = start_.pressures[node];
  }
  const auto copy = [this](const std::vector<double>& from, Eigen::Index to) {
    for (std::size_t i = 0; i < from.size(); ++i) z_[to + static_cast<Eigen::Index>(i)] = from[i];
  };
  copy(start_.flows, first_flow_);
  copy(start_.speeds, first_shaft_);
  z_.tail(size_ - first_port_) = response_.mean;
  for (Eigen::Index i = 0; i < size_; ++i) z_[i] /= scale_[i];
  residual_.resize(size_);
  jacobian_.resize(size_, size_);
}

MachineEquations::Linear MachineEquations::unknown(Eigen::Index index) const {
  Linear number = zero();
  number.value = scale_[index] * z_[index];
  number.slope[index] = scale_[index];
  return number;
}

MachineEquations::Linear MachineEquations::pressure(std::size_t node) const {
  if (pressure_place_[node] >= 0) return unknown(pressure_place_[node]);
  Linear fixed = zero();
  fixed.value = *network_.tanks_[node];
  return fixed;
}

MachineEquations::Linear MachineEquations::drop(std::size_t from, std::size_t to) const {
  Linear drop = pressure(from);
  const Linear low = pressure(to);
  drop.value -= low.value;
  drop.slope -= low.slope;
  return drop;
}

/// Mean speed of a shaft over the step.
MachineEquations::Linear MachineEquations::shaft_speed(std::size_t shaft) const {
  const auto& gear = network_.shafts_[shaft].gear;
  if (gear) {
    const auto port = static_cast<Eigen::Index>(network_.cylinders_.size() + *gear);
    Linear speed = unknown(first_port_ + port);
    speed.value *= network_.gears_[*gear].part->ratio;
    speed.slope *= network_.gears_[*gear].part->ratio;
    return speed;
  }
  Linear speed = unknown(first_shaft_ + static_cast<Eigen::Index>(shaft));
  speed.value = 0.5 * (speed.value + start_.speeds[shaft]);
  speed.slope *= 0.5;
  return speed;
}

/// Torque of everything on a shaft but its gear, that of its own inertia included.
MachineEquations::Linear MachineEquations::shaft_torque(std::size_t shaft) const {
  const auto& rotor = network_.shafts_[shaft];
  const Linear speed = shaft_speed(shaft);
  Linear torque = unknown(first_shaft_ + static_cast<Eigen::Index>(shaft));
  const double inertia = rotor.part->inertia / h_;
  torque.value = -inertia * (torque.value - start_.speeds[shaft]);
  torque.slope *= -inertia;
  double resisting = rotor.part->damping * speed.value, slope = rotor.part->damping;
  for (const Generator* generator : rotor.generators) {
    const ValueAndSlope law = generator_torque(*generator, speed.value);
    resisting += law.value;
    slope += law.slope;
  }
  torque.value -= resisting;
  torque.slope -= slope * speed.slope;
  for (const auto& motor : network_.motors_) {
    if (motor.shaft != shaft) continue;
    const Linear dp = drop(motor.from, motor.to);
    const MotorAction action = motor_action(*motor.part, dp.value, speed.value);
    torque.value += action.torque;
    torque.slope += action.torque_by_drop * dp.slope;
  }
  return torque;
}

MachineEquations::Linear MachineEquations::port_force(std::size_t port) const {
  if (port >= network_.cylinders_.size()) {
    const auto& gear = network_.gears_[port - network_.cylinders_.size()];
    Linear force = shaft_torque(gear.shaft);
    force.value *= gear.part->ratio;
    force.slope *= gear.part->ratio;
    return force;
  }
  const auto& chambers = network_.cylinders_[port];
  Linear force = zero();
  const auto add = [&](const std::optional<std::size_t>& node, double area) {
    if (!node) return;
    const Linear p = pressure(*node);
    force.value += area * p.value;
    force.slope += area * p.slope;
  };
  add(chambers.a, chambers.part->area_a);
  add(chambers.b, -chambers.part->area_b);
  return force;
}

void MachineEquations::set(Eigen::Index row, const Linear& residual, double scale) {
  residual_[row] = residual.value / scale;
  jacobian_.row(row) = residual.slope.transpose() / scale;
}

void MachineEquations::evaluate(double smoothing) {
  jacobian_.setZero();
  evaluate_nodes();
  evaluate_stores();
  evaluate_passages(smoothing);
  evaluate_shafts();
  evaluate_ports();
}

/// Fluid that comes into each node.
void MachineEquations::evaluate_nodes() {
  std::vector<Linear> inflow(pressure_place_.size(), zero());
  const auto add = [&](std::size_t node, double factor, const Linear& flow) {
    inflow[node].value += factor * flow.value;
    inflow[node].slope += factor * flow.slope;
  };
  for (std::size_t i = 0; i < network_.passages_.size(); ++i) {
    const Linear flow = unknown(first_flow_ + static_cast<Eigen::Index>(i));
    add(network_.passages_[i].from, -1.0, flow);
    add(network_.passages_[i].to, 1.0, flow);
  }
  for (const auto& motor : network_.motors_) {
    const Linear dp = drop(motor.from, motor.to);
    const Linear speed = shaft_speed(motor.shaft);
    const MotorAction action = motor_action(*motor.part, dp.value, speed.value);
    const Linear flow{action.flow,
                      action.flow_by_drop * dp.slope + action.flow_by_speed * speed.slope};
    add(motor.from, -1.0, flow);
    add(motor.to, 1.0, flow);
  }
  for (std::size_t i = 0; i < network_.cylinders_.size(); ++i) {
    const auto& chambers = network_.cylinders_[i];
    const Linear speed = unknown(first_port_ + static_cast<Eigen::Index>(i));
    if (chambers.a) add(*chambers.a, -chambers.part->area_a, speed);
    if (chambers.b) add(*chambers.b, chambers.part->area_b, speed);
  }
  for (std::size_t i = 0; i < network_.stores_.size(); ++i) {
    add(network_.stores_[i].node, -1.0 / h_, unknown(first_store_ + static_cast<Eigen::Index>(i)));
  }
  for (std::size_t node = 0; node < inflow.size(); ++node) {
    if (pressure_place_[node] >= 0) set(pressure_place_[node], inflow[node], flow_scale_);
  }
}

void MachineEquations::evaluate_stores() {
  for (std::size_t i = 0; i < network_.stores_.size(); ++i) {
    const auto& store = network_.stores_[i];
    const Eigen::Index place = first_store_ + static_cast<Eigen::Index>(i);
    const double taken = scale_[place] * z_[place];
    const ValueAndSlope mean = store.gas != nullptr
                                   ? mean_gas_pressure(*store.gas, start_.stores[i], taken)
                                   : mean_fluid_pressure(*store.fluid, start_.stores[i], taken);
    Linear difference = pressure(store.node);
    difference.value -= mean.value;
    difference.slope[place] -= mean.slope * scale_[place];
    set(place, difference, network_.pressure_scale_);
  }
}

void MachineEquations::evaluate_passages(double smoothing) {
  for (std::size_t i = 0; i < network_.passages_.size(); ++i) {
    const auto& passage = network_.passages_[i];
    const Eigen::Index place = first_flow_ + static_cast<Eigen::Index>(i);
    const Linear flow = unknown(place);
    ValueAndSlope loss;
    if (passage.unit_flow > 0.0) loss = orifice_drop(flow.value, passage.unit_flow);
    if (passage.slope > 0.0) loss = {flow.value / passage.slope, 1.0 / passage.slope};
    Linear missing = drop(passage.from, passage.to);  // drop that would be needed, less the present
    missing.value = passage.opening + loss.value - missing.value;
    missing.slope = loss.slope * flow.slope - missing.slope;
    if (!passage.one_way) {
      set(place, missing, network_.pressure_scale_);
      continue;
    }
    const Complementarity either = complementarity(
        flow.value / flow_scale_, missing.value / network_.pressure_scale_, smoothing);
    set(place,
        {either.value, either.by_a / flow_scale_ * flow.slope +
                           either.by_b / network_.pressure_scale_ * missing.slope},
        1.0);
  }
}

void MachineEquations::evaluate_shafts() {
  for (std::size_t i = 0; i < network_.shafts_.size(); ++i) {
    const auto& rotor = network_.shafts_[i];
    const Eigen::Index place = first_shaft_ + static_cast<Eigen::Index>(i);
    if (!rotor.gear) {
      set(place, shaft_torque(i), rotor.part->inertia * scale_[place] / h_);
      continue;
    }
    const std::size_t gear = network_.cylinders_.size() + *rotor.gear;
    const double ratio = network_.gears_[*rotor.gear].part->ratio;
    Linear difference = unknown(place);
    difference.value -= ratio * response_.end[static_cast<Eigen::Index>(gear)];
    for (std::size_t port = 0; port < network_.port_count(); ++port) {
      const Linear force = port_force(port);
      const double by = ratio * response_.end_by_force(static_cast<Eigen::Index>(gear),
                                                       static_cast<Eigen::Index>(port));
      difference.value -= by * force.value;
      difference.slope -= by * force.slope;
    }
    set(place, difference, scale_[place]);
  }
}

void MachineEquations::evaluate_ports() {
  std::vector<Linear> forces;
  for (std::size_t port = 0; port < network_.port_count(); ++port) {
    forces.push_back(port_force(port));
  }
  for (Eigen::Index i = 0; i < size_ - first_port_; ++i) {
    Linear difference = unknown(first_port_ + i);
    difference.value -= response_.mean[i];
    for (std::size_t port = 0; port < forces.size(); ++port) {
      const double by = response_.mean_by_force(i, static_cast<Eigen::Index>(port));
      difference.value -= by * forces[port].value;
      difference.slope -= by * forces[port].slope;
    }
    set(first_port_ + i, difference, speed_scale_);
  }
}

/// The share of a change that leaves gas in every accumulator.
double MachineEquations::longest_step(const VectorXd& change) const {
  double longest = 1.0;
  for (std::size_t i = 0; i < network_.stores_.size(); ++i) {
    if (network_.stores_[i].gas == nullptr) continue;
    const Eigen::Index place = first_store_ + static_cast<Eigen::Index>(i);
    const double left = start_.stores[i] - scale_[place] * z_[place];
    const double taken = scale_[place] * change[place];
    if (taken > kMostGas * left) longest = std::min(longest, kMostGas * left / taken);
  }
  return longest;
}

/// Newton's method at one smoothing of the valves. Where pressures are not unique, as those of a
/// chamber behind closed valves, the nearest are taken.
bool MachineEquations::iterate(double smoothing) {
  evaluate(smoothing);
  double size = residual_.lpNorm<Eigen::Infinity>();
  for (int i = 0; i < kMostIterations && size > kSolved; ++i) {
    const VectorXd change = -solve_minimum_norm(jacobian_, residual_);
    if (!change.allFinite()) return false;
    const VectorXd from = z_;
    const double before = size;
    for (double share = longest_step(change);; share *= 0.5) {
      z_ = from + share * change;
      evaluate(smoothing);
      size = residual_.lpNorm<Eigen::Infinity>();
      if (size < before) break;
      if (share < kLeastShare || before <= kGoodEnough) {  // round-off
        z_ = from;
        evaluate(smoothing);
        return before <= kGoodEnough;
      }
    }
  }
  return size <= kGoodEnough;
}

MachineStep MachineEquations::solve() {
  if (iterate(0.0)) return result();
  guess();
  for (double smoothing = kFirstSmoothing; smoothing >= kLastSmoothing;
       smoothing *= kSmoothingFactor) {
    iterate(smoothing);
  }
  if (iterate(0.0)) return result();
  throw SolverFailure(fmt::format(
      "flows and pressures of machine '{}' must balance in a step of {} s, residual {:.3g}: take a "
      "smaller step, or give valves an area",
      network_.machine_.name, h_, residual_.lpNorm<Eigen::Infinity>()));
}

MachineStep MachineEquations::result() {
  MachineStep step;
  MachineState& end = step.end;
  end = start_;
  for (std::size_t node = 0; node < end.pressures.size(); ++node) {
    end.pressures[node] = pressure(node).value;
  }
  for (std::size_t i = 0; i < end.flows.size(); ++i) {
    end.flows[i] = unknown(first_flow_ + static_cast<Eigen::Index>(i)).value;
  }
  for (std::size_t i = 0; i < end.speeds.size(); ++i) {
    end.speeds[i] = unknown(first_shaft_ + static_cast<Eigen::Index>(i)).value;
  }
  for (std::size_t i = 0; i < end.stores.size(); ++i) {
    const auto& store = network_.stores_[i];
    const double taken = unknown(first_store_ + static_cast<Eigen::Index>(i)).value;
    end.stores[i] +=
        store.gas != nullptr ? -taken : store.fluid->bulk_modulus / store.fluid->volume * taken;
  }
  for (std::size_t port = 0; port < end.forces.size(); ++port) {
    end.forces[port] = port_force(port).value;
  }
  step.mean.resize(size_ - first_port_);
  for (Eigen::Index i = 0; i < step.mean.size(); ++i) {
    step.mean[i] = unknown(first_port_ + i).value;
  }
  add_energies(end);
  return step;
}

}  // namespace raftup::solver
