#include "solver/joints/machines/machine_network.hpp"

#include <algorithm>
#include <cmath>

#include "solver/joints/machines/machine_equations.hpp"
#include "solver/joints/machines/machine_laws.hpp"

namespace raftup::solver {

namespace {

/// What pressures are measured against where a machine has no store of more [Pa].
constexpr double kLeastPressure = 1e5;
constexpr double kValveDischarge = 0.62;  ///< of a check valve with an area

}  // namespace

MachineNetwork::MachineNetwork(const Machine& machine)
    : machine_(machine), nodes_(machine_.nodes()), tanks_(nodes_.size()) {
  for (const Tank* tank : machine_.parts_of<Tank>()) tanks_[node(tank->node)] = tank->pressure;
  for (const HydraulicCylinder* cylinder : machine_.parts_of<HydraulicCylinder>()) {
    Chambers chambers{cylinder, {}, {}};
    if (cylinder->area_a > 0.0) chambers.a = node(cylinder->a);
    if (cylinder->area_b > 0.0) chambers.b = node(cylinder->b);
    cylinders_.push_back(chambers);
  }
  for (const Accumulator* gas : machine_.parts_of<Accumulator>()) {
    stores_.push_back({gas, nullptr, node(gas->node)});
  }
  for (const FluidVolume* fluid : machine_.parts_of<FluidVolume>()) {
    stores_.push_back({nullptr, fluid, node(fluid->node)});
  }
  add_passages();
  add_shafts();
  pressure_scale_ = kLeastPressure;
  for (const auto& tank : tanks_) pressure_scale_ = std::max(pressure_scale_, tank.value_or(0.0));
  for (const Store& store : stores_) {
    const double pressure = store.gas != nullptr ? store.gas->gas_pressure : store.fluid->pressure;
    pressure_scale_ = std::max(pressure_scale_, pressure);
  }
}

void MachineNetwork::add_passages() {
  for (const MachinePart& part : machine_.parts) {
    if (const auto* orifice = std::get_if<Orifice>(&part.kind)) {
      const double unit = unit_flow(orifice->discharge, orifice->area, machine_.fluid_density);
      passages_.push_back({node(orifice->from), node(orifice->to), false, 0.0, unit});
    } else if (const auto* check = std::get_if<CheckValve>(&part.kind)) {
      const double unit =
          check->area ? unit_flow(kValveDischarge, *check->area, machine_.fluid_density) : 0.0;
      passages_.push_back(
          {node(check->from), node(check->to), true, check->cracking_pressure, unit});
    } else if (const auto* relief = std::get_if<ReliefValve>(&part.kind)) {
      passages_.push_back(
          {node(relief->from), node(relief->to), true, relief->pressure, 0.0, relief->slope});
    }
  }
}

void MachineNetwork::add_shafts() {
  for (const Shaft* shaft : machine_.parts_of<Shaft>()) shafts_.push_back({shaft, {}, {}});
  for (const HydraulicMotor* motor : machine_.parts_of<HydraulicMotor>()) {
    motors_.push_back({motor, node(motor->from), node(motor->to), shaft(motor->shaft)});
  }
  for (const Gear* gear : machine_.parts_of<Gear>()) {
    shafts_[shaft(gear->shaft)].gear = gears_.size();
    gears_.push_back({gear, shaft(gear->shaft)});
  }
  for (const Generator* generator : machine_.parts_of<Generator>()) {
    shafts_[shaft(generator->shaft)].generators.push_back(generator);
  }
}

std::size_t MachineNetwork::node(const std::string& name) const {
  return static_cast<std::size_t>(std::find(nodes_.begin(), nodes_.end(), name) - nodes_.begin());
}

std::size_t MachineNetwork::shaft(const std::string& name) const {
  const auto named = [&](const Rotor& rotor) { return rotor.part->name == name; };
  const auto found = std::find_if(shafts_.begin(), shafts_.end(), named);
  return static_cast<std::size_t>(found - shafts_.begin());
}

double MachineNetwork::force_scale(std::size_t port) const {
  if (port < cylinders_.size()) {
    const HydraulicCylinder& cylinder = *cylinders_[port].part;
    return std::max(cylinder.area_a, cylinder.area_b) * pressure_scale_;
  }
  const Gearing& gear = gears_[port - cylinders_.size()];
  double torque = shafts_[gear.shaft].part->inertia;  // that of 1 rad/s2
  for (const Generator* generator : shafts_[gear.shaft].generators) {
    torque = std::max(torque, largest_torque(*generator));
  }
  return std::abs(gear.part->ratio) * torque;
}

MachineState MachineNetwork::initial_state(const std::vector<double>& dof_speeds) const {
  MachineState state;
  double least = pressure_scale_;
  for (const auto& tank : tanks_) least = std::min(least, tank.value_or(least));
  for (const auto& tank : tanks_) state.pressures.push_back(tank.value_or(least));
  for (const Store& store : stores_) {
    state.stores.push_back(store.gas != nullptr ? store.gas->gas_volume : store.fluid->pressure);
    state.pressures[store.node] =
        store.gas != nullptr ? store.gas->gas_pressure : store.fluid->pressure;
  }
  state.flows.resize(passages_.size());
  for (const Rotor& rotor : shafts_) {
    state.speeds.push_back(rotor.gear ? gears_[*rotor.gear].part->ratio *
                                            dof_speeds[cylinders_.size() + *rotor.gear]
                                      : rotor.part->speed);
  }
  for (const Chambers& chambers : cylinders_) {
    const double a = chambers.a ? chambers.part->area_a * state.pressures[*chambers.a] : 0.0;
    const double b = chambers.b ? chambers.part->area_b * state.pressures[*chambers.b] : 0.0;
    state.forces.push_back(a - b);
  }
  state.forces.resize(port_count());
  return state;
}

MachineStep MachineNetwork::step(const MachineState& start, double h,
                                 const PortResponse& response) const {
  MachineEquations equations(*this, start, h, response);
  return equations.solve();
}

}  // namespace raftup::solver
