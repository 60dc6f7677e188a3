#pragma once

#include <array>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "solver/description/fields.hpp"
#include "solver/description/violations.hpp"

namespace raftup::solver {

struct Model;

/// Poses of the model frame over time. Cubic splines through the coordinates and through the
/// quaternions, not-a-knot at both ends, whose length is made 1.
struct MotionSeries {
  static constexpr std::string_view kKind = "motion";

  std::string file;          ///< where the rows came from; no part of the motion
  std::vector<double> time;  ///< s, strictly ascending, the first at most 0, at least two
  std::vector<double>
      values;          ///< [n 6] m, roll pitch yaw in deg; or [n 7] m, unit quaternion w x y z
  std::string sha256;  ///< of the file

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("file", self.file);
    field("time", self.time);
    field("values", self.values);
    field("sha256", self.sha256);
  }
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

/// The sign of the phases of a DisplacementRao.
enum class RaoPhase {
  kLag,   ///< the motion is behind the wave
  kLead,  ///< the motion is ahead of the wave
};
constexpr std::array<std::string_view, 2> names_of(RaoPhase /*of*/) { return {"lag", "lead"}; }

/// The unit of rotations per metre of wave amplitude.
enum class RaoRotation { kDeg, kRad };
constexpr std::array<std::string_view, 2> names_of(RaoRotation /*of*/) { return {"deg", "rad"}; }

/// The meaning of the directions of a DisplacementRao.
enum class RaoDirections {
  kTo,    ///< where waves go: 0 from astern, 90 deg to port
  kFrom,  ///< where they come from: 0 from ahead
};
constexpr std::array<std::string_view, 2> names_of(RaoDirections /*of*/) { return {"to", "from"}; }

/// Motions of a vessel in the waves of the model by displacement RAOs R, about the pose of its body
/// at t = 0 and in the axes of that heading,
///   x(t) = sum over the components of a |R| cos(omega t - k.x_p + phase + arg R).
struct DisplacementRao {
  static constexpr std::string_view kKind = "displacement_rao";

  std::string file;                   ///< where the table came from; no part of the motion
  std::vector<double> omega;          ///< rad/s, > 0, strictly ascending
  std::vector<double> direction_deg;  ///< deg, strictly ascending, within one turn
  std::vector<double> amplitude;  ///< [omega direction 6] m/m and, by `rotation`, deg/m or rad/m
  std::vector<double> phase_deg;  ///< deg, as amplitude; empty = 0
  RaoPhase phase = RaoPhase::kLag;
  RaoRotation rotation = RaoRotation::kDeg;
  RaoDirections directions = RaoDirections::kTo;
  Vector3 origin = Vector3::Zero();        ///< m, model frame: the point that is displaced
  Vector3 phase_origin = Vector3::Zero();  ///< m, model frame: where phases are measured
  std::string sha256;                      ///< of the file

  /// True if the directions go from 0 to 180 deg, to be mirrored to the other side.
  bool is_half_circle() const {
    return direction_deg.size() > 1 && direction_deg.front() == 0.0 &&
           direction_deg.back() == 180.0;
  }

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("file", self.file);
    field("omega", self.omega, {"rad/s", Bound::kPositive});
    field("direction_deg", self.direction_deg);
    field("amplitude", self.amplitude, Bound::kNotNegative);
    field("phase_deg", self.phase_deg);
    field("phase", self.phase);
    field("rotation", self.rotation);
    field("directions", self.directions);
    field("origin", self.origin, "m");
    field("phase_origin", self.phase_origin, "m");
    field("sha256", self.sha256);
  }
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

/// The motion of a kinematic body as a function of time.
struct PrescribedMotion {
  std::variant<MotionSeries, DisplacementRao> kind;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field.one_of(self.kind);
  }
};

}  // namespace raftup::solver
