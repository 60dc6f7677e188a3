#include "server/model/session_builder.hpp"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/base/finding.hpp"
#include "server/base/service_error.hpp"
#include "server/model/elevation_builder.hpp"
#include "server/model/message_rules.hpp"
#include "server/model/model_builder.hpp"
#include "server/model/model_parts.hpp"
#include "server/model/names.hpp"
#include "server/model/sea_builder.hpp"
#include "server/model/session_status.hpp"
#include "solver/linearisation/memory_in_sea.hpp"
#include "solver/simulation/findings/model_findings.hpp"

namespace raftup::server {

namespace {

void check_times(const v1::SessionSpec& spec, std::int64_t step_ns, FieldViolations& violations) {
  const auto ns = [](std::int64_t value) { return fmt::format("{} ns", value); };
  violations.expect(spec.base_tick_ns() >= 0, "base_tick_ns", "must not be negative",
                    ns(spec.base_tick_ns()));
  violations.expect(spec.checkpoint_interval_steps() >= 0, "checkpoint_interval_steps",
                    "must not be negative", std::to_string(spec.checkpoint_interval_steps()));
  violations.expect(spec.stop_time_ns() >= 0, "stop_time_ns", "must not be negative",
                    ns(spec.stop_time_ns()));
  if (spec.base_tick_ns() > 0) {
    violations.expect(step_ns % spec.base_tick_ns() == 0, "model.integration.step",
                      "must be a whole multiple of base_tick_ns, " + ns(spec.base_tick_ns()),
                      ns(step_ns));
  }
  violations.expect(spec.stop_time_ns() % step_ns == 0, "stop_time_ns",
                    "must be a whole multiple of the step, " + ns(step_ns),
                    ns(spec.stop_time_ns()));
  const std::optional<double> end = end_of_records(spec.model().environment().sea());
  constexpr double kNanoseconds = 1e9;
  violations.expect(!end || static_cast<double>(spec.stop_time_ns()) <= *end * kNanoseconds + 1.0,
                    "stop_time_ns",
                    fmt::format("must not be after the recorded elevation, which ends at {} s; its "
                                "field beyond says what comes then",
                                end.value_or(0.0)),
                    ns(spec.stop_time_ns()));
}

/// Makes the simulation of a model. Errors of its construction become violations of the model.
solver::Simulation simulate(solver::Model model, const std::string& path, hydro::FitCache* cache,
                            solver::DefectMemory* meshes) {
  try {
    return solver::Simulation(std::move(model), cache, meshes, &solver::memories_in_sea);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::kInvalidArgument) throw;
    throw bad_field(path + ".model", error.what(), "");
  }
}

/// Returns "databases/{id}@{sha256}" for a database to which a model refers by `name`.
std::string pinned_name(const std::string& name, const std::string& sha256) {
  const std::string collection = "databases/";
  const std::size_t start = name.starts_with(collection) ? collection.size() : 0;
  const std::string id = name.substr(start, name.find('@', start) - start);
  return fmt::format("{}{}@{}", collection, id, sha256);
}

/// Makes a violation of each finding that is a warning or an error; see SessionSpec.strict.
/// @param path path of the model in the request
void refuse_warnings(const Findings& findings, const std::string& path,
                     FieldViolations& violations) {
  int count = 0;
  for (const Finding& finding : findings) {
    if (finding.severity == Severity::kInfo) continue;
    // Each violation has its own path, since FieldViolations keeps one violation for each path.
    violations.add(fmt::format("{}.findings[{}]", path, count++),
                   fmt::format("({}) {}", finding.name, finding.message));
  }
}

/// Names of databases to which a model refers, with the pinned name of each.
using PinnedNames = std::map<std::string, std::string>;

/// Writes the pinned database of each group, in the order of the groups, into a spec.
void list_databases(const PinnedNames& pinned_names, v1::SessionSpec& spec) {
  spec.clear_databases();
  for (const v1::HydrodynamicGroup& group : spec.model().hydrodynamics()) {
    const auto found = pinned_names.find(group.database());
    if (found != pinned_names.end()) spec.add_databases(found->second);
  }
}

/// States whether a spec was given by a client or completed by set_up_session().
enum class SpecForm { kGiven, kComplete };

SessionSetup set_up(const v1::SessionSpec& spec, SpecForm form, const std::string& path,
                    const DatabaseLookup& databases, hydro::FitCache* cache) {
  v1::SessionSpec complete = spec;
  PinnedNames pinned_names;
  const auto pinned = [&pinned_names](const std::string& name, auto found) {
    pinned_names[name] = pinned_name(name, found->sha256);
    return found;
  };
  std::vector<std::shared_ptr<const hydro::MeshFile>> meshes;
  const auto held = [&](const std::string& name) {
    NamedMesh found = databases.mesh(name);
    meshes.push_back(found.file);
    return found;
  };
  const DatabaseLookup pinning(
      [&](const std::string& name) { return pinned(name, databases(name)); }, held,
      [&](const std::string& name) { return pinned(name, databases.family(name)); },
      databases.moorings(), databases.materials(), databases.defects());
  FieldViolations violations;
  check_message_rules(spec, "", violations);
  FieldViolations of_model;
  // A stored session can be recovered without meshes that are only displayed.
  if (form == SpecForm::kGiven) {
    check_names(complete.model(), of_model);
    name_visual_meshes(*complete.mutable_model(), databases, of_model);
    name_shape_meshes(*complete.mutable_model(), databases, of_model);
  }
  BuiltModel built = build_model(complete.model(), pinning, of_model);
  list_databases(pinned_names, complete);
  violations.merge("model", of_model);
  if (built.model.step_ns > 0) check_times(spec, built.model.step_ns, violations);
  auto declarations = build_participants(built.model, complete, violations);
  auto iteration = build_iteration(built.model, complete, declarations, violations);
  violations.throw_if_any(path);
  if (form == SpecForm::kGiven) *complete.mutable_model() = std::move(built.message);

  solver::Simulation simulation =
      simulate(std::move(built.model), path, cache, databases.defects().get());
  Findings records = find_records(complete.model());
  if (spec.strict() && form == SpecForm::kGiven) {
    refuse_warnings(session_findings(simulation, complete.model(), records), "model", violations);
    violations.throw_if_any(path);
  }
  OutputColumns outputs(simulation.outputs(), std::move(built.outputs), built.output_stride);
  SessionSetup setup{std::move(simulation), std::move(complete),  std::move(declarations),
                     std::move(outputs),    std::move(iteration), std::move(meshes)};
  setup.record_findings = std::move(records);
  setup.write_status = &session_status_to_proto;
  return setup;
}

}  // namespace

