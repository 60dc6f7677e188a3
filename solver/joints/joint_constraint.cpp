#include "solver/joints/joint_constraint.hpp"

#include <algorithm>

#include "solver/joints/constraint_block.hpp"
#include "solver/joints/joint_dofs.hpp"

namespace raftup::solver {

namespace {

/// Default damping time of a joint, in steps. With this choice, gaps close within a few steps,
/// while a time below one step would overshoot. It is not the result of a measurement.
constexpr double kDefaultDampingSteps = 2.0;

std::size_t index_of(const std::string& body, const Model& model) {
  return body.empty() ? ConstraintBlock::kWorld : find_body(model, body);
}

bool can_be_moved(const std::string& body, const Model& model) {
  return !body.empty() && model.bodies[find_body(model, body)].motion != Motion::kStatic;
}

double rate(const ConstraintRow& row, const std::array<std::size_t, 2>& indices,
            const Kinematics& bodies) {
  double sum = 0.0;
  for (std::size_t side = 0; side < 2; ++side) {
    if (indices[side] == ConstraintBlock::kWorld) continue;
    sum += row.jacobian[side].dot(bodies[indices[side]].velocity);
  }
  return sum;
}

}  // namespace

JointConstraint::JointConstraint(const Joint& joint, const Model& model, const Kinematics& initial)
    : type_(joint.type),
      drives_(joint.drives),
      frame1_(index_of(joint.body1, model), joint.position, joint_axes(joint), initial),
      frame2_(index_of(joint.body2, model), joint.position2.value_or(joint.position),
              joint_axes(joint), initial),
      acts_on_{can_be_moved(joint.body1, model), can_be_moved(joint.body2, model)},
      length_(motion(initial).offset.norm()),
      held_prototype_(empty_block()) {
  held_prototype_.rows = static_cast<int>(held_dofs(type_).size());
  const double two_steps = kDefaultDampingSteps * 1e-9 * static_cast<double>(model.step_ns);
  for (RowLaw& law : held_prototype_.laws) {
    law.compliance = joint.compliance;
    law.damping_time = joint.damping_time.value_or(two_steps);
  }
  for (std::size_t i = 0; i < drives_.size(); ++i) {
    ConstraintBlock block = empty_block();
    block.rows = drive_row_count(drives_[i]);
    write_drive_laws(drives_[i], block);
    if (block.rows > 0) constraining_.push_back({i, block});
  }
}

std::vector<double> JointConstraint::initial_commands() const {
  std::vector<double> commands;
  for (const JointDrive& drive : drives_) commands.push_back(initial_command(drive));
  return commands;
}

void JointConstraint::add_blocks(const Kinematics& bodies, std::span<const double> commands,
                                 std::vector<ConstraintBlock>& blocks) const {
  blocks.push_back(held_prototype_);
  for (const ConstrainingDrive& drive : constraining_) blocks.push_back(drive.prototype);
  update_blocks(bodies, commands, std::span(blocks).last(block_count()));
}

void JointConstraint::update_blocks(const Kinematics& bodies, std::span<const double> commands,
                                    std::span<ConstraintBlock> blocks) const {
  const JointMotion at = motion(bodies);
  update_held_rows(at, blocks[0]);
  for (std::size_t i = 0; i < constraining_.size(); ++i) {
    const std::size_t index = constraining_[i].drive;
    const FreeDof dof = dof_of(drives_[index]);
    write_drive_rows(drives_[index], free_row(at, dof), dof.is_angle(), commands[index],
                     blocks[i + 1]);
  }
}

void JointConstraint::update_rows(const Kinematics& bodies, std::span<const double> commands,
                                  std::span<ConstraintBlock> blocks) const {
  if (type_ == JointType::kDistance || !constraining_.empty()) {
    update_blocks(bodies, commands, blocks);
  } else {
    write_held_rows(type_, JointPose(frame1_, frame2_, bodies), blocks[0]);
  }
}

std::optional<DriveForceRow> JointConstraint::force_row(std::size_t drive, const Kinematics& bodies,
                                                        const DriveConditions& conditions) const {
  const JointDrive& description = drives_[drive];
  if (!acts_by_force(description)) return std::nullopt;
  if (!conditions.off.empty() && conditions.off[drive] != 0) return std::nullopt;
  const auto of_drive = [drive](std::span<const double> values) {
    return values.empty() ? 0.0 : values[drive];
  };
  const FreeDof dof = dof_of(description);
  const ConstraintRow row = free_row(motion(bodies), dof);
  const double x = dof.is_angle() ? with_turns(row.value, of_drive(conditions.angles)) : row.value;
  std::optional<DrivePast> past;
  if (!conditions.forces.empty()) past = {conditions.forces[drive], conditions.elapsed};
  DriveForceRow force;
  force.bodies = held_prototype_.bodies;
  force.jacobian = row.jacobian;
  force.drive = drive_force(description, x, rate(row, force.bodies, bodies),
                            of_drive(conditions.commands), past);
  return force;
}

void JointConstraint::add_force_rows(const Kinematics& bodies, const DriveConditions& conditions,
                                     std::vector<DriveForceRow>& rows) const {
  for (std::size_t i = 0; i < drives_.size(); ++i) {
    if (const auto row = force_row(i, bodies, conditions)) rows.push_back(*row);
  }
}

void JointConstraint::add_forces(const Kinematics& bodies, const DriveConditions& conditions,
                                 BodyVectors& wrenches) const {
  for (std::size_t i = 0; i < drives_.size(); ++i) {
    const auto row = force_row(i, bodies, conditions);
    if (!row) continue;
    for (std::size_t side = 0; side < 2; ++side) {
      if (row->bodies[side] == ConstraintBlock::kWorld) continue;
      wrenches[row->bodies[side]] += row->drive.force * row->jacobian[side];
    }
  }
}

void JointConstraint::count_turns(const Kinematics& bodies, std::span<double> angles) const {
  for (std::size_t i = 0; i < drives_.size(); ++i) {
    const FreeDof dof = dof_of(drives_[i]);
    if (!acts_by_force(drives_[i]) || !dof.is_angle()) continue;
    angles[i] = with_turns(free_row(motion(bodies), dof).value, angles[i]);
  }
}

std::vector<double> JointConstraint::past_forces(const Kinematics& bodies,
                                                 const DriveConditions& conditions) const {
  std::vector<double> forces(drives_.size());
  for (std::size_t i = 0; i < forces.size(); ++i) {
    if (!has_past(drives_[i])) continue;
    const auto row = force_row(i, bodies, conditions);
    if (row)
      forces[i] = row->drive.force;
    else if (!conditions.forces.empty())
      forces[i] = conditions.forces[i];
  }
  return forces;
}

double JointConstraint::dof_position(int dof, const Kinematics& bodies) const {
  return free_row(motion(bodies), free_dofs(type_)[static_cast<std::size_t>(dof)]).value;
}

ConstraintRow JointConstraint::dof_row(int dof, const Kinematics& bodies) const {
  return free_row(motion(bodies), free_dofs(type_)[static_cast<std::size_t>(dof)]);
}

double JointConstraint::dof_speed(int dof, const Kinematics& bodies) const {
  return rate(free_row(motion(bodies), free_dofs(type_)[static_cast<std::size_t>(dof)]),
              held_prototype_.bodies, bodies);
}

Vector2 JointConstraint::gap(const Kinematics& bodies) const {
  ConstraintBlock held = held_prototype_;
  update_held_rows(motion(bodies), held);
  Vector2 squares = Vector2::Zero();
  int row = 0;
  for (const int dof : held_dofs(type_)) {
    squares[dof < 3 ? 0 : 1] += held.violation[row] * held.violation[row];
    ++row;
  }
  return squares.cwiseSqrt();
}

bool JointConstraint::smooth() const {
  return std::none_of(
      constraining_.begin(), constraining_.end(),
      [](const ConstrainingDrive& drive) { return drive.prototype.laws[0].bounded(); });
}

void JointConstraint::update_held_rows(const JointMotion& at, ConstraintBlock& held) const {
  if (type_ == JointType::kDistance) {
    write_row(distance_row(at, length_), 1.0, 0, held);
  } else {
    write_held_rows(type_, at, held);
  }
}

FreeDof JointConstraint::dof_of(const JointDrive& drive) const {
  return free_dofs(type_)[static_cast<std::size_t>(drive.dof)];
}

ConstraintBlock JointConstraint::empty_block() const {
  ConstraintBlock block;
  block.bodies = {frame1_.body(), frame2_.body()};
  return block;
}

namespace {

std::vector<std::string> joined_bodies(const Joint& joint) {
  if (joint.body2.empty()) return {joint.body1};
  return {joint.body1, joint.body2};
}

/// A model that has only the bodies of a joint, in its own order, and the step.
Model model_of(const Joint& joint, const Model& whole) {
  Model model;
  model.step_ns = whole.step_ns;
  for (const std::string& body : joined_bodies(joint)) {
    model.bodies.push_back(whole.bodies[find_body(whole, body)]);
  }
  return model;
}

JointConstraint constraint_of(Joint joint, const Model& model) {
  joint.drives.clear();
  return {joint, model, initial_kinematics(model)};
}

}  // namespace

StrongInteractionConstraint::StrongInteractionConstraint(const Joint& joint, const Model& model)
    : bodies_(joined_bodies(joint)), constraint_(constraint_of(joint, model_of(joint, model))) {
  if (model.stepper == StepperKind::kMoreauJean) theta_ = model.theta.value_or(kDefaultTheta);
}

StrongBlock StrongInteractionConstraint::evaluate(double step,
                                                  std::span<const BodyKinematics> bodies) const {
  const Kinematics at(bodies.begin(), bodies.end());
  std::vector<ConstraintBlock> blocks;
  constraint_.add_blocks(at, {}, blocks);
  const ConstraintBlock& held = blocks.front();
  const Eigen::Index size = kDofs * static_cast<Eigen::Index>(at.size());
  StrongBlock block{MatrixXd::Zero(size, size), VectorXd::Zero(size)};
  VectorXd G(size), v(size);
  for (int i = 0; i < held.rows; ++i) {
    for (std::size_t side = 0; side < at.size(); ++side) {
      const Eigen::Index first = kDofs * static_cast<Eigen::Index>(side);
      G.segment<kDofs>(first) = held.jacobian[side].row(i);
      v.segment<kDofs>(first) = at[side].velocity;
    }
    const RowLaw& law = held.laws[static_cast<std::size_t>(i)];
    const auto add = [&](const auto& row) {
      block.A += G * (1.0 / row.sigma) * G.transpose();
      block.a += G * (row.target / row.sigma);
    };
    const double g = held.violation[i];
    if (theta_) {
      add(ThetaRow(*theta_, step, law.compliance, law.damping_time, g, G.dot(v), false));
    } else {
      add(StabilizedRow(step, law.compliance, law.damping_time, g, G.dot(v)));
    }
  }
  return block;
}

}  // namespace raftup::solver
