#pragma once

#include <vector>

#include "hydro/numerics/lanes.hpp"

namespace raftup::solver {

/// A uniform piece of a heavy elastic line.
struct CatenarySegment {
  double length;              ///< L, unstretched [m], > 0
  double weight;              ///< w, in water, over the unstretched length [N/m], > 0
  double stiffness;           ///< EA [N], > 0; infinite = inextensible
  double weight_below = 0.0;  ///< of what hangs at its lower end, in water [N], >= 0
};

/// Statics of up to eight heavy elastic lines (Catenary), each in a lane of its own, at the cost of
/// one alone. The bits of a lane do not depend on the other lanes or on the width of the vector
/// registers.
class CatenaryLanes {
 public:
  /// A value and its derivatives by H and V.
  struct Slope {
    LaneArray value{}, by_horizontal{}, by_vertical{};
  };
  /// The vector from the fairlead down to a point of the line, for given H and V [N].
  struct Reach {
    Slope x, z;
    Slope tension;         ///< tension at the point [N], for a line that lies partly on the bottom
    LaneArray vertical{};  ///< N, vertical force at the point
    LaneArray lying{};     ///< unstretched length on the bottom [m]
  };
  /// Forces [N] at which lines span the required distances, and the remaining errors.
  struct Solved {
    LaneArray horizontal, vertical;  ///< H, V [N]
    LaneArray missing;               ///< error of the span across or down, the larger [m]
    Reach reached;                   ///< spans at their anchors
  };

  /// Sets the line of a lane.
  /// @param lane      0 to 7
  /// @param segments  from the fairlead to the anchor
  /// @param on_bottom true if the anchor is on a bottom
  /// @param friction  coefficient of friction of the bottom C_B [1]
  void put(std::size_t lane, const std::vector<CatenarySegment>& segments, bool on_bottom,
           double friction);

  /// Spans of the lines for forces H > 0, V >= 0 [N].
  /// @param after_each null, or receives the spans at the end of every segment
  void reach(const LaneArray& horizontal, const LaneArray& vertical, Reach& to,
             Reach* after_each = nullptr) const;

  /// The lines to solve.
  struct Task {
    LaneArray wanted{};   ///< 1 in the lanes to solve, 0 in others, which may contain anything
    LaneArray x{}, z{};   ///< across and down from the fairlead to the anchor [m], x > 0
    LaneArray begin_H{};  ///< N, where the search begins; 0 if unknown
    LaneArray begin_V{};
  };
  /// Solves for ln H and V by Newton's method, as accurately as possible. A search without a
  /// beginning starts from a parabola, or from a straight line if the distance is longer than the
  /// line.
  void solve(const Task& task, Solved& solved) const;

  /// One segment of all lines; its length [m] is 0 in lanes whose line has fewer segments.
  struct Segment {
    LaneArray length{}, weight{}, softness{}, weight_below{};  ///< softness 1/EA
    LaneArray per_weight{};                                    ///< 1/w
    LaneArray drag{}, per_drag{};                              ///< C_B w, and 1 over it or 0
  };
  /// Sums over all segments of each line.
  struct Whole {
    LaneArray length{}, weight{}, softness{};  ///< softness: of length over stiffness [m/N]
    LaneArray on_bottom{};                     ///< 1 or 0
  };

 private:
  std::vector<Segment> segments_;
  Whole whole_;
};

}  // namespace raftup::solver
