#pragma once

#include <memory>
#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/radiation/convolution/elevation_memory.hpp"

namespace raftup::hydro {

/// Radiation force on the parts of hulls ahead of sections, for a fixed step h. The rows Z = B + i
/// omega A of a section are written as shares of the rows of its body and a remainder,
///   Z_section = diag(share) Z_body + dZ,
/// so that the first part follows from the radiation force on the body itself, whatever memory it
/// has, and only the remainder needs a memory of its own:
///   F = diag(share) F_body - dA a - integral_0^t dK(tau) v(t - tau) dtau.
/// dK follows from dB as the kernel of ElevationMemory does, where dB is continued as omega^-3 up
/// to twice the last frequency; dA is the mean over omega of the difference between the remaining
/// added mass and that which dB gives by the Kramers-Kronig relation. The shares, 0 to 1, are those
/// of least squares over all frequencies. Behind the stern the shares are 1 and the remainder is 0
/// up to rounding; before the bow everything is 0. Immutable, thread-safe.
/// @source Cummins (1962); Ogilvie (1964)
class SectionRadiation {
 public:
  /// The constants of one section.
  struct Rows {
    Vector6 share;        ///< share of the radiation force on the body, for each dof
    MatrixXd added_mass;  ///< dA, 6 x 6N [kg, kg m, kg m2]
  };

  /// @param sections         indices in Database::sections, at least one
  /// @param body_interaction if false, bodies do not feel the waves of other bodies
  /// @param step             h [s], > 0
  /// @throws Error(kInvalidArgument) if the database lacks added mass or radiation damping
  SectionRadiation(const Database& database, const std::vector<std::size_t>& sections,
                   bool body_interaction, double step);

  const Rows& rows(std::size_t section) const { return rows_[section]; }

  /// The memory of the remainders: its state are the past velocities of the bodies [m/s, rad/s].
  const std::shared_ptr<const ElevationMemory>& memory() const { return memory_; }

  /// Returns the integral of dK v for a section [N, N m].
  /// @param section place in the list that the constructor received
  Vector6 remaining_memory(const MemoryState& state, std::size_t section) const;

 private:
  std::vector<Rows> rows_;
  std::shared_ptr<const ElevationMemory> memory_;
};

}  // namespace raftup::hydro
