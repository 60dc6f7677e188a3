#include "solver/interactions/strong_terms.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hydro/error.hpp"
#include "solver/interactions/strong_interaction_constraint.hpp"
#include "solver/model_part.hpp"

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

std::vector<std::size_t> bodies_of(const Model& model, const StrongInteraction& interaction) {
  std::vector<std::size_t> bodies;
  for (const std::string& name : interaction.bodies()) bodies.push_back(find_body(model, name));
  return bodies;
}

bool has_spring(const Joint& joint) {
  return std::any_of(joint.drives.begin(), joint.drives.end(), [](const JointDrive& drive) {
    return std::holds_alternative<SpringDamper>(drive.kind);
  });
}

/// Names of the bodies of everything that has a LoadJacobian, together where it may couple them.
std::vector<std::vector<std::string>> bodies_of_loads(const Model& model) {
  std::vector<std::vector<std::string>> names;
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    for (const GroupBody& member : group.bodies) names.push_back({member.body});
  }
  for (const Load& load : model.loads) {
    if (!std::holds_alternative<ConstantForce>(load.kind)) names.push_back(bodies_named_by(load));
  }
  for (const Joint& joint : model.joints) {
    if (has_spring(joint)) names.push_back({joint.body1, joint.body2});
  }
  return names;
}

}  // namespace

StrongTerms::StrongTerms(const Model& model) : theta_(model.theta.value_or(kDefaultTheta)) {
  for (const auto& interaction : model.strong_interactions) {
    terms_.push_back({interaction, std::nullopt, bodies_of(model, *interaction), {}});
  }
  for (const StrongJoint& strong : model.strong_joints) {
    const std::size_t joint = find_joint(model, strong.joint).value();
    const auto made =
        std::make_shared<const StrongInteractionConstraint>(model.joints[joint], model);
    terms_.push_back({made, joint, bodies_of(model, *made), {}});
  }
  if (model.stepper == StepperKind::kMoreauJean) add_loads(model);
}

void StrongTerms::add_loads(const Model& model) {
  for (const std::vector<std::string>& names : bodies_of_loads(model)) {
    std::vector<std::size_t> bodies;
    for (const std::string& name : names) {
      if (!has_body(model, name)) continue;  // the world
      const std::size_t body = find_body(model, name);
      if (model.bodies[body].motion != Motion::kStatic) bodies.push_back(body);
    }
    for (const std::size_t row : bodies) {
      for (const std::size_t column : bodies) {
        if (row >= column) place_of_loads_.try_emplace({row, column}, 0);
      }
    }
  }
  for (auto& [bodies, place] : place_of_loads_) {
    place = terms_.size();
    const auto [row, column] = bodies;
    const bool pair = row != column;
    terms_.push_back({nullptr, {}, pair ? std::vector{row, column} : std::vector{row}, {}});
  }
}

std::vector<std::vector<std::size_t>> StrongTerms::bodies() const {
  std::vector<std::vector<std::size_t>> bodies;
  for (const Term& term : terms_) bodies.push_back(term.bodies);
  return bodies;
}

void StrongTerms::evaluate(double step, const Kinematics& bodies,
                           const ConstraintSet& constraints) {
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    Term& term = terms_[i];
    const bool disabled = term.joint && !constraints.state(*term.joint).enabled;
    if (disabled || term.interaction == nullptr) {
      const Eigen::Index size = first_dof(term.bodies.size());
      term.block = {MatrixXd::Zero(size, size), VectorXd::Zero(size)};
      continue;
    }
    named_.clear();
    for (const std::size_t body : term.bodies) named_.push_back(bodies[body]);
    term.block = term.interaction->evaluate(step, named_);
    require_valid(term.block, term.bodies.size(), i);
  }
  evaluate_loads(step, bodies);
}

void StrongTerms::evaluate_loads(double step, const Kinematics& bodies) {
  const double implicit = theta_ * step;
  for (const LoadJacobian::Block& of : linearisation_.blocks()) {
    const auto place = place_of_loads_.find({of.row, of.column});
    if (place == place_of_loads_.end()) continue;  // of a body that never moves
    StrongBlock& block = terms_[place->second].block;
    const Matrix6 A = implicit * (of.damping + implicit * of.stiffness);
    const Matrix6 on_velocity = A - implicit * step * of.stiffness;
    const Vector6 &v_row = bodies[of.row].velocity, &v_column = bodies[of.column].velocity;
    if (of.row == of.column) {
      block.A = A;
      block.a = on_velocity * v_row;
    } else {
      block.A.topRightCorner<kDofs, kDofs>() = A;
      block.A.bottomLeftCorner<kDofs, kDofs>() = A.transpose();
      block.a << on_velocity * v_column, on_velocity.transpose() * v_row;
    }
  }
}

void StrongTerms::write_to(std::span<AddedMass> added_masses) const {
  const std::span<AddedMass> own = added_masses.last(terms_.size());
  for (std::size_t i = 0; i < terms_.size(); ++i) own[i].set_matrix(terms_[i].block.A);
}

void StrongTerms::erase_from(std::span<AddedMass> added_masses) const {
  for (AddedMass& term : added_masses.last(terms_.size())) {
    term.set_matrix(MatrixXd::Zero(term.matrix().rows(), term.matrix().cols()));
  }
}

void StrongTerms::add_impulses(BodyVectors& impulses) const {
  for (const Term& term : terms_) {
    for (std::size_t i = 0; i < term.bodies.size(); ++i) {
      impulses[term.bodies[i]] += term.block.a.segment<kDofs>(first_dof(i));
    }
  }
}

void StrongTerms::subtract_products(const BodyVectors& v, BodyVectors& impulses) const {
  for (const Term& term : terms_) {
    for (std::size_t i = 0; i < term.bodies.size(); ++i) {
      for (std::size_t j = 0; j < term.bodies.size(); ++j) {
        impulses[term.bodies[i]] -=
            term.block.A.block<kDofs, kDofs>(first_dof(i), first_dof(j)) * v[term.bodies[j]];
      }
    }
  }
}

}  // namespace raftup::solver
