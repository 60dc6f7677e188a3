#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace raftup::solver {

/// The state of a mooring system at an instant, with its forces [N].
struct MooringStage {
  std::string memory;          ///< opaque bytes with everything on which its further motion depends
  std::vector<double> forces;  ///< [3 n] forces on its n coupled points [N, world frame]
  /// [2 m] tensions [N] in the end elements of its m lines: those at ends B, then those at ends A
  std::vector<double> tensions;
  /// Only in the result of rest(): the shape of each line, as five numbers for each node from end B
  /// to end A: unstretched length from end B [m], x, y, z [m, world frame], tension [N].
  std::vector<std::vector<double>> shapes;
  /// Only in the result of rest(): the acceleration of the nodes that remained when the search for
  /// the state of rest ended [m/s2]; 0 at complete rest.
  double remaining_acceleration = 0.0;
};

/// A solver of one mooring system. It stores nothing of the past of the system: this is in
/// MooringStage::memory alone.
class MooringSolver {
 public:
  MooringSolver() = default;
  MooringSolver(const MooringSolver&) = delete;
  MooringSolver& operator=(const MooringSolver&) = delete;
  virtual ~MooringSolver() = default;

  /// Computes the mooring system at rest, with the shapes of its lines.
  /// @param points [3 n] m, world: positions of its coupled points
  /// @throws Error(kInvalidArgument) if its input is refused; Error(kInternal) if the program fails
  virtual MooringStage rest(std::span<const double> points) = 0;

  /// Computes the mooring system after its coupled points have moved with constant velocity for
  /// some time.
  /// @param memory   state at the beginning, of this system or of another one with the same input
  /// @param points   [3 n] m, world: positions of the coupled points at the beginning
  /// @param velocity [3 n] m/s, world: their velocities
  /// @param time     time at the beginning [s]
  /// @param duration duration of the motion [s]
  /// @throws Error if the computation fails; the object can be used again afterwards
  virtual MooringStage advance(const std::string& memory, std::span<const double> points,
                               std::span<const double> velocity, double time, double duration) = 0;
};

/// A program that computes mooring systems, for instance MoorDyn 2. Thread-safe.
class MooringLibrary {
 public:
  MooringLibrary() = default;
  MooringLibrary(const MooringLibrary&) = delete;
  MooringLibrary& operator=(const MooringLibrary&) = delete;
  virtual ~MooringLibrary() = default;

  /// A number that identifies the program: programs whose results may differ have different
  /// numbers. It is part of the digest of a model.
  virtual std::uint64_t identity() const = 0;

  /// Creates a solver for a mooring system.
  /// @param input text of an input file, as complete_mooring_input() returns it
  virtual std::unique_ptr<MooringSolver> open(const std::string& input) const = 0;
};

}  // namespace raftup::solver
