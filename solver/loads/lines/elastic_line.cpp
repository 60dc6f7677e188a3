#include "solver/model/loads/elastic_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/numerics/elementary.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/loads/lines/line_at_rest.hpp"
#include "solver/loads/lines/line_holders.hpp"
#include "solver/loads/lines/line_readings.hpp"
#include "solver/loads/lines/line_values.hpp"
#include "solver/loads/lines/line_weight.hpp"
#include "solver/loads/rods/held_step.hpp"
#include "solver/loads/rods/rod_elasticity.hpp"
#include "solver/loads/rods/rod_loads.hpp"

namespace raftup::solver {

namespace {

/// Returns the forces on both ends of a line, given those on its kept nodes [N].
std::array<Vector3, 2> on_ends(std::span<const Vector3> forces, std::size_t first_count) {
  std::array<Vector3, 2> ends{Vector3::Zero(), Vector3::Zero()};
  for (std::size_t i = 0; i < forces.size(); ++i) ends[i < first_count ? 0 : 1] += forces[i];
  return ends;
}

/// The line in a linear model: its static shape and stiffness.
class StillLine final : public ForceElement {
 public:
  StillLine(const ElasticLine& load, const LoadSite& site)
      : name_(site.name), rest_(load, site.model), holders_(load, rest_.rod(), site.model) {}

  void add(const StageConditions& /*conditions*/, const Kinematics& bodies,
           Forces& forces) override {
    rest_.find(holders_.positions(bodies));
    holders_.add_forces(rest_.forces(), bodies, forces.total);
  }
  void add_jacobian(const StageConditions& /*conditions*/, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override {
    rest_.find(holders_.positions(bodies));
    const MatrixXd K = rest_.stiffness();
    holders_.add_jacobian(K, MatrixXd::Zero(K.rows(), K.cols()), bodies, jacobian);
    holders_.add_turning(rest_.forces(), bodies, jacobian);
  }
  Potential potential(const StageConditions& /*conditions*/,
                      const Kinematics& bodies) const override {
    rest_.find(holders_.positions(bodies));
    return {rest_.energy(), -holders_.power(rest_.forces(), bodies)};
  }
  void read(const StageConditions& /*conditions*/, const Kinematics& bodies,
            std::span<double> outputs) const override {
    rest_.find(holders_.positions(bodies));
    readings().write(outputs);
  }
  std::vector<Drawing> drawings(const StageConditions& /*conditions*/,
                                const Kinematics& bodies) const override {
    rest_.find(holders_.positions(bodies));
    return {readings().drawing(name_)};
  }

 private:
  LineReadings readings() const {
    return {rest_.rod(), rest_.state(), on_ends(rest_.forces(), holders_.first_count()),
            rest_.contact()};
  }

  std::string name_;
  mutable LineAtRest rest_;
  LineHolders holders_;
};

/// The line in a simulation.
class MovingLine final : public ForceElement {
 public:
  MovingLine(const ElasticLine& load, const LoadSite& site);

  void initialize(const Kinematics& bodies, State& state) const override;
  void prepare(const StepTimes& times, const State& state, const Kinematics& bodies) override;
  bool inputs_changed() noexcept override { return waves_.has_value(); }
  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override;
  Potential potential(const StageConditions& conditions, const Kinematics& bodies) const override;
  void read(const StageConditions& conditions, const Kinematics& bodies,
            std::span<double> outputs) const override;
  std::vector<Drawing> drawings(const StageConditions& conditions,
                                const Kinematics& bodies) const override;
  void finish(const StageConditions& conditions, const Kinematics& bodies) override;
  void commit(State& state) noexcept override { state.loads[place_].values.swap(at_end_); }

 private:
  LineValues values(const StageConditions& conditions) const {
    return LineValues::unpack(conditions.state.loads[place_].values, rod_, rubs_);
  }
  /// Returns the state at the start of a step with its kept nodes where the bodies are.
  rods::RodState held_by(const Kinematics& bodies, const StageConditions& conditions) const;
  /// Forces of elements and weight on what holds the kept nodes at one instant [N].
  std::vector<Vector3> instant_forces(const rods::RodState& state) const;
  /// The same for a rod without bending, from the positions of its nodes, as State has them.
  std::vector<Vector3> pulls(const double* positions, const Kinematics& bodies) const;
  LineReadings readings(const LineValues& values) const {
    return {rod_, values.rod, values.end_force, contact_ ? &*contact_ : nullptr};
  }

