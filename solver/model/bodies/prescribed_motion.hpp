#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "solver/description/fields.hpp"
#include "solver/description/violations.hpp"

namespace raftup::solver {

struct Model;

/// The motion of a body given by poses of its model frame over time. Between the given times, cubic
/// splines (not-a-knot at both ends) interpolate the coordinates and the components of the attitude
/// quaternions. The interpolated quaternion is then scaled to length 1.
struct MotionSeries {
  static constexpr std::string_view kKind = "motion";

  std::string file;  ///< name of the file that was read; it has no influence on the motion
  /// Times of the poses [s], strictly ascending. There are at least two, and the first is at most
  /// 0.
  std::vector<double> time;
  /// One pose for each of the n times, in the world: [n 6] position [m] and roll, pitch, yaw [deg];
  /// or [n 7] position [m] and unit quaternion w x y z.
  std::vector<double> values;
  std::string sha256;  ///< SHA-256 digest of the file

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("file", self.file);
    field("time", self.time);
    field("values", self.values);
    field("sha256", self.sha256);
  }
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

/// The sign of the phases of a DisplacementRao [deg].
enum class RaoPhase {
  kLag,   ///< a positive phase [deg] means that the motion is behind the wave
  kLead,  ///< a positive phase [deg] means that the motion is ahead of the wave
};
constexpr std::array<std::string_view, 2> names_of(RaoPhase /*of*/) { return {"lag", "lead"}; }

/// The unit of the rotations in a DisplacementRao, per meter of wave amplitude.
enum class RaoRotation { kDeg, kRad };
constexpr std::array<std::string_view, 2> names_of(RaoRotation /*of*/) { return {"deg", "rad"}; }

/// The meaning of the wave directions in a DisplacementRao.
enum class RaoDirections {
  kTo,    ///< direction that the waves go to: 0 for following seas, 90 deg to port
  kFrom,  ///< direction that the waves come from: 0 for head seas
};
constexpr std::array<std::string_view, 2> names_of(RaoDirections /*of*/) { return {"to", "from"}; }

/// The mean path of a vessel that displacement RAOs move about it. Between the given times, cubic
/// splines (not-a-knot at both ends) interpolate positions and headings.
struct VesselPath {
  /// Times of the rows [s], strictly ascending. There are at least two, and the first is at most 0.
  std::vector<double> time;
  std::vector<double> x, y;  ///< origin of the model frame in the world, one per time [m]
  /// Headings, one per time, not wrapped at a full turn [deg]; empty = that of the body at t = 0.
  std::vector<double> heading_deg;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("time", self.time);
    field("x", self.x);
    field("y", self.y);
    field("heading_deg", self.heading_deg);
  }
  void check(const std::string& path, Violations& violations) const;
};

/// Motions of a vessel in the waves of the model, given by displacement RAOs R. The motions are
/// relative to the pose of the body at t = 0, in axes that are turned from the world by the heading
/// at t = 0,
///   x(t) = sum over the components of a |R| cos(omega t - k.x_p + phase + arg R),
/// for wave components of amplitude a [m], frequency omega [rad/s], wavenumber vector k [rad/m] and
/// phase [rad], with x_p the phase origin in the world at t = 0. Along a `path`, the axes are turned by the present
/// heading, x_p is the phase origin at the present mean pose, and R is that of the direction
/// relative to the present heading.
struct DisplacementRao {
  static constexpr std::string_view kKind = "displacement_rao";

  std::string file;           ///< name of the file that was read; it has no influence on the motion
  std::vector<double> omega;  ///< wave frequencies of the table [rad/s], > 0, strictly ascending
  /// wave directions [deg] relative to the bow, strictly ascending, within one turn
  std::vector<double> direction_deg;
  /// |R| for surge, sway, heave, roll, pitch, yaw as [omega direction 6]: m/m, and for rotations
  /// deg/m or rad/m by `rotation`.
  std::vector<double> amplitude;
  /// Phases [deg] in the order of `amplitude`, with the sign that `phase` gives; empty = 0.
  std::vector<double> phase_deg;
  RaoPhase phase = RaoPhase::kLag;
  RaoRotation rotation = RaoRotation::kDeg;
  RaoDirections directions = RaoDirections::kTo;
  /// m, model frame: the point of the vessel to which the RAOs apply
  Vector3 origin = Vector3::Zero();
  /// The point whose wave elevation the phases refer to [m, model frame].
  Vector3 phase_origin = Vector3::Zero();
  std::string sha256;  ///< SHA-256 digest of the file, or of the model of a computed table
  /// True if the table was computed from the hydrodynamic database of the body instead of read.
  bool database = false;
  std::optional<VesselPath>
      vessel_path;  ///< mean path of the vessel; none: it stays at its mean pose

  /// True if the directions go from 0 to 180 deg. The values for the other side are then mirrored.
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
    field("database", self.database, FieldRule().added_late());
    field("path", self.vessel_path, FieldRule().added_late());
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
