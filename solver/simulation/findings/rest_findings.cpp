#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "hydro/base/disjoint_sets.hpp"
#include "hydro/base/error.hpp"
#include "hydro/numerics/dense.hpp"
#include "hydro/numerics/elementary.hpp"
#include "solver/dynamics/islands/islands.hpp"
#include "solver/dynamics/statics/still_water_system.hpp"
#include "solver/simulation/findings/model_findings.hpp"
#include "solver/simulation/limits/contacts_at_start.hpp"
#include "solver/simulation/limits/hull_form.hpp"
#include "solver/water/masses/system_matrix.hpp"

namespace raftup::solver {

namespace {

// Chosen, not swept; they decide what is a finding and change no number of a simulation.
constexpr double kImbalance = 0.2;  ///< share of the buoyancy; turrets and chains are about a tenth
constexpr double kTiltDegrees = 2.0;  ///< deg; ships are trimmed by ballast at such angles
/// share of the draft, deviation from rest at the start in waves
constexpr double kOffInWaves = 0.2;
/// the same in still water, where free decay tests begin with such deviations
constexpr double kOffInStillWater = 0.5;

/// A floating body with its buoyancy and its pose at rest.
struct Float {
  std::size_t body;  ///< in the model
  const hydro::DatabaseBody& data;
  double buoyancy;     ///< rho g V [N]
  double heading;      ///< at rest [rad]
  double rest_height;  ///< of the center of mass [m]
};

/// Bodies that are connected by joints, so that one of the bodies may carry the weight of another.
struct Assembly {
  std::vector<std::size_t> bodies;
  std::vector<Float> floats;
  /// true if the ground, contacts, or dofs that are not free carry a part of the weight
  bool held = false;
};

class Assemblies {
 public:
  Assemblies(const Model& model, const ContactsAtStart& contacts) : model_(model) {
    DisjointSets sets(model.bodies.size());
    std::vector<bool> held(model.bodies.size(), false);
    for (const Joint& joint : model.joints) {
      const std::size_t one = find_body(model, joint.body1);
      if (joint.body2.empty()) {
        held[one] = true;
      } else {
        sets.link(one, find_body(model, joint.body2));
      }
    }
    for (const Contact& contact : contacts.set.contacts()) {
      for (const std::size_t body : contact.block.bodies) {
        if (body != ConstraintBlock::kWorld) held[contacts.bodies[body]] = true;
      }
    }
    for (std::size_t body = 0; body < model.bodies.size(); ++body) {
      const RigidBody& of = model.bodies[body];
      Assembly& assembly = assemblies_[sets.label(body)];
      assembly.bodies.push_back(body);
      assembly.held = assembly.held || held[body] || of.motion != Motion::kDynamic || !of.free[2];
    }
    for (const HydrodynamicGroup& group : model.hydrodynamics) add_floats(group, sets.labels());
  }

  const std::map<std::size_t, Assembly>& all() const { return assemblies_; }

 private:
  void add_floats(const HydrodynamicGroup& group, const std::vector<std::size_t>& labels) {
    for (const GroupBody& member : group.bodies) {
      if (!member.carrier_of.empty()) continue;
      const std::size_t body = find_body(model_, member.body);
      Assembly& assembly = assemblies_.at(labels[body]);
      const auto& data = group.database->bodies[static_cast<std::size_t>(member.database_body)];
      assembly.floats.push_back({body, data,
                                 model_.water_density * model_.gravity * data.displaced_volume,
                                 group.heading, data.center_of_gravity.z()});
      const ConstantCoefficients* constants = group.constants();
      const bool sprung = constants != nullptr && !constants->stiffness.empty();
      if (sprung || group.hydrostatics_of(member) != HydrostaticsMode::kLinear)
        assembly.held = true;
    }
  }

  const Model& model_;
  std::map<std::size_t, Assembly> assemblies_;
};

/// The force on a body at t = 0 in still water without the forces of the water, thus of weight and
/// loads, at the center of mass, world axes [N, N m].
Vector6 dry_force(const Islands& islands, std::size_t body, const State& state) {
  const auto [island, place] = islands.of_body(body);
  const Forces& forces = island->start(state, StepStart::Known::kForces).forces;
  return forces.total[place] - forces.hydrostatic[place] - forces.excitation[place] -
         forces.second_order[place] - forces.radiation[place];
}

/// Heave [m], heel and trim [rad] at which the hydrostatic stiffness balances a force in heave,
/// roll and pitch [N, N m], in the heading frame.
std::optional<Vector3> displacement_by(const Vector3& force, const hydro::DatabaseBody& data) {
  const Matrix3 C = data.hydrostatic_stiffness.block<3, 3>(2, 2);
  const Matrix3 symmetric = 0.5 * (C + C.transpose());
  if (!is_positive_definite(symmetric)) return std::nullopt;
  return Vector3(solve_regular(MatrixXd(symmetric), MatrixXd(force)));
}

class RestFindings {
 public:
  RestFindings(const Model& model, const Islands& islands, const State& state, Findings& findings)
      : model_(model), islands_(islands), state_(state), findings_(findings) {}

