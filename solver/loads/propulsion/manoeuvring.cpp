#include "solver/model/loads/manoeuvring.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/database/high_frequency.hpp"
#include "solver/loads/base/low_pass.hpp"
#include "solver/loads/flow/flow_force.hpp"
#include "solver/loads/propulsion/hull_motion.hpp"
#include "solver/water/groups/constant_matrices.hpp"
#include "solver/water/masses/added_mass_assembly.hpp"

namespace raftup::solver {

namespace {

/// Largest r' at which the derivatives are evaluated: model tests reach about 1, and the powers of
/// r' grow without meaning beyond. Chosen, not swept.
constexpr double kLargestTurning = 2.0;
/// Least u/U at which terms have their full sign, 6 deg from a flow abeam. Below it they are
/// reduced linearly, so that forces are continuous. Chosen, not swept.
constexpr double kAbeam = 0.1;

struct Membership {
  const HydrodynamicGroup& group;
  std::size_t group_index;
  Eigen::Index first_row;  ///< first row of the body in matrices of the group
};

std::optional<Membership> group_of(const std::string& body, const Model& model) {
  for (std::size_t i = 0; i < model.hydrodynamics.size(); ++i) {
    for (const GroupBody& member : model.hydrodynamics[i].bodies) {
      if (member.body != body) continue;
      return Membership{model.hydrodynamics[i], i, kDofs * member.database_body};
    }
  }
  return std::nullopt;
}

/// The added mass of a body in heading axes, at its center of mass.
struct WaterInertia {
  Matrix6 in_use;  ///< added mass in the system matrix
  Matrix6 slow;    ///< added mass at zero frequency, A(0)
};

WaterInertia inertia_of(const Manoeuvring& load, const Model& model) {
  const auto member = group_of(load.body, model);
  if (!member) {
    const Matrix6 own = load.own_added_mass(model)->matrix;
    return {own, own};
  }
  const hydro::Database& database = *member->group.database;
  const std::optional<MatrixXd> filed = filed_added_mass(member->group);
  const MatrixXd in_use = filed ? *filed : hydro::infinite_added_mass(database);
  const std::optional<ConstantMatrices> constants = constant_matrices(model, member->group);
  const auto own = [&](const MatrixXd& A) -> Matrix6 {
    Matrix6 block = A.block<kDofs, kDofs>(member->first_row, member->first_row);
    if (constants) {
      block += constants->added_mass.block<kDofs, kDofs>(member->first_row, member->first_row);
    }
    return block;
  };
  return {own(in_use), own(database.added_mass.empty() ? in_use : database.added_mass.front())};
}

class ManoeuvringElement final : public ForceElement {
 public:
  ManoeuvringElement(const Manoeuvring& load, const LoadSite& site)
      : load_(load),
        midship_(load.body, load.point, site.model),
        current_(site.model, 0.5 * load.draught),
        scale_(0.5 * site.model.water_density * load.length * load.draught),
        water_(inertia_of(load, site.model)),
        place_(site.place) {
    if (load.low_frequency_cutoff > 0.0) filter_.emplace(load.low_frequency_cutoff);
  }

  void initialize(const Kinematics& bodies, State& state) const override {
    if (filter_) state.loads[place_].values = LowPass::settled(present(0.0, bodies));
  }
  void finish(const StageConditions& conditions, const Kinematics& bodies) override {
    if (!filter_) return;
    at_end_ = conditions.state.loads[place_].values;
    filter_->advance(present(conditions.at.time, bodies),
                     conditions.at.time - conditions.at.step_start, at_end_);
  }
  void commit(State& state) noexcept override {
    if (filter_) state.loads[place_].values.swap(at_end_);
  }

  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override {
    const HullMotion hull = motion(conditions, bodies);
    const Vector3 force = by_derivatives(hull);
    const Vector3 arm =
        bodies[*midship_.body()].heading.rotation().transpose() * midship_.arm(bodies);
    Vector6 twist = Vector6::Zero();  // velocity of the center of mass
    twist << hull.u + hull.r * arm.y(), hull.v - hull.r * arm.x(), 0.0, 0.0, 0.0, hull.r;
    const Vector2 momentum = water_.slow.topRows<2>() * twist;
    add_heading_wrench({force.x() + hull.r * momentum.y(), force.y() - hull.r * momentum.x(), 0.0},
                       {0.0, 0.0, force.z()}, midship_, bodies, forces.total);
    // The system matrix applies to accelerations in the world frame, but the derivatives refer to
    // accelerations in the heading axes, which turn. This is the difference.
    const Vector6 turning =
        water_.in_use.leftCols<2>() * Vector2(-hull.r * twist.y(), hull.r * twist.x());
    forces.total[*midship_.body()] += bodies[*midship_.body()].heading.to_world(turning);
  }

  void read(const StageConditions& conditions, const Kinematics& bodies,
            std::span<double> outputs) const override {
    const HullMotion hull = motion(conditions, bodies);
    const double speed = hull.speed();
    outputs[0] = speed;
    outputs[1] = hull.drift();
    outputs[2] = speed == 0.0 ? 0.0 : hull.r * load_.length / speed;
  }

