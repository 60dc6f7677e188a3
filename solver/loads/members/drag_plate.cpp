#include "solver/model/loads/drag_plate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "solver/loads/members/member_force.hpp"

namespace raftup::solver {

namespace {

struct PlateShape {
  double area;          ///< m2
  double water_volume;  ///< volume of water that moves with the plate for C_a = 1 [m3]
  double width;         ///< largest width [m]
};

PlateShape shape_of(const DragPlate& plate) {
  if (!plate.breadth) {
    const double r = 0.5 * plate.width;
    return {std::numbers::pi * r * r, 8.0 / 3.0 * r * r * r, plate.width};
  }
  const auto [a, b] = std::minmax(plate.width, *plate.breadth);
  return {a * b, 0.25 * std::numbers::pi * a * a * b, b};
}

}  // namespace

void DragPlate::check(const Model& model, const std::string& path, Violations& violations) const {
  violations.require(normal.norm() > 0.0, path + ".normal", "must not be zero", "[0, 0, 0]");
  check_waves_are_known(model, path, violations);
  violations.require(!has_added_mass() || !has_potential_flow(model, body),
                     path + ".added_mass_coefficient",
                     "must be 0 on a body of a hydrodynamic group, whose database has it",
                     fmt::format("{}", added_mass_coefficient));
}

std::string DragPlate::linear_limit(const std::string& name) const {
  return fmt::format(
      "drag_plate {}: waves on it are left out, drag is that of small motions in the mean flow",
      name);
}

std::unique_ptr<ForceElement> make_element(const DragPlate& load, const LoadSite& site) {
  const std::size_t body = find_body(site.model, load.body);
  const PlateShape shape = shape_of(load);
  MemberFace face{load.point - site.model.bodies[body].center_of_mass,
                  load.normal.normalized(),
                  shape.width,
                  {}};
  auto& along = face.coefficients.along;
  along.drag = 0.5 * site.model.water_density * load.drag_coefficient * shape.area;
  if (!has_potential_flow(site.model, load.body)) {
    along.added_mass = along.inertia =
        site.model.water_density * load.added_mass_coefficient * shape.water_volume;
  }
  return std::make_unique<MemberForce>(site.model, body,
                                       Members{{}, {face}, load.stretching, load.slam});
}

}  // namespace raftup::solver
