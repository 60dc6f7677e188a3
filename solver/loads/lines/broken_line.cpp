#include "solver/loads/lines/broken_line.hpp"

#include <algorithm>
#include <cmath>

namespace raftup::solver {

namespace {

/// Times are those of ends of steps, which whole nanoseconds give.
constexpr double kRoundedTime = 1e-9;  ///< [s]

/// Returns the number of the node between the ends that is nearest to an arc length.
std::size_t nearest_node(const std::vector<LineSection>& sections, double arc) {
  std::vector<double> arcs;
  double sum = 0.0;
  for (const LineSection& section : sections) {
    for (int i = 0; i < section.elements; ++i)
      arcs.push_back(sum += section.length / section.elements);
  }
  arcs.pop_back();  // that of the second end
  const auto nearest = std::min_element(arcs.begin(), arcs.end(), [arc](double a, double b) {
    return std::abs(a - arc) < std::abs(b - arc);
  });
  return static_cast<std::size_t>(nearest - arcs.begin()) + 1;
}

/// Returns the first elements of a section, or those after them.
LineSection part_of(const LineSection& section, int elements) {
  LineSection part = section;
  part.length = section.length / section.elements * elements;
  part.elements = elements;
  return part;
}

/// Divides the sections after a number of elements.
std::array<std::vector<LineSection>, 2> divide(const std::vector<LineSection>& sections,
                                               std::size_t after) {
  std::array<std::vector<LineSection>, 2> parts;
  int left = static_cast<int>(after);
  for (const LineSection& section : sections) {
    const int first = std::clamp(left, 0, section.elements);
    if (first > 0) parts[0].push_back(part_of(section, first));
    if (first > 0 && first < section.elements) {
      parts[0].back().clump_mass = parts[0].back().clump_volume = 0.0;
    }
    if (first < section.elements) parts[1].push_back(part_of(section, section.elements - first));
    left -= section.elements;
  }
  return parts;
}

/// Turns sections around: a clump at the second end of one is then at that of the one before it.
void turn_around(std::vector<LineSection>& sections) {
  std::reverse(sections.begin(), sections.end());
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const bool last = i + 1 == sections.size();
    sections[i].clump_mass = last ? 0.0 : sections[i + 1].clump_mass;
    sections[i].clump_volume = last ? 0.0 : sections[i + 1].clump_volume;
  }
}

/// Appends a range to one vector, in reverse order.
template <typename Vector>
void append_reversed(const Vector& from, std::size_t leave_out, Vector& to) {
  to.insert(to.end(), from.rbegin() + static_cast<std::ptrdiff_t>(leave_out), from.rend());
}

template <typename Vector>
Vector front(const Vector& of, std::size_t count) {
  return {of.begin(), of.begin() + static_cast<std::ptrdiff_t>(count)};
}

template <typename Vector>
Vector reversed_back(const Vector& of, std::size_t first) {
  return {of.rbegin(), of.rend() - static_cast<std::ptrdiff_t>(first)};
}

}  // namespace

BrokenLine::BrokenLine(const ElasticLine& line, std::size_t at, const Model& model)
    : break_(line.breaks[at]) {
  const LineSection& first = line.sections.front();
  on_drum_ = line.winch && break_.arc < 0.5 * first.length / first.elements;
  const std::size_t elements = nearest_node(line.sections, break_.arc);
  node_ = elements + (line.end_a.direction ? 1 : 0);
  auto sections = divide(line.sections, elements);
  for (const LineSection& section : sections[0]) arc_ += section.length;
  turn_around(sections[1]);
  parts_ = {line, line};
  for (std::size_t i = 0; i < 2; ++i) {
    parts_[i].sections = sections[i];
    parts_[i].breaks.clear();
    parts_[i].torsion = false;  // a free end turns
    parts_[i].bottom.height = line.bottom_height(model);
    parts_[i].end_b = {};
    parts_[i].end_b.free = true;
  }
  const LineSecondEnd& end = line.end_b;
  parts_[1].winch.reset();
  parts_[1].end_a = {end.body, end.anchor.value_or(end.point), end.direction,
                     end.turning_stiffness};
}

bool BrokenLine::breaks(const LineValues& whole, double time, bool cut) const {
  if (on_drum_) return false;
  if (!break_.time && !break_.tension) return cut;
  if (break_.time) return time >= *break_.time - kRoundedTime;
  const std::vector<double>& tension = whole.rod.tension;
  return std::max(tension[node_ - 1], tension[node_]) > *break_.tension;
}

std::array<LineValues, 2> BrokenLine::split(const LineValues& whole) const {
  const rods::RodState& rod = whole.rod;
  std::array<LineValues, 2> parts;
  parts[0].rod.position = front(rod.position, node_ + 1);
  parts[0].rod.velocity = front(rod.velocity, node_ + 1);
  parts[0].rod.tension = front(rod.tension, node_);
  parts[0].rod.end_length[0] = whole.rod.end_length[0];
  parts[0].sliding[0] = whole.sliding[0];
  parts[0].end_force[0] = whole.end_force[0];
  parts[1].rod.position = reversed_back(rod.position, node_);
  parts[1].rod.velocity = reversed_back(rod.velocity, node_);
  parts[1].rod.tension = reversed_back(rod.tension, node_);
  parts[1].end_force[0] = whole.end_force[1];
  if (!rod.creep.empty()) {
    parts[0].rod.creep = front(rod.creep, node_);
    parts[1].rod.creep = reversed_back(rod.creep, node_);
  }
  if (rod.bottom_shear.empty()) return parts;
  parts[0].rod.bottom_shear = front(rod.bottom_shear, node_ + 1);
  parts[1].rod.bottom_shear = reversed_back(rod.bottom_shear, node_);
  return parts;
}

LineValues BrokenLine::join(const LineValues& first, const LineValues& second) {
  LineValues whole = first;
  append_reversed(second.rod.position, 1, whole.rod.position);
  append_reversed(second.rod.velocity, 1, whole.rod.velocity);
  append_reversed(second.rod.tension, 0, whole.rod.tension);
  append_reversed(second.rod.creep, 0, whole.rod.creep);
  if (!first.rod.bottom_shear.empty()) {
    append_reversed(second.rod.bottom_shear, 1, whole.rod.bottom_shear);
  }
  whole.end_force[1] = second.end_force[0];
  return whole;
}

}  // namespace raftup::solver
