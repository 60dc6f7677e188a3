#include "solver/loads/rods/discrete_rod.hpp"

#include <fmt/format.h>

#include <cmath>

#include "hydro/base/error.hpp"

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
      kept_last_(kept_nodes(last.kind)) {
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
  lump();
  find_bend_stiffness(first.turning_stiffness, last.turning_stiffness);
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

void DiscreteRod::lump() {
  nodes_.resize(elements_.size() + 1);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    nodes_[i].mass = lumps_[i].mass;
    nodes_[i].weight = lumps_[i].weight;
  }
  for (std::size_t e = 0; e < elements_.size(); ++e) {
    const Element& element = elements_[e];
    if (is_link(element)) continue;
    for (Node* node : {&nodes_[e], &nodes_[e + 1]}) {
      node->mass += 0.5 * element.length * element.mass;
      node->weight += 0.5 * element.length * element.weight;
      node->length += 0.5 * element.length;
    }
  }
}

void DiscreteRod::find_bend_stiffness(double first, double last) {
  for (std::size_t i = 1; i + 1 < nodes_.size(); ++i) {
    const Element &before = elements_[i - 1], &after = elements_[i];
    double compliance = is_link(before) ? 1.0 / first : half_compliance(before);
    compliance += is_link(after) ? 1.0 / last : half_compliance(after);
    nodes_[i].bend_length = nodes_[i].length;
    nodes_[i].bend_stiffness = std::isfinite(compliance) ? 1.0 / compliance : 0.0;
    bends_ = bends_ || nodes_[i].bend_stiffness > 0.0;
  }
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
