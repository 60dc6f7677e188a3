#pragma once

#include <span>
#include <vector>

#include "hydro/sea/sea.hpp"
#include "hydro/sea/steep_wave.hpp"
#include "hydro/sea/water_motion.hpp"

namespace raftup::hydro {

/// Points at equal distances along a straight line over the still water plane [m].
struct PointRow {
  Vector2 first = Vector2::Zero();
  Vector2 step = Vector2::Zero();

  Vector2 at(std::size_t point) const { return first + static_cast<double>(point) * step; }
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
/// not included. Of a steep wave it is that of SteepWave, at the height itself; in a sea with bound
/// waves theirs is added, above the still water plane as in it. Sums have the same
/// bits on every machine. Not thread-safe, since it keeps scratch memory.
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
  /// A steep wave at a point: its ramp [1] and its phase, from the phasor of its first harmonic.
  struct SteepPoint {
    double ramp = 0.0;
    SteepWave::Phase phase;
  };
  SteepPoint steep_point(const WavePhasors& phasors, const Vector2& position) const;
  SurfaceMotion steep_surface(const WavePhasors& phasors, const Vector2& position) const;
  void add_steep_motion(const WavePhasors& phasors, const Vector2& position, double z,
                        WaterMotion& motion) const;

  /// Computes the phasors at a point.
  void turn_to(const WavePhasors& phasors, const Vector2& position) const;
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
