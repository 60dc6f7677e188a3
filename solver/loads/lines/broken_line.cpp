#include "solver/loads/lines/broken_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/wave_systems.hpp"
#include "solver/loads/lines/broken_lines.hpp"
#include "solver/loads/rods/bend.hpp"
#include "solver/loads/rods/twist.hpp"

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

/// Halvings of the interval (0, 1) of 1/k, until only rounding is left of it.
constexpr int kHalvings = 60;

/// Returns 1/k of a Weibull distribution with this deviation by its mean, in (0, 1].
double inverse_shape(double variation) {
  const double target = logarithm_of_one_plus(variation * variation);
  double low = 0.0, high = 1.0;  // 1: that of the exponential distribution, whose variation is 1
  for (int i = 0; i < kHalvings; ++i) {
    const double s = 0.5 * (low + high);
    const double at = logarithm_of_gamma(1.0 + 2.0 * s) - 2.0 * logarithm_of_gamma(1.0 + s);
    (at < target ? low : high) = s;
  }
  return 0.5 * (low + high);
}

}  // namespace

double draw(const LineStrength& strength, std::uint64_t at) {
  const auto [u, w] = hydro::uniform_pair(static_cast<std::uint64_t>(strength.seed), at);
  const double variation = strength.deviation / strength.mean;
  if (strength.distribution == StrengthDistribution::kWeibull) {
    const double s = inverse_shape(variation);
    return strength.mean *
           raftup::exponential(s * logarithm(-logarithm(u)) - logarithm_of_gamma(1.0 + s));
  }
  const double variance = logarithm_of_one_plus(variation * variation);
  const double z = std::sqrt(-2.0 * logarithm(u)) * sincos_turns(w).cosine;
  return strength.mean * raftup::exponential(std::sqrt(variance) * z - 0.5 * variance);
}

BrokenLine::BrokenLine(const ElasticLine& line, std::size_t at, const Model& model)
    : break_(line.breaks[at]), strength_(break_.tension), twists_(line.torsion) {
  if (break_.strength) strength_ = draw(*break_.strength, at);
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
  if (break_.waits_for_cut()) return cut;
  if (break_.time) return time >= *break_.time - kRoundedTime;
  return tension(whole) > *strength_;
}

double BrokenLine::tension(const LineValues& whole) const {
  return std::max(whole.rod.tension[node_ - 1], whole.rod.tension[node_]);
}

double BrokenLine::bound_energy(const rods::DiscreteRod& rod, const LineValues& whole) const {
  const std::vector<Vector3>& x = whole.rod.position;
  const Vector3 kb = rods::Bend::vector(x[node_] - x[node_ - 1], x[node_ + 1] - x[node_]);
  const double bend = 0.5 * rod.nodes()[node_].bend_stiffness * kb.squaredNorm();
  if (!twists_) return bend;
  return bend + 0.5 * whole.rod.twist * whole.rod.twist / rods::Twist(rod).compliance();
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

std::vector<BrokenLoad> broken_loads(const Model& model, const State& state) {
  std::vector<BrokenLoad> broken;
  for (std::size_t i = 0; i < model.loads.size(); ++i) {
    const auto* line = model.loads[i].kind.get_if<ElasticLine>();
    if (line == nullptr || line->breaks.empty()) continue;
    const BreakRecord at = BreakRecord::of(state.loads[i].values);
    if (at.time > 0.0) broken.push_back({i, at});
  }
  std::stable_sort(broken.begin(), broken.end(),
                   [](const BrokenLoad& a, const BrokenLoad& b) { return a.at.time < b.at.time; });
  return broken;
}

std::string text_of(const BrokenLoad& broken, const Model& model) {
  return fmt::format("'{}' has broken at t = {:.9g} s, {:.6g} m from end a, at {:.4g} N",
                     model.loads[broken.load].name, broken.at.time, broken.at.arc,
                     broken.at.tension);
}

Findings strength_findings(const std::string& name, const ElasticLine& line) {
  Findings findings;
  for (std::size_t i = 0; i < line.breaks.size(); ++i) {
    if (!line.breaks[i].strength) continue;
    const double strength = draw(*line.breaks[i].strength, i);
    findings.push_back(
        {"line_strength", Severity::kInfo,
         fmt::format("'{}' has been drawn to break above {:.6g} N at {:.6g} m from "
                     "end a, with the seed {}",
                     name, strength, line.breaks[i].arc, line.breaks[i].strength->seed),
         strength});
  }
  return findings;
}

}  // namespace raftup::solver
