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

/// Where in the undisturbed water the motion of a point is taken: at the height z, and beyond by
/// its slope there.
struct WaterHeight {
  double z = 0.0;       ///< m, above the still water plane
  double beyond = 0.0;  ///< m, further up
};

/// exp(i theta) of kLaneCount components times their amplitudes, theta their phases at the origin.
using WavePhasors = std::vector<ComplexLanes>;

/// What is left of kLaneCount components at a height: s e^(kz) and s q e^(-kz), whose sum is C and
/// whose difference is S; s = 1/(1 - q).
struct WaveDecayBlock {
  LaneArray incident{}, reflected{};
};

/// What the water of a sea does at any point: linear waves, each with
///   u = a sigma C cos theta, w = -a sigma S sin theta, p/rho = a sigma^2/k C cos theta,
///   C = cosh k(z + h)/sinh kh, S = sinh k(z + h)/sinh kh, theta = omega t - k.x + phase,
/// sigma the frequency seen by one who goes with the water: accelerations are those of the water,
/// du/dt + (U . grad) u in a uniform current U. The current itself is not among the velocities.
/// Sums have the same bits on every machine. Not thread-safe: it keeps scratch.
/// @source Airy (1845)
class WaveKinematics {
 public:
  explicit WaveKinematics(const Sea& sea);

  /// The phasors of an instant [s], ramp included.
  /// @param factors of the amplitudes; null = those of the sea at that time
  WavePhasors phasors(double time, const AmplitudeFactors* factors = nullptr) const;

  /// Adds eta at points of a row.
  void add_elevations(const WavePhasors& phasors, const PointRow& row,
                      std::span<double> elevations) const;

  SurfaceMotion surface(const WavePhasors& phasors, const Vector2& position) const;

  /// Adds the motion of the water below or above points of a row. e^(kz) is carried from one point
  /// to the next where heights change nearly evenly, which costs a fraction of an exponential.
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
  /// The phasors at the first point of a row, and what turns them on to the next one.
  void begin_row(const WavePhasors& phasors, const PointRow& row) const;
  /// The decays at the first of some heights, and what takes them on by the mean step.
  void begin_decays(std::span<const WaterHeight> heights) const;
  /// Takes the decays from one height to the next.
  void carry_decays(double from, double to) const;

  Sea sea_;
  std::vector<Block> blocks_;
  bool deep_ = true;                   ///< q is nothing beside 1 for all components
  double largest_wavenumber_ = 0.0;    ///< rad/m
  std::vector<LaneArray> amplitudes_;  ///< m

  mutable WavePhasors turned_;   ///< scratch, as is what follows
  mutable WavePhasors turning_;  ///< by `turning_step_`
  mutable Vector2 turning_step_ = Vector2::Zero();
  mutable std::vector<WaveDecayBlock> decays_, decay_steps_;
  mutable double decay_step_ = 0.0;  ///< m, between points of a row on average
};

}  // namespace raftup::hydro
