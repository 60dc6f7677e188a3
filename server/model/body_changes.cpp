#include "server/model/body_changes.hpp"

#include <fmt/format.h>

#include <string>

#include "hydro/base/error.hpp"
#include "server/model/message_fields.hpp"

namespace raftup::server {

namespace {

/// Makes a change. An error that it throws becomes a violation of the field at `path`.
template <typename Change>
void make_change(const std::string& path, const Change& change) {
  FieldViolations violations;
  try {
    change(violations);
  } catch (const Error& error) {
    violations.add(path, error.what());
  }
  violations.throw_if_any("");
}

void change_mass(const v1::MassChange& message, const std::string& path,
                 FieldViolations& violations, solver::Simulation& simulation) {
  const std::size_t body = solver::find_body(simulation.model(), message.body());
  solver::MassProperties next = mass_properties(simulation.model().bodies[body]);
  MessageReader::read(message, path, next, violations);
  if (violations.count() > 0) return;
  simulation.set_mass_properties(body, next.mass, next.inertia, next.center_of_mass);
}

void change_added_mass(const v1::AddedMassChange& message, const std::string& path,
                       FieldViolations& violations, solver::Simulation& simulation) {
  const std::string& name = message.interaction();
  const std::size_t place = solver::find_added_mass_interaction(simulation.model(), name);
  solver::AddedMassBlocks next = simulation.state().added_masses[place].blocks;
  const auto read = [&](const Numbers& numbers, const char* field, Matrix6& block) {
    if (!numbers.empty()) block = matrix6(numbers, false, path + field, violations);
  };
  read(message.body1_block(), ".body1_block", next.body1);
  read(message.body2_block(), ".body2_block", next.body2);
  read(message.off_diagonal_block(), ".off_diagonal_block", next.off_diagonal);
  if (violations.count() > 0) return;
  simulation.set_added_mass(name, next);
  if (message.has_enabled()) simulation.enable_added_mass(name, message.enabled());
}

}  // namespace

void change_bodies(const v1::ChangeSessionRequest& request, solver::Simulation& simulation) {
  for (int i = 0; i < request.masses_size(); ++i) {
    const std::string path = fmt::format("masses[{}]", i);
    make_change(path, [&](FieldViolations& violations) {
      change_mass(request.masses(i), path, violations, simulation);
    });
  }
  for (int i = 0; i < request.added_masses_size(); ++i) {
    const std::string path = fmt::format("added_masses[{}]", i);
    make_change(path, [&](FieldViolations& violations) {
      change_added_mass(request.added_masses(i), path, violations, simulation);
    });
  }
}

}  // namespace raftup::server
