#pragma once

#include <optional>
#include <vector>

#include "solver/joints/joint_dofs.hpp"
#include "solver/joints/joint_drive.hpp"
#include "solver/model/model.hpp"
#include "solver/model/water/strong_interaction.hpp"

namespace raftup::solver {

/// A joint of a running simulation: where its frames sit in the bodies, and what it makes of where
/// the bodies are. Its blocks are, in this order, one of the rows that it holds and one per drive
/// that constrains (all but SpringDamper); their number, bodies, rows and laws do not change with
/// the pose. It has no state. Whether it is enabled is the caller's business.
class JointConstraint {
 public:
  /// @param joint   checked, of `model`, of which also names of bodies and the step are taken
  /// @param initial the bodies at t = 0, where the frames of both sides agree
  JointConstraint(const Joint& joint, const Model& model, const Kinematics& initial);

  JointType type() const { return type_; }
  const std::vector<JointDrive>& drives() const { return drives_; }
  /// Whether a side is a body that forces can act on: neither the world nor a static body.
  bool acts_on(std::size_t side) const { return acts_on_[side]; }
  std::size_t block_count() const { return 1 + constraining_.size(); }

  /// The commands that the description gives: one number per drive, see initial_command().
  std::vector<double> initial_commands() const;

  /// Appends the blocks at the poses and velocities of `bodies`.
  /// @param commands one per drive
  void add_blocks(const Kinematics& bodies, std::span<const double> commands,
                  std::vector<ConstraintBlock>& blocks) const;

  /// Moves the blocks that add_blocks() appended to other poses, velocities and commands: what does
  /// not change is not written again.
  /// @param blocks  block_count() of them
  void update_blocks(const Kinematics& bodies, std::span<const double> commands,
                     std::span<ConstraintBlock> blocks) const;
  /// The same where biases are not asked for: they are as they were, or right.
  void update_rows(const Kinematics& bodies, std::span<const double> commands,
                   std::span<ConstraintBlock> blocks) const;

  /// The spring of a drive, none where it is another kind. It counts whole turns.
  /// @param command  rest [m, rad]
  /// @param angle    x with its turns not long before, within half a turn [rad]
  std::optional<SpringRow> spring(std::size_t drive, const Kinematics& bodies, double command,
                                  double angle) const;

  /// Appends one row per SpringDamper.
  /// @param angles as for spring(), one per drive; empty: nothing has made a turn
  void add_springs(const Kinematics& bodies, std::span<const double> commands,
                   std::span<const double> angles, std::vector<SpringRow>& springs) const;

  /// Adds the forces of the springs at the centres of mass, world axes.
  void add_forces(const Kinematics& bodies, std::span<const double> commands,
                  std::span<const double> angles, BodyVectors& wrenches) const;

  /// The angles of the springs where the bodies are, with their turns [rad]; 0 of other drives.
  /// @param angles those not long before; they become those of now
  void count_turns(const Kinematics& bodies, std::span<double> angles) const;

  /// Number of free dofs that are measured, as JointType says.
  int dof_count() const { return static_cast<int>(free_dofs(type_).size()); }
  double dof_position(int dof, const Kinematics& bodies) const;  ///< m, rad; 0 at t = 0
  double dof_speed(int dof, const Kinematics& bodies) const;     ///< m/s, rad/s

  /// How far the dofs that it holds are open: lengths of the translations [m] and of the sines of
  /// the angles [rad]; round-off unless it is compliant, disabled, or others hold against it.
  Vector2 gap(const Kinematics& bodies) const;

  /// Whether every row is an equation: no limit on any force.
  bool smooth() const;

  /// Where the two sides of the joint are and how they move.
  JointMotion motion(const Kinematics& bodies) const { return {frame1_, frame2_, bodies}; }

 private:
  struct ConstrainingDrive {
    std::size_t drive;          ///< index in drives_
    ConstraintBlock prototype;  ///< bodies, rows and laws
  };

  FreeDof dof_of(const JointDrive& drive) const;
  ConstraintBlock empty_block() const;
  void update_held_rows(const JointMotion& at, ConstraintBlock& held) const;

  JointType type_;
  std::vector<JointDrive> drives_;
  AttachedFrame frame1_, frame2_;
  std::array<bool, 2> acts_on_;
  double length_;  ///< m, of a kDistance joint
  ConstraintBlock held_prototype_;
  std::vector<ConstrainingDrive> constraining_;
};

/// What a compliant joint holds, eliminated into the system matrix: with G, Sigma and b of its rows
/// (StabilizedRow, under moreau_jean ThetaRow),
///   A = G^T Sigma^-1 G,  a = G^T Sigma^-1 b,
/// which gives the velocities of the joint's own rows. Its drives are no part of it.
class StrongInteractionConstraint final : public StrongInteraction {
 public:
  /// @param joint  checked, of compliance > 0; it need not be among the joints of `model`
  /// @param model  of its bodies, the step and the stepper
  StrongInteractionConstraint(const Joint& joint, const Model& model);

  std::vector<std::string> bodies() const override { return bodies_; }
  StrongBlock evaluate(double step, std::span<const BodyKinematics> bodies) const override;

 private:
  std::vector<std::string> bodies_;  ///< body 1 and, unless it is the world, body 2
  JointConstraint constraint_;       ///< over a model of these bodies alone
  std::optional<double> theta_;      ///< of moreau_jean
};

}  // namespace raftup::solver
