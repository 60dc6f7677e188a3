#pragma once

#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// A fender between a point of body 1, its base, and a plane face of body 2 or of the world. The
/// face passes through point2, with its normal n pointing out of body 2. With the distance d of the
/// base from the face [m] and the thickness t [m], the compression is c = t - d. The reaction acts
/// along n at the foot of the base on the face [N]:
///   R = curve(c) factor(c'_0) temperature_factor,  and 0 for c <= 0,
/// where c'_0 is the speed at which the face touched the fender [m/s]. factor() is PIANC's velocity
/// factor.
///
/// The share `loss` of the work of a compression is not returned. While the compression decreases
/// from (c_b, R_b), the reaction is R_b R(c)/R(c_b) (c/c_b)^p, with the p for which the work on the
/// way back is (1 - loss) of that of the curve. When it increases again from (c_a, R_a), the
/// reaction returns to the curve at the former largest compression c_p along R(c) - (R(c_a) -
/// R_a)(c_p - c)/(c_p - c_a). The points where the direction changed are kept from step to step.
/// Friction opposes the slip v_t [m/s] of the foot along the face, with the force -mu R
/// v_t/sqrt(v_t^2 + slip_speed^2).
/// @source PIANC WG 33, Guidelines for the Design of Fender Systems (2002)
struct Fender final : LoadDescription {
  static constexpr std::string_view kKind = "fender";
  static constexpr std::array<LoadOutput, 3> kOutputs{
      {{"compression", "m", "by which the fender is pressed, 0 apart from the face"},
       {"reaction", "N", "force across the face"},
       {"friction", "N", "force along the face"}}};

  std::string body1;
  Vector3 point1 = Vector3::Zero();  ///< base of the fender in the model frame of body1 [m]
  std::string body2;                 ///< name of the body with the face; empty = the world
  /// a point of the face in the model frame of body2, or in the world [m]
  Vector3 point2 = Vector3::Zero();
  /// normal of the face in the same frame as point2; any length > 0
  Vector3 normal = Vector3::UnitY();
  double thickness = 0.0;           ///< thickness of the fender without load [m]
  std::vector<double> compression;  ///< compressions of the reaction curve [m]
  std::vector<double> reaction;     ///< reactions at these compressions [N]
  /// Speeds of the factors in speed_factor [m/s], ascending. Empty: the factor is 1 at every speed.
  std::vector<double> speed;
  /// Factors of the reaction at these speeds [1], linear in between and constant beyond the last.
  std::vector<double> speed_factor;
  double temperature_factor = 1.0;
  double loss = 0.0;      ///< share of the work of a compression that is not returned [1], < 1
  double friction = 0.0;  ///< friction coefficient mu [1]
  double slip_speed = 0.01;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body1", self.body1, Reference::kBody);
    field("point1", self.point1, "m");
    field("body2", self.body2, Reference::kOtherBody);
    field("point2", self.point2, "m");
    field("normal", self.normal);
    field("thickness", self.thickness, {"m", Bound::kPositive});
    field("compression", self.compression, {"m", Bound::kNotNegative});
    field("reaction", self.reaction, {"N", Bound::kNotNegative});
    field("speed", self.speed, {"m/s", Bound::kNotNegative});
    field("speed_factor", self.speed_factor, Bound::kPositive);
    field("temperature_factor", self.temperature_factor, Bound::kPositive);
    field("loss", self.loss, Bound::kFraction);
    field("friction", self.friction, Bound::kNotNegative);
    field("slip_speed", self.slip_speed, {"m/s", Bound::kPositive});
  }
  std::vector<LoadOutput> outputs() const override { return {kOutputs.begin(), kOutputs.end()}; }
  std::optional<CurveEnd> curve_end(const Model& model, std::size_t load) const override;
  void check(const Model& model, const std::string& path, Violations& violations) const override;
  std::string linear_limit(const std::string& name) const override;
};

std::unique_ptr<ForceElement> make_element(const Fender& load, const LoadSite& site);

}  // namespace raftup::solver
