#include "solver/loads/lines/lumped_line.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "hydro/base/cancellation.hpp"

namespace raftup::solver {

namespace {

/// Speed of the water past a node, used to linearize drag for the rate of the fastest motion.
constexpr double kFastFlow = 5.0;  ///< [m/s]; chosen, not swept
constexpr int kMostRelaxingSteps = 20000;
constexpr double kRelaxed = 1e-9;  // forces left at rest, relative to the total weight
/// Product of the fastest rate and a sub-step while relaxing; stable up to 2.8. Chosen, not swept.
constexpr double kRelaxingStep = 1.5;

/// A cubic with given positions and velocities at both ends of a duration. Returns p and p'.
struct Cubic {
  const Vector3 &p0, &v0, &p1, &v1;
  double duration;

  std::pair<Vector3, Vector3> at(double time) const {
    const double s = time / duration;
    const Vector3 chord = p1 - p0, bend0 = duration * v0 - chord, bend1 = chord - duration * v1;
    const double r = 1.0 - s;
    const Vector3 place = p0 + s * chord + s * r * (r * bend0 + s * bend1);
    const Vector3 speed = chord + (r - s) * (r * bend0 + s * bend1) + s * r * (bend1 - bend0);
    return {place, speed / duration};
  }
};

}  // namespace

LumpedLine::LumpedLine(std::vector<LineElement> elements, hydro::Current current,
                       const LineBottom* bottom)
    : elements_(std::move(elements)),
      nodes_(elements_.size() + 1),
      current_(std::move(current)),
      has_current_(!current_.is_still()),
      has_bottom_(bottom != nullptr) {
  if (has_bottom_) bottom_ = *bottom;
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    add_half(elements_[i], 0.0, 0.0, nodes_[i]);
    add_half(elements_[i], elements_[i].clump_mass, elements_[i].clump_weight, nodes_[i + 1]);
  }
  for (Node& node : nodes_) {
    if (has_bottom_) node.contact_level = bottom_.level + node.weight / node.bottom_stiffness;
  }
  find_fastest_rate();
}

void LumpedLine::add_half(const LineElement& element, double clump_mass, double clump_weight,
                          Node& to) const {
  const double half = 0.5 * element.length;
  to.across_mass += half * (element.mass + element.added_mass) + clump_mass;
  to.along_mass += half * (element.mass + element.axial_added_mass) + clump_mass;
  to.weight += half * element.weight + clump_weight;
  to.drag += half * element.drag;
  to.axial_drag += half * element.axial_drag;
  to.length += half;
  to.bottom_stiffness += half * element.diameter * bottom_.stiffness;
  to.bottom_damping += half * element.diameter * bottom_.damping;
}

/// Computes the fastest rate: Gershgorin's bound for axial motions plus the rates of drag and
/// bottom.
void LumpedLine::find_fastest_rate() {
  double axial = 0.0, others = 0.0;
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    const auto inverse_mass = [&](std::size_t node) {
      const bool moved = node == 0 || node + 1 == nodes_.size();
      return moved ? 0.0 : 1.0 / std::min(nodes_[node].along_mass, nodes_[node].across_mass);
    };
    const LineElement& element = elements_[i];
    const double mobility = 2.0 * (inverse_mass(i) + inverse_mass(i + 1)) / element.length;
    const double omega = std::sqrt(mobility * element.stiffness);
    const double damped = 0.5 * mobility * element.damping;
    const double beyond = std::max(damped * damped - omega * omega, 0.0);
    axial = std::max({axial, omega, damped + std::sqrt(beyond)});
  }
  for (std::size_t i = 1; i + 1 < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    const double mass = std::min(node.along_mass, node.across_mass);
    double rate = 2.0 * kFastFlow * std::max(node.drag, node.axial_drag) / mass;
    if (has_bottom_) {
      rate += std::sqrt(node.bottom_stiffness / mass) + node.bottom_damping / mass +
              bottom_.friction * node.weight / (mass * bottom_.slip_speed);
    }
    others = std::max(others, rate);
  }
  fastest_rate_ = axial + others;
}

