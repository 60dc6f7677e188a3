#include "hydro/database/speed_arrays.hpp"

#include <utility>

namespace raftup::hydro {

namespace {

using Eigen::Index;

constexpr const char* kSpeed = "forward_speed";

/// Appends one part of all forces, with the dofs of a frequency and direction beside each other.
template <typename Part>
void append_forces(const SpeedExcitation& at_speed, const Part& part, std::vector<double>& values) {
  for (const TransferFunction& force : at_speed.forces) {
    for (Index k = 0; k < force.values.front().cols(); ++k) {
      for (const MatrixXcd& direction : force.values) {
        const VectorXd column = part(direction.col(k));
        values.insert(values.end(), column.begin(), column.end());
      }
    }
  }
}

}  // namespace

std::vector<DatabaseArray> arrays_at_speed(const std::string& name, const Database& database) {
  const SpeedExcitation& at_speed = database.excitation_at_speed;
  if (at_speed.empty()) return {};
  const auto speeds = [&at_speed] {
    return std::vector<double>(at_speed.speeds.begin(), at_speed.speeds.end());
  };
  const auto forces = [&at_speed] {
    std::vector<double> values;
    append_forces(
        at_speed, [](const auto& column) { return VectorXd(column.real()); }, values);
    append_forces(
        at_speed, [](const auto& column) { return VectorXd(column.imag()); }, values);
    return values;
  };
  return {{kSpeed,
           "m/s",
           "speed of the bodies along x",
           {{kSpeed, at_speed.speeds.size()}},
           speeds,
           {}},
          {name,
           "N/m, N",
           "wave force per metre of amplitude at forward speed",
           {{"complex", 2},
            {kSpeed, at_speed.speeds.size()},
            {"omega", database.omega.size()},
            {"wave_direction", database.wave_directions.size()},
            {"influenced_dof", database.dof_count()}},
           forces,
           {}}};
}

SpeedExcitation read_at_speed(const ArraySource& source, const std::string& name,
                              const Database& database) {
  SpeedExcitation at_speed;
  if (!source.contains(name)) return at_speed;
  const FiledArray speeds = source.numbers(kSpeed);
  if (speeds.shape.size() != 1) refuse(std::string("/") + kSpeed, "must have rank 1");
  at_speed.speeds = Eigen::Map<const VectorXd>(speeds.values.data(), speeds.shape.front());
  const Index dofs = database.dof_count(), frequencies = database.omega.size();
  const Index directions = database.wave_directions.size();
  const FiledArray filed = source.numbers(name);
  require_shape("/" + name, filed, {2, at_speed.speeds.size(), frequencies, directions, dofs});
  const double* re = filed.values.data();
  const Index half = at_speed.speeds.size() * frequencies * directions * dofs;
  for (Index speed = 0; speed < at_speed.speeds.size(); ++speed) {
    TransferFunction& force = at_speed.forces.emplace_back();
    force.values.assign(static_cast<std::size_t>(directions), MatrixXcd(dofs, frequencies));
    for (Index k = 0; k < frequencies; ++k) {
      for (MatrixXcd& direction : force.values) {
        direction.col(k).real() = Eigen::Map<const VectorXd>(re, dofs);
        direction.col(k).imag() = Eigen::Map<const VectorXd>(re + half, dofs);
        re += dofs;
      }
    }
  }
  return at_speed;
}

}  // namespace raftup::hydro
