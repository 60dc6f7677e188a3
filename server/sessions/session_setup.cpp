#include "server/sessions/session_setup.hpp"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "hydro/error.hpp"
#include "server/model/message_rules.hpp"
#include "server/model/model_builder.hpp"
#include "server/service_error.hpp"
#include "server/sessions/participant_builder.hpp"
#include "server/sessions/variable_index.hpp"

namespace raftup::server {

namespace {

void check_times(const v1::SessionSpec& spec, std::int64_t step_ns, Violations& violations) {
  const auto ns = [](std::int64_t value) { return fmt::format("{} ns", value); };
  violations.expect(spec.base_tick_ns() >= 0, "base_tick_ns", "must not be negative",
                    ns(spec.base_tick_ns()));
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
}

/// What is recorded unless the model says otherwise: the motion of every body and the waves.
std::vector<std::string> usual_outputs(const solver::Simulation& simulation,
                                       const VariableIndex& outputs) {
  std::vector<std::string> names;
  for (const auto& body : simulation.model().bodies) {
    for (const char* quantity :
         {"position", "orientation", "linear_velocity", "angular_velocity", "displacement"}) {
      names.push_back(body.name + "." + quantity);
    }
  }
  if (outputs.contains("sea.elevation")) names.emplace_back("sea.elevation");
  return names;
}

std::vector<std::string> choose_outputs(const solver::Simulation& simulation,
                                        const v1::Model& message, Violations& violations) {
  const VariableIndex outputs(simulation.outputs());
  if (message.outputs().empty()) return usual_outputs(simulation, outputs);
  std::set<std::string> seen;
  for (int i = 0; i < message.outputs_size(); ++i) {
    const std::string path = fmt::format("model.outputs[{}]", i);
    violations.expect(outputs.contains(message.outputs(i)), path,
                      "must be an output of the session", message.outputs(i));
    violations.expect(seen.insert(message.outputs(i)).second, path, "must be named once",
                      message.outputs(i));
  }
  return {message.outputs().begin(), message.outputs().end()};
}

/// What only building shows is a violation of the model.
solver::Simulation simulate(solver::Model model, const std::string& path, hydro::FitCache* cache) {
  try {
    return solver::Simulation(std::move(model), cache);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::kInvalidArgument) throw;
    throw bad_field(path + ".model", error.what(), "");
  }
}

/// "databases/{id}@{sha256}" of a database that a model calls `name`.
std::string pinned_name(const std::string& name, const hydro::Database& database) {
  const std::string collection = "databases/";
  const std::size_t start = name.rfind(collection, 0) == 0 ? collection.size() : 0;
  const std::string id = name.substr(start, name.find('@', start) - start);
  return fmt::format("{}{}@{}", collection, id, database.sha256);
}

}  // namespace

SessionSetup set_up_session(const v1::SessionSpec& spec, const std::string& path,
                            const DatabaseLookup& databases, hydro::FitCache* cache) {
  v1::SessionSpec complete = spec;
  complete.clear_databases();
  const DatabaseLookup pinning = [&](const std::string& name) {
    auto database = databases(name);
    complete.add_databases(pinned_name(name, *database));
    return database;
  };
  Violations violations;
  check_message_rules(spec, "", violations);
  Violations of_model;
  BuiltModel built = build_model(spec.model(), pinning, of_model);
  violations.merge("model", of_model);
  if (built.model.step_ns > 0) check_times(spec, built.model.step_ns, violations);
  auto declarations = build_participants(built.model, complete, violations);
  auto iteration = build_iteration(built.model, complete, declarations, violations);
  violations.throw_if_any(path);

  solver::Simulation simulation = simulate(std::move(built.model), path, cache);
  auto outputs = choose_outputs(simulation, built.message, violations);
  violations.throw_if_any(path);
  *complete.mutable_model() = std::move(built.message);
  complete.mutable_model()->mutable_outputs()->Assign(outputs.begin(), outputs.end());
  return {std::move(simulation), std::move(complete), std::move(declarations),
          std::move(outputs),    built.output_stride, std::move(iteration)};
}

}  // namespace raftup::server
