#include "solver/model/loads/elastic_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/numerics/elementary.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/loads/lines/line_at_rest.hpp"
#include "solver/loads/lines/line_holders.hpp"
#include "solver/loads/lines/line_instant.hpp"
#include "solver/loads/lines/line_readings.hpp"
#include "solver/loads/lines/line_surroundings.hpp"
#include "solver/loads/lines/line_values.hpp"
#include "solver/loads/rods/held_step.hpp"

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
    holders_.add_jacobian(rest_.stiffness(), false, bodies, jacobian);
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
  bool inputs_changed() noexcept override { return around_.has_waves(); }
  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override;
  bool jacobian_changed() const override { return step_.solutions() != known_solutions_; }
  Potential potential(const StageConditions& conditions, const Kinematics& bodies) const override;
  void read(const StageConditions& conditions, const Kinematics& bodies,
            std::span<double> outputs) const override;
  std::vector<Drawing> drawings(const StageConditions& conditions,
                                const Kinematics& bodies) const override;
  void add_findings(Findings& findings) const override;
  void finish(const StageConditions& conditions, const Kinematics& bodies) override;
  void commit(State& state) noexcept override { state.loads[place_].values.swap(at_end_); }

 private:
  LineValues values(const StageConditions& conditions) const {
    return LineValues::unpack(conditions.state.loads[place_].values, rod_, rubs_);
  }
  /// Returns the state at the start of a step with its kept nodes where the bodies are.
  rods::RodState held_by(const Kinematics& bodies, const StageConditions& conditions) const;
  /// Forces on what holds the kept nodes at one instant [N], with the inertia of half an element that
  /// turns with its body, and without that of its acceleration.
  struct InstantForces {
    std::vector<Vector3> conservative, damping;
  };
  InstantForces instant_forces(const rods::RodState& state, const Kinematics& bodies) const;
  LineReadings readings(const LineValues& values) const {
    return {rod_, values.rod, values.end_force, around_.contact()};
  }

  std::string name_;
  std::size_t place_;
  bool rubs_;
  std::unique_ptr<LineAtRest> rest_;
  rods::DiscreteRod rod_;
  LineHolders holders_;
  LineSurroundings around_;
  rods::HeldStep step_;
  mutable LineInstant instant_;
  mutable int known_solutions_ = 0;  ///< step_.solutions() at the last add_jacobian()
  double h_ = 0.0;
  std::optional<double> prepared_;    ///< start of the step that is prepared [s]
  rods::RodState start_;              ///< of the step that is prepared
  std::vector<Vector3> velocities_;   ///< of the kept nodes, scratch memory [m/s]
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
      holders_(load, rod_, site.model),
      around_(load, rod_, places_at_start(*rest_, holders_, site.initial), site.model),
      step_(rod_),
      instant_(rod_, around_.contact()) {}

void MovingLine::initialize(const Kinematics& bodies, State& state) const {
  rest_->find(holders_.positions(bodies));
  LineValues values{rest_->state(), on_ends(rest_->forces(), holders_.first_count())};
  values.rod.bottom_shear.clear();
  if (rubs_) values.rod.bottom_shear.resize(rod_.nodes().size(), Vector2::Zero());
  state.loads[place_].values = values.pack();
}

void MovingLine::add_findings(Findings& findings) const {
  const std::vector<rods::Element>& elements = rod_.elements();
  const auto check = [&](std::size_t at, const char* end) {
    // Where the line bends at a clamp, its curvature decays over sqrt(EI/T).
    const double tension = std::max(rest_->state().tension[at], 0.0);
    const double reach = std::sqrt(elements[at].bending_stiffness / tension);
    if (!(elements[at].length > reach)) return;
    findings.push_back({"line_elements_long", Severity::kWarning,
                        fmt::format("elements of '{}' at its clamp at end {} should be at most "
                                    "sqrt(EI/T), {:.3g} m, at t = 0 for its curvature there, are "
                                    "{:.3g} m long; give it a short section there",
                                    name_, end, reach, elements[at].length),
                        elements[at].length / reach});
  };
  if (rod_.kept_first() == 2) check(1, "a");
  if (rod_.kept_last() == 2) check(elements.size() - 2, "b");
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
  prepared_ = times.start;
  const StageTime at{hydro::Stage::kStart, times.start, times.start};
  start_ = held_by(bodies, {at, state});
  around_.prepare(times, state, start_);
  holders_.find_mean_velocities(halfway(bodies, h_), h_, velocities_);
  step_.begin(start_, around_.loads(), velocities_, h_);
  mean_forces_.assign(holders_.size(), Vector3::Zero());
}

void MovingLine::add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) {
  if (conditions.at.stage == hydro::Stage::kMiddle) {
    holders_.find_mean_velocities(bodies, h_, velocities_);
    mean_forces_ = step_.forces(velocities_);
    holders_.add_forces(mean_forces_, bodies, forces.total);
  } else {
    const InstantForces now = instant_forces(held_by(bodies, conditions), bodies);
    holders_.add_forces(now.conservative, bodies, forces.total);
    holders_.add_forces(now.damping, bodies, forces.total);
  }
}

void MovingLine::add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                              LoadJacobian& jacobian) const {
  if (prepared_ == conditions.at.step_start) {
    known_solutions_ = step_.solutions();
    holders_.add_jacobian(step_.damping(), true, bodies, jacobian);
    holders_.add_turning(mean_forces_, bodies, jacobian);
    return;
  }
  rest_->find(holders_.positions(bodies));
  holders_.add_jacobian(rest_->stiffness(), false, bodies, jacobian);
  holders_.add_turning(rest_->forces(), bodies, jacobian);
}

void MovingLine::finish(const StageConditions& /*conditions*/, const Kinematics& bodies) {
  std::vector<Vector3> velocities = holders_.positions(bodies);
  for (std::size_t i = 0; i < velocities.size(); ++i) {
    velocities[i] = (velocities[i] - start_.position[holders_.node(i)]) / h_;
  }
  LineValues end{start_, {}};
  end.end_force = on_ends(step_.finish(velocities, end.rod), holders_.first_count());
  at_end_ = end.pack();
}

MovingLine::InstantForces MovingLine::instant_forces(const rods::RodState& state,
                                                     const Kinematics& bodies) const {
  instant_.find(state);
  const std::vector<Vector3> centripetal = holders_.centripetal(bodies);
  InstantForces forces;
  for (std::size_t i = 0; i < holders_.size(); ++i) {
    const std::size_t node = holders_.node(i);
    forces.conservative.emplace_back(instant_.conservative(node) -
                                     rod_.nodes()[node].mass * centripetal[i]);
    forces.damping.push_back(instant_.damping(node));
  }
  return forces;
}

Potential MovingLine::potential(const StageConditions& conditions, const Kinematics& bodies) const {
  const rods::RodState state = held_by(bodies, conditions);
  const InstantForces forces = instant_forces(state, bodies);
  return {instant_.energy(state),
          instant_.inner_power(state) - holders_.power(forces.conservative, bodies)};
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
