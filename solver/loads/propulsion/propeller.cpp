#include "solver/model/loads/propeller.hpp"

#include <fmt/format.h>

#include <cmath>

#include "solver/loads/propulsion/propeller_flow.hpp"

namespace raftup::solver {

PropellerFlow::PropellerFlow(const Propeller& load, const LoadSite& site)
    : load_(load),
      midship_(load.body, load.midship, site.model),
      current_(current_at({load.body, load.point, site.model}, site)),
      behind_(load.point.x() - load.midship.x()),
      open_water_(load, load.diameter, site.model.water_density),
      shaft_{-load.max_speed, load.max_speed, load.speed_rate},
      command_(site, Propeller::kCommands[0].name, load.own_command(Propeller::kCommands[0].name)),
      place_(site.place) {}

double PropellerFlow::speed(const StageConditions& conditions) const {
  return shaft_.follow(conditions.state.loads[place_].values[kSpeed], command_.value(conditions),
                       conditions.at.time - conditions.at.step_start);
}

double PropellerFlow::wake_factor(const HullMotion& hull) const {
  if (hull.u <= 0.0) return 1.0;
  const double factor = 1.0 - load_.wake_fraction;
  if (load_.wake_drift == 0.0) return factor;
  const double drift = hull.drift() + behind_ * hull.r / hull.speed();
  const double gain = drift > 0.0 ? load_.wake_gain_port : load_.wake_gain_starboard;
  return factor * (1.0 - exponential_minus_one(-load_.wake_drift * std::abs(drift)) * (gain - 1.0));
}

PropellerFlow::Working PropellerFlow::at(const StageConditions& conditions,
                                         const Kinematics& bodies) const {
  Working now{
      HullMotion(current_.at(conditions.at.time), midship_, bodies), speed(conditions), 0.0, {}};
  now.inflow = now.hull.u * wake_factor(now.hull);
  now.propeller = open_water_.at(now.inflow, now.speed);
  return now;
}

namespace {

class PropellerElement final : public ForceElement {
 public:
  PropellerElement(const Propeller& load, const LoadSite& site)
      : name_(site.name),
        flow_(load, site),
        point_(load.body, load.point, site.model),
        left_(1.0 - load.thrust_deduction),
        speed_(load.speed),
        place_(site.place),
        at_end_(PropellerFlow::kValueCount, 0.0) {}

  void initialize(const Kinematics& /*bodies*/, State& state) const override {
    state.loads[place_].values = {speed_, 0.0};
  }
  void finish(const StageConditions& conditions, const Kinematics& bodies) override {
    const PropellerFlow::Working end = flow_.at(conditions, bodies);
    const std::vector<double>& start = conditions.state.loads[place_].values;
    at_end_[PropellerFlow::kSpeed] = end.speed;
    at_end_[PropellerFlow::kBeyond] =
        start[PropellerFlow::kBeyond] + (end.propeller.beyond ? 1.0 : 0.0);
  }
  void commit(State& state) noexcept override { state.loads[place_].values = at_end_; }

  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override {
    const double thrust = left_ * flow_.at(conditions, bodies).propeller.thrust;
    const Heading& heading = bodies[*point_.body()].heading;
    point_.add_force({thrust * heading.cosine, thrust * heading.sine, 0.0}, bodies, forces.total);
  }

  void read(const StageConditions& conditions, const Kinematics& bodies,
            std::span<double> outputs) const override {
    const PropellerFlow::Working now = flow_.at(conditions, bodies);
    outputs[0] = now.propeller.thrust;
    outputs[1] = now.propeller.torque;
    outputs[2] = now.speed;
    outputs[3] = now.propeller.advance;
    outputs[4] = kTwoPi * now.speed * now.propeller.torque;
    outputs[5] = conditions.state.loads[place_].values[PropellerFlow::kBeyond];
  }
  std::vector<Drawing> drawings(const StageConditions& /*conditions*/,
                                const Kinematics& /*bodies*/) const override {
    return {flow_.open_water().diagram(name_)};
  }

 private:
  std::string name_;
  PropellerFlow flow_;
  Attachment point_;
  double left_;   ///< 1 - t, with the thrust deduction t
  double speed_;  ///< shaft speed at t = 0 [1/s]
  std::size_t place_;
  std::vector<double> at_end_;
};

}  // namespace

void Propeller::check(const Model& /*model*/, const std::string& path,
                      Violations& violations) const {
  const int given = int{b_series.has_value()} + int{polynomial.has_value()} +
                    int{curve.has_value()} + int{four_quadrants.has_value()};
  violations.require(given == 1, path,
                     "must have one of b_series, polynomial, curve, four_quadrants",
                     fmt::format("{}", given));
  violations.require(!(std::abs(speed) > max_speed), path + ".speed", "must not exceed max_speed",
                     fmt::format("{}", speed));
}

std::string Propeller::linear_limit(const std::string& name) const {
  return fmt::format("propeller {} is linear: it keeps its speed", name);
}

std::unique_ptr<ForceElement> make_element(const Propeller& load, const LoadSite& site) {
  return std::make_unique<PropellerElement>(load, site);
}

}  // namespace raftup::solver
