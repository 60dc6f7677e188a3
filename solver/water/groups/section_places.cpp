#include "solver/water/groups/section_places.hpp"

#include <cmath>

namespace raftup::solver {

double section_at_rest(const HydrodynamicGroup& group, const GroupBody& member,
                       const RigidBody& body, const HullSection& section) {
  const auto place = static_cast<std::size_t>(member.database_body);
  return group.database->bodies[place].center_of_gravity.x() + section.x - body.center_of_mass.x();
}

std::optional<std::size_t> rows_of_section(const HydrodynamicGroup& group, const GroupBody& member,
                                           const RigidBody& body, const HullSection& section) {
  const double x = section_at_rest(group, member, body, section);
  const std::vector<hydro::SectionRows>& filed = group.database->sections;
  for (std::size_t i = 0; i < filed.size(); ++i) {
    const bool is_own = filed[i].body == member.database_body;
    if (is_own && std::abs(filed[i].x - x) <= kSameSection) return i;
  }
  return {};
}

std::vector<SectionPlace> sections_of(const Model& model, const HydrodynamicGroup& group) {
  std::vector<SectionPlace> places;
  for (const std::size_t i : members_in_database_order(group)) {
    const GroupBody& member = group.bodies[i];
    const std::size_t body = find_body(model, member.body);
    const std::vector<HullSection>& sections = model.bodies[body].sections;
    for (std::size_t section = 0; section < sections.size(); ++section) {
      const auto rows = rows_of_section(group, member, model.bodies[body], sections[section]);
      if (rows) places.push_back({body, section, *rows});
    }
  }
  return places;
}

std::shared_ptr<const hydro::SectionRadiation> make_section_radiation(
    const Model& model, const HydrodynamicGroup& group) {
  std::vector<std::size_t> rows;
  for (const SectionPlace& place : sections_of(model, group)) rows.push_back(place.rows);
  if (rows.empty()) return nullptr;
  const double step = 1e-9 * static_cast<double>(model.step_ns);
  return std::make_shared<const hydro::SectionRadiation>(*group.database, rows,
                                                         group.radiation.body_interaction, step);
}

}  // namespace raftup::solver
