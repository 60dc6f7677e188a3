#include "hydro/numerics/hull_triangles.hpp"

#include <libqhull_r/qhull_ra.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <utility>

namespace raftup::hydro {

namespace {

// Least double area of a triangle, relative to the square of the size.
constexpr double kThinnest = 1e-9;

/// A stream for messages that nobody reads. Windows has no streams in memory, but a file that keeps
/// nothing; elsewhere no file is opened, which the sandbox of uploaded files would refuse.
class UnreadStream {
 public:
#ifdef _WIN32
  UnreadStream() : stream_(std::fopen("NUL", "w")) {}
#else
  UnreadStream() : stream_(open_memstream(&text_, &length_)) {}
#endif
  ~UnreadStream() {
    if (stream_ != nullptr) std::fclose(stream_);
    std::free(text_);
  }
  UnreadStream(const UnreadStream&) = delete;
  UnreadStream& operator=(const UnreadStream&) = delete;

  /// @throws std::bad_alloc if there is no stream, since Qhull would end the process without one
  std::FILE* get() const {
    if (stream_ == nullptr) throw std::bad_alloc();
    return stream_;
  }

 private:
  char* text_ = nullptr;
  [[maybe_unused]] std::size_t length_ = 0;
  std::FILE* stream_;
};

/// One run of Qhull.
class HullRun {
 public:
  explicit HullRun(std::span<const Vector3> points) {
    for (const Vector3& point : points) {
      coordinates_.insert(coordinates_.end(), point.begin(), point.end());
    }
    qh_zero(&qhull_, messages_.get());
    char command[] = "qhull Qt";
    code_ = qh_new_qhull(&qhull_, 3, static_cast<int>(points.size()), coordinates_.data(), False,
                         command, nullptr, messages_.get());
  }
  ~HullRun() {
    qh_freeqhull(&qhull_, qh_ALL);
    int long_blocks = 0;
    int long_bytes = 0;
    qh_memfreeshort(&qhull_, &long_blocks, &long_bytes);
  }
  HullRun(const HullRun&) = delete;
  HullRun& operator=(const HullRun&) = delete;

  bool has_hull() const { return code_ == 0; }

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
  UnreadStream messages_;
  qhT qhull_;
  int code_ = 0;
};

double cross(const Vector2& a, const Vector2& b) { return a.x() * b.y() - a.y() * b.x(); }

}  // namespace

IndexTriangles hull_triangles(std::span<const Vector3> points) {
  if (points.size() < 4) return {};
  HullRun run(points);
  if (!run.has_hull()) return {};
  IndexTriangles triangles = run.triangles(points);
  std::sort(triangles.begin(), triangles.end());
  return triangles;
}

IndexTriangles delaunay_triangles(std::span<const Vector2> points) {
  if (points.size() < 3) return {};
  Vector2 lowest = points[0];
  Vector2 highest = points[0];
  for (const Vector2& point : points) {
    lowest = lowest.cwiseMin(point);
    highest = highest.cwiseMax(point);
  }
  const double size = (highest - lowest).norm();
  std::vector<Vector3> lifted;
  for (const Vector2& point : points) {
    const Vector2 place = (point - 0.5 * (lowest + highest)) / size;
    lifted.emplace_back(place.x(), place.y(), place.squaredNorm());
  }
  // This point far above makes a hull possible for three points and for points on one circle.
  lifted.emplace_back(0.0, 0.0, 4.0);
  IndexTriangles triangles;
  for (std::array<std::size_t, 3> corners : hull_triangles(lifted)) {
    if (std::find(corners.begin(), corners.end(), points.size()) != corners.end()) continue;
    const Vector2& a = points[corners[0]];
    const double area = cross(points[corners[1]] - a, points[corners[2]] - a);
    if (std::abs(area) <= kThinnest * size * size) continue;
    if (area < 0.0) std::swap(corners[1], corners[2]);
    triangles.push_back(corners);
  }
  return triangles;
}

}  // namespace raftup::hydro
