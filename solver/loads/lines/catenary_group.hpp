#pragma once

#include <vector>

#include "solver/loads/base/attachment.hpp"
#include "solver/loads/lines/catenary.hpp"

namespace raftup::solver {

/// The catenary lines of some loads, solved together, since eight in lanes cost as much as one. At
/// the start of a step each line has the solution of Catenary::solve(), bit for bit; at other
/// instants of the step Newton's method starts from that solution with its stiffness, so that the
/// last bits are a function of both positions of the ends. Besides that it keeps the solutions for
/// the last requested positions, as a cache without influence on results. Not thread-safe.
class CatenaryGroup {
 public:
  /// A line between its ends.
  struct Shape {
    double across = 0.0, down = 0.0;     ///< from the fairlead to the anchor [m]
    Vector3 heading = Vector3::UnitX();  ///< horizontal, from the fairlead to the anchor
    Catenary::Solution line;
  };

  /// @returns the number of the line in this group
  std::size_t add(Catenary line, const Attachment& fairlead, const Attachment& anchor);

  const Catenary& line(std::size_t number) const { return members_[number].line; }

  /// Starts a step for a line, and for all lines whose ends have moved.
  void begin(std::size_t number, const Kinematics& bodies);

  /// The line at the poses of the bodies. All lines whose ends have moved are solved as well.
  /// @throws Error as Catenary::solve()
  const Shape& shape(std::size_t number, const Kinematics& bodies);

 private:
  struct Member {
    Catenary line;
    Attachment fairlead, anchor;
    Vector3 chord = Vector3::Zero();  ///< vector between the ends for which it was solved [m]
    bool solved = false;
    Shape shape{};
    bool begun = false;  ///< true after begin()
    Vector3 chord_at_start = Vector3::Zero();
    bool solved_at_start = false;  ///< false if the line hung plumb
    Shape at_start{};
  };

  static Vector3 chord(const Member& member, const Kinematics& bodies);
  static void put(const Member& member, std::size_t lane, CatenaryLanes::Task& task);
  void solve_all(const Kinematics& bodies);
  void solve_block(std::size_t block, const Kinematics& bodies);

  std::vector<Member> members_;
  std::vector<CatenaryLanes> blocks_;  ///< of kLaneCount members each
};

}  // namespace raftup::solver
