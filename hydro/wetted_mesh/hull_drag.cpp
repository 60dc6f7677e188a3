#include "hydro/wetted_mesh/hull_drag.hpp"

#include <algorithm>

#include "hydro/numerics/lane_roots.hpp"
#include "hydro/numerics/vector_width.hpp"

namespace raftup::hydro {

namespace {

/// Speeds below this are no flow [m/s]; it keeps quotients of the speed finite.
constexpr double kStill = 1e-150;

/// The motion of the hull in its own axes, and the coefficients times rho/2 [kg/m3].
struct FlowPast {
  std::array<double, 9> to_hull;  ///< rotation from world axes to those of the hull, by rows
  std::array<double, 3> velocity, omega;  ///< of the center [m/s] and angular [rad/s]
  double normal, suction, tangential, lift;
};

/// The flow past some pieces, lane by lane.
template <typename Lane>
struct Flow {
  Lane r[3], n[3], v[3];  ///< arm [m], normal, velocity of the water past the piece [m/s]
  Lane along;             ///< v.n [m/s]
  Lane against, away;     ///< the part of v.n below 0, and that above 0 [m/s]
  Lane speed, per_speed;  ///< |v| [m/s] and 1/|v| [s/m], 0 without flow
  Lane t[3], slip;        ///< velocity along the piece, and its magnitude [m/s]
  Lane area;
};

template <std::size_t kWidth, typename Lane = typename SomeLanes<kWidth>::Type>
[[gnu::always_inline]] inline Flow<Lane> flow_past(const HullDrag::Lanes& pieces, std::size_t block,
                                                   std::size_t lane, const FlowPast& past) {
  Flow<Lane> flow;
  Lane w[3];
  for (std::size_t k = 0; k < 3; ++k) {
    flow.r[k] = pieces.arm[k][block].template some<kWidth>(lane);
    flow.n[k] = pieces.normal[k][block].template some<kWidth>(lane);
    w[k] = pieces.water[k][block].template some<kWidth>(lane);
  }
  flow.area = pieces.area[block].template some<kWidth>(lane);
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
    const Lane water = past.to_hull[3 * k] * w[0] + past.to_hull[3 * k + 1] * w[1] +
                       past.to_hull[3 * k + 2] * w[2];
    flow.v[k] = water - past.velocity[k] - (past.omega[i] * flow.r[j] - past.omega[j] * flow.r[i]);
  }
  const Lane zero{};
  flow.along = flow.v[0] * flow.n[0] + flow.v[1] * flow.n[1] + flow.v[2] * flow.n[2];
  flow.against = flow.along < 0.0 ? flow.along : zero;
  flow.away = flow.along > 0.0 ? flow.along : zero;
  flow.speed = flow.v[0] * flow.v[0] + flow.v[1] * flow.v[1] + flow.v[2] * flow.v[2];
  replace_by_roots(flow.speed);
  flow.per_speed = flow.speed > kStill ? 1.0 / (flow.speed + kStill) : zero;
  for (std::size_t k = 0; k < 3; ++k) flow.t[k] = flow.v[k] - flow.along * flow.n[k];
  flow.slip = flow.t[0] * flow.t[0] + flow.t[1] * flow.t[1] + flow.t[2] * flow.t[2];
  replace_by_roots(flow.slip);
  return flow;
}

/// Adds force and moment of all pieces, in the axes of the hull [N, N m].
template <std::size_t kWidth>
[[gnu::always_inline]] inline void add_forces(const HullDrag::Lanes& pieces, const FlowPast& past,
                                              std::array<LaneArray, kDofs>& sums) {
  using Lane = typename SomeLanes<kWidth>::Type;
  for (std::size_t lane = 0; lane < kLaneCount; lane += kWidth) {
    Lane sum[kDofs]{};
    for (std::size_t block = 0; block < pieces.blocks; ++block) {
      const Flow<Lane> flow = flow_past<kWidth>(pieces, block, lane, past);
      const Lane lift = past.lift * flow.against;
      const Lane along_normal = past.suction * flow.away * flow.away -
                                past.normal * flow.against * flow.against + lift * flow.speed;
      const Lane along_flow = lift * flow.against * flow.per_speed;
      Lane f[3];
      for (std::size_t k = 0; k < 3; ++k) {
        f[k] = flow.area * (along_normal * flow.n[k] - along_flow * flow.v[k] +
                            past.tangential * flow.slip * flow.t[k]);
        sum[k] += f[k];
      }
      for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
        sum[3 + k] += flow.r[i] * f[j] - flow.r[j] * f[i];
      }
    }
    for (std::size_t k = 0; k < kDofs; ++k) sums[k].some<kWidth>(lane) += sum[k];
  }
}

