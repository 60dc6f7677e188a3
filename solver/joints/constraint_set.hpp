#pragma once

#include <vector>

#include "solver/joints/constraint_matrix.hpp"
#include "solver/joints/joint_constraint.hpp"
#include "solver/model/state.hpp"

namespace raftup::solver {

/// All constraints of a part of a model as one system of rows g(q), numbered through the blocks of
/// the joints in their order. It knows which rows act; what their forces are is the stepper's
/// business.
/// Call order: configure(), then per pose evaluate() or evaluate_with_bias(). Not thread-safe: it
/// keeps the rows.
class ConstraintSet {
 public:
  /// @param initial bodies of `model` at t = 0
  /// @param groups of the bodies over added mass, as for ConstraintMatrix::analyze
  ConstraintSet(const Model& model, const Kinematics& initial,
                const std::vector<MassGroup>& groups);

  bool empty() const { return joints_.empty(); }
  const std::vector<JointConstraint>& joints() const { return joints_; }
  Eigen::Index row_count() const { return static_cast<Eigen::Index>(rows_.places.size()); }
  /// Whether joints hold dofs twice where they start: find_redundant_joints().
  bool redundant() const { return redundant_; }
  /// Sigma of rigid rows relative to their diagonal entries.
  double regularization() const { return redundant_ ? kRedundantRegularization : kRegularization; }
  Eigen::Index first_row(std::size_t joint) const { return rows_.first[joint]; }

  /// State of every joint at t = 0.
  const std::vector<JointState>& initial_states() const { return states_.initial; }
  void configure(std::size_t joint, const JointState& state) noexcept;
  /// Puts the inputs of clients, held from the start of a step, in the place of what configure()
  /// said.
  void apply(const std::vector<InputSeries>& inputs, double step_start);
  const JointState& state(std::size_t joint) const { return states_.present[joint]; }

  /// Computes the rows at the poses of `bodies` but for biases: nothing where they are there.
  void evaluate(const Kinematics& bodies);
  /// The same with the biases that their velocities make.
  void evaluate_with_bias(const Kinematics& bodies);

  /// The rows as they have last been evaluated.
  const std::vector<ConstraintBlock>& blocks() const { return blocks_; }
  /// g [m, rad]
  double violation(Eigen::Index row) const { return block(row).violation[place(row).row]; }
  /// (dG/dt) v [m/s2, rad/s2], of evaluate_with_bias()
  double bias(Eigen::Index row) const { return block(row).bias[place(row).row]; }
  const RowLaw& law(Eigen::Index row) const {
    return block(row).laws[static_cast<std::size_t>(place(row).row)];
  }
  /// True if the joint of this constraint is enabled.
  bool enabled(Eigen::Index row) const { return states_.present[place(row).joint].enabled; }
  /// Held by a StrongInteractionConstraint in the system matrix, no row of its own any more.
  bool eliminated(Eigen::Index row) const {
    return rows_.eliminated[static_cast<std::size_t>(row)];
  }

  /// G u for one twist u per body: velocities, accelerations or small displacements.
  void measure(const BodyVectors& twists, VectorXd& result) const;
  /// G v of the velocities of the bodies.
  void measure_speeds(const Kinematics& bodies, VectorXd& speeds);
  /// lambda = -(g + tau G v) / eps of compliant rows without limits, 0 of all others [N, N m].
  /// @param speeds G v, as measure() says
  void compliant_multipliers(const VectorXd& speeds, VectorXd& multipliers) const;
  /// wrenches += G^T lambda.
  void add_forces(const VectorXd& multipliers, BodyVectors& wrenches) const;

  /// JointState::angles of each joint where a step has brought the bodies.
  void count_turns(const Kinematics& bodies, std::vector<std::vector<double>>& angles) const;

  ConstraintMatrix& matrix() { return matrix_; }

 private:
  /// An input of the model that commands a drive of a joint, or without a drive enables the joint.
  struct CommandInput {
    std::size_t input, joint;
    std::optional<std::size_t> drive;
  };

  struct RowPlace {
    std::size_t joint, block;
    int row;  ///< of the block
  };
  struct RowTable {
    std::vector<Eigen::Index> first;  ///< by joint
    std::vector<RowPlace> places;     ///< by row
    std::vector<bool> eliminated;     ///< by row
  };
  /// By joint.
  struct States {
    std::vector<JointState> initial, present;
  };

  /// What the rows are a function of beside the commands.
  struct EvaluatedPose {
    Vector3 position;
    Quaternion attitude;
  };

  bool note_poses(const Kinematics& bodies);
  template <typename Update>
  void update(const Update& update);

  const RowPlace& place(Eigen::Index row) const {
    return rows_.places[static_cast<std::size_t>(row)];
  }
  const ConstraintBlock& block(Eigen::Index row) const { return blocks_[place(row).block]; }

  bool redundant_;
  std::vector<JointConstraint> joints_;
  std::vector<CommandInput> inputs_;
  States states_;
  RowTable rows_;
  std::vector<ConstraintBlock> blocks_;
  std::vector<EvaluatedPose> evaluated_;  ///< of blocks_, by body; empty: commands have changed
  ConstraintMatrix matrix_;
  BodyVectors velocities_;  ///< scratch
};

}  // namespace raftup::solver
