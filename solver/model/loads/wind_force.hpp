#pragma once

#include "solver/model/loads/flow_table.hpp"
#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// Kinds of ship for which Blendermann gives wind coefficients.
enum class WindShip {
  kCarCarrier,
  kCargoLoaded,
  kCargoContainerOnDeck,
  kContainerLoaded,
  kDestroyer,
  kDivingSupport,
  kDrilling,
  kFerry,
  kFishing,
  kLngTanker,
  kOffshoreSupply,
  kPassengerLiner,
  kResearch,
  kSpeedBoat,
  kTankerLoaded,
  kTankerBallast,
  kTender,
};

constexpr std::array<std::string_view, 17> names_of(WindShip /*of*/) {
  return {"car_carrier",      "cargo_loaded",    "cargo_container_on_deck",
          "container_loaded", "destroyer",       "diving_support",
          "drilling",         "ferry",           "fishing",
          "lng_tanker",       "offshore_supply", "passenger_liner",
          "research",         "speed_boat",      "tanker_loaded",
          "tanker_ballast",   "tender"};
}

/// Wind force coefficients C_x, C_y and wind moment coefficients C_k (roll), C_n (yaw) of a ship.
struct WindCoefficients {
  double surge, sway, roll, yaw;
};

/// Blendermann's wind coefficients of a ship. The wind comes from the angle eps, clockwise from the
/// bow. With D = 1 - delta/2 (1 - CD_l/CD_t) sin^2 2 eps and CD_l = CD_l,AF A_F/A_L the
/// coefficients are
///   C_x = -CD_l,AF cos eps/D, C_y = CD_t sin eps/D to leeward,
///   C_k = kappa s_H L/A_L C_y, C_n = (s_L/L - .18 (|eps| - pi/2)) C_y.
/// @source W. Blendermann, Parameter identification of wind loads on ships (1994), his constants as
///         tabulated by Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control
class Blendermann {
 public:
  /// @param frontal_area A_F [m2]
  /// @param lateral_area A_L [m2]
  /// @param length       L [m]
  /// @param centroid     s_L forward and s_H upward of the centroid of A_L [m]
  Blendermann(WindShip ship, double frontal_area, double lateral_area, double length,
              const Vector2& centroid);

  WindCoefficients at(double eps) const;

 private:
  double transverse_, bow_, stern_, delta_, kappa_;
  double area_ratio_;        ///< A_F/A_L
  double forward_, height_;  ///< s_L/L, s_H L/A_L
};

/// The force of the wind on a body above the water. With the velocity V of the wind at `height`
/// relative to a point of the body and q = rho/2 |V|^2, the force at the point is q (C_x A_F, C_y
/// A_L) = (X, Y) and the yaw moment q C_n A_L L, in the heading frame. The centroid of A_L lies s_H
/// above the point, so that there also are the pitch moment s_H X and the roll moment -s_H Y, which
/// heels the body to leeward. For Blendermann's ships the roll moment is multiplied by kappa. The
/// coefficients are those of a table or of a kind of ship.
/// @source OCIMF, Mooring Equipment Guidelines (2008); Blendermann (1994)
struct WindForce final : LoadDescription {
  static constexpr std::string_view kKind = "wind_force";
  static constexpr std::array<LoadOutput, 2> kOutputs{
      {{"flow_speed", "m/s", "speed of the wind past the body"},
       {"flow_direction", "rad", "where that goes, counter-clockwise from the bow"}}};

  std::string body;
  /// point at which the force acts, amidships in the waterline [m, model frame]
  Vector3 point = Vector3::Zero();
  double frontal_area = 0.0;  ///< frontal area A_F [m2]
  double lateral_area = 0.0;  ///< lateral area A_L [m2]
  double length = 0.0;        ///< length L of the body [m]
  /// s_L forward and s_H upward from the point to the centroid of A_L [m]
  Vector2 centroid = Vector2::Zero();
  double height = 10.0;  ///< height of the wind to which the coefficients refer [m]
  double air_density = 1.225;
  std::optional<WindShip> ship;
  std::optional<FlowTable> coefficients;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body", self.body, Reference::kBody);
    field("point", self.point, "m");
    field("frontal_area", self.frontal_area, {"m2", Bound::kPositive});
    field("lateral_area", self.lateral_area, {"m2", Bound::kPositive});
    field("length", self.length, {"m", Bound::kPositive});
    field("centroid", self.centroid, "m");
    field("height", self.height, {"m", Bound::kPositive});
    field("air_density", self.air_density, {"kg/m3", Bound::kPositive});
    field("ship", self.ship);
    field("coefficients", self.coefficients);
  }
  std::vector<LoadOutput> outputs() const override { return {kOutputs.begin(), kOutputs.end()}; }
  std::optional<double> wind_height() const override { return height; }
  void check(const Model& model, const std::string& path, Violations& violations) const override;
};

std::unique_ptr<ForceElement> make_element(const WindForce& load, const LoadSite& site);

}  // namespace raftup::solver
