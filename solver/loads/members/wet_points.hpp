#pragma once

#include <array>
#include <optional>
#include <vector>

#include "solver/loads/members/surrounding_water.hpp"
#include "solver/model/bodies/kinematics.hpp"

namespace raftup::solver {

/// Coefficients of the force of the water in one direction, per meter of a side or for a whole
/// face.
struct DirectedCoefficients {
  double inertia = 0.0;     ///< force per acceleration of the water [kg]
  double added_mass = 0.0;  ///< force per acceleration of the body [kg]
  double drag = 0.0;        ///< force per |u - v| (u - v) [kg/m]
};

/// Coefficients of the force of the water across an axis and along it.
struct MemberCoefficients {
  DirectedCoefficients across, along;
};

/// A straight slender part of a body, cut into segments of equal length.
struct MemberSide {
  Vector3 from, to;  ///< ends, from the center of mass [m, body axes]
  double width;      ///< width or diameter [m]
  std::size_t segment_count;
  MemberCoefficients per_length;
};

/// A flat face of a body: the end of a member, or a plate.
struct MemberFace {
  Vector3 point;  ///< from the center of mass [m, body axes]
  /// Unit normal in body axes; it points out of the body if pressure acts on the face.
  Vector3 axis;
  double width;  ///< width or diameter [m]
  MemberCoefficients coefficients;
  double pressure_mass = 0.0;  ///< water density times the area on which wave pressure acts [kg/m]
};

/// A wet point that the water surface cuts. The share of the point below the surface follows from
/// the heights h [m] of two points above the surface: share = size (1/2 - h/extent), where h is
/// linear between the two points.
struct SurfaceCut {
  Vector3 arm1, arm2;  ///< the two points, from the center of mass [m, world axes]
  double fraction;     ///< position of the wet point between arm1 (0) and arm2 (1)
  double height;       ///< height h of the wet point above the surface [m]
  double size;         ///< length that the point represents on a side [m], or 1 for a face
  double width;        ///< width of the side or face [m]
};

/// A point at which the water exerts a force on a body.
struct WetPoint {
  Vector3 arm;   ///< from the center of mass to the point [m, world axes]
  Vector3 axis;  ///< axis of the side or normal of the face [1, world axes]
  /// Wet length that the point represents on a side [m], or wet share of a face (0 to 1).
  double share;
  const MemberCoefficients* coefficients;
  double pressure_mass = 0.0;
  hydro::WaterMotion water;
  std::optional<SurfaceCut> cut;  ///< set if the surface cuts the point
  std::size_t part = 0;           ///< index of its side, or of its face after the sides
  double along = 0.0;             ///< where it is between the ends of its side, 0 to 1
};

/// The sides and faces of one body, and the points at which the water acts on them at a given pose.
/// A segment of a side has two Gauss points. A slice of a side, or a face, is wet by the share of
/// its vertical extent that lies below the surface:
///   extent = width max(sqrt(1 - a_z^2), 1/100),
/// with a_z the vertical component of the unit axis. The elevation is linear between the ends of a
/// segment. The wet share is therefore continuous in the pose, for upright and level members alike.
/// A segment that the surface cuts has separate Gauss points in its wholly wet and in its partly
/// wet part, so that shares, moments and added mass are exact.
/// @source Gauss's quadrature with two points: Abramowitz and Stegun, table 25.4
class WetPoints {
 public:
  WetPoints(std::vector<MemberSide> sides, std::vector<MemberFace> faces)
      : sides_(std::move(sides)), faces_(std::move(faces)) {}
  WetPoints(const WetPoints&) = delete;
  WetPoints& operator=(const WetPoints&) = delete;

  /// Moves the ends of the sides and the points of the faces within the body.
  /// @param points of each side both ends, then of each face its point, from the center of mass [m,
  ///               body axes]
  void move(const std::vector<Vector3>& points);

  /// Computes the wet points at a pose of the body, and the motion of the water at the points [m/s,
  /// world frame].
  void place(const SurroundingWater& water, hydro::Stage stage, const BodyKinematics& body);

  /// Returns the points that the last place() has computed.
  const std::vector<WetPoint>& points() const { return points_; }
  double wet_length() const { return wet_length_; }  ///< wet length of all sides [m]
  /// Sum of the wet shares of all faces [1]; a wholly wet face counts 1.
  double wet_faces() const { return wet_faces_; }

 private:
  /// The values 1/2 - h/extent at the two ends of a segment. A value between 0 and 1 is the share
  /// below the surface.
  using Immersions = std::array<double, 2>;

  void place_side(const MemberSide& side);
  void place_whole(const MemberSide& side, std::size_t first, std::size_t last);
  void place_cut(const MemberSide& side, std::size_t segment, const Immersions& immersions);
  void place_part(const MemberSide& side, const SurfaceCut& segment, const Immersions& immersions,
                  double begin, double end);
  void place_face(const MemberFace& face);
  void find_motions(std::size_t first, std::size_t count, const Vector2& step);

  std::vector<MemberSide> sides_;
  std::vector<MemberFace> faces_;
  std::vector<WetPoint> points_;
  double wet_length_ = 0.0, wet_faces_ = 0.0;

  const SurroundingWater* water_ = nullptr;  ///< arguments of the place() that is running
  hydro::Stage stage_ = hydro::Stage::kStart;
  const BodyKinematics* body_ = nullptr;
  std::size_t part_ = 0;  ///< the side or face that is being placed
  std::vector<double> elevations_, heights_;
  std::vector<hydro::WaterMotion> motions_;
};

/// Returns d(share)/dt of a point that the surface cuts, for the present motion of its body [m/s
/// for a side, 1/s for a face].
double share_rate(const SurfaceCut& cut, const Vector3& axis, const SurroundingWater& water,
                  hydro::Stage stage, const BodyKinematics& body);

}  // namespace raftup::solver