std::vector<double> LumpedLine::at_rest(const std::vector<Vector3>& places) const {
  Motion motion{places, std::vector<Vector3>(nodes_.size(), Vector3::Zero())};
  std::vector<double> values(6 * (nodes_.size() - 2));
  pack(motion, values);
  return values;
}

LumpedLine::Motion LumpedLine::unpack(const std::vector<double>& values, const Ends& ends) const {
  const std::size_t last = nodes_.size() - 1;
  Motion motion{std::vector<Vector3>(last + 1), std::vector<Vector3>(last + 1), ends.current};
  motion.position[0] = ends.position[0];
  motion.velocity[0] = ends.velocity[0];
  for (std::size_t i = 1; i < last; ++i) {
    const double* place = values.data() + 3 * (i - 1);
    motion.position[i] = Eigen::Map<const Vector3>(place);
    motion.velocity[i] = Eigen::Map<const Vector3>(place + 3 * (last - 1));
  }
  motion.position[last] = ends.position[1];
  motion.velocity[last] = ends.velocity[1];
  return motion;
}

void LumpedLine::pack(const Motion& motion, std::vector<double>& values) const {
  const std::size_t last = nodes_.size() - 1;
  for (std::size_t i = 1; i < last; ++i) {
    double* place = values.data() + 3 * (i - 1);
    std::copy_n(motion.position[i].data(), 3, place);
    std::copy_n(motion.velocity[i].data(), 3, place + 3 * (last - 1));
  }
}

Vector3 LumpedLine::tangent(const Motion& motion, std::size_t node) const {
  const std::size_t before = node == 0 ? 0 : node - 1;
  const std::size_t behind = std::min(node + 1, nodes_.size() - 1);
  const Vector3 along = motion.position[behind] - motion.position[before];
  const double length = along.norm();
  return length > 0.0 ? Vector3(along / length) : Vector3(Vector3::UnitZ());
}

Vector3 LumpedLine::acceleration(std::size_t node, const Vector3& tangent,
                                 const Vector3& force) const {
  const Node& at = nodes_[node];
  const double along = tangent.dot(force);
  return force / at.across_mass + along * (1.0 / at.along_mass - 1.0 / at.across_mass) * tangent;
}

double LumpedLine::penetration(std::size_t node, double z) const {
  return has_bottom_ ? std::max(nodes_[node].contact_level - z, 0.0) : 0.0;
}

void LumpedLine::add_drag(const Motion& motion, std::size_t node, Vector3& force) const {
  const Node& at = nodes_[node];
  Vector3 flow = -motion.velocity[node];
  if (has_current_) {
    flow.head<2>() += motion.current * current_.velocity(std::max(-motion.position[node].z(), 0.0));
  }
  const Vector3 q = tangent(motion, node);
  const double along = q.dot(flow);
  const Vector3 across = flow - along * q;
  force += at.drag * across.norm() * across + at.axial_drag * std::abs(along) * along * q;
}

void LumpedLine::add_bottom(const Motion& motion, std::size_t node, Vector3& force) const {
  const double depth = penetration(node, motion.position[node].z());
  if (depth <= 0.0) return;
  const Node& at = nodes_[node];
  const Vector3& v = motion.velocity[node];
  const double push = std::max(at.bottom_stiffness * depth - at.bottom_damping * v.z(), 0.0);
  force.z() += push;
  const double slip =
      std::sqrt(v.x() * v.x() + v.y() * v.y() + bottom_.slip_speed * bottom_.slip_speed);
  force.head<2>() -= bottom_.friction * push / slip * v.head<2>();
}

