#include "hydro/wetted_mesh/righting_arms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "hydro/base/cancellation.hpp"
#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/quadrature.hpp"
#include "hydro/wetted_mesh/floating_pose.hpp"

namespace raftup::hydro {

namespace {

/// Greatest product of heel angles and triangles: some minutes.
constexpr double kLargestWork = 2e7;
constexpr std::size_t kMostHeels = 200;
constexpr double kPanel = 5.0 * kRadiansPerDegree;  ///< width of an integration panel of areas
constexpr double kRounding = 1e-9;                  ///< relative to a panel
/// Accuracy of the heel of the largest arm [rad]; the arm is flat there.
constexpr double kHighest = 1e-8;
constexpr double kZero = 1e-12;  ///< rad
constexpr int kMostHalvings = 60;
constexpr double kGoldenRatio = 0.6180339887498949;  ///< (sqrt 5 - 1)/2, of golden section

Matrix3 heeled(double heel) {
  const auto [sine, cosine] = sincos(heel);
  Matrix3 rotation;
  rotation << 1.0, 0.0, 0.0, 0.0, cosine, -sine, 0.0, sine, cosine;
  return rotation;
}

double trim_of(const Matrix3& rotation) {
  return std::asin(std::clamp(-rotation(2, 0), -1.0, 1.0));
}

/// Computes GZ and trim at heel angles; each search begins at even trim.
class RightingArms {
 public:
  RightingArms(FloatingHull& hull, double mass)
      : hull_(hull), mass_(mass), even_(hull.at_draught(hull.draught_of(mass))) {}

  struct Arm {
    double arm, trim;
  };

  Arm at(double heel) {
    check_cancelled();
    const std::optional<FloatingPose> found = find_floating_pose(
        hull_.pressure(), {even_.center, heeled(heel)}, mass_, FreeMotions::kHeaveAndPitch);
    if (!found) {
      throw Error(ErrorCode::kInvalidArgument,
                  fmt::format("heel must be one at which the hull floats: it comes to no rest "
                              "at {:.4g} deg",
                              heel / kRadiansPerDegree));
    }
    const Vector6 force = hull_.pressure().in_still_water(found->pose);
    return {-force[3] / mass_, trim_of(found->pose.rotation)};
  }

  double area(double lower, double upper) {
    double sum = 0.0;
    const double wanted = std::ceil((upper - lower) / kPanel - kRounding);
    const int panels = std::max(1, to_integer<int>(wanted, "panels of an area"));
    const double width = (upper - lower) / panels;
    static const GaussLegendre kRule = gauss_legendre(4);
    for (int panel = 0; panel < panels; ++panel) {
      for (Eigen::Index i = 0; i < kRule.points.size(); ++i) {
        sum += width * kRule.weights[i] * at(lower + width * (panel + kRule.points[i])).arm;
      }
    }
    return sum;
  }

  /// Returns the heel of the largest arm between two heels that enclose a maximum.
  double highest(double lower, double upper) {
    double a = upper - kGoldenRatio * (upper - lower), b = lower + kGoldenRatio * (upper - lower);
    double at_a = at(a).arm, at_b = at(b).arm;
    for (int i = 0; i < kMostHalvings && upper - lower > kHighest; ++i) {
      if (at_a > at_b) {
        upper = b, b = a, at_b = at_a;
        a = upper - kGoldenRatio * (upper - lower), at_a = at(a).arm;
      } else {
        lower = a, a = b, at_a = at_b;
        b = lower + kGoldenRatio * (upper - lower), at_b = at(b).arm;
      }
    }
    return 0.5 * (lower + upper);
  }

  /// Returns the heel of zero arm between a heel with a positive arm and one without.
  double zero(double positive, double other) {
    for (int i = 0; i < kMostHalvings && std::abs(other - positive) > kZero; ++i) {
      const double middle = 0.5 * (positive + other);
      (at(middle).arm > 0.0 ? positive : other) = middle;
    }
    return 0.5 * (positive + other);
  }

  /// Returns GM in the upright position.
  double metacentric_height() {
    const std::optional<FloatingPose> found =
        find_floating_pose(hull_.pressure(), even_, mass_, FreeMotions::kHeaveAndPitch);
    require(found.has_value(), "mass must be one at which the hull floats");
    return hull_.density() * found->displacement.stiffness()(3, 3) / mass_;
  }

