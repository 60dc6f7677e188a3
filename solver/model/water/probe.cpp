#include "solver/model/water/probe.hpp"

#include <fmt/format.h>

#include "solver/model/model.hpp"

namespace raftup::solver {

void Probe::check(const Model& model, const std::string& path, Violations& violations) const {
  // Variables of the sea and of the energies have these names.
  violations.require(name != "sea" && name != "energy", path + ".name",
                     "must not be sea or energy, which outputs of their own begin with",
                     fmt::format("'{}'", name));
  violations.require(stretching != hydro::WaveStretching::kNone, path + ".stretching",
                     "must be wheeler, linear or extrapolated: without any, no elevation is known",
                     "none");
  violations.require(!body.empty() || point.z() >= -model.water_depth, path + ".point[2]",
                     fmt::format("must not lie below the sea bed at {} m", -model.water_depth),
                     fmt::format("{} m", point.z()));
  for (const Input& input : model.inputs) {
    const bool is_known = !std::holds_alternative<WaveElevationInput>(input.kind) &&
                          !std::holds_alternative<WaveField>(input.kind);
    violations.require(is_known, path,
                       "must be in waves whose direction and length are known, not beside a "
                       "streamed elevation or field; wave_components and wave_spectrum say them",
                       "input '" + input.name + "'");
  }
}

}  // namespace raftup::solver
