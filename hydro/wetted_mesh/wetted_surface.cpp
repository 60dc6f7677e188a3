#include "hydro/wetted_mesh/wetted_surface.hpp"

#include <algorithm>

#include "hydro/numerics/vector_width.hpp"

namespace raftup::hydro {

namespace {

/// Contributions of a vertex to force and moment per unit of pressure there, by axis.
using WrenchWeights = std::array<const LaneArray*, kDofs>;

/// Computes, lane by lane, force and moment of the pressure at wet vertices.
template <std::size_t kWidth>
[[gnu::always_inline]] inline void add_some_vertices(const LaneArray* height,
                                                     const LaneArray* pressure,
                                                     const WrenchWeights& weights,
                                                     std::size_t count,
                                                     std::array<LaneArray, kDofs>& wrench) {
  using LaneGroup = typename SomeLanes<kWidth>::Type;
  for (std::size_t lane = 0; lane < kLaneCount; lane += kWidth) {
    LaneGroup sums[kDofs]{};
    for (std::size_t block = 0; block < count; ++block) {
      const LaneGroup zero{};
      const LaneGroup p =
          height[block].some<kWidth>(lane) < 0.0 ? pressure[block].some<kWidth>(lane) : zero;
      for (std::size_t k = 0; k < kDofs; ++k) sums[k] += p * weights[k][block].some<kWidth>(lane);
    }
    for (std::size_t k = 0; k < kDofs; ++k) wrench[k].some<kWidth>(lane) = sums[k];
  }
}

/// Returns force and moment per unit of pressure at a corner of a triangle, -(N/3, (x_0 + x_1 + x_2
/// + x_i) x N/12).
Vector6 corner_weight(const std::array<Vector3, 3>& x, std::size_t i) {
  const Vector3 N = area_vector(x[0], x[1], x[2]);
  Vector6 weight;
  weight << -N / 3.0, -(x[0] + x[1] + x[2] + x[i]).cross(N) / 12.0;
  return weight;
}

/// Returns int f^2 dA/A of a function that is linear on a triangle.
double mean_square(double a, double b, double c) {
  const double sum = a + b + c;
  return (sum * sum + a * a + b * b + c * c) / 12.0;
}

/// Adds a side of the waterplane from p to q to its moments, by Green's theorem.
void add_side(const Vector2& p, const Vector2& q, Displacement& sum) {
  const double c = p.x() * q.y() - q.x() * p.y();
  const Vector2 s = p + q;
  sum.waterplane_area += c / 2.0;
  sum.waterplane_first += c / 6.0 * s;
  sum.waterplane_second += c / 24.0 * (p * p.transpose() + q * q.transpose() + s * s.transpose());
}

}  // namespace

/// A point at r moves by d + t x r. The water loses the columns over the area A by the heave there,
/// and the remaining water rotates.
Matrix6 Displacement::stiffness() const {
  const double Ax = waterplane_first.x(), Ay = waterplane_first.y();
  const double Axx = waterplane_second(0, 0), Axy = waterplane_second(0, 1),
               Ayy = waterplane_second(1, 1);
  Matrix6 K = Matrix6::Zero();
  K(2, 2) = waterplane_area;
  K(2, 3) = K(3, 2) = Ay;
  K(2, 4) = K(4, 2) = -Ax;
  K(3, 3) = Ayy + first_moment.z();
  K(4, 4) = Axx + first_moment.z();
  K(3, 4) = K(4, 3) = -Axy;
  K(3, 5) = -first_moment.x();
  K(4, 5) = -first_moment.y();
  return K;
}

WettedSurface::WettedSurface(const HullMesh& mesh, const Vector3& center)
    : vertex_count_(mesh.vertices().size()), triangles_(mesh.triangles()) {
  const std::size_t vertex_blocks = (vertex_count_ + kLaneCount - 1) / kLaneCount;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    arms_[axis].resize(vertex_blocks, LaneArray{});
    for (std::size_t i = 0; i < vertex_blocks * kLaneCount; ++i) {
      const Vector3& vertex = mesh.vertices()[std::min(i, vertex_count_ - 1)];
      const auto row = static_cast<Eigen::Index>(axis);
      arms_[axis][i / kLaneCount][i % kLaneCount] = vertex[row] - center[row];
    }
  }
  for (VertexValues& axis : weights_) axis.resize(vertex_blocks, LaneArray{});
  for (const MeshTriangle& triangle : triangles_) {
    for (std::size_t i = 0; i < 3; ++i) {
      const Vector6 weight = corner_weight(arms_of(triangle), i);
      for (std::size_t k = 0; k < kDofs; ++k) {
        weights_[k][triangle[i] / kLaneCount][triangle[i] % kLaneCount] +=
            weight[static_cast<Eigen::Index>(k)];
      }
    }
  }
}

