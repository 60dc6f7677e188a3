#pragma once

#include <optional>
#include <vector>

#include "solver/joints/drive_force.hpp"
#include "solver/joints/joint_dofs.hpp"
#include "solver/joints/joint_drive.hpp"
#include "solver/model/model.hpp"
#include "solver/model/water/strong_interaction.hpp"

namespace raftup::solver {

/// What the drives of a joint depend on beside the motion of its bodies. Each list has one entry
/// per drive, or is empty.
struct DriveConditions {
  std::span<const double> commands;     ///< as for initial_command(); empty = all 0
  std::span<const double> angles = {};  ///< JointState::angles [rad]; empty = all 0
  std::span<const double> forces = {};  ///< JointState::forces [N, N m]; empty = all have settled
  std::span<const std::uint8_t> off = {};  ///< 1 for a drive that is switched off; empty = none is
  double elapsed = 0.0;                    ///< s, since the start of the step
};

/// The force of a drive at one instant. With G from dx/dt = G_1 v_1 + G_2 v_2 the forces on the
/// bodies are F_i = G_i^T F, and their derivatives for implicit steppers dF_i/dq = -stiffness G_i^T
/// G, dF_i/dv = -damping G_i^T G, without the effect of the turning of G.
struct DriveForceRow {
  /// indices in the model; ConstraintBlock::kWorld for the world
  std::array<std::size_t, 2> bodies;
  std::array<Vector6, 2> jacobian;  ///< G; meaningless for the world
  DriveForce drive;
};

/// A joint of a running simulation: the frames of its two sides, and the rows that they give at any
/// poses of the bodies. Its blocks are, in this order, one with the rows that it holds and one for
/// each drive that constrains (every kind that does not act by a force). Their number, bodies, rows
/// and laws do not depend on the pose. The joint has no state; whether it is enabled is decided by
/// the caller.
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

  /// The drive of each block but the first, as an index in drives().
  std::size_t drive_of_block(std::size_t block) const { return constraining_[block - 1].drive; }

  /// The force of a drive; nothing if it acts by rows or is switched off. An angle counts whole
  /// turns.
  std::optional<DriveForceRow> force_row(std::size_t drive, const Kinematics& bodies,
                                         const DriveConditions& conditions) const;

  /// Appends one row for each drive that acts by a force.
  void add_force_rows(const Kinematics& bodies, const DriveConditions& conditions,
                      std::vector<DriveForceRow>& rows) const;

  /// Adds the forces and moments of these drives at the centres of mass, world axes [N, N m].
  void add_forces(const Kinematics& bodies, const DriveConditions& conditions,
                  BodyVectors& wrenches) const;

  /// The angles of the drives that act by a force at the poses of `bodies`, with their turns [rad];
  /// 0 for other drives.
  /// @param angles those at a recent instant; they are replaced by the present ones
  void count_turns(const Kinematics& bodies, std::span<double> angles) const;

  /// The forces of the drives that have a past at an instant [N, N m]; 0 for other drives. Those
  /// that are switched off keep theirs.
  /// @param conditions with no forces: those to which the drives settle
  std::vector<double> past_forces(const Kinematics& bodies,
                                  const DriveConditions& conditions) const;

  /// Number of free dofs that are measured, as JointType says.
  int dof_count() const { return static_cast<int>(free_dofs(type_).size()); }
  double dof_position(int dof, const Kinematics& bodies) const;  ///< m, rad; 0 at t = 0
  double dof_speed(int dof, const Kinematics& bodies) const;     ///< m/s, rad/s
  /// A free dof as a function of the poses of the bodies [m, rad].
  ConstraintRow dof_row(int dof, const Kinematics& bodies) const;
  /// Indices of its bodies in the model; ConstraintBlock::kWorld for the world.
  const std::array<std::size_t, 2>& bodies() const { return held_prototype_.bodies; }

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
