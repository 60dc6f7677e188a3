#include "solver/linearisation/linear_water.hpp"

#include "hydro/numerics/types.hpp"
#include "solver/interactions/hydro_frame.hpp"
#include "solver/masses/added_mass_assembly.hpp"

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
                         const Kinematics& bodies, const std::vector<Heading>& rest_headings)
    : bodies_(bodies_of(model, group)) {
  const Matrix3 world_frame(Eigen::AngleAxisd(group.heading, Vector3::UnitZ()));
  for (const std::size_t body : bodies_) {
    turns_.emplace_back(rest_headings[body].rotation().transpose() *
                        hydro_frame(group.frame, world_frame, bodies[body]));
  }
}

void WaterFrames::add(const MatrixXd& values, MatrixXd& total) const {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    for (std::size_t j = 0; j < bodies_.size(); ++j) {
      for (const Eigen::Index row : {0, 3}) {
        for (const Eigen::Index column : {0, 3}) {
          total.block<3, 3>(first_dof(bodies_[i]) + row, first_dof(bodies_[j]) + column) +=
              turns_[i] * values.block<3, 3>(first_dof(i) + row, first_dof(j) + column) *
              turns_[j].transpose();
        }
      }
    }
  }
}

MatrixXd WaterFrames::to_dof_axes(const MatrixXd& rows, Eigen::Index dof_count) const {
  MatrixXd result = MatrixXd::Zero(dof_count, rows.cols());
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    for (const Eigen::Index half : {0, 3}) {
      result.middleRows<3>(first_dof(bodies_[i]) + half) =
          turns_[i] * rows.middleRows<3>(first_dof(i) + half);
    }
  }
  return result;
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

}  // namespace raftup::solver
