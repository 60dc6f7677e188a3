#pragma once

#include <vector>

#include "hydro/numerics/types.hpp"
#include "solver/loads/lines/catenary_lanes.hpp"

namespace raftup::solver {

/// Statics of a heavy elastic line in a vertical plane, from its upper end, the fairlead, down to
/// its anchor.
///
/// | symbol | what and unit                                                                       |
/// |--------|-------------------------------------------------------------------------------------|
/// | x, z   | distance across, and down, from the fairlead to the anchor [m]                      |
/// | H      | horizontal tension, the same all along where nothing lies on the bottom [N]         |
/// | V      | vertical force with which the line pulls the fairlead down [N]                      |
/// | w      | weight in water per metre of unstretched line [N/m]                                 |
/// | L, EA  | unstretched length [m] and axial stiffness [N] of a segment                         |
/// | C_B    | friction coefficient of the bottom                                                  |
///
/// Given x and z, H and V are found by Newton's method. A hanging segment with V_a at its upper end
/// and V_b = V_a - w L at its lower end spans
///   x = (H/w) (asinh V_a/H - asinh V_b/H) + H L/EA,
///   z = (H/w) (sqrt(1 + V_a^2/H^2) - sqrt(1 + V_b^2/H^2)) + (V_a + V_b) L/2EA.
/// On a level bottom, the line lies from the point where the vertical force is 0. Along that part
/// the tension decreases by the friction C_B w per metre, to 0 at the least. The spans of the
/// segments of a chain are added.
/// @source J. M. Jonkman, Dynamics Modeling and Loads Analysis of an Offshore Floating Wind
///         Turbine, NREL/TP-500-41958 (2007), section 2.5
class Catenary {
 public:
  /// The forces of a line between two points.
  struct Solution {
    double horizontal = 0.0;  ///< H [N]
    double vertical = 0.0;    ///< V [N]
    /// horizontal force of the line on its anchor, towards the fairlead [N]
    double anchor_horizontal = 0.0;
    double anchor_vertical = 0.0;   ///< upward force of the line on its anchor [N]
    double length_on_bottom = 0.0;  ///< unstretched [m]
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

  /// True if the line is stretched out between such points, so that Newton's method finds its
  /// forces; otherwise it may hang plumb, or solve() throws.
  bool is_drawn_out(double x, double z) const;
  /// The result of solve() for a line that is stretched out, taken from the lane in which it was
  /// solved.
  /// @param solved for x not below shortest_across()
  Solution solution(double x, double z, const CatenaryLanes::Solved& solved,
                    std::size_t lane) const;
  /// Points closer than this across count as one above the other [m].
  double shortest_across() const;
  /// Writes the line into a lane beside others.
  void put(std::size_t lane, CatenaryLanes& lanes) const;

  /// A point of a line.
  struct Place {
    double length;   ///< from the fairlead, unstretched [m]
    Vector2 below;   ///< across and down from the fairlead [m]
    double tension;  ///< N, below a clump that hangs there
  };
  /// Points from the fairlead to the anchor that divide every segment into the given number of
  /// equal pieces, including its ends. For a plumb line, the part on the bottom is placed along the
  /// bottom as far as it reaches.
  std::vector<Place> places(const Solution& at, int pieces) const;

  /// Potential energy U of weight and elasticity with d(U)/d(x, z) = (H, V), up to a constant [J]:
  /// Legendre's transform H x + V z - C of C(H, V), the integral of T + T^2/2EA along the line.
  /// Valid without friction; with friction there is no potential.
  double energy(const Solution& at, double x, double z) const;

  double weight() const { return weight_; }  ///< of all, in water [N]
  bool has_friction() const { return friction_ > 0.0; }

 private:
  struct Slope {
    double value = 0.0, by_horizontal = 0.0, by_vertical = 0.0;
  };
  /// One lane of CatenaryLanes::Reach.
  struct Reach {
    Slope x, z;
    double tension = 0.0, vertical = 0.0, lying = 0.0;
  };

  static Reach lane_of(const CatenaryLanes::Reach& reached, std::size_t lane);
  Reach reach(double horizontal, double vertical) const;
  /// Throws if no line can lie between such points.
  void require_possible(double x, double z) const;
  /// V [N] of a line that hangs plumb to the bottom.
  double plumb_force(double z) const;
  Solution slack(double z) const;
  /// Bisection for a point at which Newton's method stops at a kink. It works since x grows with H
  /// and z with V, as C is convex.
  void bisect(double x, double z, double& horizontal, double& vertical, Reach& reached) const;

  std::vector<CatenarySegment> segments_;
  bool on_bottom_;
  double friction_;
  double length_ = 0.0, weight_ = 0.0;  ///< of all, unstretched
  double plumb_strain_ = 0.0;  ///< at least the strain of any piece under the weight of all
  bool elastic_ = true;        ///< true if every segment is elastic
  CatenaryLanes lanes_;        ///< with the line itself in the first lane
};

}  // namespace raftup::solver
