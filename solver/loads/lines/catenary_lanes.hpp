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

/// Statics of up to eight heavy elastic lines (Catenary), each in a lane of its own: as much work
/// as one alone. A lane has the same bits whatever stands in the others and however wide the vector
/// registers are.
class CatenaryLanes {
 public:
  /// A value and its derivatives by H and V.
  struct Slope {
    LaneArray value{}, by_horizontal{}, by_vertical{};
  };
  /// From the fairlead down to some point of the line, for an H and a V.
  struct Reach {
    Slope x, z;
    Slope tension;         ///< of what lies on the bottom
    LaneArray vertical{};  ///< force at the point
    LaneArray lying{};     ///< unstretched length on the bottom [m]
  };
  /// Forces by which lines span what they should, and how close they come to it.
  struct Solved {
    LaneArray horizontal, vertical;  ///< H, V [N]
    LaneArray missing;               ///< across or down [m]
    Reach reached;                   ///< their anchors
  };

  /// Puts a line in a lane.
  void put(std::size_t lane, const std::vector<CatenarySegment>& segments, bool on_bottom,
           double friction);

  /// What lines reach by forces H > 0, V >= 0 on a bottom.
  /// @param after_each null, or what they reach at the end of every segment
  void reach(const LaneArray& horizontal, const LaneArray& vertical, Reach& to,
             Reach* after_each = nullptr) const;

  /// What to solve.
  struct Task {
    LaneArray wanted{};   ///< 1 in the lanes whose solution is wanted, 0 in others, which may hold
                          ///< anything
    LaneArray x{}, z{};   ///< across and down from the fairlead to the anchor [m], x > 0
    LaneArray begin_H{};  ///< where to begin; 0 where that is not known
    LaneArray begin_V{};
  };
  /// Newton's method in ln H and V, as close as it comes. What is not begun with is a parabola, or
  /// a straight line where the distance is longer than the line.
  void solve(const Task& task, Solved& solved) const;

  /// A segment of all lines; without length where a line has fewer of them.
  struct Segment {
    LaneArray length{}, weight{}, softness{}, weight_below{};  ///< softness 1/EA
    LaneArray per_weight{};                                    ///< 1/w
    LaneArray drag{}, per_drag{};                              ///< C_B w, and 1 over it or 0
  };
  /// What the lines are as a whole.
  struct Whole {
    LaneArray length{}, weight{}, softness{};  ///< softness: of length over stiffness [m/N]
    LaneArray on_bottom{};                     ///< 1 or 0
  };

 private:
  std::vector<Segment> segments_;
  Whole whole_;
};

}  // namespace raftup::solver