std::array<Vector3, 3> WettedSurface::arms_of(const MeshTriangle& triangle) const {
  return {arm(triangle[0]), arm(triangle[1]), arm(triangle[2])};
}

Vector3 WettedSurface::arm(std::uint32_t vertex) const {
  return {value_at(arms_[0], vertex), value_at(arms_[1], vertex), value_at(arms_[2], vertex)};
}

WettedSurface::Corner WettedSurface::corner(std::uint32_t vertex, const VertexValues& height,
                                            const VertexValues& pressure) const {
  return {arm(vertex), value_at(height, vertex), value_at(pressure, vertex)};
}

std::array<WettedSurface::Corner, 3> WettedSurface::corners_of(const MeshTriangle& triangle,
                                                               const VertexValues& height,
                                                               const VertexValues& pressure) const {
  return {corner(triangle[0], height, pressure), corner(triangle[1], height, pressure),
          corner(triangle[2], height, pressure)};
}

/// Cuts an edge, always from its wet end, so that neighboring triangles cut a common edge at bit
/// for bit the same point.
WettedSurface::Corner WettedSurface::cut(const Corner& wet, const Corner& dry) {
  const double t = wet.height / (wet.height - dry.height);
  return {wet.arm + t * (dry.arm - wet.arm), 0.0, wet.pressure + t * (dry.pressure - wet.pressure)};
}

WettedSurface::WetPart WettedSurface::wet_part(const std::array<Corner, 3>& triangle) {
  const auto is_wet = [&](std::size_t i) { return triangle[i % 3].height < 0.0; };
  const std::size_t wet = std::size_t{is_wet(0)} + std::size_t{is_wet(1)} + std::size_t{is_wet(2)};
  WetPart part;
  if (wet == 0) return part;
  if (wet == 3) {
    part.triangles[0] = triangle;
    part.count = 1;
    return part;
  }
  std::size_t first = 0;  // of the wet corners, counter-clockwise
  while (!is_wet(first) || is_wet(first + 2)) ++first;
  const Corner& a = triangle[first % 3];
  const Corner& last = triangle[(first + wet - 1) % 3];
  part.is_cut = true;
  part.exit = cut(last, triangle[(first + wet) % 3]);
  part.entry = cut(a, triangle[(first + 2) % 3]);
  part.triangles[0] = {a, last, part.exit};
  if (wet == 2) {
    part.triangles[1] = {a, part.exit, part.entry};
  } else {
    part.triangles[0] = {a, part.exit, part.entry};
  }
  part.count = wet;
  return part;
}

void WettedSurface::add(const std::array<Corner, 3>& triangle, Vector6& wrench) {
  const auto& [a, b, c] = triangle;
  const Vector3 N = area_vector(a.arm, b.arm, c.arm);
  const double p = a.pressure + b.pressure + c.pressure;
  const Vector3 q =
      p * (a.arm + b.arm + c.arm) + a.pressure * a.arm + b.pressure * b.arm + c.pressure * c.arm;
  wrench.head<3>() -= p / 3.0 * N;
  wrench.tail<3>() -= q.cross(N) / 12.0;
}

/// Returns the wrench of a cut triangle minus the contributions that were counted at its wet
/// corners.
Vector6 WettedSurface::cut_correction(const MeshTriangle& triangle, const VertexValues& height,
                                      const VertexValues& pressure) const {
  const std::array<Corner, 3> corners = corners_of(triangle, height, pressure);
  Vector6 wrench = Vector6::Zero();
  for (std::size_t i = 0; i < 3; ++i) {
    if (corners[i].height < 0.0) {
      wrench -= corners[i].pressure * corner_weight(arms_of(triangle), i);
    }
  }
  const WetPart part = wet_part(corners);
  for (std::size_t n = 0; n < part.count; ++n) add(part.triangles[n], wrench);
  return wrench;
}

