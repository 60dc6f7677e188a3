#include "solver/joints/constraint_set.hpp"

#include <algorithm>
#include <cstring>

#include "hydro/numerics/vector_width.hpp"
#include "solver/joints/redundant_joints.hpp"
#include "solver/numerics/linear/split_lanes.hpp"

namespace raftup::solver {
namespace {

template <typename Vector>
bool same_bits(const Vector& a, const Vector& b) {
  return std::memcmp(a.data(), b.data(), sizeof(double) * static_cast<std::size_t>(a.size())) == 0;
}

/// Computes G v of a block and writes the speeds of its rows one after another.
template <std::size_t kWidth, std::size_t kRows>
struct MeasureBlock {
  [[gnu::always_inline]] static void act(const ConstraintBlock& block, const BodyVectors& twists,
                                         double* speeds) {
    SplitLanes<kWidth> sums;
    block.add_speeds(twists, sums);
    for (std::size_t row = 0; row < kRows; ++row) speeds[row] = sums.lane(row);
  }
};

template <std::size_t kWidth>
[[gnu::always_inline]] inline void measure_blocks(const std::vector<ConstraintBlock>& blocks,
                                                  const BodyVectors& twists, double* speeds) {
  for (const ConstraintBlock& block : blocks) {
    with_rows<MeasureBlock, kWidth>(static_cast<std::size_t>(block.rows), block, twists, speeds);
    speeds += block.rows;
  }
}

/// Adds the wrenches G^T lambda of a block.
template <std::size_t kWidth, std::size_t kRows>
struct AddForcesOfBlock {
  [[gnu::always_inline]] static void act(const ConstraintBlock& block, const double* forces,
                                         BodyVectors& wrenches) {
    LaneArray lambda{};
    for (std::size_t r = 0; r < kRows; ++r) lambda[r] = forces[r];
    block.add_forces(SplitLanes<kWidth>(lambda), wrenches);
  }
};

template <std::size_t kWidth>
[[gnu::always_inline]] inline void add_forces_of_blocks(const std::vector<ConstraintBlock>& blocks,
                                                        const double* forces,
                                                        BodyVectors& wrenches) {
  for (const ConstraintBlock& block : blocks) {
    with_rows<AddForcesOfBlock, kWidth>(static_cast<std::size_t>(block.rows), block, forces,
                                        wrenches);
    forces += block.rows;
  }
}

}  // namespace

ConstraintSet::ConstraintSet(const Model& model, const Kinematics& initial,
                             const std::vector<MassGroup>& groups)
    : redundant_(find_redundant_joints(model).has_value()), velocities_(model.bodies.size()) {
  for (const Joint& joint : model.joints) add_joint(joint, model, initial);
  rows_.eliminated.resize(rows_.places.size(), false);
  for (const StrongJoint& strong : model.strong_joints) {
    const std::size_t joint = find_joint(model, strong.joint).value();
    std::fill_n(rows_.eliminated.begin() + rows_.first[joint],
                held_dofs(joints_[joint].type()).size(), true);
  }
  states_.find_inputs(model);
  if (!empty()) matrix_.analyze(blocks_, groups, moving_bodies(model.bodies));
}

void ConstraintSet::add_joint(const Joint& joint, const Model& model, const Kinematics& initial) {
  const JointConstraint& constraint = joints_.emplace_back(joint, model, initial);
  const std::vector<double> commands = constraint.initial_commands();
  const std::size_t joint_index = joints_.size() - 1;
  rows_.first.push_back(row_count());
  const std::size_t first_block = blocks_.size();
  constraint.add_blocks(initial, commands, blocks_);
  for (std::size_t block = first_block; block < blocks_.size(); ++block) {
    std::optional<std::size_t> drive;
    if (block > first_block) drive = constraint.drive_of_block(block - first_block);
    for (int row = 0; row < blocks_[block].rows; ++row) {
      rows_.places.push_back({joint_index, block, row, drive});
    }
  }
  const auto rows = static_cast<std::size_t>(row_count() - rows_.first.back());
  states_.add(joint, {joint.enabled, commands, std::vector<double>(rows, 0.0),
                      std::vector<double>(commands.size(), 0.0),
                      constraint.past_forces(initial, {commands})});
}

void ConstraintSet::apply(const std::vector<InputSeries>& inputs, double step_start) {
  if (states_.apply(inputs, step_start)) evaluated_.clear();
}

void ConstraintSet::configure(std::size_t joint, const JointState& state) noexcept {
  if (states_.set(joint, state)) evaluated_.clear();
}

/// Stores the poses of the bodies.
/// @returns true if they differ from the poses that were stored before
bool ConstraintSet::note_poses(const Kinematics& bodies) {
  bool moved = evaluated_.size() != bodies.size();
  evaluated_.resize(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const EvaluatedPose at{bodies[i].position, bodies[i].attitude};
    moved = moved || !same_bits(at.position, evaluated_[i].position) ||
            !same_bits(at.attitude.coeffs(), evaluated_[i].attitude.coeffs());
    evaluated_[i] = at;
  }
  return moved;
}

template <typename Update>
void ConstraintSet::update(const Update& update) {
  std::span<ConstraintBlock> blocks(blocks_);
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const std::size_t count = joints_[i].block_count();
    update(joints_[i], states_.of(i).commands, blocks.first(count));
    blocks = blocks.subspan(count);
  }
}

void ConstraintSet::evaluate(const Kinematics& bodies) {
  if (!note_poses(bodies)) return;
  update([&](const JointConstraint& joint, std::span<const double> commands,
             std::span<ConstraintBlock> blocks) { joint.update_rows(bodies, commands, blocks); });
}

void ConstraintSet::evaluate_with_bias(const Kinematics& bodies) {
  note_poses(bodies);
  update([&](const JointConstraint& joint, std::span<const double> commands,
             std::span<ConstraintBlock> blocks) { joint.update_blocks(bodies, commands, blocks); });
}

void ConstraintSet::measure(const BodyVectors& twists, VectorXd& result) const {
  result.resize(row_count());
  at_full_width<measure_blocks<8>, measure_blocks<4>, measure_blocks<2>>(blocks_, twists,
                                                                         result.data());
}

void ConstraintSet::measure_speeds(const Kinematics& bodies, VectorXd& speeds) {
  for (std::size_t i = 0; i < bodies.size(); ++i) velocities_[i] = bodies[i].velocity;
  measure(velocities_, speeds);
}

void ConstraintSet::compliant_multipliers(const VectorXd& speeds, VectorXd& multipliers) const {
  multipliers.resize(row_count());
  for (Eigen::Index row = 0; row < multipliers.size(); ++row) {
    const RowLaw& law = this->law(row);
    const bool acts = enabled(row) && !law.bounded() && law.compliance > 0.0;
    const double stretch = violation(row) + law.damping_time * speeds[row];
    multipliers[row] = acts ? -stretch / law.compliance : 0.0;
  }
}

void ConstraintSet::add_forces(const VectorXd& multipliers, BodyVectors& wrenches) const {
  at_full_width<add_forces_of_blocks<4>, add_forces_of_blocks<4>, add_forces_of_blocks<2>>(
      blocks_, multipliers.data(), wrenches);
}

}  // namespace raftup::solver