/// The derivative of the force on a piece with respect to the velocity of the water past it, row by
/// row [N s/m].
template <typename Lane>
[[gnu::always_inline]] inline void slope_of(const Flow<Lane>& flow, const FlowPast& past,
                                            Lane slope[9]) {
  const Lane lift = past.lift * flow.against * flow.per_speed;
  const Lane turned = lift * flow.against;  // C_l v_n^2/|v|
  const Lane nn = 2.0 * past.suction * flow.away - 2.0 * past.normal * flow.against +
                  past.lift * (flow.against < 0.0 ? flow.speed : Lane{});
  const Lane vv = turned * flow.per_speed * flow.per_speed;
  const Lane per_slip = flow.slip > kStill ? past.tangential / (flow.slip + kStill) : Lane{};
  const Lane friction = past.tangential * flow.slip;
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) {
      const Lane normals = flow.n[row] * flow.n[column];
      Lane value = nn * normals + lift * flow.n[row] * flow.v[column] -
                   2.0 * lift * flow.v[row] * flow.n[column] + vv * flow.v[row] * flow.v[column] -
                   friction * normals + per_slip * flow.t[row] * flow.t[column];
      if (row == column) value += friction - turned;
      slope[3 * row + column] = flow.area * value;
    }
  }
}

/// Adds J^T K J of all pieces, in the axes of the hull, row by row; K is slope_of() and J = [I,
/// -[r]x] maps the twist of the hull to the velocity of the piece.
template <std::size_t kWidth>
[[gnu::always_inline]] inline void add_dampings(const HullDrag::Lanes& pieces, const FlowPast& past,
                                                std::array<LaneArray, 36>& sums) {
  using Lane = typename SomeLanes<kWidth>::Type;
  for (std::size_t lane = 0; lane < kLaneCount; lane += kWidth) {
    for (std::size_t block = 0; block < pieces.blocks; ++block) {
      const Flow<Lane> flow = flow_past<kWidth>(pieces, block, lane, past);
      Lane K[9];
      slope_of(flow, past, K);
      Lane KJ[3][6];
      for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t k = 0; k < 3; ++k) {
          const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
          KJ[row][k] = K[3 * row + k];
          KJ[row][3 + k] = flow.r[i] * K[3 * row + j] - flow.r[j] * K[3 * row + i];
        }
      }
      for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
        for (std::size_t column = 0; column < 6; ++column) {
          sums[6 * k + column].some<kWidth>(lane) += KJ[k][column];
          sums[6 * (3 + k) + column].some<kWidth>(lane) +=
              flow.r[i] * KJ[j][column] - flow.r[j] * KJ[i][column];
        }
      }
    }
  }
}

double sum_of(const std::vector<LaneArray>& values) {
  LaneArray sum{};
  for (const LaneArray& block : values) sum.lanes() += block.lanes();
  return fold(sum.lanes());
}

std::array<double, 3> as_array(const Vector3& vector) {
  return {vector.x(), vector.y(), vector.z()};
}

FlowPast flow_past_hull(const HullPose& pose, const HullDrag::Twist& twist,
                        const HullDragCoefficients& coefficients, double half_density) {
  const Matrix3& R = pose.rotation;
  FlowPast past{};
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) {
      past.to_hull[3 * row + column] =
          R(static_cast<Eigen::Index>(column), static_cast<Eigen::Index>(row));
    }
  }
  past.velocity = as_array(R.transpose() * twist.head<3>());
  past.omega = as_array(R.transpose() * twist.tail<3>());
  past.normal = half_density * coefficients.normal;
  past.suction = half_density * coefficients.suction;
  past.tangential = half_density * coefficients.tangential;
  past.lift = half_density * coefficients.lift;
  return past;
}

}  // namespace

void HullDrag::Pieces::resize(std::size_t pieces) {
  count = pieces;
  const std::size_t blocks = (pieces + kLaneCount - 1) / kLaneCount;
  for (std::size_t k = 0; k < 3; ++k) {
    for (auto* of_axis : {&arm[k], &normal[k], &water[k]}) of_axis->assign(blocks, LaneArray{});
  }
  area.assign(blocks, LaneArray{});
}

void HullDrag::Pieces::set(std::size_t piece, const std::array<Vector3, 3>& corners) {
  const std::size_t block = piece / kLaneCount, lane = piece % kLaneCount;
  const Vector3 N = area_vector(corners[0], corners[1], corners[2]);
  const double size = N.norm();
  const Vector3 middle = (corners[0] + corners[1] + corners[2]) / 3.0;
  for (std::size_t k = 0; k < 3; ++k) {
    const auto row = static_cast<Eigen::Index>(k);
    arm[k][block][lane] = middle[row];
    normal[k][block][lane] = size > 0.0 ? N[row] / size : 0.0;
  }
  area[block][lane] = size;
}

