#include "solver/joints/strong_interaction_constraint.hpp"

#include "solver/joints/stabilised_row.hpp"
#include "solver/multibody_system.hpp"

namespace raftup::solver {

namespace {

std::vector<std::string> joined_bodies(const Joint& joint) {
  if (joint.body2.empty()) return {joint.body1};
  return {joint.body1, joint.body2};
}

/// What a joint needs of a model: its bodies, in its own order, and the step.
Model model_of(const Joint& joint, const Model& whole) {
  Model model;
  model.step_ns = whole.step_ns;
  for (const std::string& body : joined_bodies(joint)) {
    model.bodies.push_back(whole.bodies[find_body(whole, body)]);
  }
  return model;
}

JointConstraint constraint_of(Joint joint, const Model& model) {
  joint.drives.clear();
  return {joint, model, initial_kinematics(model)};
}

}  // namespace

StrongInteractionConstraint::StrongInteractionConstraint(const Joint& joint, const Model& model)
    : bodies_(joined_bodies(joint)), constraint_(constraint_of(joint, model_of(joint, model))) {}

StrongBlock StrongInteractionConstraint::evaluate(double step,
                                                  std::span<const BodyKinematics> bodies) const {
  const Kinematics at(bodies.begin(), bodies.end());
  std::vector<ConstraintBlock> blocks;
  constraint_.add_blocks(at, {}, blocks);
  const ConstraintBlock& held = blocks.front();
  const Eigen::Index size = kDofs * static_cast<Eigen::Index>(at.size());
  StrongBlock block{MatrixXd::Zero(size, size), VectorXd::Zero(size)};
  VectorXd G(size), v(size);
  for (int i = 0; i < held.rows; ++i) {
    for (std::size_t side = 0; side < at.size(); ++side) {
      const Eigen::Index first = kDofs * static_cast<Eigen::Index>(side);
      G.segment<kDofs>(first) = held.jacobian[side].row(i);
      v.segment<kDofs>(first) = at[side].velocity;
    }
    const RowLaw& law = held.laws[static_cast<std::size_t>(i)];
    const StabilisedRow row(step, law.compliance, law.damping_time, held.violation[i], G.dot(v));
    block.A += G * (1.0 / row.sigma) * G.transpose();
    block.a += G * (row.target / row.sigma);
  }
  return block;
}

}  // namespace raftup::solver
