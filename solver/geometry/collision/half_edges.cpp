#include "solver/geometry/collision/half_edges.hpp"

#include <algorithm>
#include <utility>

namespace raftup::solver {

HalfEdges::HalfEdges(const TriangleMesh& mesh) {
  for (const auto& corners : mesh.triangles) {
    from_.insert(from_.end(), corners.begin(), corners.end());
  }
  partner_.assign(from_.size(), kNone);
  // Sorted by their ends whatever the direction, the edges of two triangles lie side by side.
  std::vector<std::size_t> order(from_.size());
  for (std::size_t e = 0; e < order.size(); ++e) order[e] = e;
  const auto ends = [&](std::size_t e) {
    return std::array{std::min(from(e), to(e)), std::max(from(e), to(e))};
  };
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(ends(a), a) < std::pair(ends(b), b);
  });
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin + 1;
    while (end < order.size() && ends(order[end]) == ends(order[begin])) ++end;
    const std::size_t a = order[begin];
    const std::size_t b = order[end - 1];
    if (end - begin == 2 && from(a) == to(b)) {
      partner_[a] = b;
      partner_[b] = a;
    }
    begin = end;
  }
}

VertexCirculator::VertexCirculator(const HalfEdges& edges, std::size_t triangle, std::size_t corner)
    : edges_(edges), start_(3 * triangle + corner), edge_(start_) {}

void VertexCirculator::advance() {
  jumped_ = false;
  std::size_t next = edges_.partner(edge_);
  if (next != HalfEdges::kNone) {
    edge_ = HalfEdges::next(next);
  } else {
    // Back the other way as far as it goes: to the other side of the hole.
    jumped_ = true;
    while ((next = edges_.partner(HalfEdges::previous(edge_))) != HalfEdges::kNone) edge_ = next;
  }
  at_end_ = edge_ == start_;
}

}  // namespace raftup::solver
