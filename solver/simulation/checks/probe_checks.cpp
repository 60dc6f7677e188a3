#include "solver/model/checks/field_checks.hpp"
#include "solver/simulation/checks/model_checks.hpp"

namespace raftup::solver {

namespace {

void check_waves_at_probe(const Model& model, const std::string& path, Violations& violations) {
  for (const Input& input : model.inputs) {
    const bool is_known = !std::holds_alternative<WaveElevationInput>(input.kind) &&
                          !std::holds_alternative<WaveField>(input.kind);
    violations.require(is_known, path,
                       "must be in waves whose direction and length are known, not beside a "
                       "streamed elevation or field; wave_components and wave_spectrum say them",
                       "input '" + input.name + "'");
  }
}

}  // namespace

void check_own_outputs(const std::string& name, const std::string& path, Violations& violations) {
  violations.require(name != "sea" && name != "energy", path + ".name",
                     "must not be sea or energy, which outputs of their own begin with",
                     fmt::format("'{}'", name));
}

void check_probes(const Model& model, Violations& violations) {
  check_names(model.probes, "probes", violations);
  for (std::size_t i = 0; i < model.probes.size(); ++i) {
    const Probe& probe = model.probes[i];
    const std::string path = fmt::format("probes[{}]", i);
    FieldChecks::run(probe, model, path, violations);
    check_own_outputs(probe.name, path, violations);
    violations.require(
        probe.stretching != hydro::WaveStretching::kNone, path + ".stretching",
        "must be wheeler, linear or extrapolated: without any, no elevation is known", "none");
    violations.require(!probe.body.empty() || probe.point.z() >= -model.water_depth,
                       path + ".point[2]",
                       fmt::format("must not lie below the sea bed at {} m", -model.water_depth),
                       fmt::format("{} m", probe.point.z()));
    check_waves_at_probe(model, path, violations);
  }
}

}  // namespace raftup::solver
