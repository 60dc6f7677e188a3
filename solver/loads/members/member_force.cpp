#include "solver/loads/members/member_force.hpp"

#include <algorithm>
#include <utility>

namespace raftup::solver {

namespace {

/// The components of a vector across and along an axis.
struct Parts {
  Vector3 across, along;

  Parts(const Vector3& vector, const Vector3& axis) : along(axis.dot(vector) * axis) {
    across = vector - along;
  }
};

/// Returns the place of the members' points and the properties of the water that they need.
SurroundingWater::Points points_of(const Members& members) {
  SurroundingWater::Points points;
  points.wanted = {false, false};
  std::vector<Vector3> ends;
  const auto add = [&](const MemberCoefficients& coefficients) {
    points.wanted.accelerations = points.wanted.accelerations ||
                                  coefficients.across.inertia != 0.0 ||
                                  coefficients.along.inertia != 0.0;
  };
  for (const MemberSide& side : members.sides) {
    add(side.per_length);
    points.count += 2 * side.segment_count;
    ends.insert(ends.end(), {side.from, side.to});
  }
  for (const MemberFace& face : members.faces) {
    add(face.coefficients);
    points.wanted.pressures = points.wanted.pressures || face.pressure_mass != 0.0;
    points.count += 1;
    ends.push_back(face.point);
  }
  Vector3 least = ends.front(), most = ends.front();
  for (const Vector3& end : ends) {
    least = least.cwiseMin(end);
    most = most.cwiseMax(end);
  }
  points.middle = 0.5 * (least + most);
  for (const Vector3& end : ends) {
    points.radius = std::max(points.radius, (end - points.middle).norm());
  }
  return points;
}

/// Returns across (I - a a^T) + along a a^T for the axis a.
Matrix3 directed(double across, double along, const Vector3& axis) {
  return across * Matrix3::Identity() + (along - across) * axis * axis.transpose();
}

Vector3 velocity_of(const Vector3& arm, const BodyKinematics& body) {
  return body.velocity.head<3>() + body.velocity.tail<3>().cross(arm);
}

/// Returns J' v, the acceleration of a point on a body with constant velocity and angular velocity.
Vector3 centripetal(const Vector3& arm, const BodyKinematics& body) {
  const Vector3 omega = body.velocity.tail<3>();
  return omega.cross(omega.cross(arm));
}

Vector3 drag(const DirectedCoefficients& coefficients, const Vector3& flow) {
  return coefficients.drag * flow.norm() * flow;
}

/// Adds J^T K J with J = [I, -[arm]x].
void add_at_arm(const Matrix3& K, const Vector3& arm, Matrix6& sum) {
  const Matrix3 turning = cross_matrix(arm);
  const Matrix3 coupling = -K * turning;
  sum.topLeftCorner<3, 3>() += K;
  sum.topRightCorner<3, 3>() += coupling;
  sum.bottomLeftCorner<3, 3>() += coupling.transpose();
  sum.bottomRightCorner<3, 3>() += turning * coupling;
}

/// Returns the negative derivative of the drag with respect to the velocity of the point.
Matrix3 drag_damping(double coefficient, const Vector3& flow, const Matrix3& directions) {
  const double speed = flow.norm();
  if (speed == 0.0) return Matrix3::Zero();
  return coefficient * (speed * directions + flow * flow.transpose() / speed);
}

std::optional<BentMembers> bent_members(const Model& model, std::size_t body, Members& members) {
  if (mode_places(model, model.bodies[body]).empty()) return std::nullopt;
  return BentMembers(model, body, members.sides, members.faces);
}

}  // namespace

MemberForce::MemberForce(const Model& model, std::size_t body, Members members)
    : body_(body),
      slam_(members.slam),
      has_sides_(!members.sides.empty()),
      water_(model, members.stretching, points_of(members)),
      bent_(bent_members(model, body, members)),
      wet_(std::move(members.sides), std::move(members.faces)) {}

void MemberForce::prepare(const StepTimes& times, const State& state,
                          const Kinematics& /*bodies*/) {
  placed_.reset();
  water_.prepare(times, state.inputs);
}

const std::vector<WetPoint>& MemberForce::points(hydro::Stage stage,
                                                 const Kinematics& bodies) const {
  const BodyKinematics& body = bodies[body_];
  const VectorXd q = bent_ ? bent_->coordinates(bodies) : VectorXd();
  const bool known = placed_ && placed_->stage == stage && placed_->position == body.position &&
                     placed_->rotation == body.rotation && placed_->coordinates == q;
  if (!known) {
    placed_.reset();
    if (bent_) bent_->bend(q, wet_);
    wet_.place(water_, stage, body);
    placed_ = {stage, body.position, body.rotation, q};
  }
  return wet_.points();
}

Vector3 MemberForce::velocity_at(const WetPoint& point, const Kinematics& bodies) const {
  const Vector3 velocity = velocity_of(point.arm, bodies[body_]);
  return bent_ ? Vector3(velocity + bent_->velocity(point, bodies)) : velocity;
}

double MemberForce::share_rate(const WetPoint& point, hydro::Stage stage,
                               const BodyKinematics& body) const {
  return point.cut ? solver::share_rate(*point.cut, point.axis, water_, stage, body) : 0.0;
}

Vector3 MemberForce::force_at(const WetPoint& point, hydro::Stage stage,
                              const Kinematics& bodies) const {
  const BodyKinematics& body = bodies[body_];
  const auto& [across, along] = *point.coefficients;
  const Parts flow(point.water.velocity - velocity_at(point, bodies), point.axis);
  const Parts water(point.water.acceleration, point.axis);
  const Parts turning(centripetal(point.arm, body), point.axis);
  Vector3 force = across.inertia * water.across - across.added_mass * turning.across +
                  drag(across, flow.across) + along.inertia * water.along -
                  along.added_mass * turning.along + drag(along, flow.along);
  force -= point.pressure_mass * point.water.pressure * point.axis;
  force *= point.share;
  if (slam_ && point.cut) {
    const double growth = std::max(share_rate(point, stage, body), 0.0);
    force += growth * (across.added_mass * flow.across + along.added_mass * flow.along);
  }
  return force;
}

void MemberForce::add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) {
  Vector6 sum = Vector6::Zero();
  for (const WetPoint& point : points(conditions.at.stage, bodies)) {
    const Vector3 force = force_at(point, conditions.at.stage, bodies);
    sum.head<3>() += force;
    sum.tail<3>() += point.arm.cross(force);
    if (bent_) bent_->add_force(force, point, bodies, forces.total);
  }
  forces.total[body_] += sum;
}

