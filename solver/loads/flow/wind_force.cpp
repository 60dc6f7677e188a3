#include "solver/model/loads/wind_force.hpp"

#include <fmt/format.h>

#include <cmath>

#include "hydro/numerics/elementary.hpp"
#include "solver/loads/flow/flow_coefficients.hpp"
#include "solver/loads/flow/flow_force.hpp"
#include "solver/loads/flow/wind_at_height.hpp"

namespace raftup::solver {

namespace {

/// The coefficients CD_t, CD_l,AF for wind from the bow and from the stern, delta and kappa.
struct ShipConstants {
  double transverse, bow, stern, delta, kappa;
};

constexpr std::array<ShipConstants, 17> kShips{{{0.95, 0.55, 0.60, 0.80, 1.2},
                                                {0.85, 0.65, 0.55, 0.40, 1.7},
                                                {0.85, 0.55, 0.50, 0.40, 1.4},
                                                {0.90, 0.55, 0.55, 0.40, 1.4},
                                                {0.85, 0.60, 0.65, 0.65, 1.1},
                                                {0.90, 0.60, 0.80, 0.55, 1.7},
                                                {1.00, 0.85, 0.925, 0.10, 1.7},
                                                {0.90, 0.45, 0.50, 0.80, 1.1},
                                                {0.95, 0.70, 0.70, 0.40, 1.1},
                                                {0.70, 0.60, 0.65, 0.50, 1.1},
                                                {0.90, 0.55, 0.80, 0.55, 1.2},
                                                {0.90, 0.40, 0.40, 0.80, 1.2},
                                                {0.85, 0.55, 0.65, 0.60, 1.4},
                                                {0.90, 0.55, 0.60, 0.60, 1.1},
                                                {0.70, 0.90, 0.55, 0.40, 3.1},
                                                {0.70, 0.75, 0.55, 0.40, 2.2},
                                                {0.85, 0.55, 0.55, 0.65, 1.1}}};
static_assert(kShips.size() == names_of(WindShip{}).size());

/// Returns the direction in which the wind blows as a unit vector.
Vector2 direction_of(const Wind& wind) {
  const auto [sine, cosine] = sincos(wind.direction);
  return {cosine, sine};
}

class WindForceElement final : public ForceElement {
 public:
  WindForceElement(const WindForce& load, const LoadSite& site)
      : load_(load),
        point_(load.body, load.point, site.model),
        wind_(site.shared.winds != nullptr
                  ? site.shared.winds->at(site.model, load.height)
                  : std::make_shared<WindAtHeight>(site.model, load.height)) {
    direction_ = direction_of(*site.model.wind);
    if (load.ship) {
      ship_.emplace(*load.ship, load.frontal_area, load.lateral_area, load.length, load.centroid);
    } else {
      table_.emplace(*load.coefficients);
    }
  }

  void prepare(const StepTimes& times, const State& /*state*/,
               const Kinematics& /*bodies*/) override {
    wind_->prepare(times);
  }

  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override {
    const Flow flow = past(conditions, bodies);
    if (flow.speed == 0.0) return;
    const double q = 0.5 * load_.air_density * flow.speed * flow.speed;
    const WindCoefficients coefficients = this->coefficients(flow);
    const Vector3 force(q * load_.frontal_area * coefficients.surge,
                        q * load_.lateral_area * coefficients.sway, 0.0);
    const double lever = load_.lateral_area * load_.length;
    const Vector3 moment(
        -q * load_.lateral_area * load_.lateral_area / load_.length * coefficients.roll,
        load_.centroid.y() * force.x(), q * lever * coefficients.yaw);
    add_heading_wrench(force, moment, point_, bodies, forces.total);
  }

  void read(const StageConditions& conditions, const Kinematics& bodies,
            std::span<double> outputs) const override {
    const Flow flow = past(conditions, bodies);
    outputs[0] = flow.speed;
    outputs[1] = flow.direction;
  }

 private:
  Flow past(const StageConditions& conditions, const Kinematics& bodies) const {
    return {wind_->speed(conditions.at.time) * direction_, point_, bodies};
  }

  WindCoefficients coefficients(const Flow& flow) const {
    if (ship_) return ship_->at(0.5 * kTwoPi - flow.direction);
    const Vector3 C = table_->at(flow.direction / kRadiansPerDegree);
    const double roll = load_.centroid.y() * load_.length / load_.lateral_area * C.y();
    return {C.x(), C.y(), roll, C.z()};
  }

  WindForce load_;
  Attachment point_;
  std::shared_ptr<WindAtHeight> wind_;
  Vector2 direction_;  ///< direction in which the wind blows, world frame
  std::optional<Blendermann> ship_;
  std::optional<FlowCoefficients> table_;
};

}  // namespace

Blendermann::Blendermann(WindShip ship, double frontal_area, double lateral_area, double length,
                         const Vector2& centroid)
    : area_ratio_(frontal_area / lateral_area),
      forward_(centroid.x() / length),
      height_(centroid.y() * length / lateral_area) {
  const ShipConstants& constants = kShips[static_cast<std::size_t>(ship)];
  transverse_ = constants.transverse;
  bow_ = constants.bow;
  stern_ = constants.stern;
  delta_ = constants.delta;
  kappa_ = constants.kappa;
}

WindCoefficients Blendermann::at(double eps) const {
  const auto [sine, cosine] = sincos(eps);
  const double longitudinal = cosine >= 0.0 ? bow_ : stern_;
  const double of_double = 2.0 * sine * cosine;
  const double divisor =
      1.0 - 0.5 * delta_ * (1.0 - longitudinal * area_ratio_ / transverse_) * of_double * of_double;
  const double sway = transverse_ * sine / divisor;
  const double from_bow = arctangent(std::abs(sine), cosine);
  return {-longitudinal * cosine / divisor, sway, kappa_ * height_ * sway,
          (forward_ - 0.18 * (from_bow - 0.25 * kTwoPi)) * sway};
}

void WindForce::check(const Model& model, const std::string& path, Violations& violations) const {
  violations.require(model.wind.has_value(), path, "must have a wind in environment.wind", "none");
  violations.require(ship.has_value() != coefficients.has_value(), path,
                     "must have one of ship, coefficients", ship ? "both" : "neither");
  if (!coefficients || !model.wind) return;
  const double speed = hydro::mean_wind_speed(model.wind->climate, height);
  check_cover(*coefficients, speed * direction_of(*model.wind), body, point, model,
              path + ".coefficients", violations);
}

std::unique_ptr<ForceElement> make_element(const WindForce& load, const LoadSite& site) {
  return std::make_unique<WindForceElement>(load, site);
}

}  // namespace raftup::solver