 private:
  Vector3 present(double time, const Kinematics& bodies) const {
    const HullMotion now(current_.at(time), midship_, bodies);
    return {now.u, now.v, now.r};
  }

  HullMotion motion(const StageConditions& conditions, const Kinematics& bodies) const {
    HullMotion hull(current_.at(conditions.at.time), midship_, bodies);
    if (!filter_) return hull;
    const Vector3 slow = filter_->at(conditions.state.loads[place_].values,
                                     conditions.at.time - conditions.at.step_start);
    hull.u = slow[0];
    hull.v = slow[1];
    hull.r = slow[2];
    return hull;
  }

  /// Returns X, Y and N at midship, in heading axes with z upwards.
  Vector3 by_derivatives(const HullMotion& hull) const;

  Manoeuvring load_;
  Attachment midship_;
  FadedCurrent current_;
  double scale_;  ///< rho/2 L d
  WaterInertia water_;
  std::optional<LowPass> filter_;
  std::size_t place_;
  std::vector<double> at_end_;
};

Vector3 ManoeuvringElement::by_derivatives(const HullMotion& hull) const {
  const double speed = hull.speed();
  const double U = std::max(speed, std::abs(hull.r) * load_.length / kLargestTurning);
  if (U == 0.0) return Vector3::Zero();
  const double v = -hull.v / U;  // positive to starboard, as in the publication
  const double r = -hull.r * load_.length / U;
  const double ahead = std::clamp(hull.u / (kAbeam * U), -1.0, 1.0);
  const double q = scale_ * U * U;
  const SurgeDerivatives& X = load_.surge;
  const LateralDerivatives& Y = load_.sway;
  const LateralDerivatives& N = load_.yaw;
  const double resistance = X.resistance * speed * speed / (U * U);
  const double x =
      ahead * (-resistance + X.vv * v * v + X.rr * r * r + X.vvvv * v * v * v * v) + X.vr * v * r;
  const double y = Y.v * v + Y.vvv * v * v * v + Y.vrr * v * r * r +
                   ahead * (Y.r * r + Y.vvr * v * v * r + Y.rrr * r * r * r);
  const double n = N.r * r + N.rrr * r * r * r + N.vvr * v * v * r +
                   ahead * (N.v * v + N.vvv * v * v * v + N.vrr * v * r * r);
  return {q * x, -q * y, -q * load_.length * n};
}

}  // namespace

std::optional<OwnAddedMass> Manoeuvring::own_added_mass(const Model& model) const {
  if (group_of(body, model)) return std::nullopt;
  const double mass = 0.5 * model.water_density * length * length * draught;
  Matrix6 at_midship = Matrix6::Zero();
  at_midship(0, 0) = mass * added_mass_surge;
  at_midship(1, 1) = mass * added_mass_sway;
  at_midship(5, 5) = mass * length * length * added_inertia_yaw;
  const Vector3 arm = point - model.bodies[find_body(model, body)].center_of_mass;
  Matrix6 H = Matrix6::Identity();  // velocity at midship v_O = H v_G
  H.topRightCorner<3, 3>() = -cross_matrix(arm);
  return OwnAddedMass{H.transpose() * at_midship * H};
}

void Manoeuvring::check(const Model& model, const std::string& path, Violations& violations) const {
  std::size_t count = 0;
  for (const Load& other : model.loads) {
    const auto* hull = other.kind.get_if<Manoeuvring>();
    count += hull != nullptr && hull->body == body ? 1 : 0;
  }
  violations.require(count == 1, path + ".body", "must be the only manoeuvring load of its body",
                     fmt::format("{}", count));
  for (const AddedMassInteraction& interaction : model.added_mass_interactions) {
    if (interaction.body1 != body && interaction.body2 != body) continue;
    violations.require(interaction.coriolis == AddedMassCoriolis::kOff, path,
                       fmt::format("must not be together with the Coriolis of added mass, off in "
                                   "added_mass_interactions '{}'",
                                   interaction.name),
                       std::string(name_of(interaction.coriolis)));
  }
  const auto member = group_of(body, model);
  if (!member) return;
  const std::string added_mass = fmt::format("hydrodynamics[{}].added_mass", member->group_index);
  violations.require(member->group.coriolis == AddedMassCoriolis::kOff, path,
                     fmt::format("must not be together with {}.coriolis but off: the derivatives "
                                 "have it",
                                 added_mass),
                     std::string(name_of(member->group.coriolis)));
  violations.require(!member->group.forward_speed.acts(), path,
                     fmt::format("must not be together with hydrodynamics[{}].forward_speed.mode "
                                 "uniform_flow: the derivatives have its moment in yaw",
                                 member->group_index),
                     "uniform_flow");
  violations.require(member->group.frame == HydroFrame::kHeading, path,
                     fmt::format("must be together with {}.frame heading", added_mass),
                     std::string(name_of(member->group.frame)));
}

std::string Manoeuvring::linear_limit(const std::string& name) const {
  if (low_frequency_cutoff == 0.0) return {};
  return fmt::format("manoeuvring {} is linear: it keeps the forces of its slow motion", name);
}

std::unique_ptr<ForceElement> make_element(const Manoeuvring& load, const LoadSite& site) {
  return std::make_unique<ManoeuvringElement>(load, site);
}

}  // namespace raftup::solver
