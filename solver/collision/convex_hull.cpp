#include "solver/collision/convex_hull.hpp"

#include <fmt/format.h>
#include <libqhull_r/qhull_ra.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "hydro/base/error.hpp"

namespace raftup::solver {

namespace {

constexpr double kThinnest = 1e-9;  // of the size: a hull that is thinner is flat

using IndexTriangles = std::vector<std::array<std::size_t, 3>>;

/// One run of Qhull, whose messages go to a buffer.
class HullRun {
 public:
  explicit HullRun(std::span<const Vector3> points) {
    for (const Vector3& point : points) {
      coordinates_.insert(coordinates_.end(), point.begin(), point.end());
    }
    messages_ = open_memstream(&text_, &length_);
    qh_zero(&qhull_, messages_);
    char command[] = "qhull Qt";
    code_ = qh_new_qhull(&qhull_, 3, static_cast<int>(points.size()), coordinates_.data(), False,
                         command, nullptr, messages_);
  }
  ~HullRun() {
    qh_freeqhull(&qhull_, qh_ALL);
    int long_blocks = 0;
    int long_bytes = 0;
    qh_memfreeshort(&qhull_, &long_blocks, &long_bytes);
    std::fclose(messages_);
    std::free(text_);
  }
  HullRun(const HullRun&) = delete;
  HullRun& operator=(const HullRun&) = delete;

  int code() const { return code_; }  ///< 0: there is a hull

  /// Triangles, of indices of points, counter-clockwise seen from outside.
  IndexTriangles triangles(std::span<const Vector3> points) {
    IndexTriangles triangles;
    for (const facetT* facet = qhull_.facet_list; facet != nullptr && facet->next != nullptr;
         facet = facet->next) {
      std::array<std::size_t, 3> corners{};
      for (int k = 0; k < 3; ++k) {
        const auto* vertex = static_cast<const vertexT*>(SETelem_(facet->vertices, k));
        corners[static_cast<std::size_t>(k)] =
            static_cast<std::size_t>(qh_pointid(&qhull_, vertex->point));
      }
      const Vector3& a = points[corners[0]];
      const Vector3 normal = (points[corners[1]] - a).cross(points[corners[2]] - a);
      if (normal.dot(Eigen::Map<const Vector3>(facet->normal)) < 0.0) {
        std::swap(corners[1], corners[2]);
      }
      triangles.push_back(corners);
    }
    return triangles;
  }

 private:
  std::vector<double> coordinates_;
  char* text_ = nullptr;
  std::size_t length_ = 0;
  std::FILE* messages_ = nullptr;
  qhT qhull_;
  int code_ = 0;
};

IndexTriangles hull_triangles(std::span<const Vector3> points) {
  HullRun run(points);
  require(run.code() == 0,
          fmt::format("points of a convex shape must span a volume, got {} points of which Qhull "
                      "makes no hull (code {})",
                      points.size(), run.code()));
  return run.triangles(points);
}

void require_thick(std::span<const Vector3> points, const IndexTriangles& triangles) {
  double size = 0.0;
  for (const Vector3& point : points) size = std::max(size, (point - points[0]).norm());
  double thickness = size;
  for (const auto& corners : triangles) {
    const Vector3& a = points[corners[0]];
    const Vector3 normal = (points[corners[1]] - a).cross(points[corners[2]] - a).normalized();
    double depth = 0.0;
    for (const Vector3& point : points) depth = std::max(depth, normal.dot(a - point));
    thickness = std::min(thickness, depth);
  }
  require(
      thickness > kThinnest * size,
      fmt::format("points of a convex shape must span a volume, got a hull {} m thick", thickness));
}

}  // namespace

Convex convex_hull(std::span<const Vector3> points) {
  require(points.size() >= 4,
          fmt::format("a convex shape must have at least 4 points, got {}", points.size()));
  for (std::size_t k = 0; k < points.size(); ++k) {
    require(points[k].allFinite(), fmt::format("point {} of a convex shape must be finite", k));
  }
  IndexTriangles triangles = hull_triangles(points);
  std::sort(triangles.begin(), triangles.end());
  require_thick(points, triangles);
  std::vector<std::size_t> place(points.size(), points.size());
  for (const auto& corners : triangles) {
    for (const std::size_t corner : corners) place[corner] = 0;
  }
  Convex convex;
  for (std::size_t k = 0; k < points.size(); ++k) {
    if (place[k] == points.size()) continue;
    place[k] = convex.surface.vertices.size();
    convex.surface.vertices.push_back(points[k]);
  }
  for (const auto& corners : triangles) {
    convex.surface.triangles.push_back({place[corners[0]], place[corners[1]], place[corners[2]]});
  }
  return convex;
}

}  // namespace raftup::solver
