#include "hydro/database/speed_arrays.hpp"

#include <vector>

#include "hydro/database/array_values.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

constexpr const char* kSpeed = "forward_speed";

}  // namespace

std::vector<DatabaseArray> arrays_at_speed(const std::string& name, const Database& database) {
  const SpeedExcitation& at_speed = database.excitation_at_speed;
  if (at_speed.empty()) return {};
  const auto speeds = [&at_speed] {
    return std::vector<double>(at_speed.speeds.begin(), at_speed.speeds.end());
  };
  const auto forces = [&at_speed] {
    std::vector<double> values;
    for (const TransferFunction& force : at_speed.forces) {
      append_forces(
          force.values, [](const auto& column) { return column.real(); }, values);
    }
    for (const TransferFunction& force : at_speed.forces) {
      append_forces(
          force.values, [](const auto& column) { return column.imag(); }, values);
    }
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
  const std::vector<double> speeds = numbers_of_list(source, kSpeed);
  at_speed.speeds = Eigen::Map<const VectorXd>(speeds.data(), static_cast<Index>(speeds.size()));
  const Index dofs = database.dof_count(), frequencies = database.omega.size();
  const Index directions = database.wave_directions.size(), count = at_speed.speeds.size();
  const std::vector<double> filed =
      numbers_of_shape(source, name, {2, count, frequencies, directions, dofs});
  const Index size = frequencies * directions * dofs;
  for (Index speed = 0; speed < count; ++speed) {
    const double* re = filed.data() + speed * size;
    at_speed.forces.push_back(
        {forces_of_parts(re, re + count * size, dofs, directions, frequencies)});
  }
  return at_speed;
}

}  // namespace raftup::hydro
