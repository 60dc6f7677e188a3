#include "solver/model/loads/dynamic_line.hpp"

#include <fmt/format.h>

#include <cmath>

#include "solver/loads/base/force_element.hpp"
#include "solver/model/loads/elastic_line.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

namespace {

constexpr int kMostElements = 1000;

LineSection section_of(const DynamicSegment& segment) {
  LineSection section;
  section.length = segment.length;
  section.elements = segment.element_count;
  section.diameter = segment.diameter;
  section.mass_per_length = segment.mass_per_length;
  section.axial_stiffness = segment.axial_stiffness;
  // C = zeta l sqrt(EA m) of an element of length l.
  section.damping_time = segment.damping_ratio * segment.length / segment.element_count *
                         std::sqrt(segment.mass_per_length / segment.axial_stiffness);
  section.drag = segment.drag;
  section.axial_drag = segment.axial_drag;
  section.added_mass = segment.added_mass;
  section.axial_added_mass = segment.axial_added_mass;
  section.clump_mass = segment.clump_mass;
  section.clump_volume = segment.clump_volume;
  return section;
}

/// Returns the same line as a catenary line, without dynamics.
CatenaryLine static_line(const DynamicLine& load) {
  CatenaryLine line;
  static_cast<LineSegment&>(line) = static_cast<const LineSegment&>(load);
  line.body = load.body;
  line.point = load.point;
  line.anchor_body = load.anchor_body;
  line.anchor = load.anchor;
  line.further_segments.assign(load.further_segments.begin(), load.further_segments.end());
  line.above_bottom = load.above_bottom;
  return line;
}

void check_dynamic_segment(const DynamicSegment& segment, const Model& model,
                           const std::string& path, Violations& violations) {
  check_segment(segment, model, path, violations);
  violations.require(segment.diameter > 0.0, path + ".diameter", "must be positive",
                     fmt::format("{}", segment.diameter));
  violations.require(!std::isinf(segment.axial_stiffness), path + ".axial_stiffness",
                     "must be given: a line with its own dynamics is elastic", "none");
  violations.require(segment.element_count >= 1 && segment.element_count <= kMostElements,
                     path + ".element_count", fmt::format("must lie within 1 to {}", kMostElements),
                     fmt::format("{}", segment.element_count));
}

}  // namespace

ElasticLine DynamicLine::line() const {
  ElasticLine line;
  line.end_a.body = body;
  line.end_a.point = point;
  if (anchor_body.empty()) {
    line.end_b.anchor = anchor;
  } else {
    line.end_b.body = anchor_body;
    line.end_b.point = anchor;
  }
  line.sections.push_back(section_of(*this));
  for (const DynamicSegment& segment : further_segments) {
    line.sections.push_back(section_of(segment));
  }
  line.above_bottom = above_bottom || !anchor_body.empty();
  line.bottom.stiffness = bottom_stiffness;
  line.bottom.damping = bottom_damping;
  line.bottom.friction = bottom_friction;
  line.bottom.slip_speed = slip_speed;
  line.waves = false;
  line.still = still;
  return line;
}

std::vector<LoadOutput> DynamicLine::outputs() const { return line().outputs(); }

std::optional<HangingLine> DynamicLine::hanging_line(const Model& model) const {
  return line().hanging_line(model);
}

std::string DynamicLine::linear_limit(const std::string& name) const {
  return line().linear_limit(name);
}

void DynamicLine::check(const Model& model, const std::string& path, Violations& violations) const {
  check_dynamic_segment(*this, model, path, violations);
  for (std::size_t i = 0; i < further_segments.size(); ++i) {
    check_dynamic_segment(further_segments[i], model,
                          fmt::format("{}.further_segments[{}]", path, i), violations);
  }
  if (anchor_body.empty()) check_anchor(anchor, model, path + ".anchor", violations);
  check_reach(static_line(*this), model, path, violations);
}

std::unique_ptr<ForceElement> make_element(const DynamicLine& load, const LoadSite& site) {
  return make_element(load.line(), site);
}

}  // namespace raftup::solver
