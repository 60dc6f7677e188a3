#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace raftup::solver {

/// Where a mooring system is at an instant, and what it does there.
struct MooringStage {
  std::string memory;            ///< all that its future depends on, opaque
  std::vector<double> forces;    ///< [3 n] N, world, by which it draws its n coupled points
  std::vector<double> tensions;  ///< [2 m] N, in the elements at ends B of its m lines, then at A
  /// At a rest, of each line: its nodes from end B to end A, five numbers each: unstretched length
  /// from end B [m], x, y, z [m, world], tension [N].
  std::vector<std::vector<double>> shapes;
  /// At a rest: the acceleration of its nodes that the search has left [m/s2]; 0 where it is none.
  double remaining_acceleration = 0.0;
};

/// One mooring system, which keeps nothing of its past: that is in the memories alone.
class MooringSolver {
 public:
  MooringSolver() = default;
  MooringSolver(const MooringSolver&) = delete;
  MooringSolver& operator=(const MooringSolver&) = delete;
  virtual ~MooringSolver() = default;

  /// At its rest, with the shapes of its lines.
  /// @param points [3 n] m, world, where its coupled points are
  /// @throws Error(kInvalidArgument) where its input is refused; Error(kInternal)
  virtual MooringStage rest(std::span<const double> points) = 0;

  /// After its coupled points went straight on for a while.
  /// @param memory   of where they begin, of this system or of another one of the same input
  /// @param points   [3 n] m, world, where they begin
  /// @param velocity [3 n] m/s, world
  /// @param time     where they begin [s]
  /// @param duration s
  /// @throws Error, after which it can be asked again
  virtual MooringStage advance(const std::string& memory, std::span<const double> points,
                               std::span<const double> velocity, double time, double duration) = 0;
};

/// A program that computes mooring systems, MoorDyn 2 for one. Thread-safe.
class MooringLibrary {
 public:
  MooringLibrary() = default;
  MooringLibrary(const MooringLibrary&) = delete;
  MooringLibrary& operator=(const MooringLibrary&) = delete;
  virtual ~MooringLibrary() = default;

  /// Differs where results may: it is part of a model's digest.
  virtual std::uint64_t identity() const = 0;

  /// @param input text as complete_mooring_input() gives it
  virtual std::unique_ptr<MooringSolver> open(const std::string& input) const = 0;
};

}  // namespace raftup::solver
