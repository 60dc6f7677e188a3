#pragma once

#include <vector>

#include "solver/loads/base/attachment.hpp"
#include "solver/loads/lines/catenary.hpp"

namespace raftup::solver {

/// The catenary lines of some loads, solved together, for eight in lanes cost as much as one. Where
/// a step begins each has the solution of Catenary::solve(), bit by bit; elsewhere in the step
/// Newton's method starts from that, with its stiffness, so that the last bits are a function of
/// both places. What it keeps besides are the solutions between the points that were asked for
/// last: a pure cache. Not thread-safe.
class CatenaryGroup {
 public:
  /// A line between its ends.
  struct Shape {
    double across = 0.0, down = 0.0;     ///< from the fairlead to the anchor [m]
    Vector3 heading = Vector3::UnitX();  ///< horizontal, from the fairlead to the anchor
    Catenary::Solution line;
  };

  /// @returns its number
  std::size_t add(Catenary line, const Attachment& fairlead, const Attachment& anchor);

  const Catenary& line(std::size_t number) const { return members_[number].line; }

  /// A step begins there for a line, and with it for all whose ends have moved.
  void begin(std::size_t number, const Kinematics& bodies);

  /// A line where the bodies are; with it all whose ends have moved are solved.
  /// @throws Error as Catenary::solve()
  const Shape& shape(std::size_t number, const Kinematics& bodies);

 private:
  struct Member {
    Catenary line;
    Attachment fairlead, anchor;
    Vector3 chord = Vector3::Zero();  ///< for which it was solved
    bool solved = false;
    Shape shape{};
    bool begun = false;  ///< a step, with
    Vector3 chord_at_start = Vector3::Zero();
    bool solved_at_start = false;  ///< else it hung plumb
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
