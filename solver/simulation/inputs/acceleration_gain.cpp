#include "solver/model/inputs/acceleration_gain.hpp"

#include <algorithm>

#include "solver/water/masses/acceleration_gains.hpp"

namespace raftup::solver {

Variable AccelerationGain::variable(const std::string& name, const Model& /*model*/) const {
  const std::size_t size = 6 * bodies.size();
  std::string units;  // "kg" between forces and accelerations, "kg m2" between moments and turns
  for (std::size_t place = 0; place < size * size; ++place) {
    const bool moment = place / size % 6 >= 3;
    const bool angular = place % size % 6 >= 3;
    if (place > 0) units += ',';
    units += moment && angular ? "kg m2" : moment || angular ? "kg m" : "kg";
  }
  return {
      name, units,
      fmt::format("G of the force -G a on '{}' with accelerations a", fmt::join(bodies, "', '")),
      static_cast<int>(size * size), "world"};
}

void AccelerationGain::check(const Model& /*model*/, const std::string& path,
                             Violations& violations) const {
  violations.require(!bodies.empty(), path + ".bodies", "must name a body", "none");
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    violations.require(std::find(bodies.begin(), bodies.begin() + static_cast<std::ptrdiff_t>(i),
                                 bodies[i]) == bodies.begin() + static_cast<std::ptrdiff_t>(i),
                       fmt::format("{}.bodies[{}]", path, i), "must name each body once",
                       fmt::format("'{}'", bodies[i]));
  }
}

void AccelerationGain::check_sample(const Model& model, std::span<const double> values) const {
  check_acceleration_gain(model, *this, values);
}

}  // namespace raftup::solver