void MemberForce::add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                               LoadJacobian& jacobian) const {
  Matrix6 damping = Matrix6::Zero();
  std::optional<BentMembers::Damping> with_modes;
  if (bent_) with_modes.emplace(*bent_);
  for (const WetPoint& point : points(conditions.at.stage, bodies)) {
    const auto& [across, along] = *point.coefficients;
    const Parts flow(point.water.velocity - velocity_at(point, bodies), point.axis);
    const Matrix3 K = drag_damping(across.drag, flow.across, directed(1.0, 0.0, point.axis)) +
                      drag_damping(along.drag, flow.along, directed(0.0, 1.0, point.axis));
    if (with_modes) {
      with_modes->add(point.share * K, point, bodies);
    } else {
      add_at_arm(point.share * K, point.arm, damping);
    }
  }
  if (with_modes) return with_modes->add_to(jacobian);
  jacobian.add(body_, body_, Matrix6::Zero(), damping);
}

Matrix6 MemberForce::added_mass(const StageConditions& conditions, const Kinematics& bodies) const {
  Matrix6 sum = Matrix6::Zero();
  for (const WetPoint& point : points(conditions.at.stage, bodies)) {
    const auto& [across, along] = *point.coefficients;
    const Matrix3 mass = directed(across.added_mass, along.added_mass, point.axis);
    add_at_arm(point.share * mass, point.arm, sum);
  }
  return sum;
}

double MemberForce::added_mass_power(const StageConditions& conditions,
                                     const Kinematics& bodies) const {
  const BodyKinematics& body = bodies[body_];
  double power = 0.0;
  for (const WetPoint& point : points(conditions.at.stage, bodies)) {
    const auto& [across, along] = *point.coefficients;
    const Vector3 v = velocity_of(point.arm, body);
    const Vector3 momentum = directed(across.added_mass, along.added_mass, point.axis) * v;
    const Vector3 turned_axis = body.velocity.tail<3>().cross(point.axis);
    const double turning =
        momentum.dot(centripetal(point.arm, body)) +
        (along.added_mass - across.added_mass) * v.dot(turned_axis) * v.dot(point.axis);
    power += point.share * turning +
             0.5 * share_rate(point, conditions.at.stage, body) * v.dot(momentum);
  }
  return power;
}

void MemberForce::read(const StageConditions& conditions, const Kinematics& bodies,
                       std::span<double> outputs) const {
  points(conditions.at.stage, bodies);
  outputs[0] = has_sides_ ? wet_.wet_length() : wet_.wet_faces();
}

void check_waves_are_known(const Model& model, const std::string& path, Violations& violations) {
  for (const Input& input : model.inputs) {
    violations.require(!std::holds_alternative<WaveElevationInput>(input.kind), path,
                       "must have waves whose direction and length are known, not a streamed "
                       "elevation; wave_components and wave_spectrum say them",
                       "input '" + input.name + "'");
  }
}

bool has_potential_flow(const Model& model, const std::string& body) {
  return std::any_of(
      model.hydrodynamics.begin(), model.hydrodynamics.end(), [&](const auto& group) {
        return std::any_of(group.bodies.begin(), group.bodies.end(),
                           [&](const GroupBody& member) { return member.body == body; });
      });
}

}  // namespace raftup::solver
