#pragma once

#include <optional>
#include <vector>

#include "solver/joints/joint_dofs.hpp"
#include "solver/joints/joint_drive.hpp"
#include "solver/model/model.hpp"
#include "solver/model/water/strong_interaction.hpp"

namespace raftup::solver {

/// A joint of a running simulation. It computes the constraint rows of the joint at any poses of
/// the bodies from the frames of the two sides. The rows form blocks: first one block with the rows
/// of the held dofs, then one block for each drive that has rows (every kind except SpringDamper).
/// Number, bodies, rows and laws of the blocks do not depend on the poses. The object has no state
/// that changes; the caller decides whether the joint is enabled.
class JointConstraint {
 public:
  /// @param joint   a joint description that has been checked
  /// @param model   gives the indices of the bodies and the step
  /// @param initial poses of the bodies at t = 0, at which the frames of both sides coincide
  JointConstraint(const Joint& joint, const Model& model, const Kinematics& initial);

  JointType type() const { return type_; }
  const std::vector<JointDrive>& drives() const { return drives_; }
  /// True if forces can move the body of a side (0 or 1): it is neither the world nor a static
  /// body.
  bool acts_on(std::size_t side) const { return acts_on_[side]; }
  std::size_t block_count() const { return 1 + constraining_.size(); }

  /// The commands that the description of the joint gives, one number per drive: see
  /// initial_command().
  std::vector<double> initial_commands() const;

  /// Appends the blocks of the joint at the poses and velocities of `bodies` [world frame].
  /// @param commands one command per drive [m, rad, m/s, rad/s]
  void add_blocks(const Kinematics& bodies, std::span<const double> commands,
                  std::vector<ConstraintBlock>& blocks) const;

  /// Updates the blocks that add_blocks() has appended to other poses, velocities and commands
  /// [world frame]. Values that do not depend on them are not written again.
  /// @param blocks the block_count() blocks of the joint
  void update_blocks(const Kinematics& bodies, std::span<const double> commands,
                     std::span<ConstraintBlock> blocks) const;
  /// Updates the values and Jacobians of the blocks that add_blocks() has appended to other poses
  /// and commands. The biases may keep values of an earlier update.
  void update_rows(const Kinematics& bodies, std::span<const double> commands,
                   std::span<ConstraintBlock> blocks) const;

  /// The spring of a drive with its present stretch, which includes whole turns; none if the drive
  /// is of another kind.
  /// @param drive    index of the drive
  /// @param command  position at which the spring has no force [m, rad]
  /// @param angle    angle of the dof with its whole turns at a recent instant, from which it
  ///                 differs by less than half a turn [rad]
  std::optional<SpringRow> spring(std::size_t drive, const Kinematics& bodies, double command,
                                  double angle) const;

  /// Appends one row for each drive of the kind SpringDamper.
  /// @param commands positions at which the springs have no force, one per drive [m, rad]
  /// @param angles   angles at a recent instant, one per drive, as for spring(); empty if no spring
  ///                 has turned by half a turn
  void add_springs(const Kinematics& bodies, std::span<const double> commands,
                   std::span<const double> angles, std::vector<SpringRow>& springs) const;

  /// Adds the forces and moments of the springs to `wrenches`, at the centers of mass, world axes
  /// [N, N m]. The arguments are those of add_springs().
  void add_forces(const Kinematics& bodies, std::span<const double> commands,
                  std::span<const double> angles, BodyVectors& wrenches) const;

  /// Replaces the angles of the springs by those at the poses of `bodies`, including whole turns
  /// [rad]. The entries of other drives are not changed.
  /// @param angles one per drive, at a recent instant, from which the angles differ by less than
  ///               half a turn
  void count_turns(const Kinematics& bodies, std::span<double> angles) const;

  /// Number of free dofs that can be measured, as JointType lists them.
  int dof_count() const { return static_cast<int>(free_dofs(type_).size()); }
  /// Position of a free dof [m, rad]; 0 at t = 0.
  double dof_position(int dof, const Kinematics& bodies) const;
  double dof_speed(int dof, const Kinematics& bodies) const;  ///< speed of a free dof [m/s, rad/s]

  /// The deviation of the held dofs from zero: the root of the sum of squares of the translations
  /// [m] and of the sines of the angles [1]. It is of the order of rounding unless the joint is
  /// compliant, disabled, or in conflict with other joints.
  Vector2 gap(const Kinematics& bodies) const;

  /// True if no force of a drive has a limit [N, N m], so that all rows are equations.
  bool smooth() const;

  /// The frames of the two sides of the joint with their motion.
  JointMotion motion(const Kinematics& bodies) const { return {frame1_, frame2_, bodies}; }

 private:
  struct ConstrainingDrive {
    std::size_t drive;          ///< index in drives_
    ConstraintBlock prototype;  ///< block with the bodies, number of rows and laws of the drive
  };

  FreeDof dof_of(const JointDrive& drive) const;
  ConstraintBlock empty_block() const;
  void update_held_rows(const JointMotion& at, ConstraintBlock& held) const;

  JointType type_;
  std::vector<JointDrive> drives_;
  AttachedFrame frame1_, frame2_;
  std::array<bool, 2> acts_on_;
  double length_;  ///< distance of the points of a joint of type kDistance [m]
  ConstraintBlock held_prototype_;
  std::vector<ConstrainingDrive> constraining_;
};

/// The held dofs of a compliant joint as a strong interaction, which means as a term of the system
/// matrix. The multipliers of the rows are eliminated. With G, Sigma [1/kg, 1/(kg m2)] and b [m/s,
/// rad/s] of the rows (StabilizedRow, or ThetaRow for moreau_jean) this gives
///   A = G^T Sigma^-1 G,  a = G^T Sigma^-1 b,
/// and the same velocities as the rows themselves. The drives of the joint are not included.
class StrongInteractionConstraint final : public StrongInteraction {
 public:
  /// @param joint  a checked description with a compliance > 0 [m/N, rad/(N m)]; it need not be one
  ///               of the joints of `model`
  /// @param model  gives the bodies, the step and the stepper
  StrongInteractionConstraint(const Joint& joint, const Model& model);

  std::vector<std::string> bodies() const override { return bodies_; }
  StrongBlock evaluate(double step, std::span<const BodyKinematics> bodies) const override;

 private:
  std::vector<std::string> bodies_;  ///< body 1 and, unless it is the world, body 2
  JointConstraint constraint_;       ///< the joint in a model that has only these bodies
  std::optional<double> theta_;      ///< theta of the stepper moreau_jean; none for other steppers
};

}  // namespace raftup::solver