SessionSetup set_up_session(const v1::SessionSpec& spec, const std::string& path,
                            const DatabaseLookup& databases, hydro::FitCache* cache) {
  return set_up(spec, SpecForm::kGiven, path, databases, cache);
}

SessionSetup set_up_again(const v1::SessionSpec& spec, const std::string& path,
                          const DatabaseLookup& databases, hydro::FitCache* cache) {
  std::map<std::string, std::string> pinned;
  int next = 0;
  for (const v1::HydrodynamicGroup& group : spec.model().hydrodynamics()) {
    if (group.database().empty() || next == spec.databases_size()) continue;
    pinned.emplace(group.database(), spec.databases(next++));
  }
  const auto pinned_name_of = [&](const std::string& name) {
    const auto found = pinned.find(name);
    return found == pinned.end() ? name : found->second;
  };
  const DatabaseLookup pinned_databases(
      [&](const std::string& name) { return databases(pinned_name_of(name)); }, databases.meshes(),
      [&](const std::string& name) { return databases.family(pinned_name_of(name)); },
      databases.moorings(), databases.materials(), databases.defects());
  return set_up(spec, SpecForm::kComplete, path, pinned_databases, cache);
}

Findings session_findings(const solver::Simulation& simulation, const v1::Model& model,
                          const Findings& records) {
  Findings findings = simulation.findings();
  const auto append = [&](const Findings& more) {
    findings.insert(findings.end(), more.begin(), more.end());
  };
  append(find_cuts(model.environment()));
  append(records);
  append(find_ended_records(model, 1e-9 * static_cast<double>(simulation.time_ns())));
  append(find_idle_shapes(model));
  append(simulation.load_findings());
  const solver::Model& built = simulation.model();
  const std::int64_t unrecorded = solver::first_recorded_step(built.course.stages, built.step_ns);
  const double recorded =
      run_duration(model.integration()) - 1e-9 * static_cast<double>(unrecorded * built.step_ns);
  solver::add_duration_finding(built, recorded, findings);
  solver::add_stage_findings(built, findings);
  append(simulation.range_findings());
  solver::add_crossing_finding(simulation.model(), simulation.outputs(), simulation.state(),
                               findings);
  bound_findings_by_name(findings);
  return findings;
}

}  // namespace raftup::server
