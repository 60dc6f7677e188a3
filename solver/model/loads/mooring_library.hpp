#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace raftup::solver {

/// A mooring system at an instant, with its forces.
struct MooringStage {
  std::string memory;            ///< everything on which its future depends, opaque bytes
  std::vector<double> forces;    ///< [3 n] forces on its n coupled points [N, world frame]
  std::vector<double> tensions;  ///< [2 m] N, in the elements at ends B of its m lines, then at A
  /// For a result of rest(): the shape of each line, as five numbers for each node from end B to
  /// end A: unstretched length from end B [m], x, y, z [m, world frame], tension [N].
  std::vector<std::vector<double>> shapes;
  /// For a result of rest(): the acceleration of its nodes that remained when the search for rest
  /// ended [m/s2]; 0 for a complete rest.
  double remaining_acceleration = 0.0;
};

/// One mooring system. It keeps nothing of its past, which is in the memories alone.
class MooringSolver {
 public:
  MooringSolver() = default;
  MooringSolver(const MooringSolver&) = delete;
  MooringSolver& operator=(const MooringSolver&) = delete;
  virtual ~MooringSolver() = default;

  /// The mooring system at rest, with the shapes of its lines.
  /// @param points [3 n] m, world: positions of its coupled points
  /// @throws Error(kInvalidArgument) if its input is refused; Error(kInternal)
  virtual MooringStage rest(std::span<const double> points) = 0;

  /// The mooring system after its coupled points have moved with constant velocity for some time.
  /// @param memory   at the beginning, of this system or of another one with the same input
  /// @param points   [3 n] m, world, at the beginning
  /// @param velocity [3 n] m/s, world
  /// @param time     at the beginning [s]
  /// @param duration [s]
  /// @throws Error; the object can be used again afterwards
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

  /// A number that differs between programs whose results may differ; it is part of a model's
  /// digest.
  virtual std::uint64_t identity() const = 0;

  /// @param input text as complete_mooring_input() returns it
  virtual std::unique_ptr<MooringSolver> open(const std::string& input) const = 0;
};

}  // namespace raftup::solver
