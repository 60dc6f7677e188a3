#include "hydro/wetted_mesh/wetted_surface.hpp"

#include <algorithm>

namespace raftup::hydro {

namespace {

using Block = WettedSurface::Block;

/// Lane by lane, force and moment of the pressure on the hull.
struct WrenchLanes {
  std::array<LaneArray, kDofs> sums;
};

/// p at the corners of eight triangles; 0 at all corners of one that is not wet as a whole.
struct CornerPressures {
  const Block* block;
  std::array<LaneArray, 3> values;
};

/// @param gathered gets the blocks of which a triangle is wet as a whole
/// @param cut      gets the triangles that the surface cuts
void gather(const std::vector<Block>& blocks, const std::uint8_t* wet, const double* pressure,
            std::vector<CornerPressures>& gathered, std::vector<std::uint32_t>& cut) {
  gathered.reserve(blocks.size());
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    CornerPressures p{&blocks[b], {}};
    bool any = false;
    for (std::size_t lane = 0; lane < kLaneCount; ++lane) {
      const auto& [i, j, k] = blocks[b].corners[lane];
      const int corners = wet[i] + wet[j] + wet[k];
      if (corners == 3) {
        p.values[0][lane] = pressure[i];
        p.values[1][lane] = pressure[j];
        p.values[2][lane] = pressure[k];
        any = true;
      } else if (corners > 0) {
        cut.push_back(static_cast<std::uint32_t>(b * kLaneCount + lane));
      }
    }
    if (any) gathered.push_back(p);
  }
}

/// Some lanes of the sums.
template <std::size_t kWidth>
[[gnu::always_inline]] inline void add_some_triangles(const std::vector<CornerPressures>& pressures,
                                                      WrenchLanes& wrench) {
  using Part = typename SomeLanes<kWidth>::Type;
  for (std::size_t lane = 0; lane < kLaneCount; lane += kWidth) {
    Part sums[kDofs]{};
    for (const CornerPressures& corners : pressures) {
      const Block& block = *corners.block;
      const Part p[3] = {corners.values[0].some<kWidth>(lane), corners.values[1].some<kWidth>(lane),
                         corners.values[2].some<kWidth>(lane)};
      const Part sum = p[0] + p[1] + p[2];
      for (std::size_t axis = 0; axis < 3; ++axis) {
        sums[axis] -= sum * block.area[axis].some<kWidth>(lane);
        for (std::size_t i = 0; i < 3; ++i) {
          sums[3 + axis] -= p[i] * block.moment[i][axis].some<kWidth>(lane);
        }
      }
    }
    for (std::size_t k = 0; k < kDofs; ++k) wrench.sums[k].some<kWidth>(lane) = sums[k];
  }
}

RAFTUP_CLONES_BY_WIDTH(void add_triangles(const std::vector<CornerPressures>& pressures,
                                          WrenchLanes& wrench),
                       add_some_triangles<kWidth>(pressures, wrench))

void fill(Block& block, std::size_t lane, const MeshTriangle& triangle,
          const std::array<Vector3, 3>& x) {
  const Vector3 N = area_vector(x[0], x[1], x[2]);
  const Vector3 S = x[0] + x[1] + x[2];
  block.corners[lane] = triangle;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto row = static_cast<Eigen::Index>(axis);
    block.area[axis][lane] = N[row] / 3.0;
    for (std::size_t i = 0; i < 3; ++i) {
      block.moment[i][axis][lane] = (S + x[i]).cross(N)[row] / 12.0;
    }
  }
}

/// int f^2 dA/A of a function linear on a triangle.
double mean_square(double a, double b, double c) {
  const double sum = a + b + c;
  return (sum * sum + a * a + b * b + c * c) / 12.0;
}

/// Green's theorem for a side of the waterplane from p to q.
void add_side(const Vector2& p, const Vector2& q, Displacement& sum) {
  const double c = p.x() * q.y() - q.x() * p.y();
  const Vector2 s = p + q;
  sum.waterplane_area += c / 2.0;
  sum.waterplane_first += c / 6.0 * s;
  sum.waterplane_second += c / 24.0 * (p * p.transpose() + q * q.transpose() + s * s.transpose());
}

}  // namespace

/// A point at r goes by d + t x r: the water loses A's columns of its heave, what stays in it
/// turns.
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
    : vertex_count_(mesh.vertices().size()), triangle_count_(mesh.triangles().size()) {
  const std::size_t vertex_blocks = (vertex_count_ + kLaneCount - 1) / kLaneCount;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    arms_[axis].resize(vertex_blocks, LaneArray{});
    for (std::size_t i = 0; i < vertex_blocks * kLaneCount; ++i) {
      const Vector3& vertex = mesh.vertices()[std::min(i, vertex_count_ - 1)];
      const auto row = static_cast<Eigen::Index>(axis);
      arms_[axis][i / kLaneCount][i % kLaneCount] = vertex[row] - center[row];
    }
  }
  blocks_.resize((triangle_count_ + kLaneCount - 1) / kLaneCount, Block{});
  for (std::size_t i = 0; i < triangle_count_; ++i) {
    const MeshTriangle& triangle = mesh.triangles()[i];
    fill(blocks_[i / kLaneCount], i % kLaneCount, triangle,
         {arm(triangle[0]), arm(triangle[1]), arm(triangle[2])});
  }
}

Vector3 WettedSurface::arm(std::uint32_t vertex) const {
  return {value_at(arms_[0], vertex), value_at(arms_[1], vertex), value_at(arms_[2], vertex)};
}

WettedSurface::Corner WettedSurface::corner(std::uint32_t vertex, const VertexValues& height,
                                            const VertexValues& pressure) const {
  return {arm(vertex), value_at(height, vertex), value_at(pressure, vertex)};
}

/// Always from the wet end, so that neighbours cut a common edge at the same bits.
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

Vector6 WettedSurface::wrench(const VertexValues& height, const VertexValues& pressure) const {
  std::vector<std::uint8_t> wet(vertex_count_);
  for (std::size_t i = 0; i < vertex_count_; ++i) {
    wet[i] = value_at(height, static_cast<std::uint32_t>(i)) < 0.0 ? 1 : 0;
  }
  std::vector<std::uint32_t> cut_triangles;
  std::vector<CornerPressures> pressures;
  gather(blocks_, wet.data(), pressure.front().data(), pressures, cut_triangles);
  WrenchLanes lanes{};
  add_triangles(pressures, lanes);
  Vector6 wrench;
  for (std::size_t k = 0; k < kDofs; ++k) {
    wrench[static_cast<Eigen::Index>(k)] = fold(lanes.sums[k].lanes());
  }
  for (const std::uint32_t triangle : cut_triangles) {
    const auto& [i, j, k] = blocks_[triangle / kLaneCount].corners[triangle % kLaneCount];
    const WetPart part = wet_part(
        {corner(i, height, pressure), corner(j, height, pressure), corner(k, height, pressure)});
    for (std::size_t n = 0; n < part.count; ++n) add(part.triangles[n], wrench);
  }
  return wrench;
}

Displacement WettedSurface::displacement(const Matrix3& rotation, const VertexValues& height,
                                         double center_height) const {
  Displacement sum;
  for (std::size_t triangle = 0; triangle < triangle_count_; ++triangle) {
    std::array<Corner, 3> corners;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t vertex = blocks_[triangle / kLaneCount].corners[triangle % kLaneCount][i];
      corners[i] = {rotation * arm(vertex), value_at(height, vertex), 0.0};
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