Vector6 WettedSurface::wrench(const VertexValues& height, const VertexValues& pressure) const {
  WrenchWeights weights;
  for (std::size_t k = 0; k < kDofs; ++k) weights[k] = weights_[k].data();
  std::array<LaneArray, kDofs> lanes;
  at_full_width<add_some_vertices<8>, add_some_vertices<4>, add_some_vertices<2>>(
      height.data(), pressure.data(), weights, height.size(), lanes);
  Vector6 wrench;
  for (std::size_t k = 0; k < kDofs; ++k) {
    wrench[static_cast<Eigen::Index>(k)] = fold(lanes[k].lanes());
  }
  std::vector<std::uint8_t> wet(vertex_count_);
  for (std::size_t i = 0; i < vertex_count_; ++i) {
    wet[i] = value_at(height, static_cast<std::uint32_t>(i)) < 0.0 ? 1 : 0;
  }
  for (const MeshTriangle& triangle : triangles_) {
    const int corners = wet[triangle[0]] + wet[triangle[1]] + wet[triangle[2]];
    if (corners == 1 || corners == 2) wrench += cut_correction(triangle, height, pressure);
  }
  return wrench;
}

std::vector<std::array<WettedSurface::Corner, 3>> WettedSurface::wet_triangles(
    const VertexValues& height, const VertexValues& pressure) const {
  std::vector<std::array<Corner, 3>> wet;
  for (const MeshTriangle& triangle : triangles_) {
    const WetPart part = wet_part(corners_of(triangle, height, pressure));
    for (std::size_t n = 0; n < part.count; ++n) wet.push_back(part.triangles[n]);
  }
  return wet;
}

void WettedSurface::find_wet_pieces(const VertexValues& height, WetPieces& pieces) const {
  pieces.of_cut.clear();
  pieces.wet_vertices.resize(vertex_count_);
  std::size_t wet_count = 0;
  for (std::size_t i = 0; i < vertex_count_; ++i) {
    const bool wet = value_at(height, static_cast<std::uint32_t>(i)) < 0.0;
    pieces.wet_vertices[i] = wet ? 1 : 0;
    wet_count += pieces.wet_vertices[i];
  }
  pieces.all_wet = wet_count == vertex_count_;
  pieces.all_dry = wet_count == 0;
  if (pieces.all_wet || pieces.all_dry) return;
  pieces.whole.resize(triangles_.size());
  for (std::size_t i = 0; i < triangles_.size(); ++i) {
    const auto& [a, b, c] = triangles_[i];
    const int wet = pieces.wet_vertices[a] + pieces.wet_vertices[b] + pieces.wet_vertices[c];
    pieces.whole[i] = wet == 3 ? 1 : 0;
    if (wet == 1 || wet == 2) add_cut(triangles_[i], height, pieces);
  }
}

void WettedSurface::add_cut(const MeshTriangle& triangle, const VertexValues& height,
                            WetPieces& pieces) const {
  std::array<Corner, 3> corners;
  for (std::size_t k = 0; k < 3; ++k) {
    corners[k] = {arm(triangle[k]), value_at(height, triangle[k]), 0.0};
  }
  const WetPart part = wet_part(corners);
  for (std::size_t n = 0; n < part.count; ++n) {
    const auto& [a, b, c] = part.triangles[n];
    pieces.of_cut.push_back({a.arm, b.arm, c.arm});
  }
}

Displacement WettedSurface::displacement(const Matrix3& rotation, const VertexValues& height,
                                         double center_height) const {
  Displacement sum;
  for (const MeshTriangle& triangle : triangles_) {
    std::array<Corner, 3> corners;
    for (std::size_t i = 0; i < 3; ++i) {
      corners[i] = {rotation * arm(triangle[i]), value_at(height, triangle[i]), 0.0};
    }
    const WetPart part = wet_part(corners);
    for (std::size_t n = 0; n < part.count; ++n) {
      const auto& [a, b, c] = part.triangles[n];
      const double N = area_vector(a.arm, b.arm, c.arm).z();
      const double s = a.height + b.height + c.height;
      const Vector3 weighted =
          s * (a.arm + b.arm + c.arm) + a.height * a.arm + b.height * b.arm + c.height * c.arm;
      sum.volume += N * s / 3.0;
      sum.first_moment.head<2>() += N / 12.0 * weighted.head<2>();
      sum.first_moment.z() += 0.5 * N * mean_square(a.height, b.height, c.height);
    }
    if (part.is_cut) add_side(part.entry.arm.head<2>(), part.exit.arm.head<2>(), sum);
  }
  sum.first_moment.z() -= center_height * sum.volume;
  return sum;
}

}  // namespace raftup::hydro
