#include "solver/linearisation/linear_water.hpp"

#include <algorithm>

#include "hydro/numerics/types.hpp"
#include "solver/water/groups/hydro_frame.hpp"
#include "solver/water/masses/added_mass_assembly.hpp"

namespace raftup::solver {

namespace {

void add_rows(const RowMajorMatrix& rows, const WaterFrames& frames,
              std::vector<MatrixXd>& totals) {
  for (std::size_t k = 0; k < totals.size(); ++k) {
    const auto row = static_cast<Eigen::Index>(k);
    frames.add(matrix_of_row(rows, row, frames.dof_count()), totals[k]);
  }
}

}  // namespace

WaterFrames::WaterFrames(const Model& model, const HydrodynamicGroup& group,
                         const Kinematics& bodies, const std::vector<Heading>& rest_headings) {
  const Matrix3 world_frame(Eigen::AngleAxisd(group.heading, Vector3::UnitZ()));
  for (const std::size_t body : bodies_of(model, group)) {
    members_.push_back({dof_count_, body,
                        rest_headings[body].rotation().transpose() *
                            hydro_frame(group.frame, world_frame, bodies[body])});
    dof_count_ += kDofs;
  }
}

void WaterFrames::add(const MatrixXd& values, MatrixXd& total) const {
  for (const Member& i : members_) {
    for (const Member& j : members_) {
      for (const Eigen::Index row : {0, 3}) {
        for (const Eigen::Index column : {0, 3}) {
          total.block<3, 3>(first_dof(i.body) + row, first_dof(j.body) + column) +=
              i.turn * values.block<3, 3>(i.row + row, j.row + column) * j.turn.transpose();
        }
      }
    }
  }
}

MatrixXd WaterFrames::to_dof_axes(const MatrixXd& rows, Eigen::Index dof_count) const {
  MatrixXd result = MatrixXd::Zero(dof_count, rows.cols());
  for (const Member& member : members_) {
    for (const Eigen::Index half : {0, 3}) {
      result.middleRows<3>(first_dof(member.body) + half) =
          member.turn * rows.middleRows<3>(member.row + half);
    }
  }
  return result;
}

void WaterFrames::link_bodies(DisjointSets& sets) const {
  for (const Member& member : members_) sets.link(members_.front().body, member.body);
}

WaterFrames WaterFrames::of_bodies(const std::vector<std::size_t>& bodies) const {
  WaterFrames part;
  part.dof_count_ = dof_count_;
  for (Member member : members_) {
    const auto place = std::lower_bound(bodies.begin(), bodies.end(), member.body);
    if (place == bodies.end() || *place != member.body) continue;
    member.body = static_cast<std::size_t>(place - bodies.begin());
    part.members_.push_back(member);
  }
  return part;
}

MatrixXd LinearWater::infinite_added_mass() const {
  MatrixXd total = constant_;
  for (const Group& group : groups_) {
    group.frames.add(group.coefficients.infinite_added_mass(), total);
  }
  return total;
}

std::vector<MatrixXd> LinearWater::added_mass(const VectorXd& omega) const {
  std::vector<MatrixXd> totals(static_cast<std::size_t>(omega.size()), constant_);
  for (const Group& group : groups_) {
    add_rows(group.coefficients.added_mass_rows(omega), group.frames, totals);
  }
  return totals;
}

std::vector<MatrixXd> LinearWater::radiation_damping(const VectorXd& omega) const {
  const MatrixXd zero = MatrixXd::Zero(constant_.rows(), constant_.cols());
  std::vector<MatrixXd> totals(static_cast<std::size_t>(omega.size()), zero);
  for (const Group& group : groups_) {
    add_rows(group.coefficients.damping_rows(omega), group.frames, totals);
  }
  return totals;
}

void LinearWater::added_mass(double omega, MatrixXd& total) const {
  total = constant_;
  for (const Group& group : groups_) {
    const RowMajorMatrix rows = group.coefficients.added_mass_rows(VectorXd::Constant(1, omega));
    group.frames.add(matrix_of_row(rows, 0, group.frames.dof_count()), total);
  }
}

void LinearWater::radiation_damping(double omega, MatrixXd& total) const {
  total.setZero(constant_.rows(), constant_.cols());
  for (const Group& group : groups_) {
    const RowMajorMatrix rows = group.coefficients.damping_rows(VectorXd::Constant(1, omega));
    group.frames.add(matrix_of_row(rows, 0, group.frames.dof_count()), total);
  }
}

bool LinearWater::has_constant_added_mass() const {
  return std::all_of(groups_.begin(), groups_.end(), [](const Group& group) {
    return group.coefficients.has_constant_added_mass();
  });
}

void LinearWater::link_bodies(DisjointSets& sets) const {
  for (const Group& group : groups_) group.frames.link_bodies(sets);
}

LinearWater LinearWater::of_bodies(const std::vector<std::size_t>& bodies) const {
  std::vector<Eigen::Index> dofs;
  for (const std::size_t body : bodies) {
    for (Eigen::Index dof = 0; dof < kDofs; ++dof) dofs.push_back(first_dof(body) + dof);
  }
  LinearWater part(constant_(dofs, dofs));
  for (const Group& group : groups_) {
    WaterFrames frames = group.frames.of_bodies(bodies);
    if (!frames.empty()) part.add_group(group.coefficients, std::move(frames));
  }
  return part;
}

}  // namespace raftup::solver