Vector3 HullDrag::Pieces::arm_of(std::size_t piece) const {
  const std::size_t block = piece / kLaneCount, lane = piece % kLaneCount;
  return {arm[0][block][lane], arm[1][block][lane], arm[2][block][lane]};
}

void HullDrag::Pieces::set_water(std::size_t piece, const Vector3& velocity) {
  for (std::size_t k = 0; k < 3; ++k) {
    water[k][piece / kLaneCount][piece % kLaneCount] = velocity[static_cast<Eigen::Index>(k)];
  }
}

HullDrag::HullDrag(const HullMesh& mesh, const Vector3& center,
                   const HullDragCoefficients& coefficients, double density)
    : coefficients_(coefficients), half_density_(0.5 * density) {
  whole_.resize(mesh.triangles().size());
  for (std::size_t i = 0; i < whole_.count; ++i) {
    std::array<Vector3, 3> corners;
    for (std::size_t k = 0; k < 3; ++k) {
      corners[k] = mesh.vertices()[mesh.triangles()[i][k]] - center;
    }
    whole_.set(i, corners);
  }
  all_ = whole_.area;
  area_ = sum_of(all_);
}

void HullDrag::immerse(const WettedSurface& surface, const VertexValues& height) {
  surface.find_wet_pieces(height, found_);
  cut_.resize(found_.of_cut.size());
  if (found_.all_wet || found_.all_dry) {
    if (found_.all_wet && !is_whole_) whole_.area = all_;
    if (found_.all_dry) std::fill(whole_.area.begin(), whole_.area.end(), LaneArray{});
    is_whole_ = found_.all_wet;
    wet_area_ = found_.all_wet ? area_ : 0.0;
    return;
  }
  is_whole_ = false;
  for (std::size_t i = 0; i < whole_.count; ++i) {
    const std::size_t block = i / kLaneCount, lane = i % kLaneCount;
    whole_.area[block][lane] = found_.whole[i] * all_[block][lane];
  }
  for (std::size_t i = 0; i < cut_.count; ++i) cut_.set(i, found_.of_cut[i]);
  wet_area_ = sum_of(whole_.area) + sum_of(cut_.area);
}

void HullDrag::set_uniform_water(const Vector3& velocity) {
  for (Pieces* pieces : {&whole_, &cut_}) {
    for (std::size_t k = 0; k < 3; ++k) {
      LaneArray same;
      same.fill(velocity[static_cast<Eigen::Index>(k)]);
      std::fill(pieces->water[k].begin(), pieces->water[k].end(), same);
    }
  }
}

HullDrag::Lanes HullDrag::lanes_of(const Pieces& pieces) {
  Lanes lanes{};
  for (std::size_t k = 0; k < 3; ++k) {
    lanes.arm[k] = pieces.arm[k].data();
    lanes.normal[k] = pieces.normal[k].data();
    lanes.water[k] = pieces.water[k].data();
  }
  lanes.area = pieces.area.data();
  lanes.blocks = pieces.area.size();
  return lanes;
}

Vector6 HullDrag::force(const HullPose& pose, const Twist& twist) const {
  const FlowPast past = flow_past_hull(pose, twist, coefficients_, half_density_);
  std::array<LaneArray, kDofs> sums{};
  for (const Pieces* pieces : {&whole_, &cut_}) {
    const Lanes lanes = lanes_of(*pieces);
    at_full_width<add_forces<8>, add_forces<4>, add_forces<2>>(lanes, past, sums);
  }
  Vector6 in_hull, in_world;
  for (std::size_t k = 0; k < kDofs; ++k) {
    in_hull[static_cast<Eigen::Index>(k)] = fold(sums[k].lanes());
  }
  in_world << pose.rotation * in_hull.head<3>(), pose.rotation * in_hull.tail<3>();
  return in_world;
}

Matrix6 HullDrag::damping(const HullPose& pose, const Twist& twist) const {
  const FlowPast past = flow_past_hull(pose, twist, coefficients_, half_density_);
  std::array<LaneArray, 36> sums{};
  for (const Pieces* pieces : {&whole_, &cut_}) {
    const Lanes lanes = lanes_of(*pieces);
    at_full_width<add_dampings<8>, add_dampings<4>, add_dampings<2>>(lanes, past, sums);
  }
  Matrix6 damping;
  for (Eigen::Index row = 0; row < kDofs; ++row) {
    for (Eigen::Index column = 0; column < kDofs; ++column) {
      damping(row, column) = fold(sums[static_cast<std::size_t>(6 * row + column)].lanes());
    }
  }
  Matrix6 turn = Matrix6::Zero();
  turn.topLeftCorner<3, 3>() = turn.bottomRightCorner<3, 3>() = pose.rotation;
  return turn * damping * turn.transpose();
}

}  // namespace raftup::hydro
