#include "solver/model/loads/rudder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "solver/loads/control/command.hpp"
#include "solver/loads/propulsion/propeller_flow.hpp"
#include "solver/model/loads/propeller.hpp"

namespace raftup::solver {

namespace {

/// Returns the propeller before a rudder, or nothing if the rudder has none.
std::optional<PropellerFlow> propeller_of(const Rudder& load, const LoadSite& site) {
  for (std::size_t i = 0; i < site.model.loads.size(); ++i) {
    const Load& other = site.model.loads[i];
    if (load.propeller.empty() || other.name != load.propeller) continue;
    const LoadSite there{site.model, other.name, site.initial, site.place_of(i), site.places};
    return PropellerFlow(other.kind.get<Propeller>(), there);
  }
  return std::nullopt;
}

/// Returns the normal force gradient f_a for the aspect ratio of a rudder.
/// @source Fujii and Tsuda (1961)
double fujii(const Rudder& load) {
  const double aspect = load.height * load.height / load.area;
  return 6.13 * aspect / (aspect + 2.25);
}

/// Returns the x-coordinate of the rudder relative to midship [m].
double behind(const Rudder& load) { return load.point.x() - load.midship.x(); }

/// Returns the diameter of the named propeller, or 0.
double diameter_of_propeller(const Rudder& load, const LoadSite& site) {
  const auto* propeller = find_load<Propeller>(site.model.loads, load.propeller);
  return propeller == nullptr ? 0.0 : propeller->diameter;
}

class RudderElement final : public ForceElement {
 public:
  RudderElement(const Rudder& load, const LoadSite& site);

  void initialize(const Kinematics& /*bodies*/, State& state) const override {
    state.loads[place_].values = {load_.angle};
  }
  void finish(const StageConditions& conditions, const Kinematics& /*bodies*/) override {
    at_end_[0] = angle(conditions);
  }
  void commit(State& state) noexcept override { state.loads[place_].values = at_end_; }

  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  void read(const StageConditions& conditions, const Kinematics& bodies,
            std::span<double> outputs) const override;

 private:
  /// The flow at the rudder, along and across its plane.
  struct Inflow {
    SineCosine angle;
    double ahead, port;    ///< u_R, v_R [m/s]
    double speed, across;  ///< U_R, and its component normal to the rudder [m/s]
    double force;          ///< F_N [N]
  };

  double angle(const StageConditions& conditions) const;
  double ahead(const PropellerFlow::Working& working) const;
  Inflow inflow(const StageConditions& conditions, const Kinematics& bodies) const;