  void add(const Assembly& assembly) const {
    if (assembly.floats.empty() || assembly.held) return;
    double buoyancy = 0.0, stiffness = 0.0, pulled = 0.0, raised = 0.0, volume = 0.0;
    for (const std::size_t body : assembly.bodies) {
      pulled += dry_force(islands_, body, state_)[2];
    }
    for (const Float& one : assembly.floats) {
      const double C = one.data.hydrostatic_stiffness(2, 2);
      buoyancy += one.buoyancy;
      stiffness += C;
      raised += C * (state_.bodies[one.body].position.z() - one.rest_height);
      volume += one.data.displaced_volume;
    }
    const double area = stiffness / (model_.water_density * model_.gravity);
    if (!(buoyancy > 0.0) || !(area > 0.0)) return;
    const double excess = pulled + buoyancy;
    const std::string& name = model_.bodies[assembly.floats.front().body].name;
    if (std::abs(excess) > kImbalance * buoyancy)
      return add_weight(name, buoyancy, excess, stiffness);
    const double off = (raised - excess) / stiffness;
    add_off_rest(name, off, volume / area);
    if (assembly.bodies.size() == 1) add_tilt(assembly.floats.front());
  }

 private:
  void add_weight(const std::string& name, double buoyancy, double excess, double stiffness) const {
    findings_.push_back(
        {"weight_balance", Severity::kWarning,
         fmt::format("weight of '{}' and of what it carries should be balanced by its buoyancy at "
                     "rest, {:.4g} N ({:.4g} kg), all that pulls at it draws by {:.4g} N: it will "
                     "float {:.3g} m {}; look at masses, kg, and at what lines and loads draw down",
                     name, buoyancy, buoyancy / model_.gravity, buoyancy - excess,
                     std::abs(excess) / stiffness, excess > 0.0 ? "higher" : "lower"),
         excess / buoyancy});
  }

  void add_off_rest(const std::string& name, double off, double draught) const {
    const bool waves = model_.sea && !model_.sea->components().empty();
    const double limit = (waves ? kOffInWaves : kOffInStillWater) * draught;
    if (std::abs(off) <= limit) return;
    findings_.push_back(
        {"starts_off_rest", Severity::kWarning,
         fmt::format(
             "'{}' should begin within {:.3g} m of where weight and buoyancy have it in "
             "still water, {} of its draught{}, begins {:.3g} m {} it and will bob; look at "
             "its position z, that of the model frame",
             name, limit, waves ? kOffInWaves : kOffInStillWater, waves ? " in waves" : "",
             std::abs(off), off > 0.0 ? "above" : "below"),
         off});
  }

  /// Compares the inclination by the centers of gravity and buoyancy alone and by all forces with
  /// the limit. Both must exceed it, since ballast may balance the force of a line.
  void add_tilt(const Float& one) const {
    const Vector3 arm = one.data.center_of_buoyancy - one.data.center_of_gravity;
    const Vector3 by_centers(0.0, arm.y() * one.buoyancy, -arm.x() * one.buoyancy);
    const Vector6 pulled = dry_force(islands_, one.body, state_);
    const SineCosine heading = sincos(one.heading);
    const Vector3 by_all =
        by_centers + Vector3(pulled[2] + one.buoyancy,
                             heading.cosine * pulled[3] + heading.sine * pulled[4],
                             heading.cosine * pulled[4] - heading.sine * pulled[3]);
    const auto alone = displacement_by(by_centers, one.data);
    const auto all = displacement_by(by_all, one.data);
    if (!alone || !all) return;
    const std::array<bool, 6> moving = moving_dofs(model_.bodies[one.body]);
    for (Eigen::Index axis = 1; axis < 3; ++axis) {
      if (!moving[static_cast<std::size_t>(2 + axis)]) continue;
      const double least = std::min(std::abs((*alone)[axis]), std::abs((*all)[axis]));
      if (least <= kTiltDegrees * kRadiansPerDegree) continue;
      findings_.push_back(
          {axis == 1 ? "heel_at_rest" : "trim_at_rest", Severity::kWarning,
           fmt::format(
               "'{}' should float upright in still water, will {} by {:.3g} deg: its centre "
               "of gravity and its centre of buoyancy are {:.3g} m apart along {}; look at "
               "both in its database",
               model_.bodies[one.body].name, axis == 1 ? "heel" : "trim",
               (*all)[axis] / kRadiansPerDegree, axis == 1 ? arm.y() : arm.x(),
               axis == 1 ? "y" : "x"),
           (*all)[axis]});
    }
  }

  const Model& model_;
  const Islands& islands_;
  const State& state_;
  Findings& findings_;
};

}  // namespace

void add_rest_findings(const Model& model, const Islands& islands, const ContactsAtStart& contacts,
                       const State& state, Findings& findings) {
  if (model.hydrodynamics.empty()) return;
  // Hulls rest as in the configuration at t = 0.
  const auto has_axes = [](const HydrodynamicGroup& group) {
    return group.family != nullptr && !group.family->axes.empty();
  };
  std::optional<Model> configured;
  if (model.bodies.size() <= kMostLinearBodies &&
      std::any_of(model.hydrodynamics.begin(), model.hydrodynamics.end(), has_axes)) {
    configured.emplace(with_frozen_families(model, nullptr));
  }
  const Assemblies assemblies(configured ? *configured : model, contacts);
  const RestFindings rest(model, islands, state, findings);
  for (const auto& [label, assembly] : assemblies.all()) {
    try {
      rest.add(assembly);
    } catch (const Error&) {
      // What cannot be evaluated at t = 0 is refused by the first step, with words of its own.
    }
  }
}

}  // namespace raftup::solver
