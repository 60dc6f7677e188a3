#pragma once

#include <vector>

#include "solver/joints/constraint_matrix.hpp"
#include "solver/joints/joint_constraint.hpp"
#include "solver/joints/joint_states.hpp"
#include "solver/model/state.hpp"

namespace raftup::solver {

/// All joint constraints of a part of a model as one system of rows g(q) [m, rad]. The rows are
/// numbered block by block, in the order of the joints. This class computes the rows at given
/// poses; the stepper computes the forces of the rows [N, N m].
/// Call order: configure(), then evaluate() or evaluate_with_bias() at each pose. Not thread-safe,
/// since the object stores the rows.
class ConstraintSet {
 public:
  /// @param initial poses and velocities of the bodies of `model` at t = 0
  /// @param groups  bodies that are coupled by added mass [kg], as for ConstraintMatrix::analyze
  ConstraintSet(const Model& model, const Kinematics& initial,
                const std::vector<MassGroup>& groups);

  bool empty() const { return joints_.empty(); }
  const std::vector<JointConstraint>& joints() const { return joints_; }
  Eigen::Index row_count() const { return static_cast<Eigen::Index>(rows_.places.size()); }
  /// True if, at t = 0, joints constrain a dof more than once: find_redundant_joints().
  bool redundant() const { return redundant_; }
  /// Sigma of rigid rows as a share of their diagonal entries of G W^-1 G^T [1].
  double regularization() const { return redundant_ ? kRedundantRegularization : kRegularization; }
  Eigen::Index first_row(std::size_t joint) const { return rows_.first[joint]; }

  /// Sets the state of a joint where a step begins; its drives act as at t = 0.
  void configure(std::size_t joint, const JointState& state) noexcept;
  /// Replaces commands and switches that configure() has set by the inputs of the model, which are
  /// constant through a step.
  /// @param step_start start of the step [s]
  void apply(const std::vector<InputSeries>& inputs, double step_start);
  const JointStates& states() const { return states_; }
  /// The present state of a joint.
  const JointState& state(std::size_t joint) const { return states_.of(joint); }
  void set_switches(const JointStates::Switches& off) { states_.set_switches(off); }

  /// Computes the rows at the poses of `bodies` [m, rad], without their biases. It does nothing if
  /// the rows were last computed at these poses with the same commands.
  void evaluate(const Kinematics& bodies);
  /// Computes the rows at the poses of `bodies`, with their biases (dG/dt) v [m/s2, rad/s2] for the
  /// velocities of `bodies`.
  void evaluate_with_bias(const Kinematics& bodies);

  /// The rows at the poses of the last evaluation [m, rad].
  const std::vector<ConstraintBlock>& blocks() const { return blocks_; }
  /// Value g of a row [m, rad].
  double violation(Eigen::Index row) const { return block(row).violation[place(row).row]; }
  /// Bias (dG/dt) v of a row, as evaluate_with_bias() has computed it [m/s2, rad/s2].
  double bias(Eigen::Index row) const { return block(row).bias[place(row).row]; }
  const RowLaw& law(Eigen::Index row) const {
    return block(row).laws[static_cast<std::size_t>(place(row).row)];
  }
  /// True if the joint to which a row belongs is enabled and, for the row of a drive, the drive
  /// acts.
  bool enabled(Eigen::Index row) const { return states_.acts(place(row).joint, place(row).drive); }
  /// True if the row is a held dof of a joint that is solved as a strong interaction, which means
  /// as a term of the system matrix (StrongInteractionConstraint). The row is then left out of the
  /// system of constraint rows.
  bool eliminated(Eigen::Index row) const {
    return rows_.eliminated[static_cast<std::size_t>(row)];
  }

  /// Computes G u for one twist u per body, which may be velocities [m/s, rad/s], accelerations
  /// [m/s2, rad/s2] or small displacements [m, rad], in world axes.
  /// @param result one number per row
  void measure(const BodyVectors& twists, VectorXd& result) const;
  /// Computes G v for the velocities v of the bodies, one speed per row [m/s, rad/s].
  void measure_speeds(const Kinematics& bodies, VectorXd& speeds);
  /// Computes the multipliers of rows that are compliant, without bounds and enabled, lambda = -(g
  /// + tau G v) / eps [N, N m]. The multipliers of all other rows are set to 0.
  /// @param speeds G v of the rows, as measure_speeds() computes it
  void compliant_multipliers(const VectorXd& speeds, VectorXd& multipliers) const;
  /// Adds the wrenches G^T lambda of all rows [N, N m, world axes] to those of the bodies.
  void add_forces(const VectorXd& multipliers, BodyVectors& wrenches) const;

  ConstraintMatrix& matrix() { return matrix_; }

 private:
  struct RowPlace {
    std::size_t joint, block;
    int row;                           ///< index in the block
    std::optional<std::size_t> drive;  ///< none = a row that the joint holds
  };
  struct RowTable {
    std::vector<Eigen::Index> first;  ///< first row of each joint
    std::vector<RowPlace> places;     ///< joint, block and index of each row
    std::vector<bool> eliminated;     ///< see ConstraintSet::eliminated(), for each row
  };
  /// The pose of a body in the world for which the rows were last evaluated. The values of the rows
  /// depend only on the poses and on the commands.
  struct EvaluatedPose {
    Vector3 position;
    Quaternion attitude;
  };

  void add_joint(const Joint& joint, const Model& model, const Kinematics& initial);
  bool note_poses(const Kinematics& bodies);
  template <typename Update>
  void update(const Update& update);

  const RowPlace& place(Eigen::Index row) const {
    return rows_.places[static_cast<std::size_t>(row)];
  }
  const ConstraintBlock& block(Eigen::Index row) const { return blocks_[place(row).block]; }

  bool redundant_;
  std::vector<JointConstraint> joints_;
  JointStates states_;
  RowTable rows_;
  std::vector<ConstraintBlock> blocks_;
  /// Poses of the bodies in the world at which blocks_ was computed; empty if commands have changed
  /// since then.
  std::vector<EvaluatedPose> evaluated_;
  ConstraintMatrix matrix_;
  BodyVectors velocities_;  ///< scratch memory
};

}  // namespace raftup::solver