/// Computes the forces on all nodes, including the end nodes.
void LumpedLine::compute_forces(const Motion& motion, std::vector<Vector3>& forces) const {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    forces[i] = Vector3(0.0, 0.0, -nodes_[i].weight);
    add_drag(motion, i, forces[i]);
    if (has_bottom_) add_bottom(motion, i, forces[i]);
  }
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    const LineElement& element = elements_[i];
    const Vector3 line = motion.position[i + 1] - motion.position[i];
    const double length = line.norm();
    if (length <= element.length) continue;
    const Vector3 direction = line / length;
    const double rate = direction.dot(motion.velocity[i + 1] - motion.velocity[i]);
    const double tension =
        (element.stiffness * (length - element.length) + element.damping * rate) / element.length;
    if (tension <= 0.0) continue;
    forces[i] += tension * direction;
    forces[i + 1] -= tension * direction;
  }
}

/// Intermediate results of a step. Its result is in `motion`.
struct LumpedLine::Stages {
  Motion motion, stage;
  std::vector<Vector3> forces, position_rates, velocity_rates;

  explicit Stages(Motion start)
      : motion(std::move(start)),
        stage(motion),
        forces(motion.position.size()),
        position_rates(forces.size()),
        velocity_rates(forces.size()) {}
};

/// @param move_ends function that sets the motion of the ends at a time after the start [s]
template <typename MoveEnds>
void LumpedLine::step(double h, const MoveEnds& move_ends, Stages& stages) const {
  constexpr std::array<double, 4> kShare{1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
  constexpr std::array<double, 4> kNext{0.5, 0.5, 1.0, 0.0};
  auto& [motion, stage, forces, position_rates, velocity_rates] = stages;
  const std::size_t last = nodes_.size() - 1;
  move_ends(0.0, motion);
  stage = motion;
  for (std::size_t s = 0; s < 4; ++s) {
    compute_forces(stage, forces);
    // All accelerations are computed before any node moves.
    for (std::size_t i = 1; i < last; ++i) {
      forces[i] = acceleration(i, tangent(stage, i), forces[i]);
    }
    for (std::size_t i = 1; i < last; ++i) {
      if (s == 0) position_rates[i] = velocity_rates[i] = Vector3::Zero();
      position_rates[i] += kShare[s] * stage.velocity[i];
      velocity_rates[i] += kShare[s] * forces[i];
      stage.position[i] = motion.position[i] + kNext[s] * h * stage.velocity[i];
      stage.velocity[i] = motion.velocity[i] + kNext[s] * h * forces[i];
    }
    if (s == 0 || s == 2) move_ends(kNext[s] * h, stage);
  }
  for (std::size_t i = 1; i < last; ++i) {
    motion.position[i] += h * position_rates[i];
    motion.velocity[i] += h * velocity_rates[i];
  }
}

void LumpedLine::advance(std::vector<double>& values, const Ends& from, const Ends& to,
                         double duration, int sub_steps) const {
  Stages stages(unpack(values, from));
  const double h = duration / sub_steps;
  const std::size_t last = nodes_.size() - 1;
  for (int i = 0; i < sub_steps; ++i) {
    check_cancelled();
    const auto move_ends = [&](double time, Motion& motion) {
      for (const std::size_t end : {std::size_t{0}, std::size_t{1}}) {
        const Cubic path{from.position[end], from.velocity[end], to.position[end], to.velocity[end],
                         duration};
        std::tie(motion.position[end * last], motion.velocity[end * last]) = path.at(i * h + time);
      }
      motion.current = from.current + (i * h + time) / duration * (to.current - from.current);
    };
    step(h, move_ends, stages);
  }
  pack(stages.motion, values);
}

void LumpedLine::relax(std::vector<double>& values, const Ends& ends) const {
  Motion start = unpack(values, ends);
  start.velocity.assign(nodes_.size(), Vector3::Zero());
  Stages stages(std::move(start));
  double weight = 0.0, energy = 0.0;
  for (const Node& node : nodes_) weight += node.weight;
  for (int i = 0; i < kMostRelaxingSteps; ++i) {
    check_cancelled();
    step(
        kRelaxingStep / fastest_rate_, [](double, Motion&) {}, stages);
    const double before = std::exchange(energy, kinetic_energy(stages.motion));
    if (energy >= before) continue;
    stages.motion.velocity.assign(nodes_.size(), Vector3::Zero());
    energy = 0.0;
    compute_forces(stages.motion, stages.forces);
    double most = 0.0;
    for (std::size_t k = 1; k + 1 < nodes_.size(); ++k) {
      most = std::max(most, stages.forces[k].norm());
    }
    if (most <= kRelaxed * weight) break;
  }
  stages.motion.velocity.assign(nodes_.size(), Vector3::Zero());
  pack(stages.motion, values);
}

std::array<Vector3, 2> LumpedLine::end_forces(const std::vector<double>& values,
                                              const Ends& ends) const {
  std::vector<Vector3> forces(nodes_.size());
  compute_forces(unpack(values, ends), forces);
  return {forces.front(), forces.back()};
}

double LumpedLine::kinetic_energy(const Motion& motion) const {
  double sum = 0.0;
  for (std::size_t i = 1; i + 1 < nodes_.size(); ++i) {
    const double along = tangent(motion, i).dot(motion.velocity[i]);
    sum += 0.5 * nodes_[i].across_mass * motion.velocity[i].squaredNorm() +
           0.5 * (nodes_[i].along_mass - nodes_[i].across_mass) * along * along;
  }
  return sum;
}

/// Adds the energy of the weight and the bottom, and the kinetic energy. The rate of the latter is
/// the power of all forces on the inner nodes, plus a term for the mass of nodes whose tangent
/// turns.
void LumpedLine::add_energy_of_nodes(const Motion& motion, Energy& sum) const {
  std::vector<Vector3> forces(nodes_.size());
  compute_forces(motion, forces);
  sum.energy += kinetic_energy(motion);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    const Vector3& v = motion.velocity[i];
    const double depth = penetration(i, motion.position[i].z());
    sum.energy +=
        node.weight * motion.position[i].z() + 0.5 * node.bottom_stiffness * depth * depth;
    sum.rate += (node.weight - node.bottom_stiffness * depth) * v.z();
    if (i == 0 || i + 1 == nodes_.size()) continue;
    const Vector3 q = tangent(motion, i);
    const double span = (motion.position[i + 1] - motion.position[i - 1]).norm();
    const Vector3 turning = (motion.velocity[i + 1] - motion.velocity[i - 1]) / span;
    const double along = q.dot(v);
    sum.rate += forces[i].dot(v) + (node.along_mass - node.across_mass) * along *
                                       (v.dot(turning) - along * q.dot(turning));
  }
}

LumpedLine::Energy LumpedLine::energy(const std::vector<double>& values, const Ends& ends) const {
  const Motion motion = unpack(values, ends);
  Energy sum;
  add_energy_of_nodes(motion, sum);
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    const Vector3 line = motion.position[i + 1] - motion.position[i];
    const double length = line.norm(), stretch = length - elements_[i].length;
    if (stretch <= 0.0) continue;
    const double tension = elements_[i].stiffness * stretch / elements_[i].length;
    sum.energy += 0.5 * tension * stretch;
    sum.rate += tension / length * line.dot(motion.velocity[i + 1] - motion.velocity[i]);
  }
  return sum;
}

double LumpedLine::length_on_bottom(const std::vector<double>& values, const Ends& ends) const {
  const Motion motion = unpack(values, ends);
  double sum = 0.0;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const double carried = nodes_[i].bottom_stiffness * penetration(i, motion.position[i].z());
    sum += nodes_[i].length * std::min(carried / nodes_[i].weight, 1.0);
  }
  return sum;
}

std::vector<Vector3> LumpedLine::places(const std::vector<double>& values, const Ends& ends) const {
  return unpack(values, ends).position;
}

}  // namespace raftup::solver
