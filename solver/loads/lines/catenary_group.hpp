#pragma once

#include <vector>

#include "solver/loads/base/attachment.hpp"
#include "solver/loads/lines/catenary.hpp"

namespace raftup::solver {

/// The catenary lines of some loads, which are solved together, since solving eight lines in lanes
/// takes as long as solving one. At the start of a step each line has the solution of
/// Catenary::solve(), bit for bit. At other instants of the step Newton's method starts from that
/// solution and its stiffness, so that the last bits are a function of the positions of the ends at
/// both instants. The object also stores the solutions for the last requested positions, as a cache
/// without influence on the results. Not thread-safe.
class CatenaryGroup {
 public:
  /// The shape and the forces of a line for given positions of its ends.
  struct Shape {
    double across = 0.0, down = 0.0;     ///< x and z of the Catenary [m]
    Vector3 heading = Vector3::UnitX();  ///< horizontal unit vector from the fairlead to the anchor
    Catenary::Solution line;
  };

  /// Adds a line.
  /// @returns number of the line in this group
  std::size_t add(Catenary line, const Attachment& fairlead, const Attachment& anchor);

  const Catenary& line(std::size_t number) const { return members_[number].line; }

  /// Starts a step for a line, and for all other lines whose ends have moved.
  void begin(std::size_t number, const Kinematics& bodies);

  /// Returns the shape and the forces of a line at the poses of the bodies. All lines whose ends
  /// have moved are solved at the same time.
  /// @throws Error as Catenary::solve() does
  const Shape& shape(std::size_t number, const Kinematics& bodies);

 private:
  struct Member {
    Catenary line;
    Attachment fairlead, anchor;
    /// Vector from the fairlead to the anchor for which `shape` was solved [m].
    Vector3 chord = Vector3::Zero();
    bool solved = false;
    Shape shape{};
    bool begun = false;  ///< true if begin() has been called for the line
    Vector3 chord_at_start = Vector3::Zero();
    bool solved_at_start = false;  ///< false if the line hung vertically at the start
    Shape at_start{};
  };

  static Vector3 chord(const Member& member, const Kinematics& bodies);
  static void put(const Member& member, std::size_t lane, CatenaryLanes::Task& task);
  void solve_all(const Kinematics& bodies);
  void solve_block(std::size_t block, const Kinematics& bodies);

  std::vector<Member> members_;
  std::vector<CatenaryLanes> blocks_;  ///< each block contains kLaneCount members
};

}  // namespace raftup::solver