  std::string name_;
  std::size_t place_;
  bool rubs_;
  std::unique_ptr<LineAtRest> rest_;
  rods::DiscreteRod rod_;
  LineWeight weight_;
  LineHolders holders_;
  CurrentAroundLine current_;
  std::optional<WavesAroundLine> waves_;
  rods::RodWater water_;
  std::unique_ptr<rods::Bottom> bottom_;
  std::optional<rods::BottomContact> contact_;
  rods::NodeTerms terms_;
  mutable rods::HeldStep step_;
  double h_ = 0.0;
  rods::RodState start_;              ///< of the step that is prepared
  std::vector<Vector3> mean_forces_;  ///< those on the kept nodes that add() has found last [N]
  std::vector<double> at_end_;
};

/// Returns the positions of the nodes at t = 0.
std::vector<Vector3> places_at_start(LineAtRest& rest, const LineHolders& holders,
                                     const Kinematics& initial) {
  rest.find(holders.positions(initial));
  return rest.state().position;
}

MovingLine::MovingLine(const ElasticLine& load, const LoadSite& site)
    : name_(site.name),
      place_(site.place),
      rubs_(load.bottom.friction > 0.0),
      rest_(std::make_unique<LineAtRest>(load, site.model)),
      rod_(make_rod(load, site.model)),
      weight_(rod_),
      holders_(load, rod_, site.model),
      current_(site.model),
      waves_(load.waves
                 ? std::optional<WavesAroundLine>(std::in_place, site.model,
                                                  places_at_start(*rest_, holders_, site.initial))
                 : std::nullopt),
      water_(rod_, waves_ ? static_cast<rods::WaterAround&>(*waves_) : current_),
      bottom_(make_bottom(load, site.model)),
      step_(rod_) {
  terms_.push_back(&water_);
  if (!bottom_) return;
  contact_.emplace(make_contact(load, rod_, *bottom_, true));
  terms_.push_back(&*contact_);
}

void MovingLine::initialize(const Kinematics& bodies, State& state) const {
  rest_->find(holders_.positions(bodies));
  LineValues values{rest_->state(), on_ends(rest_->forces(), holders_.first_count())};
  values.rod.bottom_shear.clear();
  if (rubs_) values.rod.bottom_shear.resize(rod_.nodes().size(), Vector2::Zero());
  state.loads[place_].values = values.pack();
}

rods::RodState MovingLine::held_by(const Kinematics& bodies,
                                   const StageConditions& conditions) const {
  rods::RodState state = values(conditions).rod;
  const std::vector<Vector3> positions = holders_.positions(bodies);
  const std::vector<Vector3> velocities = holders_.velocities(bodies);
  for (std::size_t i = 0; i < holders_.size(); ++i) {
    state.position[holders_.node(i)] = positions[i];
    state.velocity[holders_.node(i)] = velocities[i];
  }
  return state;
}

void MovingLine::prepare(const StepTimes& times, const State& state, const Kinematics& bodies) {
  h_ = times.end - times.start;
  const StageTime at{hydro::Stage::kStart, times.start, times.start};
  start_ = held_by(bodies, {at, state});
  if (waves_) waves_->prepare(times, state);
  water_.prepare(times.start, h_, start_);
  step_.begin(start_, {{}, water_.force(), water_.mass(), terms_},
              holders_.mean_velocities(halfway(bodies, h_), h_), h_);
  mean_forces_.assign(holders_.size(), Vector3::Zero());
}

void MovingLine::add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) {
  if (conditions.at.stage == hydro::Stage::kMiddle) {
    mean_forces_ = step_.forces(holders_.mean_velocities(bodies, h_));
    holders_.add_forces(mean_forces_, bodies, forces.total);
  } else if (rod_.bends()) {
    holders_.add_forces(instant_forces(held_by(bodies, conditions)), bodies, forces.total);
  } else {
    const std::vector<double>& values = conditions.state.loads[place_].values;
    holders_.add_forces(pulls(values.data(), bodies), bodies, forces.total);
  }
}

void MovingLine::add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                              LoadJacobian& jacobian) const {
  if (conditions.at.stage != hydro::Stage::kMiddle) return;
  const MatrixXd& S = step_.damping();
  holders_.add_jacobian(MatrixXd::Zero(S.rows(), S.cols()), S, bodies, jacobian);
  holders_.add_turning(mean_forces_, bodies, jacobian);
}

void MovingLine::finish(const StageConditions& /*conditions*/, const Kinematics& bodies) {
  std::vector<Vector3> velocities = holders_.positions(bodies);
  for (std::size_t i = 0; i < velocities.size(); ++i) {
    velocities[i] = (velocities[i] - start_.position[holders_.node(i)]) / h_;
  }
  LineValues end{start_, {}};
  const std::vector<Vector3> on_nodes = step_.finish(velocities, end.rod);
  end.end_force = on_ends(on_nodes, holders_.first_count());
  at_end_ = end.pack();
}

std::vector<Vector3> MovingLine::instant_forces(const rods::RodState& state) const {
  rods::BlockBand band(rod_.nodes().size(), rod_.kept_first(), rod_.kept_last(), rod_.bends());
  band.clear();
  rods::add_elasticity(rod_, state.position, 1.0, band);
  std::vector<Vector3> forces;
  for (std::size_t i = 0; i < holders_.size(); ++i) {
    const std::size_t node = holders_.node(i);
    forces.emplace_back(band.right(node) +
                        weight_.force(node, state.position[node].z()) * Vector3::UnitZ());
  }
  return forces;
}

std::vector<Vector3> MovingLine::pulls(const double* positions, const Kinematics& bodies) const {
  std::vector<Vector3> forces = holders_.positions(bodies);
  const Vector3 first = forces.front(), last = forces.back();
  for (std::size_t i = 0; i < forces.size(); ++i) {
    const std::size_t node = holders_.node(i);
    const bool is_first = node == 0;
    const std::size_t next = is_first ? 1 : node - 1;
    const bool is_held = rod_.is_kept(next);
    const Vector3 other = is_held ? (is_first ? last : first)
                                  : Vector3(Eigen::Map<const Vector3>(positions + 3 * next));
    const Vector3 along = other - forces[i];
    const double length = along.norm();
    const double tension = rods::elastic_tension(rod_.elements()[std::min(node, next)], length);
    const Vector3 weight = weight_.force(node, forces[i].z()) * Vector3::UnitZ();
    forces[i] = weight + (length > 0.0 ? Vector3(tension / length * along) : Vector3::Zero());
  }
  return forces;
}

Potential MovingLine::potential(const StageConditions& conditions, const Kinematics& bodies) const {
  const rods::RodState state = held_by(bodies, conditions);
  Potential sum{rods::elastic_energy(rod_, state.position, 1.0),
                -holders_.power(instant_forces(state), bodies)};
  for (std::size_t i = 0; i < state.position.size(); ++i) {
    sum.energy += weight_.energy(i, state.position[i].z());
    sum.energy += 0.5 * rod_.nodes()[i].mass * state.velocity[i].squaredNorm();
  }
  return sum;
}

void MovingLine::read(const StageConditions& conditions, const Kinematics& /*bodies*/,
                      std::span<double> outputs) const {
  readings(values(conditions)).write(outputs);
}

std::vector<Drawing> MovingLine::drawings(const StageConditions& conditions,
                                          const Kinematics& /*bodies*/) const {
  return {readings(values(conditions)).drawing(name_)};
}

}  // namespace

std::unique_ptr<ForceElement> make_element(const ElasticLine& load, const LoadSite& site) {
  if (load.still) return std::make_unique<StillLine>(load, site);
  return std::make_unique<MovingLine>(load, site);
}

}  // namespace raftup::solver
