/// @file Lines above the water.
#pragma once

#include "solver/model/loads/elastic_line.hpp"
#include "tests/solver/lines/line_energy.hpp"

namespace raftup::testing {

inline constexpr double kOfCases = 9.81;  ///< gravity of the cases [m/s2]

/// A section in air.
inline solver::LineSection dry_section(double length, int elements, double mass, double EA) {
  solver::LineSection section;
  section.length = length;
  section.elements = elements;
  section.diameter = 0.01;
  section.mass_per_length = mass;
  section.axial_stiffness = EA;
  section.drag = section.axial_drag = 0.0;
  return section;
}

/// A line above the water from a body to a place in the world.
inline solver::ElasticLine dry_line(const std::string& body, const Vector3& anchor,
                                    const solver::LineSection& section) {
  solver::ElasticLine line;
  line.end_a.body = body;
  line.end_b.anchor = anchor;
  line.sections = {section};
  line.waves = false;
  line.above_bottom = true;
  return line;
}

}  // namespace raftup::testing
