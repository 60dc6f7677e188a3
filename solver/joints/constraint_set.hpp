#pragma once

#include <vector>

#include "solver/joints/constraint_matrix.hpp"
#include "solver/joints/joint_constraint.hpp"
#include "solver/model/state.hpp"

namespace raftup::solver {

/// All constraints of a part of a model as one system of rows g(q) [m, rad], numbered through the
/// blocks of the joints in their order. It decides which rows act; the stepper computes their
/// forces [N, N m].
/// Call order: configure(), then at each pose evaluate() or evaluate_with_bias(). Not thread-safe,
/// since it keeps the rows.
class ConstraintSet {
 public:
  /// @param initial bodies of `model` at t = 0
  /// @param groups  bodies that added mass [kg] couples, as for ConstraintMatrix::analyze
  ConstraintSet(const Model& model, const Kinematics& initial,
                const std::vector<MassGroup>& groups);

  bool empty() const { return joints_.empty(); }
  const std::vector<JointConstraint>& joints() const { return joints_; }
  Eigen::Index row_count() const { return static_cast<Eigen::Index>(rows_.places.size()); }
  /// True if joints hold dofs more than once at t = 0: find_redundant_joints().
  bool redundant() const { return redundant_; }
  /// Sigma of rigid rows relative to their diagonal entries.
  double regularization() const { return redundant_ ? kRedundantRegularization : kRegularization; }
  Eigen::Index first_row(std::size_t joint) const { return rows_.first[joint]; }

  /// State of every joint at t = 0.
  const std::vector<JointState>& initial_states() const { return states_.initial; }
  void configure(std::size_t joint, const JointState& state) noexcept;
  /// Replaces values of configure() by the inputs of clients, which are held from the start of a
  /// step [s].
  void apply(const std::vector<InputSeries>& inputs, double step_start);
  const JointState& state(std::size_t joint) const { return states_.present[joint]; }

  /// Computes the rows at the poses of `bodies` [m, rad] without biases; does nothing if they are
  /// those of these poses already.
  void evaluate(const Kinematics& bodies);
  /// Computes the rows with the biases (dG/dt) v [m/s2, rad/s2] of the velocities of `bodies`.
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
  /// True for a row that a StrongInteractionConstraint holds in the system matrix; it is no row of
  /// its own any more.
  bool eliminated(Eigen::Index row) const {
    return rows_.eliminated[static_cast<std::size_t>(row)];
  }

  /// G u for one twist u per body: velocities [m/s, rad/s], accelerations [m/s2, rad/s2] or small
  /// displacements [m, rad], world axes.
  void measure(const BodyVectors& twists, VectorXd& result) const;
  /// G v for the velocities of the bodies [m/s, rad/s].
  void measure_speeds(const Kinematics& bodies, VectorXd& speeds);
  /// lambda = -(g + tau G v) / eps of compliant rows without limits, 0 of all others [N, N m].
  /// @param speeds G v, as measure() says
  void compliant_multipliers(const VectorXd& speeds, VectorXd& multipliers) const;
  /// wrenches += G^T lambda [N, N m, world axes].
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
    int row;  ///< index in the block
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

  /// A pose for which the rows were evaluated; besides the commands they depend on nothing else.
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
  /// pose of each body at which blocks_ were computed; empty if commands have changed
  std::vector<EvaluatedPose> evaluated_;
  ConstraintMatrix matrix_;
  BodyVectors velocities_;  ///< scratch
};

}  // namespace raftup::solver
