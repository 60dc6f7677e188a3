#pragma once

#include <utility>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// A uniform piece of a heavy elastic line.
struct CatenarySegment {
  double length;              ///< L, unstretched [m], > 0
  double weight;              ///< w, in water, over the unstretched length [N/m], > 0
  double stiffness;           ///< EA [N], > 0; infinite = inextensible
  double weight_below = 0.0;  ///< of what hangs at its lower end, in water [N], >= 0
};

/// Statics of a heavy elastic line in a vertical plane, from its upper end, the fairlead, down to
/// its anchor. Unknown are the horizontal tension H, the same all along, and the vertical force V
/// by which the line draws the fairlead down. A hanging segment with V_a at its upper end and
/// V_b = V_a - w L at its lower end spans
///   x = (H/w) (asinh V_a/H - asinh V_b/H) + H L/EA,
///   z = (H/w) (sqrt(1 + V_a^2/H^2) - sqrt(1 + V_b^2/H^2)) + (V_a + V_b) L/2EA.
/// On a level bottom the line lies from where the vertical force comes to 0; along it the tension
/// falls by the friction C_B w a metre, down to 0. What the segments of a chain span adds up.
/// @source J. M. Jonkman, Dynamics Modeling and Loads Analysis of an Offshore Floating Wind
/// Turbine,
///         NREL/TP-500-41958 (2007), section 2.5
class Catenary {
 public:
  /// What a line does between two points.
  struct Solution {
    double horizontal = 0.0;         ///< H [N]
    double vertical = 0.0;           ///< V [N]
    double anchor_horizontal = 0.0;  ///< by which the line draws its anchor to the fairlead [N]
    double anchor_vertical = 0.0;    ///< and up [N]
    double length_on_bottom = 0.0;   ///< unstretched [m]
    Eigen::Matrix2d stiffness = Eigen::Matrix2d::Zero();  ///< d(H, V)/d(x, z) [N/m]
  };

  /// @param segments  from the fairlead to the anchor, at least one
  /// @param on_bottom whether the anchor lies on a bottom; otherwise the line hangs free
  /// @param friction  C_B of the bottom, >= 0
  Catenary(std::vector<CatenarySegment> segments, bool on_bottom, double friction);

  /// The line between points that are x >= 0 apart across and z down from the fairlead to the
  /// anchor [m]. A line so long that it hangs plumb and heaps the rest on the bottom has H = 0.
  /// A pure function: nothing is kept from call to call.
  /// @throws Error(kOutOfRange) where an inextensible line is not longer than the distance
  Solution solve(double x, double z) const;

  /// A point of a line.
  struct Place {
    double length;   ///< from the fairlead, unstretched [m]
    Vector2 below;   ///< across and down from the fairlead [m]
    double tension;  ///< N, below a clump that hangs there
  };
  /// Points from the fairlead to the anchor that divide every segment into so many equal pieces,
  /// its ends among them. A plumb line heaps what lies on the bottom along it, as far as it goes.
  std::vector<Place> places(const Solution& at, int pieces) const;

  /// U of weight and elasticity with d(U)/d(x, z) = (H, V), from any level [J]: Legendre's
  /// transform H x + V z - C of C(H, V), the integral of T + T^2/2EA along the line. Of a line
  /// without friction: with it there is no potential.
  double energy(const Solution& at, double x, double z) const;

  double weight() const { return weight_; }  ///< of all, in water [N]
  bool has_friction() const { return friction_ > 0.0; }

 private:
  /// A value and its derivatives by H and V.
  struct Slope {
    double value = 0.0, by_horizontal = 0.0, by_vertical = 0.0;
  };
  /// From the fairlead down to some point of the line, for an H and a V.
  struct Reach {
    Slope x, z;
    Slope tension;          ///< of what lies on the bottom
    double vertical = 0.0;  ///< force at the point
    double lying = 0.0;     ///< unstretched length on the bottom [m]
  };

  Reach reach(double horizontal, double vertical) const;
  /// Goes down one segment from where `to` is; `lies` once the line has come to the bottom.
  void pass(const CatenarySegment& segment, double horizontal, bool& lies, Reach& to) const;
  /// Goes down a segment, or the `length` of it above the bottom.
  static void hang(const CatenarySegment& segment, double length, double horizontal, Reach& to);
  void lie(const CatenarySegment& segment, const Slope& length, Reach& to) const;

  /// V of a line that hangs plumb to the bottom.
  double plumb_force(double z) const;
  Solution slack(double z) const;
  /// H and V of a parabola, or of a straight line where the distance is longer than the line.
  std::pair<double, double> first_guess(double x, double z) const;
  static double missing(const Reach& reached, double x, double z);
  /// Newton's method in ln H and V from the values given, as close as it comes.
  void iterate(double x, double z, double& horizontal, double& vertical, Reach& reached) const;
  /// Where that stops at a kink: x grows with H and z with V, for C is convex.
  void bisect(double x, double z, double& horizontal, double& vertical, Reach& reached) const;

  std::vector<CatenarySegment> segments_;
  bool on_bottom_;
  double friction_;
  double length_ = 0.0, weight_ = 0.0;  ///< of all, unstretched
  double softness_ = 0.0;               ///< length over stiffness, summed [m/N]
  double plumb_strain_ = 0.0;           ///< no less than that of any piece under the weight of all
  bool elastic_ = true;                 ///< every segment
};

}  // namespace raftup::solver
