#pragma once

#include <vector>

#include "hydro/numerics/types.hpp"
#include "solver/loads/lines/catenary_lanes.hpp"

namespace raftup::solver {

/// Statics of a heavy elastic line in a vertical plane, from its upper end, the fairlead, to its
/// lower end, the anchor.
///
/// | symbol | what and unit                                                                       |
/// |--------|-------------------------------------------------------------------------------------|
/// | x, z   | horizontal distance and height difference from the fairlead down to the anchor [m]  |
/// | H      | horizontal tension, equal at all points of the line above the bottom [N]            |
/// | V      | vertical force with which the line pulls the fairlead down [N]                      |
/// | w      | weight in water per meter of unstretched line [N/m]                                 |
/// | L, EA  | unstretched length [m] and axial stiffness [N] of a segment                         |
/// | C_B    | friction coefficient of the bottom                                                  |
///
/// For given x and z, Newton's method finds H and V. A hanging segment with the vertical force V_a
/// at its upper end and V_b = V_a - w L at its lower end spans
///   x = (H/w) (asinh V_a/H - asinh V_b/H) + H L/EA,
///   z = (H/w) (sqrt(1 + V_a^2/H^2) - sqrt(1 + V_b^2/H^2)) + (V_a + V_b) L/2EA.
/// On a level bottom, the line lies on the bottom from the point where the vertical force is 0.
/// Along this part the tension decreases by the friction C_B w per meter, to 0 at the least. The
/// spans of all segments of a line are added.
/// @source J. M. Jonkman, Dynamics Modeling and Loads Analysis of an Offshore Floating Wind
///         Turbine, NREL/TP-500-41958 (2007), section 2.5
class Catenary {
 public:
  /// The forces of a line between given positions of its ends [N].
  struct Solution {
    double horizontal = 0.0;  ///< horizontal tension H [N]
    double vertical = 0.0;    ///< vertical force V at the fairlead [N]
    /// Horizontal force of the line on its anchor, towards the fairlead [N].
    double anchor_horizontal = 0.0;
    double anchor_vertical = 0.0;   ///< upward force of the line on its anchor [N]
    double length_on_bottom = 0.0;  ///< unstretched length of the part on the bottom [m]
    Eigen::Matrix2d stiffness = Eigen::Matrix2d::Zero();  ///< d(H, V)/d(x, z) [N/m], see the class
  };

  /// @param segments segments from the fairlead to the anchor, at least one
  /// @param on_bottom true if the anchor lies on the bottom; otherwise the line hangs free
  /// @param friction friction coefficient C_B of the bottom, >= 0
  Catenary(std::vector<CatenarySegment> segments, bool on_bottom, double friction);

  /// Solves for the forces of the line when the anchor is at the horizontal distance x >= 0 from
  /// the fairlead and z below it [m]. If the line is so long that it hangs vertically from the
  /// fairlead and the rest lies in a heap on the bottom, H is 0. A pure function: nothing is stored
  /// between calls.
  /// @throws Error(kOutOfRange) if an inextensible line is not longer than the distance between its
  ///         ends, or if the fairlead is below the bottom
  Solution solve(double x, double z) const;

  /// True if the line is stretched out for these x and z, so that Newton's method finds its forces.
  /// Otherwise it may hang vertically, or solve() throws.
  bool is_drawn_out(double x, double z) const;
  /// Returns the same result as solve() for a line that is stretched out, from a lane of
  /// CatenaryLanes in which the line was solved.
  /// @param solved result of CatenaryLanes::solve() for max(x, shortest_across())
  Solution solution(double x, double z, const CatenaryLanes::Solved& solved,
                    std::size_t lane) const;
  /// If the horizontal distance of the ends is less than this, the line is solved with this
  /// distance [m].
  double shortest_across() const;
  /// Writes the properties of the line into a lane of `lanes`.
  void put(std::size_t lane, CatenaryLanes& lanes) const;

  /// A point of a line in the vertical plane of the line, as places() returns it: its position and
  /// the tension there.
  struct Place {
    double length;   ///< unstretched length from the fairlead to the point [m]
    Vector2 below;   ///< horizontal distance from the fairlead, and distance below it [m]
    double tension;  ///< tension at the point, below a clump weight that hangs there [N]
  };
  /// Returns points from the fairlead to the anchor that divide every segment into the given number
  /// of pieces of equal unstretched length, including both ends. If the line hangs vertically, the
  /// part on the bottom is placed along the bottom in a straight line.
  std::vector<Place> places(const Solution& at, int pieces) const;

  /// Returns the potential energy U of weight and elasticity, up to a constant [J], for which
  /// d(U)/d(x, z) = (H, V). It is the Legendre transform H x + V z - C of C(H, V), the integral of
  /// T + T^2/2EA along the line, with T the tension. Valid without friction; with friction there is
  /// no potential.
  double energy(const Solution& at, double x, double z) const;

  /// Weight of the whole line with its clumps, in water [N].
  double weight() const { return weight_; }
  bool has_friction() const { return friction_ > 0.0; }

 private:
  struct Slope {
    double value = 0.0, by_horizontal = 0.0, by_vertical = 0.0;
  };
  /// The values of one lane of CatenaryLanes::Reach.
  struct Reach {
    Slope x, z;
    double tension = 0.0, vertical = 0.0, lying = 0.0;
  };

  static Reach lane_of(const CatenaryLanes::Reach& reached, std::size_t lane);
  Reach reach(double horizontal, double vertical) const;
  /// Throws if no line can have these x and z.
  void require_possible(double x, double z) const;
  /// Returns the vertical force V [N] of a line that hangs vertically down to the bottom.
  double plumb_force(double z) const;
  Solution slack(double z) const;
  /// Finds H and V by bisection when Newton's method stops at a discontinuous slope. Bisection
  /// works since x increases with H and z with V, because C is convex.
  void bisect(double x, double z, double& horizontal, double& vertical, Reach& reached) const;

  std::vector<CatenarySegment> segments_;
  bool on_bottom_;
  double friction_;
  double length_ = 0.0, weight_ = 0.0;  ///< unstretched length [m] and weight [N] of the whole line
  /// Upper bound of the strain of any piece under the weight of the whole line.
  double plumb_strain_ = 0.0;
  bool elastic_ = true;  ///< false if a segment is inextensible
  CatenaryLanes lanes_;  ///< contains this line in its first lane
};

}  // namespace raftup::solver
