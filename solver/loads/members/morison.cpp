#include "solver/model/loads/morison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "solver/loads/members/member_force.hpp"

namespace raftup::solver {

namespace {

/// A segment has two points; finding an equilibrium evaluates them 1e4 times.
constexpr int kMostSegments = 1000;

MemberSide side_of(const MorisonElement& element, const Vector3& center, double density,
                   bool drag_alone) {
  MemberSide side{element.point1 - center,
                  element.point2 - center,
                  element.diameter,
                  static_cast<std::size_t>(element.segment_count),
                  {}};
  auto& [across, along] = side.per_length;
  across.drag = 0.5 * density * element.drag_coefficient * element.diameter;
  along.drag = 0.5 * density * element.axial_drag_coefficient * std::numbers::pi * element.diameter;
  if (drag_alone) return side;
  across.added_mass = density * element.cross_section() * element.added_mass_coefficient;
  across.inertia = density * element.cross_section() + across.added_mass;
  return side;
}

/// @param outward axis that points out of the element, model frame
MemberFace face_of(const MorisonElement& element, const MorisonEnd& end, const Vector3& point,
                   const Vector3& outward, double density, bool drag_alone) {
  MemberFace face{point, outward.normalized(), element.diameter, {}};
  const double radius = 0.5 * element.diameter;
  auto& along = face.coefficients.along;
  along.drag = 0.5 * density * end.drag_coefficient * element.cross_section();
  if (drag_alone) return face;
  along.added_mass = along.inertia = end.added_mass_coefficient * density * 2.0 / 3.0 *
                                     std::numbers::pi * radius * radius * radius;
  face.pressure_mass = density * element.cross_section();
  return face;
}

}  // namespace

double MorisonElement::cross_section() const {
  return area.value_or(0.25 * std::numbers::pi * diameter * diameter);
}

bool MorisonElement::has_added_mass() const {
  const auto has = [](const std::optional<MorisonEnd>& end) {
    return end && end->added_mass_coefficient != 0.0;
  };
  return added_mass_coefficient != 0.0 || has(end1) || has(end2);
}

void MorisonElement::check(const Model& /*model*/, const std::string& path,
                           Violations& violations) const {
  violations.require(point1 != point2, path + ".point2", "must not be that of point1",
                     fmt::format("[{}, {}, {}]", point2.x(), point2.y(), point2.z()));
  violations.require(segment_count >= 1 && segment_count <= kMostSegments, path + ".segment_count",
                     fmt::format("must be from 1 to {}", kMostSegments),
                     fmt::format("{}", segment_count));
}

bool Morison::has_added_mass() const {
  return std::any_of(elements.begin(), elements.end(),
                     [](const MorisonElement& element) { return element.has_added_mass(); });
}

void Morison::check(const Model& model, const std::string& path, Violations& violations) const {
  violations.require(!elements.empty(), path + ".elements", "must not be empty", "[]");
  check_waves_are_known(model, path, violations);
  if (!has_potential_flow(model, body)) return;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    violations.require(!elements[i].has_added_mass(), fmt::format("{}.elements[{}]", path, i),
                       "must have no added mass on a body of a hydrodynamic group, whose database "
                       "has it",
                       fmt::format("{}", elements[i].added_mass_coefficient));
  }
}

std::string Morison::linear_limit(const std::string& name) const {
  return fmt::format(
      "morison {}: waves on its elements are left out, drag is that of small motions "
      "in the mean flow",
      name);
}

std::unique_ptr<ForceElement> make_element(const Morison& load, const LoadSite& site) {
  const std::size_t body = find_body(site.model, load.body);
  const Vector3& center = site.model.bodies[body].center_of_mass;
  const double density = site.model.water_density;
  const bool drag_alone = has_potential_flow(site.model, load.body);
  Members members{{}, {}, load.stretching, load.slam};
  for (const MorisonElement& element : load.elements) {
    members.sides.push_back(side_of(element, center, density, drag_alone));
    const Vector3 along = element.point2 - element.point1;
    if (element.end1) {
      members.faces.push_back(
          face_of(element, *element.end1, element.point1 - center, -along, density, drag_alone));
    }
    if (element.end2) {
      members.faces.push_back(
          face_of(element, *element.end2, element.point2 - center, along, density, drag_alone));
    }
  }
  return std::make_unique<MemberForce>(site.model, body, std::move(members));
}

}  // namespace raftup::solver
