#include "hydro/excitation/family_excitation.hpp"

#include <set>
#include <utility>

namespace raftup::hydro {

namespace {

/// Cost of one frequency, in components.
constexpr std::size_t kCostOfKnot = 4;

/// Returns the frequencies between which transfer functions are splines.
VectorXd knots_of(const Database& database) {
  VectorXd knots(database.omega.size() + 1);
  knots << 0.0, database.omega;
  return knots;
}

}  // namespace

bool FamilyExcitation::is_of_use(const Sea& sea, const Database& database) {
  if (sea.varies()) return false;
  std::set<double> directions;
  for (const WaveComponent& wave : sea.components()) directions.insert(wave.direction);
  const auto knots = static_cast<std::size_t>(database.omega.size()) + 1;
  return kCostOfKnot * directions.size() * knots < sea.components().size();
}

FamilyExcitation::FamilyExcitation(std::vector<std::shared_ptr<const Database>> nodes,
                                   const Sea& sea, std::vector<HorizontalPose> rest)
    : databases_(std::move(nodes)),
      sea_(sea),
      rest_(std::move(rest)),
      sums_(sea, knots_of(*databases_.front())),
      terms_(sums_.terms()),
      moments_(rest_.size()),
      nodes_(databases_.size()) {
  make(0);  // an error of one node is an error of all nodes
}

FamilyExcitation::Node& FamilyExcitation::make(std::size_t index) {
  Node& node = nodes_[index];
  for (std::size_t i = node.bodies.size(); i < rest_.size(); ++i) {
    node.bodies.emplace_back(*databases_[index], static_cast<Eigen::Index>(i), sea_,
                             rest_[i].heading, terms_);
  }
  return node;
}

void FamilyExcitation::begin(const UniformMotion& motion) {
  motion_ = motion;
  for (std::size_t i = 0; i < rest_.size(); ++i) {
    const HorizontalPose &middle = motion.poses[i], &change = motion.changes[i];
    sums_.compute({motion.middle, middle.x, middle.y, motion.half_duration, change.x, change.y},
                  moments_[i]);
  }
  for (Node& node : nodes_) node.is_done = false;
}

const StepExcitation& FamilyExcitation::node(std::size_t index) {
  Node& node = make(index);
  if (node.is_done) return node.instants;
  resize(node.instants, rest_.size());
  for (std::size_t i = 0; i < rest_.size(); ++i) {
    BodyExcitation& body = node.bodies[i];
    const auto sum = [&](long cell, const PathParameters& u) {
      return sum_moments(moments_[i], body.coefficients(cell), u);
    };
    body.linearize(i, motion_, motion_.poses[i], motion_.changes[i], sea_, sum, node.instants);
  }
  node.is_done = true;
  return node.instants;
}

void FamilyExcitation::check(const std::vector<HorizontalPose>& poses) const {
  for (std::size_t i = 0; i < rest_.size(); ++i) nodes_.front().bodies[i].check(poses[i].heading);
}

}  // namespace raftup::hydro
