#include "solver/loads/lines/line_rod.hpp"

#include <cmath>
#include <numbers>
#include <utility>

#include "solver/loads/rods/stretch.hpp"
#include "solver/model/loads/elastic_line.hpp"

namespace raftup::solver {

namespace {

rods::Element rod_element(const LineSection& section, const Model& model) {
  const double d = section.diameter, rho = model.water_density;
  const double displaced = 0.25 * std::numbers::pi * rho * d * d;
  rods::Element element;
  element.length = section.length / section.elements;
  element.axial_stiffness = section.axial_stiffness;
  element.mass = section.mass_per_length;
  element.weight = (section.mass_per_length - displaced) * model.gravity;
  element.buoyancy = displaced * model.gravity;
  element.bending_stiffness = section.bending_stiffness;
  element.torsional_stiffness = section.torsional_stiffness;
  element.damping_time = section.damping_time.value_or(
      element.length / std::sqrt(section.axial_stiffness / section.mass_per_length));
  if (section.tension_curve) {
    element.curve = std::make_shared<const rods::TensionCurve>(
        section.tension_curve->strain, section.tension_curve->tension, section.axial_stiffness);
  }
  if (section.dynamic_stiffness) {
    element.creep_stiffness = *section.dynamic_stiffness - section.axial_stiffness;
    element.relaxation_time = *section.relaxation_time;
  }
  element.carries_compression = section.compression.value_or(section.bending_stiffness > 0.0);
  element.diameter = d;
  element.displaced_mass = displaced;
  element.added_mass = section.added_mass * displaced;
  element.axial_added_mass = section.axial_added_mass * displaced;
  element.drag = 0.5 * rho * section.drag * d;
  element.axial_drag = 0.5 * rho * section.axial_drag * std::numbers::pi * d;
  return element;
}

rods::End rod_end(const std::optional<Vector3>& direction,
                  const std::optional<double>& turning_stiffness) {
  rods::End end;
  if (!direction) return end;
  end.kind = rods::EndKind::kClamped;
  if (turning_stiffness) end.turning_stiffness = *turning_stiffness;
  return end;
}

}  // namespace

rods::DiscreteRod make_rod(const ElasticLine& line, const Model& model) {
  std::vector<rods::Element> elements;
  std::vector<rods::Lump> lumps(1);
  for (const LineSection& section : line.sections) {
    const auto count = static_cast<std::size_t>(section.elements);
    elements.insert(elements.end(), count, rod_element(section, model));
    lumps.resize(lumps.size() + count);
    const double displaced = model.water_density * section.clump_volume;
    lumps.back().mass = section.clump_mass;
    lumps.back().weight = (section.clump_mass - displaced) * model.gravity;
    lumps.back().displaced_mass = displaced;
  }
  rods::End last = rod_end(line.end_b.direction, line.end_b.turning_stiffness);
  if (line.end_b.free) last.kind = rods::EndKind::kFree;
  return {std::move(elements), rod_end(line.end_a.direction, line.end_a.turning_stiffness), last,
          lumps};
}

std::optional<double> wave_reach(const ElasticLine& line) {
  if (!line.waves) return std::nullopt;
  return line.winch ? line.winch->stored : 0.0;
}

std::unique_ptr<rods::Bottom> make_bottom(const ElasticLine& line, const Model& model) {
  if (line.above_bottom) return nullptr;
  if (const std::optional<LineGroundGrid>& grid = line.bottom.grid) {
    std::vector<double> height;
    for (const double depth : grid->depth) height.push_back(-depth);
    return std::make_unique<rods::GridBottom>(grid->x, grid->y, std::move(height));
  }
  const std::optional<double> height = line.bottom_height(model);
  if (!height) return nullptr;
  return std::make_unique<rods::PlaneBottom>(Vector3(0.0, 0.0, *height), line.bottom.normal);
}

rods::BottomContact make_contact(const ElasticLine& line, const rods::DiscreteRod& rod,
                                 const rods::Bottom& bottom, bool rubs) {
  const LineGround& ground = line.bottom;
  return {rod,
          bottom,
          {ground.stiffness, ground.damping, rubs ? ground.friction : 0.0, ground.shear_distance,
           ground.slip_speed}};
}

}  // namespace raftup::solver