  Rudder load_;
  Attachment point_, hull_point_, midship_;
  std::optional<PropellerFlow> propeller_;
  FadedCurrent current_;
  double covered_;           ///< eta, share of the height in the slipstream
  double slipstream_scale_;  ///< 8/(pi rho D^2)
  double force_scale_;       ///< rho/2 A f_a
  double lever_;             ///< l_R [m]
  Actuator gear_;
  Command command_;
  std::size_t place_;
  std::vector<double> at_end_{0.0};
};

RudderElement::RudderElement(const Rudder& load, const LoadSite& site)
    : load_(load),
      point_(load.body, load.point, site.model),
      hull_point_(load.body, load.midship + load.hull_force_position * Vector3::UnitX(),
                  site.model),
      midship_(load.body, load.midship, site.model),
      propeller_(propeller_of(load, site)),
      current_(current_at(point_, site)),
      force_scale_(0.5 * site.model.water_density * load.area *
                   load.normal_force_gradient.value_or(fujii(load))),
      lever_(load.effective_position.value_or(behind(load))),
      gear_{-load.max_angle, load.max_angle, load.rate},
      command_(site, Rudder::kCommands[0].name, load.own_command(Rudder::kCommands[0].name)),
      place_(site.place) {
  const double D = diameter_of_propeller(load, site);
  covered_ = std::min(D / load.height, 1.0);
  slipstream_scale_ = D > 0.0 ? 8.0 / (std::numbers::pi * site.model.water_density * D * D) : 0.0;
}

double RudderElement::angle(const StageConditions& conditions) const {
  return gear_.follow(conditions.state.loads[place_].values[0], command_.value(conditions),
                      conditions.at.time - conditions.at.step_start);
}

double RudderElement::ahead(const PropellerFlow::Working& working) const {
  const double u = working.inflow;
  if (u < 0.0 || working.speed < 0.0) return load_.inflow_ratio * u;
  const double far = std::sqrt(std::max(u * u + slipstream_scale_ * working.propeller.thrust, 0.0));
  const double jet = u + load_.slipstream_gain * (far - u);
  return load_.inflow_ratio * std::sqrt(covered_ * jet * jet + (1.0 - covered_) * u * u);
}

RudderElement::Inflow RudderElement::inflow(const StageConditions& conditions,
                                            const Kinematics& bodies) const {
  const PropellerFlow::Working working =
      propeller_ ? propeller_->at(conditions, bodies)
                 : PropellerFlow::Working{
                       HullMotion(current_.at(conditions.at.time), midship_, bodies), 0.0, 0.0, {}};
  const HullMotion& hull = working.hull;
  Inflow in{sincos(angle(conditions)), 0.0, 0.0, 0.0, 0.0, 0.0};
  in.ahead = propeller_ ? ahead(working) : load_.inflow_ratio * hull.u;
  const double sliding = hull.speed() * hull.drift() + lever_ * hull.r;
  in.port = -sliding * (sliding > 0.0 ? load_.straightening_port : load_.straightening_starboard);
  in.speed = std::sqrt(in.ahead * in.ahead + in.port * in.port);
  in.across = in.ahead * in.angle.sine + in.port * in.angle.cosine;
  in.force = force_scale_ * in.speed * in.across;
  return in;
}

void RudderElement::add(const StageConditions& conditions, const Kinematics& bodies,
                        Forces& forces) {
  const Inflow in = inflow(conditions, bodies);
  const Matrix3 R = bodies[*point_.body()].heading.rotation();
  const double drag = -(1.0 - load_.steering_deduction) * in.force * in.angle.sine;
  const double lift = in.force * in.angle.cosine;
  point_.add_force(R * Vector3(drag, lift, 0.0), bodies, forces.total);
  hull_point_.add_force(R * Vector3(0.0, load_.hull_force_ratio * lift, 0.0), bodies, forces.total);
}

void RudderElement::read(const StageConditions& conditions, const Kinematics& bodies,
                         std::span<double> outputs) const {
  const Inflow in = inflow(conditions, bodies);
  outputs[0] = angle(conditions);
  outputs[1] = in.force;
  outputs[2] = in.speed;
  const double along = in.ahead * in.angle.cosine - in.port * in.angle.sine;
  outputs[3] = arctangent(in.across, along);
}

}  // namespace

void Rudder::complete(const Model& /*model*/) {
  if (!normal_force_gradient && area > 0.0 && std::isfinite(height / area)) {
    normal_force_gradient = fujii(*this);
  }
  if (!effective_position) effective_position = behind(*this);
}

void Rudder::check(const Model& model, const std::string& path, Violations& violations) const {
  violations.require(!(std::abs(angle) > max_angle), path + ".angle_deg",
                     "must not exceed max_angle_deg", fmt::format("{}", angle / kRadiansPerDegree));
  if (propeller.empty()) return;
  const auto* before = find_load<Propeller>(model.loads, propeller);
  violations.require(before != nullptr && before->body == body, path + ".propeller",
                     "must name a propeller of the same body", fmt::format("'{}'", propeller));
}

std::string Rudder::linear_limit(const std::string& name) const {
  return fmt::format("rudder {} is linear: it keeps its angle", name);
}

std::unique_ptr<ForceElement> make_element(const Rudder& load, const LoadSite& site) {
  return std::make_unique<RudderElement>(load, site);
}

}  // namespace raftup::solver
