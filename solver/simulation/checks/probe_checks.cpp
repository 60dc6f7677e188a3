#include "solver/model/checks/field_checks.hpp"
#include "solver/simulation/checks/model_checks.hpp"
#include "solver/water/groups/probed_points.hpp"

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

/// Checks that the waves which bodies diffract and radiate are known at a disturbed probe.
void check_disturbed(const Model& model, const Probe& probe, const std::string& path,
                     Violations& violations) {
  const auto refuse = [&](const std::string& rule, const std::string& found) {
    violations.require(false, path + ".disturbed", rule, found);
  };
  const std::optional<std::size_t> index = group_of_body(model, probe.body);
  if (!index) {
    return refuse("must be false unless the probe belongs to a body of a hydrodynamic group",
                  fmt::format("body '{}'", probe.body));
  }
  const HydrodynamicGroup& group = model.hydrodynamics[*index];
  if (group.family != nullptr) {
    return refuse("must be false where the group has a family of databases",
                  fmt::format("group '{}'", group.name));
  }
  const bool known = group.has_database() && group.database != nullptr;
  if (known && field_point_of(model, group, probe)) return;
  constexpr const char* kRule =
      "needs the waves at the probe in the database: raftup hydro solve computes them with "
      "field_points";
  if (!known || group.database->field.empty()) {
    return refuse(kRule, fmt::format("no field points in the database of '{}'", group.name));
  }
  const std::optional<Vector3> place = probe_at_rest(model, group, probe);
  if (!place) return;  // refused as a body of the group
  refuse(kRule, fmt::format("no field point of the body within 1 mm of x, y = {:.6g}, {:.6g} m in "
                            "the database of '{}'",
                            place->x(), place->y(), group.name));
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
    if (probe.disturbed) check_disturbed(model, probe, path, violations);
  }
}

}  // namespace raftup::solver
