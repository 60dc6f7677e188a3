#include "solver/loads/rods/discrete_rod.hpp"

#include <fmt/format.h>

#include <cmath>

#include "hydro/base/error.hpp"
#include "solver/loads/rods/stretch.hpp"

namespace raftup::solver::rods {

namespace {

std::size_t kept_nodes(EndKind kind) {
  if (kind == EndKind::kFree) return 0;
  return kind == EndKind::kPinned ? 1 : 2;
}

/// Returns the link between the director node of a clamp and the end node. Its length has no
/// influence on the motion, since both nodes are kept and only its direction counts.
Element link_of(const Element& neighbor) {
  Element link;
  link.length = neighbor.length;
  link.carries_compression =
      true;  // never slack, so that the bend at the clamp is damped as others
  return link;
}

bool is_link(const Element& element) { return element.axial_stiffness == 0.0; }

/// Returns the compliance against bending of half an element [1/(N m)].
double half_compliance(const Element& element) {
  return 0.5 * element.length / element.bending_stiffness;
}

}  // namespace

DiscreteRod::DiscreteRod(std::vector<Element> elements, const End& first, const End& last,
                         const std::vector<Lump>& lumps)
    : elements_(std::move(elements)),
      lumps_(lumps),
      kept_first_(kept_nodes(first.kind)),
      kept_last_(kept_nodes(last.kind)),
      turning_stiffness_{first.turning_stiffness, last.turning_stiffness} {
  require(!elements_.empty(), "elements must not be empty", "none");
  check();
  if (lumps_.empty()) lumps_.resize(elements_.size() + 1);
  require(lumps_.size() == elements_.size() + 1, "lumps must be one for each node",
          fmt::format("{}", lumps_.size()));
  if (kept_first_ == 2) {
    elements_.insert(elements_.begin(), link_of(elements_.front()));
    lumps_.insert(lumps_.begin(), Lump{});
  }
  if (kept_last_ == 2) {
    elements_.push_back(link_of(elements_.back()));
    lumps_.emplace_back();
  }
  nodes_.resize(elements_.size() + 1);
  lump(0, nodes_.size());
  for (std::size_t i = 1; i + 1 < nodes_.size(); ++i) {
    find_bend_stiffness(i);
    bends_ = bends_ || nodes_[i].bend_stiffness > 0.0;
  }
}

void DiscreteRod::set_end_length(std::size_t end, double length) {
  const std::size_t element = end == 0 ? 0 : elements_.size() - 1;
  elements_[element].length = length;
  lump(element, element + 2);
  if (nodes_.size() > 2) find_bend_stiffness(end == 0 ? 1 : element);
}

DiscreteRod DiscreteRod::softened(double share) const {
  DiscreteRod soft = *this;
  for (Element& element : soft.elements_) {
    element.axial_stiffness *= share;
    if (!element.curve) continue;
    element.curve = std::make_shared<const TensionCurve>(element.curve->scaled(share));
  }
  return soft;
}

void DiscreteRod::check() const {
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    const auto positive = [i](double value, const char* name) {
      require(value > 0.0 && std::isfinite(value),
              fmt::format("elements[{}].{} must be positive", i, name), fmt::format("{}", value));
    };
    positive(elements_[i].length, "length");
    positive(elements_[i].axial_stiffness, "axial_stiffness");
    positive(elements_[i].mass, "mass");
    const double bending = elements_[i].bending_stiffness;
    require(bending >= 0.0 && std::isfinite(bending),
            fmt::format("elements[{}].bending_stiffness must not be negative", i),
            fmt::format("{}", bending));
  }
}

void DiscreteRod::lump(std::size_t first_node, std::size_t end_node) {
  for (std::size_t i = first_node; i < end_node; ++i) {
    Node& node = nodes_[i];
    node = {lumps_[i].mass, lumps_[i].weight, 0.0, 0.0, node.bend_stiffness, node.bend_length};
    for (std::size_t e = i > 0 ? i - 1 : 0; e <= i && e < elements_.size(); ++e) {
      const Element& element = elements_[e];
      if (is_link(element)) continue;
      node.mass += 0.5 * element.length * element.mass;
      node.weight += 0.5 * element.length * element.weight;
      node.buoyancy += 0.5 * element.length * element.buoyancy;
      node.length += 0.5 * element.length;
    }
  }
}

void DiscreteRod::find_bend_stiffness(std::size_t node) {
  const Element &before = elements_[node - 1], &after = elements_[node];
  double compliance = is_link(before) ? 1.0 / turning_stiffness_[0] : half_compliance(before);
  compliance += is_link(after) ? 1.0 / turning_stiffness_[1] : half_compliance(after);
  nodes_[node].bend_length = nodes_[node].length;
  nodes_[node].bend_stiffness = std::isfinite(compliance) ? 1.0 / compliance : 0.0;
}

std::vector<Vector3> DiscreteRod::straight(const Vector3& first, const Vector3& last) const {
  const std::size_t begin = kept_first_ == 2 ? 1 : 0;
  const std::size_t end = nodes_.size() - (kept_last_ == 2 ? 2 : 1);
  double length = 0.0;
  for (std::size_t e = begin; e < end; ++e) length += elements_[e].length;
  std::vector<Vector3> places(nodes_.size());
  const Vector3 per_length = (last - first) / length;
  places[begin] = first;
  for (std::size_t e = begin; e + 1 < nodes_.size(); ++e) {
    places[e + 1] = places[e] + elements_[e].length * per_length;
  }
  if (begin == 1) places[0] = places[1] - elements_[0].length * per_length;
  places[end] = last;
  return places;
}

}  // namespace raftup::solver::rods
