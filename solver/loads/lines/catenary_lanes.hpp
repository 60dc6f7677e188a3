#pragma once

#include <vector>

#include "hydro/numerics/lanes.hpp"

namespace raftup::solver {

/// A uniform segment of a heavy elastic line.
struct CatenarySegment {
  double length;     ///< unstretched length L [m], > 0
  double weight;     ///< weight w in water per unstretched length [N/m], > 0
  double stiffness;  ///< axial stiffness EA [N], > 0; infinite = inextensible
  /// Weight in water of a clump at the lower end of the segment [N], >= 0.
  double weight_below = 0.0;
};

/// Statics of up to eight heavy elastic lines (see Catenary). The values of each line are in one
/// lane of the arrays, so that solving all lines takes as long as solving one. The bits of a lane
/// do not depend on the other lanes or on the width of the vector registers.
class CatenaryLanes {
 public:
  /// A value and its derivatives with respect to H and V.
  struct Slope {
    LaneArray value{}, by_horizontal{}, by_vertical{};
  };
  /// The vector from the fairlead to a point of the line (x horizontal, z down), for given H and V
  /// [N], and the forces at this point.
  struct Reach {
    Slope x, z;
    Slope tension;         ///< tension at the point, for a line that lies partly on the bottom [N]
    LaneArray vertical{};  ///< vertical force at the point [N]
    LaneArray lying{};     ///< unstretched length on the bottom, up to the point [m]
  };
  /// The forces [N] with which the lines span the required distances, and the remaining errors.
  struct Solved {
    LaneArray horizontal, vertical;  ///< horizontal tension H, vertical force V at the fairlead [N]
    /// Error of the horizontal or vertical span, whichever is larger [m].
    LaneArray missing;
    Reach reached;  ///< spans [m] and forces at the anchors [N]
  };

  /// Sets the properties of the line in a lane.
  /// @param lane 0 to 7
  /// @param segments segments from the fairlead to the anchor
  /// @param on_bottom true if the anchor lies on the bottom
  /// @param friction friction coefficient of the bottom C_B [1]
  void put(std::size_t lane, const std::vector<CatenarySegment>& segments, bool on_bottom,
           double friction);

  /// Computes the spans of the lines for forces H > 0 and V [N]. V >= 0 if the anchor lies on the
  /// bottom.
  /// @param to receives the spans from the fairleads to the anchors
  /// @param after_each null, or receives the spans at the end of every segment
  void reach(const LaneArray& horizontal, const LaneArray& vertical, Reach& to,
             Reach* after_each = nullptr) const;

  /// The distances for which the lines are to be solved [m].
  struct Task {
    /// 1 in the lanes to be solved, 0 in the others, whose values are ignored.
    LaneArray wanted{};
    /// From the fairlead to the anchor: horizontal distance x > 0 and distance down z [m].
    LaneArray x{}, z{};
    LaneArray begin_H{};  ///< initial estimate of H [N]; 0 = no estimate
    /// Initial estimate of V [N].
    LaneArray begin_V{};
  };
  /// Solves for ln H and V by Newton's method, as accurately as rounding permits. Without an
  /// initial estimate the method starts from the forces of a parabola, or from those of a straight
  /// line if the distance is longer than the line.
  void solve(const Task& task, Solved& solved) const;

  /// One segment of every line. Its length [m] is 0 in lanes whose line has fewer segments.
  struct Segment {
    LaneArray length{}, weight{}, softness{}, weight_below{};  ///< softness is 1/EA
    LaneArray per_weight{};                                    ///< 1/w, the inverse of the weight
    LaneArray drag{}, per_drag{};                              ///< C_B w, and 1/(C_B w) or 0
  };
  /// Sums over all segments of every line.
  struct Whole {
    LaneArray length{}, weight{}, softness{};  ///< softness is the sum of length/EA [m/N]
    LaneArray on_bottom{};                     ///< 1 if the anchor lies on the bottom, otherwise 0
  };

 private:
  std::vector<Segment> segments_;
  Whole whole_;
};

}  // namespace raftup::solver