 private:
  FloatingHull& hull_;
  double mass_;
  HullPose even_;
};

void require_heels(const FloatingHull& hull, const std::vector<double>& heel) {
  require(heel.size() >= 2 && heel.size() <= kMostHeels, "heel must have 2 to 200 values",
          fmt::format("{}", heel.size()));
  for (std::size_t i = 0; i < heel.size(); ++i) {
    const bool valid = std::abs(heel[i]) <= std::numbers::pi && (i == 0 || heel[i] > heel[i - 1]);
    require(valid, "heel must ascend within -pi to pi", fmt::format("{} rad", heel[i]));
  }
  const double work = static_cast<double>(heel.size()) * static_cast<double>(hull.triangle_count());
  require(work <= kLargestWork,
          fmt::format("heel must be at most {:.0f} for so many triangles",
                      kLargestWork / static_cast<double>(hull.triangle_count())),
          fmt::format("{}", heel.size()));
}

void add_areas(RightingArms& arms, StabilityCurve& curve) {
  const std::vector<double>& heel = curve.heel;
  curve.area.assign(heel.size(), 0.0);
  for (std::size_t i = 1; i < heel.size(); ++i) {
    curve.area[i] = curve.area[i - 1] + arms.area(heel[i - 1], heel[i]);
  }
  if (heel.front() >= 0.0 || heel.back() < 0.0) return;
  const auto above = std::upper_bound(heel.begin(), heel.end(), 0.0);
  const auto before = static_cast<std::size_t>(above - heel.begin()) - 1;
  const double to_zero =
      curve.area[before] + (heel[before] < 0.0 ? arms.area(heel[before], 0.0) : 0.0);
  for (double& area : curve.area) area -= to_zero;
}

void add_largest(RightingArms& arms, StabilityCurve& curve) {
  const std::vector<double>& heel = curve.heel;
  const auto largest = std::max_element(curve.righting_arm.begin(), curve.righting_arm.end());
  const auto i = static_cast<std::size_t>(largest - curve.righting_arm.begin());
  curve.heel_of_largest_arm = heel[i];
  if (i > 0 && i + 1 < heel.size()) {
    curve.heel_of_largest_arm = arms.highest(heel[i - 1], heel[i + 1]);
  }
  curve.largest_arm = arms.at(curve.heel_of_largest_arm).arm;
  for (std::size_t k = i; k + 1 < heel.size(); ++k) {
    if (curve.righting_arm[k] <= 0.0 || curve.righting_arm[k + 1] > 0.0) continue;
    curve.vanishing_heel = arms.zero(heel[k], heel[k + 1]);
    return;
  }
}

void add_criteria(RightingArms& arms, std::optional<double> flooding_heel, StabilityCurve& curve) {
  const double thirty = 30.0 * kRadiansPerDegree, forty = 40.0 * kRadiansPerDegree;
  if (curve.heel.front() > 0.0 || curve.heel.back() < forty - kZero) return;
  const double last = std::min(forty, flooding_heel.value_or(forty));
  const double to_thirty = arms.area(0.0, std::min(thirty, last));
  const double beyond = last > thirty ? arms.area(thirty, last) : 0.0;
  double at_thirty = arms.at(thirty).arm;
  for (std::size_t i = 0; i < curve.heel.size(); ++i) {
    if (curve.heel[i] >= thirty) at_thirty = std::max(at_thirty, curve.righting_arm[i]);
  }
  if (curve.heel_of_largest_arm >= thirty) at_thirty = std::max(at_thirty, curve.largest_arm);
  const auto add = [&](const char* name, double value, double required) {
    curve.criteria.push_back({name, value, required, value >= required});
  };
  add("area_to_30", to_thirty, 0.055);
  add("area_to_40", to_thirty + beyond, 0.09);
  add("area_30_to_40", beyond, 0.03);
  add("arm_at_30", at_thirty, 0.2);
  add("heel_of_largest_arm", curve.heel_of_largest_arm, 25.0 * kRadiansPerDegree);
  add("metacentric_height", curve.metacentric_height, 0.15);
}

}  // namespace

FloatingPosition floating_position(FloatingHull& hull, double mass) {
  const double draught = hull.draught_of(mass);
  const HydrostaticFigures even = hull.figures(draught);
  const std::optional<FloatingPose> found =
      find_floating_pose(hull.pressure(), hull.at_draught(draught), mass);
  require(found.has_value(), "center_of_mass must be one at which the hull comes to rest",
          "one at which it capsizes or sinks");
  const Matrix3& R = found->pose.rotation;
  FloatingPosition position;
  position.heel = std::atan2(R(2, 1), R(2, 2));
  position.trim = trim_of(R);
  const auto draught_at = [&](double x) {
    const Vector3 keel(x, 0.0, hull.keel());
    return -(found->pose.center + R * (keel - hull.center())).z() / R(2, 2);
  };
  position.draught = draught_at(0.5 * (even.after_end + even.forward_end));
  position.draught_aft = draught_at(even.after_end);
  position.draught_forward = draught_at(even.forward_end);
  const Matrix6 stiffness = found->displacement.stiffness();
  position.transverse_height = hull.density() * stiffness(3, 3) / mass;
  position.longitudinal_height = hull.density() * stiffness(4, 4) / mass;
  position.volume = found->displacement.volume;
  return position;
}

StabilityCurve stability_curve(FloatingHull& hull, double mass, const std::vector<double>& heel,
                               std::optional<double> flooding_heel) {
  require_heels(hull, heel);
  if (flooding_heel) {
    require(*flooding_heel > 0.0, "flooding_heel must be positive",
            fmt::format("{} rad", *flooding_heel));
  }
  RightingArms arms(hull, mass);
  StabilityCurve curve;
  curve.heel = heel;
  for (const double angle : heel) {
    const RightingArms::Arm arm = arms.at(angle);
    curve.righting_arm.push_back(arm.arm);
    curve.trim.push_back(arm.trim);
  }
  curve.metacentric_height = arms.metacentric_height();
  add_areas(arms, curve);
  add_largest(arms, curve);
  add_criteria(arms, flooding_heel, curve);
  return curve;
}

}  // namespace raftup::hydro
