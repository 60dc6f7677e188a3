#pragma once

#include <span>
#include <vector>

#include "hydro/sea/sea.hpp"

namespace raftup::hydro {

/// Motion of the surface at a point of the still water plane.
struct SurfaceMotion {
  double elevation = 0.0;           ///< eta [m]
  double rate = 0.0;                ///< d eta/dt at the point [m/s]
  Vector2 slope = Vector2::Zero();  ///< of eta along x and y

  SurfaceMotion& operator+=(const SurfaceMotion& other);
};

/// Motion of the water at a point.
struct WaterMotion {
  Vector3 velocity = Vector3::Zero();      ///< m/s, world
  Vector3 acceleration = Vector3::Zero();  ///< m/s2, of the water there as it goes with the current
  double pressure = 0.0;                   ///< over density, without the hydrostatic one [m2/s2]
};

/// Points at equal distances along a straight line over the still water plane [m].
struct PointRow {
  Vector2 first = Vector2::Zero();
  Vector2 step = Vector2::Zero();
};

/// The height [m] at which the motion of a point is evaluated in the undisturbed water: at z, and
/// beyond z by extrapolation with the slope there.
struct WaterHeight {
  double z = 0.0;       ///< m, above the still water plane
  double beyond = 0.0;  ///< m, further up
};

/// exp(i theta) of kLaneCount components times their amplitudes, theta their phases at the origin.
using WavePhasors = std::vector<ComplexLanes>;

/// The decay of kLaneCount components with depth at a height [m]: s e^(kz) and s q e^(-kz), whose
/// sum is C and whose difference is S; s = 1/(1 - q).
struct WaveDecayBlock {
  LaneArray incident{}, reflected{};
};

/// The motion of the water of a sea at any point [m/s, m/s2, world axes]: linear waves, each with
///   u = a sigma C cos theta, w = -a sigma S sin theta, p/rho = a sigma^2/k C cos theta,
///   C = cosh k(z + h)/sinh kh, S = sinh k(z + h)/sinh kh, theta = omega t - k.x + phase,
/// sigma [rad/s] is the frequency in the frame that moves with the water. Accelerations are those
/// of water particles, du/dt + (U . grad) u in a uniform current U. The velocity of the current is
/// not included. Sums have the same bits on every machine. Not thread-safe, since it keeps scratch
/// memory.
/// @source Airy (1845)
class WaveKinematics {
 public:
  explicit WaveKinematics(const Sea& sea);

  /// The phasors of an instant [s], ramp included.
  /// @param factors of the amplitudes; null = those of the sea at that time
  WavePhasors phasors(double time, const AmplitudeFactors* factors = nullptr) const;

  /// Adds the elevation eta at the points of a row [m].
  void add_elevations(const WavePhasors& phasors, const PointRow& row,
                      std::span<double> elevations) const;

  SurfaceMotion surface(const WavePhasors& phasors, const Vector2& position) const;

  /// Adds the motion of the water below or above the points of a row [m/s, m/s2]. If heights change
  /// almost uniformly, e^(kz) is computed from its value at the point before, which costs a
  /// fraction of an exponential.
  /// @param heights one per point
  void add_motions(const WavePhasors& phasors, const PointRow& row,
                   std::span<const WaterHeight> heights, std::span<WaterMotion> motions) const;

  /// Constants of kLaneCount components, 0 in the lanes beyond the last one.
  struct Block {
    LaneArray wavenumber{};           ///< k [rad/m]
    LaneArray sigma{};                ///< rad/s
    LaneArray sigma_per_k{};          ///< m/s
    LaneArray omega{};                ///< rad/s
    LaneArray cosine{}, sine{};       ///< of the direction
    LaneArray reflection{}, scale{};  ///< q = e^(-2kh), 1/(1 - q)
  };

 private:
  /// Computes the phasors at the first point of a row, and the factors from one point to the next.
  void begin_row(const WavePhasors& phasors, const PointRow& row) const;
  /// Computes the decays at the first of some heights [m], and the factors for their mean step.
  void begin_decays(std::span<const WaterHeight> heights) const;
  /// Computes the decays at one height [m] from those at another.
  void carry_decays(double from, double to) const;

  Sea sea_;
  std::vector<Block> blocks_;
  bool deep_ = true;                   ///< true if q is negligible for all components
  double largest_wavenumber_ = 0.0;    ///< rad/m
  std::vector<LaneArray> amplitudes_;  ///< m

  mutable WavePhasors turned_;   ///< scratch, as is what follows
  mutable WavePhasors turning_;  ///< by `turning_step_`
  mutable Vector2 turning_step_ = Vector2::Zero();
  mutable std::vector<WaveDecayBlock> decays_, decay_steps_;
  mutable double decay_step_ = 0.0;  ///< m, between points of a row on average
};

}  // namespace raftup::hydro
