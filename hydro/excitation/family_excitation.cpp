#include "hydro/excitation/family_excitation.hpp"

#include <set>
#include <utility>

#include "hydro/excitation/refined_excitation.hpp"

namespace raftup::hydro {

namespace {

/// Cost of one frequency, in components.
constexpr std::size_t kCostOfKnot = 4;

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
    : databases_(std::move(nodes)), sea_(sea), rest_(std::move(rest)), nodes_(databases_.size()) {
  make(0);  // an error of one node is an error of all nodes
}

std::size_t FamilyExcitation::sums_with(const VectorXd& knots) {
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    if (sums_[i].knots == knots) return i;
  }
  WaveMoments moments(sea_, knots);
  std::vector<WaveTerm> terms = moments.terms();
  sums_.push_back({knots, std::move(moments), std::move(terms),
                   std::vector<std::vector<MomentBlock>>(rest_.size()), false});
  return sums_.size() - 1;
}

FamilyExcitation::Node& FamilyExcitation::make(std::size_t index) {
  Node& node = nodes_[index];
  if (node.bodies.size() == rest_.size()) return node;
  const Database& database = *databases_[index];
  const std::shared_ptr<const RefinedExcitation> refined = refined_excitation(database);
  node.sums = sums_with(refined->knots());
  for (std::size_t i = node.bodies.size(); i < rest_.size(); ++i) {
    const auto body = static_cast<Eigen::Index>(i);
    node.bodies.emplace_back(database, body, BodyTransferFunction(refined, body), sea_,
                             rest_[i].heading, sums_[node.sums].terms);
  }
  return node;
}

void FamilyExcitation::begin(const UniformMotion& motion) {
  motion_ = motion;
  for (Sums& sums : sums_) sums.is_done = false;
  for (Node& node : nodes_) node.is_done = false;
}

const FamilyExcitation::Sums& FamilyExcitation::computed(std::size_t index) {
  Sums& sums = sums_[index];
  if (sums.is_done) return sums;
  for (std::size_t i = 0; i < rest_.size(); ++i) {
    const HorizontalPose &middle = motion_.poses[i], &change = motion_.changes[i];
    sums.moments.compute(
        {motion_.middle, middle.x, middle.y, motion_.half_duration, change.x, change.y},
        sums.of_bodies[i]);
  }
  sums.is_done = true;
  return sums;
}

const StepExcitation& FamilyExcitation::node(std::size_t index) {
  Node& node = make(index);
  if (node.is_done) return node.instants;
  const Sums& sums = computed(node.sums);
  resize(node.instants, rest_.size());
  for (std::size_t i = 0; i < rest_.size(); ++i) {
    BodyExcitation& body = node.bodies[i];
    const auto sum = [&](long cell, const PathParameters& u) {
      return sum_moments(sums.of_bodies[i], body.coefficients(cell), u);
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
