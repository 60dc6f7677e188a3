#include "solver/loads/hydrodynamics/blended_radiation.hpp"

#include <algorithm>
#include <cmath>

#include "solver/model/model.hpp"

namespace raftup::solver {

namespace {

double largest(const std::vector<double>& values) {
  double size = 0.0;
  for (const double value : values) size = std::max(size, std::abs(value));
  return size;
}

}  // namespace

BlendedRadiation::BlendedRadiation(const Model& model, const HydrodynamicGroup& group,
                                   const GroupMotion& motion, const GroupMemories& memories,
                                   std::size_t place)
    : motion_(motion),
      configuration_(model, group),
      radiates_as_(group.family->radiates_as),
      place_(place) {
  const std::size_t count = configuration_.node_count();
  for (std::size_t k = 0; k < count; ++k) radiates_as_.push_back(count + radiates_as_[k]);
  for (const auto& memory : memories.nodes) {
    nodes_.push_back({memory, InstantaneousRadiation(*memory), false, {}});
  }
  nu_ = mu_ = input_ = output_ = end_velocities_ = VectorXd::Zero(first_dof(motion_.size()));
}

VectorXd BlendedRadiation::roots(const Kinematics& bodies) const {
  VectorXd weights = VectorXd::Zero(static_cast<Eigen::Index>(nodes_.size()));
  for (const hydro::NodeWeight& corner : configuration_.weights(bodies)) {
    weights[static_cast<Eigen::Index>(radiates_as_[configuration_.place_of(corner)])] +=
        corner.weight;
  }
  return weights.cwiseSqrt();
}

void BlendedRadiation::initialize(const Kinematics& bodies, State& state) const {
  VectorXd nu = VectorXd::Zero(first_dof(motion_.size()));
  motion_.hydro_velocities(bodies, 0.0, nu);
  const VectorXd s = roots(bodies);
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    const double root = s[static_cast<Eigen::Index>(k)];
    if (root == 0.0) continue;
    state.node_memories.push_back({place_, k, 0.0, nodes_[k].memory->initial_state(root * nu)});
  }
}

void BlendedRadiation::prepare(const StepTimes& /*times*/, const State& state,
                               const Kinematics& /*bodies*/) {
  for (Node& node : nodes_) node.remembers = false;
  for (const NodeMemory& memory : state.node_memories) {
    if (!is_mine(memory)) continue;
    Node& node = nodes_[memory.node];
    node.remembers = true;
    node.memory->prepare(memory.state, node.tails);
  }
}

void BlendedRadiation::add(const StageConditions& conditions, const Kinematics& bodies,
                           Forces& forces) {
  const hydro::Stage stage = conditions.at.stage;
  motion_.hydro_velocities(bodies, conditions.at.time, nu_);
  const VectorXd s = roots(bodies);
  mu_.setZero();
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    const Node& node = nodes_[k];
    const double root = s[static_cast<Eigen::Index>(k)];
    if (root == 0.0) continue;
    if (node.remembers) {
      output_ = node.tails.at(stage);
    } else {
      output_.setZero();
    }
    input_ = root * nu_;
    node.instantaneous.add_product(stage, input_, output_);
    mu_ += root * output_;
  }
  motion_.add_radiation(bodies, mu_, forces);
}

void BlendedRadiation::finish(const StageConditions& conditions, const Kinematics& bodies) {
  motion_.hydro_velocities(bodies, conditions.at.time, end_velocities_);
  end_roots_ = roots(bodies);
}

void BlendedRadiation::commit(State& state) noexcept {
  std::vector<NodeMemory>& all = state.node_memories;
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    if (end_roots_[static_cast<Eigen::Index>(k)] == 0.0) continue;
    const auto at = std::find_if(all.begin(), all.end(), [&](const NodeMemory& memory) {
      return memory.group > place_ || (is_mine(memory) && memory.node >= k);
    });
    if (at != all.end() && is_mine(*at) && at->node == k) continue;
    input_.setZero();
    all.insert(at, {place_, k, 0.0, nodes_[k].memory->initial_state(input_)});
  }
  for (NodeMemory& memory : all) {
    if (!is_mine(memory)) continue;
    const double root = end_roots_[static_cast<Eigen::Index>(memory.node)];
    input_ = root * end_velocities_;
    nodes_[memory.node].memory->advance(memory.state, input_);
    if (root > 0.0) memory.peak = 0.0;
    if (root == 0.0) memory.peak = std::max(memory.peak, largest(memory.state.values));
  }
  std::erase_if(all, [&](const NodeMemory& memory) {
    return is_mine(memory) && end_roots_[static_cast<Eigen::Index>(memory.node)] == 0.0 &&
           largest(memory.state.values) <= kFaded * memory.peak;
  });
}

}  // namespace raftup::solver
