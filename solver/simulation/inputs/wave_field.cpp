#include "solver/model/inputs/wave_field.hpp"

#include "solver/model/model.hpp"

namespace raftup::solver {

void WaveField::complete() {
  if (areas.empty()) areas.assign(points.size(), Vector3::Zero());
  if (drag_areas.empty()) drag_areas.assign(points.size(), 0.0);
}

Variable WaveField::variable(const std::string& name, const Model& /*model*/) const {
  return {
      name, repeated("m,m/s,m/s,m/s,Pa", points.size()),
      "elevation, velocity of the water and dynamic pressure at each point of body '" + body + "'",
      static_cast<int>(5 * points.size()), "world"};
}

Variable WaveField::points_output(const std::string& name) const {
  return {name + ".points", "m",
          "points of body '" + body + "' where the wave field is asked for, x y z of each",
          static_cast<int>(3 * points.size()), "world"};
}

void WaveField::check(const Model& /*model*/, const std::string& path,
                      Violations& violations) const {
  const std::size_t count = points.size();
  violations.require(count >= 1 && count <= kMostStreamed, path + ".points",
                     fmt::format("must be 1 to {} points", kMostStreamed),
                     fmt::format("{}", count));
  violations.require(areas.size() == count, path + ".areas",
                     fmt::format("must be as many as points, {}", count),
                     fmt::format("{}", areas.size()));
  violations.require(drag_areas.size() == count, path + ".drag_areas",
                     fmt::format("must be as many as points, {}", count),
                     fmt::format("{}", drag_areas.size()));
}

}  // namespace raftup::solver
