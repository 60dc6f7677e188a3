#include <algorithm>

#include "solver/joints/machines/machine_equations.hpp"

namespace raftup::solver {

/// Where the energy that the bodies have lost in the step is now.
void MachineEquations::add_energies(MachineState& end) {
  const auto mean = [this](Eigen::Index index) { return unknown(index).value; };
  for (std::size_t port = 0; port < end.forces.size(); ++port) {
    end.absorbed -= h_ * end.forces[port] * mean(first_port_ + static_cast<Eigen::Index>(port));
  }
  for (std::size_t i = 0; i < network_.stores_.size(); ++i) {
    end.stored +=
        end.pressures[network_.stores_[i].node] * mean(first_store_ + static_cast<Eigen::Index>(i));
  }
  std::vector<double> inflow(end.pressures.size());  // that only tanks are left with
  for (std::size_t i = 0; i < network_.passages_.size(); ++i) {
    const auto& passage = network_.passages_[i];
    const double drop = end.pressures[passage.from] - end.pressures[passage.to];
    end.losses += h_ * drop * end.flows[i];
    inflow[passage.from] -= end.flows[i];
    inflow[passage.to] += end.flows[i];
  }
  for (std::size_t i = 0; i < network_.cylinders_.size(); ++i) {
    const auto& chambers = network_.cylinders_[i];
    const double speed = mean(first_port_ + static_cast<Eigen::Index>(i));
    if (chambers.a) inflow[*chambers.a] -= chambers.part->area_a * speed;
    if (chambers.b) inflow[*chambers.b] += chambers.part->area_b * speed;
  }
  for (const auto& motor : network_.motors_) {
    const double drop = end.pressures[motor.from] - end.pressures[motor.to];
    const double speed = shaft_speed(motor.shaft).value;
    const MotorAction action = motor_action(*motor.part, drop, speed);
    end.losses += h_ * (drop * action.flow - speed * action.torque);
    inflow[motor.from] -= action.flow;
    inflow[motor.to] += action.flow;
  }
  for (std::size_t node = 0; node < inflow.size(); ++node) {
    if (network_.tanks_[node]) end.stored += h_ * end.pressures[node] * inflow[node];
  }
  add_shaft_energies(end);
}

/// Where the energy of the motors and gears goes: into shafts, bearings and generators.
void MachineEquations::add_shaft_energies(MachineState& end) {
  double electric = 0.0;
  for (std::size_t i = 0; i < network_.shafts_.size(); ++i) {
    const auto& rotor = network_.shafts_[i];
    const double w = shaft_speed(i).value, before = start_.speeds[i], after = end.speeds[i];
    const double gained = 0.5 * rotor.part->inertia * (after - before) * (after + before);
    end.stored += gained;
    end.losses += h_ * rotor.part->damping * w * w;
    end.losses += rotor.part->inertia * (after - before) * w - gained;
    for (const Generator* generator : rotor.generators) {
      const double power = generator_torque(*generator, w).value * w;
      const double efficiency = generator_efficiency(*generator, w);
      const double given = power > 0.0 ? power * efficiency : power / efficiency;
      electric += given;
      end.losses += h_ * (power - given);
    }
  }
  end.electric += h_ * electric;
  end.electric_power = electric;
}

}  // namespace raftup::solver
