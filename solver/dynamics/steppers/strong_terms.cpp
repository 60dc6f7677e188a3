#include "solver/dynamics/steppers/strong_terms.hpp"

#include <fmt/format.h>

#include "hydro/base/error.hpp"
#include "solver/joints/joint_constraint.hpp"
#include "solver/water/masses/added_mass_assembly.hpp"

namespace raftup::solver {

namespace {

void require_valid(const StrongBlock& block, std::size_t body_count, std::size_t index) {
  const Eigen::Index size = first_dof(body_count);
  const std::string subject = fmt::format("strong_interactions[{}]", index);
  require(block.A.rows() == size && block.A.cols() == size && block.a.size() == size,
          fmt::format("{} must write {} rows for its {} bodies, got A of {} x {} and a of {}",
                      subject, size, body_count, block.A.rows(), block.A.cols(), block.a.size()));
  require(block.A.allFinite() && block.a.allFinite(),
          fmt::format("{} must write finite numbers, got others", subject));
  const double asymmetry = (block.A - block.A.transpose()).cwiseAbs().maxCoeff();
  // Round-off of a few products of matrices.
  require(asymmetry <= 1e-9 * block.A.cwiseAbs().maxCoeff(),
          fmt::format("A of {} must be symmetric, got a difference of {}", subject, asymmetry));
}

}  // namespace

StrongTerms::StrongTerms(const Model& model) : theta_(model.theta.value_or(kDefaultTheta)) {
  for (const auto& interaction : model.strong_interactions) {
    terms_.push_back({interaction, std::nullopt, {}});
  }
  for (const StrongJoint& strong : model.strong_joints) {
    const std::size_t joint = find_joint(model, strong.joint).value();
    terms_.push_back(
        {std::make_shared<const StrongInteractionConstraint>(model.joints[joint], model),
         joint,
         {}});
  }
  const std::vector<std::vector<std::size_t>> bodies = bodies_of_strong_terms(model);
  for (std::size_t i = terms_.size(); i < bodies.size(); ++i) {
    place_of_loads_.emplace(std::pair{bodies[i].front(), bodies[i].back()}, i);
  }
  terms_.resize(bodies.size());
  blocks_.resize(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) terms_[i].bodies = bodies[i];
}

void StrongTerms::linearize(const MultibodySystem& system, const StageTime& at, const State& state,
                            const Kinematics& bodies) {
  if (!place_of_loads_.empty()) system.loads.compute_jacobian(at, state, bodies, linearization_);
}

const std::vector<StrongBlock>& StrongTerms::evaluate(double step, const Motion& motion,
                                                      const ConstraintSet& constraints) {
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    const Term& term = terms_[i];
    const bool disabled = term.joint && !constraints.state(*term.joint).enabled;
    if (disabled || term.interaction == nullptr) {
      const Eigen::Index size = first_dof(term.bodies.size());
      blocks_[i] = {MatrixXd::Zero(size, size), VectorXd::Zero(size)};
      continue;
    }
    named_.clear();
    for (const std::size_t body : term.bodies) named_.push_back(motion.bodies[body]);
    blocks_[i] = term.interaction->evaluate(step, named_);
    require_valid(blocks_[i], term.bodies.size(), i);
  }
  evaluate_loads(step, motion);
  return blocks_;
}

void StrongTerms::evaluate_loads(double step, const Motion& motion) {
  const double implicit = theta_ * step;
  for (const LoadJacobian::Block& of : linearization_.blocks()) {
    const auto place = place_of_loads_.find({of.row, of.column});
    if (place == place_of_loads_.end()) continue;  // of a body that never moves
    StrongBlock& block = blocks_[place->second];
    const Matrix6 A = implicit * (of.damping + implicit * of.stiffness);
    const double ahead = implicit - motion.progress[of.row] * step;
    const Matrix6 on_velocity = A - ahead * step * of.stiffness;
    const auto late = [&](std::size_t body) -> Vector6 {
      return step * (motion.bodies[body].velocity - motion.loaded[body].velocity);
    };
    const Vector6 &v_row = motion.bodies[of.row].velocity,
                  &v_column = motion.bodies[of.column].velocity;
    if (of.row == of.column) {
      block.A = A;
      block.a = on_velocity * v_row - of.damping * late(of.row);
    } else {
      block.A.topRightCorner<kDofs, kDofs>() = A;
      block.A.bottomLeftCorner<kDofs, kDofs>() = A.transpose();
      block.a << on_velocity * v_column - of.damping * late(of.column),
          on_velocity.transpose() * v_row - of.damping.transpose() * late(of.row);
    }
  }
}

}  // namespace raftup::solver
