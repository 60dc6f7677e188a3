#pragma once

#include <array>
#include <optional>
#include <vector>

#include "solver/loads/members/surrounding_water.hpp"
#include "solver/model/bodies/kinematics.hpp"

namespace raftup::solver {

/// Coefficients of the water's force in one direction, per metre of a side or for a whole face.
struct DirectedCoefficients {
  double inertia = 0.0;     ///< force by the acceleration of the water [kg]
  double added_mass = 0.0;  ///< kg
  double drag = 0.0;        ///< force by |u - v| (u - v) [kg/m]
};

/// The same across an axis and along it.
struct MemberCoefficients {
  DirectedCoefficients across, along;
};

/// A straight slender part of a body, from one end to the other, cut into segments.
struct MemberSide {
  Vector3 from, to;  ///< from the centre of mass, body axes [m]
  double width;      ///< m
  std::size_t segment_count;
  MemberCoefficients per_length;
};

/// A flat face of a body: the end of a member, or a plate.
struct MemberFace {
  Vector3 point;  ///< from the centre of mass, body axes [m]
  Vector3 axis;   ///< its normal, unit, body axes; where there is pressure: out of the body
  double width;   ///< m
  MemberCoefficients coefficients;
  double pressure_mass = 0.0;  ///< density times the area that pressure acts on [kg/m]
};

/// The intersection of a wet point with the surface. The share below the surface follows from the
/// heights h [m] of two points above the surface: share = size (1/2 - h/extent), with h linear
/// between the two.
struct SurfaceCut {
  Vector3 arm1, arm2;  ///< from the centre of mass, world axes [m]
  double fraction;     ///< from arm1 to arm2
  double height;       ///< h [m]
  double size;         ///< m of a side, 1 for a face
  double width;        ///< m
};

/// A point at which water acts on a body.
struct WetPoint {
  Vector3 arm;   ///< from the centre of mass, world axes [m]
  Vector3 axis;  ///< unit, world
  double share;  ///< weight: m of a side, or the share of a face from 0 to 1
  const MemberCoefficients* coefficients;
  double pressure_mass = 0.0;
  hydro::WaterMotion water;
  std::optional<SurfaceCut> cut;  ///< set if the surface cuts the point
};

/// Sides and faces of one body, and the points at which the water acts on them at a pose: two Gauss
/// points for each segment of a side. A slice of a side, or a face, is wet by the share of its
/// vertical extent that lies below the surface,
///   extent = width max(sqrt(1 - a_z^2), 1/100),  a its axis,
/// the elevation linear between the nodes of a segment. So what is wet is continuous in the pose,
/// for upright and level members alike. A segment that the surface cuts has its Gauss points where
/// it is wet and where it partly is, so that shares, moments and added mass are exact.
/// @source Gauss's quadrature with two points: Abramowitz and Stegun, table 25.4
class WetPoints {
 public:
  WetPoints(std::vector<MemberSide> sides, std::vector<MemberFace> faces)
      : sides_(std::move(sides)), faces_(std::move(faces)) {}
  WetPoints(const WetPoints&) = delete;
  WetPoints& operator=(const WetPoints&) = delete;

  /// Finds the points and the motion of the water at them [m/s, world].
  void place(const SurroundingWater& water, hydro::Stage stage, const BodyKinematics& body);

  /// The points of the last place().
  const std::vector<WetPoint>& points() const { return points_; }
  double wet_length() const { return wet_length_; }  ///< of all sides [m]
  /// sum over the faces, 1 for each that is wet [1]
  double wet_faces() const { return wet_faces_; }

 private:
  /// 1/2 - h/extent at the two nodes of a segment; between 0 and 1 it is the share below the
  /// surface.
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

  const SurroundingWater* water_ = nullptr;  ///< of the place() that goes on
  hydro::Stage stage_ = hydro::Stage::kStart;
  const BodyKinematics* body_ = nullptr;
  std::vector<double> elevations_, heights_;
  std::vector<hydro::WaterMotion> motions_;
};

/// d(share)/dt of a point that the surface cuts as its body moves [1/s].
double share_rate(const SurfaceCut& cut, const Vector3& axis, const SurroundingWater& water,
                  hydro::Stage stage, const BodyKinematics& body);

}  // namespace raftup::solver
