#pragma once

#include <span>
#include <vector>

#include "hydro/sea/sea.hpp"
#include "hydro/sea/steep_wave.hpp"
#include "hydro/sea/water_motion.hpp"

namespace raftup::hydro {

/// Points at equal distances along a straight line in the still water plane [m, world].
struct PointRow {
  Vector2 first = Vector2::Zero();
  Vector2 step = Vector2::Zero();

  Vector2 at(std::size_t point) const { return first + static_cast<double>(point) * step; }
};

/// Complex amplitudes of all components in SIMD blocks: amplitude times exp(i theta), where theta
/// is the phase at the world origin.
using WavePhasors = std::vector<ComplexLanes>;

/// Decay of kLaneCount components with depth, at one height z [m]: `incident` is s e^(kz) and
/// `reflected` is s q e^(-kz), with s and q as in WaveKinematics::Block. Their sum is C and their
/// difference is S of WaveKinematics.
struct WaveDecayBlock {
  LaneArray incident{}, reflected{};
};

/// Computes the motion of the water of a sea at any point [m/s, m/s2, world axes]. It is the sum of
/// linear waves of amplitude a, each with
///   u = a sigma C cos theta, w = -a sigma S sin theta, p/rho = a sigma^2/k C cos theta,
///   C = cosh k(z + h)/sinh kh, S = sinh k(z + h)/sinh kh, theta = omega t - k.x + phase,
/// where u and w are the horizontal and vertical velocity, p the dynamic pressure, and sigma
/// [rad/s] the frequency in the frame that moves with the water. Accelerations are those of water
/// particles, du/dt + (U . grad) u in a uniform current U. The velocity of the current itself is
/// not included. For a steep wave the motion is that of SteepWave, at the height itself; in a sea
/// with bound waves their motion is added, above the still water plane as in it. Sums are bit for
/// bit the same on every machine. Not thread-safe, since it keeps scratch memory.
/// @source Airy (1845)
class WaveKinematics {
 public:
  explicit WaveKinematics(const Sea& sea);

  /// Computes the complex amplitudes of all components at a time [s], including the ramp of the
  /// sea.
  /// @param factors factors of the amplitudes; if null, those of the sea at that time
  WavePhasors phasors(double time, const AmplitudeFactors* factors = nullptr) const;

  /// Adds the surface elevation [m] at the points of a row to `elevations`.
  void add_elevations(const WavePhasors& phasors, const PointRow& row,
                      std::span<double> elevations) const;

  /// Computes elevation, rate and slope of the surface at a horizontal position [m, world].
  SurfaceMotion surface(const WavePhasors& phasors, const Vector2& position) const;

  /// Adds the motion of the water above or below the points of a row to `motions` [m/s, m/s2,
  /// m2/s2]. If the heights change almost uniformly along the row, e^(kz) is computed from its
  /// value at the previous point, at a fraction of the cost of an exponential.
  /// @param heights one per point
  void add_motions(const WavePhasors& phasors, const PointRow& row,
                   std::span<const WaterHeight> heights, std::span<WaterMotion> motions) const;

  /// Goes to a horizontal position [m, world], for the two functions below: the phases there, which
  /// cost most, are computed once for both. The phasors must outlive their calls.
  void go_to(const WavePhasors& phasors, const Vector2& position) const;
  /// Returns the surface elevation where go_to() has gone [m].
  double elevation_here() const;
  /// Adds the motion of the water below or above where go_to() has gone [m/s, m/s2, m2/s2].
  void add_motion_here(const WaterHeight& height, WaterMotion& motion) const;

  /// Constants of kLaneCount components, for SIMD computation; 0 in the lanes beyond the last
  /// component.
  struct Block {
    LaneArray wavenumber{};           ///< wave number k [rad/m]
    LaneArray sigma{};                ///< frequency in the frame that moves with the water [rad/s]
    LaneArray sigma_per_k{};          ///< sigma / k [m/s]
    LaneArray omega{};                ///< frequency [rad/s]
    LaneArray cosine{}, sine{};       ///< cosine and sine of the wave direction
    LaneArray reflection{}, scale{};  ///< q = e^(-2kh) and s = 1/(1 - q), with the water depth h
  };

 private:
  /// A steep wave at a point: its ramp [1] and its phase, from the complex amplitude of its first
  /// harmonic.
  struct SteepPoint {
    double ramp = 0.0;
    SteepWave::Phase phase;
  };
  SteepPoint steep_point(const WavePhasors& phasors, const Vector2& position) const;
  SurfaceMotion steep_surface(const WavePhasors& phasors, const Vector2& position) const;
  void add_steep_motion(const WavePhasors& phasors, const Vector2& position, double z,
                        WaterMotion& motion) const;

  /// Computes the complex amplitudes [m] at a point.
  void turn_to(const WavePhasors& phasors, const Vector2& position) const;
  /// Computes the complex amplitudes [m] at the first point of a row, and the factors from one
  /// point to the next.
  void begin_row(const WavePhasors& phasors, const PointRow& row) const;
  /// Adds the motion of the components at the present point and decays, without bound waves.
  void add_motion_of_components(double beyond, WaterMotion& motion) const;
  /// Computes the decays at the first of some heights [m], and the factors for the mean step
  /// between them.
  void begin_decays(std::span<const WaterHeight> heights) const;
  /// Computes the decays at the height `to` [m] from those at the height `from` [m].
  void carry_decays(double from, double to) const;

  Sea sea_;
  std::vector<Block> blocks_;
  /// True if the reflection q is negligible for all components (deep water).
  bool deep_ = true;
  double largest_wavenumber_ = 0.0;    ///< largest wave number of the components [rad/m]
  std::vector<LaneArray> amplitudes_;  ///< amplitudes of the components [m]

  /// Complex amplitudes at the present point [m]; scratch memory, as all members below.
  mutable WavePhasors turned_;
  mutable WavePhasors turning_;  ///< factors of the complex amplitudes over `turning_step_`
  mutable Vector2 turning_step_ = Vector2::Zero();
  mutable std::vector<WaveDecayBlock> decays_, decay_steps_;
  /// What go_to() was called with.
  mutable const WavePhasors* phasors_here_ = nullptr;
  mutable Vector2 here_ = Vector2::Zero();
  mutable double decay_step_ = 0.0;  ///< mean difference in height between the points of a row [m]
};

}  // namespace raftup::hydro
