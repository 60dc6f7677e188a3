#include "solver/geometry/collision/surface_hits.hpp"

#include <algorithm>

#include "solver/geometry/collision/convex_kinds.hpp"

namespace raftup::solver {

std::vector<SurfaceHit> surface_hits(const PosedLine& line, const Surface& surface, double from,
                                     double to) {
  Bounds box;
  box.include(line.begin + from * line.way);
  box.include(line.begin + to * line.way);
  std::vector<std::size_t> triangles;
  surface.add_triangles(box, triangles);
  std::vector<SurfaceHit> hits;
  for (const std::size_t index : triangles) {
    LineCrossing crossing;
    if (!TriangleSupport(surface.triangle(index)).cross(line.begin, line.way, crossing)) continue;
    if (crossing.enter < from || crossing.enter > to) continue;
    hits.push_back({crossing.enter, crossing.normal, crossing.normal.dot(line.way) < 0.0, index});
  }
  std::stable_sort(hits.begin(), hits.end(),
                   [](const SurfaceHit& a, const SurfaceHit& b) { return a.t < b.t; });
  return hits;
}

}  // namespace raftup::solver
