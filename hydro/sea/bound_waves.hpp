#pragma once

#include <limits>
#include <vector>

#include "hydro/numerics/lanes.hpp"
#include "hydro/sea/sea.hpp"
#include "hydro/sea/water_motion.hpp"

namespace raftup::hydro {

/// Limits of the frequencies [rad/s] up to which pairs of waves have bound waves.
struct BoundWaveOptions {
  /// Pairs whose sum of frequencies is larger are left out [rad/s, > 0].
  double sum_cutoff = std::numeric_limits<double>::infinity();
  /// Pairs whose difference of frequencies is larger are left out [rad/s, > 0].
  double difference_cutoff = std::numeric_limits<double>::infinity();

  friend bool operator==(const BoundWaveOptions&, const BoundWaveOptions&) = default;
};

/// Wave vector and frequency of a linear wave, which determine its bound waves.
struct FreeWave {
  Vector2 k = Vector2::Zero();  ///< rad/m
  double omega = 0.0;           ///< rad/s
};

/// The wave that is bound to a pair of free waves, at the sum or the difference of their phases
/// [rad].
struct BoundPair {
  Vector2 k = Vector2::Zero();  ///< rad/m, k_m +- k_n
  double omega = 0.0;           ///< rad/s, omega_m +- omega_n
  double K = 0.0;               ///< factor of a_m a_n cos(theta_m +- theta_n)/2 in eta_2 [1/m]
  /// -F a_m a_n sin(theta_m +- theta_n)/2 cosh k(z + h)/cosh kh is its potential [1/s]
  double F = 0.0;
};

/// The kernels of Sharma and Dean, with s = sqrt(omega^2/g), R = s^2, q = (s_m +- s_n)^2,
/// T = k tanh kh of the bound wave's k:
///   K+- = [D+- - (k_m.k_n -+ R_m R_n)]/(s_m s_n) + R_m + R_n,
///   D+ = {(s_m + s_n)[s_m (k_n^2 - R_n^2) + s_n (k_m^2 - R_m^2)] + 2 q (k_m.k_n - R_m R_n)}/
///        (q - T),
///   D- = {(s_m - s_n)[s_n (k_m^2 - R_m^2) - s_m (k_n^2 - R_n^2)] + 2 q (k_m.k_n + R_m R_n)}/
///        (q - T),
///   F+- = g^2/(omega_m omega_n) D+-/(omega_m +- omega_n).
/// Of two equal waves the difference is left out: the still water plane is the mean level.
/// @param sum true for the wave at the sum of the phases, false for that at their difference
/// @param water_depth h [m], > 0 or infinity
/// @source Sharma and Dean, Second-order directional seas and associated wave forces, SPE J. 21
///         (1981)
BoundPair bound_pair(const FreeWave& m, const FreeWave& n, bool sum, double water_depth,
                     double gravity);

/// The waves that are bound to all pairs of a sea's components, to second order in the amplitudes:
///   eta_2 = 1/4 sum a_m a_n [K+ cos(theta_m + theta_n) + K- cos(theta_m - theta_n)]
/// over ordered pairs, and what follows of their potential phi_2: velocity, its rate, pressure. To
/// these come (u_1 . grad) u_1 and -|u_1|^2/2 of the free waves. A point costs a time that grows
/// with the square of the number of components. The same bits on every machine. Thread-safe.
class BoundWaves {
 public:
  /// Phasors a exp(i theta) of the components at a point, in blocks of the sea's components.
  using Phasors = std::vector<ComplexLanes>;

  /// Largest number of components.
  static constexpr std::size_t kMostComponents = 512;

  /// @param sea without current
  /// @throws BrokenRule naming the rule
  BoundWaves(const Sea& sea, const BoundWaveOptions& options);

  const BoundWaveOptions& options() const { return options_; }

  /// eta_2 [m]: that of surface(), at a third of its cost.
  double elevation(const Phasors& phasors) const;
  /// eta_2 [m], its rate and slope.
  SurfaceMotion surface(const Phasors& phasors) const;
  /// Adds what is of second order in the motion of the water [m/s, m/s2, m2/s2].
  /// @param z height [m]; above the still water plane as in it
  void add_motion(const Phasors& phasors, double z, WaterMotion& motion) const;

  /// kLaneCount pairs with one component; 0 in lanes without a pair.
  struct PairBlock {
    LaneArray kx{}, ky{}, k{};  ///< rad/m
    LaneArray omega{};          ///< rad/s
    LaneArray K{}, F{};         ///< with the factor 1/4 or 1/2 of its pair
    LaneArray reflection{};     ///< e^(-2kh)
    LaneArray scale{};          ///< 1/(1 + e^(-2kh))
  };

  /// Constants of kLaneCount components.
  struct FreeBlock {
    LaneArray k{}, cosine{}, sine{}, omega{};
    LaneArray reflection{}, scale{};  ///< e^(-2kh), 1/(1 - e^(-2kh))
  };

 private:
  void add_free_products(const Phasors& phasors, double z, WaterMotion& motion) const;

  BoundWaveOptions options_;
  std::vector<FreeBlock> free_;
  /// Pairs of component m with the blocks from its own on, m after m.
  std::vector<PairBlock> sums_, differences_;
};

}  // namespace raftup::hydro
