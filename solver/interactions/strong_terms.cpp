#include "solver/interactions/strong_terms.hpp"

#include <fmt/format.h>

#include "hydro/error.hpp"
#include "solver/interactions/strong_interaction_constraint.hpp"

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

}  // namespace

StrongTerms::StrongTerms(const Model& model) {
  for (const auto& interaction : model.strong_interactions) {
    terms_.push_back({interaction, std::nullopt, bodies_of(model, *interaction), {}});
  }
  for (const StrongJoint& strong : model.strong_joints) {
    const std::size_t joint = find_joint(model, strong.joint).value();
    const auto made =
        std::make_shared<const StrongInteractionConstraint>(model.joints[joint], model);
    terms_.push_back({made, joint, bodies_of(model, *made), {}});
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
    if (term.joint && !constraints.state(*term.joint).enabled) {
      const Eigen::Index size = first_dof(term.bodies.size());
      term.block = {MatrixXd::Zero(size, size), VectorXd::Zero(size)};
      continue;
    }
    named_.clear();
    for (const std::size_t body : term.bodies) named_.push_back(bodies[body]);
    term.block = term.interaction->evaluate(step, named_);
    require_valid(term.block, term.bodies.size(), i);
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
