#pragma once

#include "solver/model/loads/flow_table.hpp"
#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// Kinds of ship whose coefficients Blendermann found.
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

/// Coefficients C_x, C_y, C_k, C_n of the wind on a ship.
struct WindCoefficients {
  double surge, sway, roll, yaw;
};

/// Blendermann's, with eps the angle from the bow, clockwise, that the wind comes from, D = 1 -
/// delta/2 (1 - CD_l/CD_t) sin^2 2 eps and CD_l = CD_l,AF A_F/A_L:
///   C_x = -CD_l,AF cos eps/D, C_y = CD_t sin eps/D to the lee,
///   C_k = kappa s_H L/A_L C_y, C_n = (s_L/L - .18 (|eps| - pi/2)) C_y.
/// @source W. Blendermann, Parameter identification of wind loads on ships (1994), his constants as
///         tabulated by Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control
class Blendermann {
 public:
  /// @param centroid s_L forward and s_H up of the centroid of A_L [m]
  Blendermann(WindShip ship, double frontal_area, double lateral_area, double length,
              const Vector2& centroid);

  WindCoefficients at(double eps) const;

 private:
  double transverse_, bow_, stern_, delta_, kappa_;
  double area_ratio_;        ///< A_F/A_L
  double forward_, height_;  ///< s_L/L, s_H L/A_L
};

/// Force of the wind on a body above the water. With V the velocity past a point of the body of the
/// wind at `height` and q = rho/2 |V|^2 it is q (C_x A_F, C_y A_L) and the moment q C_n A_L L about
/// the vertical, at the point, in the axes of the heading; with s_H the height of the centroid of
/// A_L above the point come the moments s_H X about y and, heeling to the lee, about x: -s_H Y,
/// times kappa of Blendermann's ship. The coefficients are those of a table or of a ship.
/// @source OCIMF, Mooring Equipment Guidelines (2008); Blendermann (1994)
struct WindForce final : LoadDescription {
  static constexpr std::string_view kKind = "wind_force";
  static constexpr std::array<LoadOutput, 2> kOutputs{
      {{"flow_speed", "m/s", "speed of the wind past the body"},
       {"flow_direction", "rad", "where that goes, counter-clockwise from the bow"}}};

  std::string body;
  Vector3 point = Vector3::Zero();     ///< model frame [m], amidships in the waterline
  double frontal_area = 0.0;           ///< A_F [m2]
  double lateral_area = 0.0;           ///< A_L [m2]
  double length = 0.0;                 ///< L [m]
  Vector2 centroid = Vector2::Zero();  ///< s_L forward, s_H up from the point, of A_L [m]
  double height = 10.0;                ///< height of the wind to which the coefficients refer [m]
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
