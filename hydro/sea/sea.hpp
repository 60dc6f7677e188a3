#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/types.hpp"
#include "hydro/sea/dispersion.hpp"
#include "hydro/sea/fading.hpp"
#include "hydro/sea/spectrum.hpp"

namespace raftup::hydro {

class BoundWaves;
struct BoundWaveOptions;
class SteepWave;

/// Terms of the phases omega t - k.x + phase of kLaneCount components, in turns (1 turn = 2 pi
/// rad), for SIMD computation. All are zero in the lanes beyond the last component.
struct WavePhaseBlock {
  LaneArray omega{};         ///< frequency [turns/s]
  LaneArray wavenumber_x{};  ///< x component of the wave number vector [turns/m]
  LaneArray wavenumber_y{};  ///< y component of the wave number vector [turns/m]
  LaneArray phase{};         ///< phase at the world origin at t = 0 [turns]

  /// Computes the phases [turns] at a time [s] and a point [m, world].
  /// @param lane first lane to compute; the number of lanes is that of the SIMD vector V
  template <typename V>
  [[gnu::always_inline]] void at(double time, double x, double y, V& turns,
                                 std::size_t lane = 0) const {
    const V& from = phase.some<sizeof(V) / sizeof(double)>(lane);
    change(time, x, y, turns, lane);
    turns += from;
  }
  /// Computes the change of the phases [turns] over a time [s] and a distance [m].
  template <typename V>
  [[gnu::always_inline]] void change(double time, double x, double y, V& turns,
                                     std::size_t lane = 0) const {
    constexpr std::size_t kWidth = sizeof(V) / sizeof(double);
    turns = omega.some<kWidth>(lane) * time -
            (wavenumber_x.some<kWidth>(lane) * x + wavenumber_y.some<kWidth>(lane) * y);
  }
};

/// The phases [turns] of all components of a sea, in the order of the components.
using WavePhases = std::vector<WavePhaseBlock>;

/// One sinusoidal wave with the elevation
///   eta = amplitude cos(omega t - k (x cos direction + y sin direction) + phase) [m],
/// in the world frame, where k is its wave number.
struct WaveComponent {
  double omega = 0.0;      ///< frequency [rad/s], > 0
  double amplitude = 0.0;  ///< amplitude [m], 0 to kHighestWave
  double phase = 0.0;      ///< phase [rad]
  /// Direction that the wave travels to [rad]: 0 along +x, counter-clockwise seen from above.
  double direction = 0.0;
};

/// Variance [m2] of some components as a function of time: linear between the times, constant
/// before the first and after the last. Frequencies, directions and phases stay constant, so that
/// the elevation is continuous.
struct VarianceHistory {
  std::size_t first = 0;      ///< index of the first of the components, which are consecutive
  std::vector<double> times;  ///< times [s], strictly ascending, at least one
  /// Variance a^2 / 2 [m2], >= 0, of each component (row) at each time (column).
  MatrixXd variances;
};

/// Factor [1] by which the amplitude of each component is multiplied at a time, in the same SIMD
/// blocks as the phases.
using AmplitudeFactors = std::vector<LaneArray>;

/// A long- or short-crested sea: the sum of its components [m], or one steep wave, whose component
/// is the first harmonic of its elevation. At the start the waves are faded in by a raised cosine.
/// Invariant: every component is finite, and its wave number satisfies the dispersion relation on
/// the current or is that of the steep wave.
class Sea {
 public:
  /// The water in which the waves travel.
  struct Water {
    double depth = 0.0;    ///< water depth [m], > 0 or infinity
    double gravity = 0.0;  ///< gravitational acceleration [m/s2], > 0
    Current current;
  };

  /// Creates a sea in water without current.
  /// @param water_depth   m, > 0 or infinity
  /// @param gravity       m/s2, > 0
  /// @param ramp_duration time over which the waves are faded in [s], >= 0
  /// @throws Error(kInvalidArgument) with the component and the rule
  Sea(std::vector<WaveComponent> components, double water_depth, double gravity,
      double ramp_duration);

  /// Creates a sea in water with a current.
  /// @param ramp_duration time over which the waves are faded in [s], >= 0
  /// @param histories     variances of the components whose amplitude changes with time;
  ///         `amplitude` [m] of such a component must be amplitude_of() its largest variance
  /// @throws Error(kInvalidArgument) with the component and the rule, also if the current stops a
  ///          component
  Sea(std::vector<WaveComponent> components, const Water& water, double ramp_duration,
      std::vector<VarianceHistory> histories = {});

  /// A steep wave alone, in still water.
  /// @param direction     rad, where the wave goes
  /// @param phase         rad, of the wave at the origin at t = 0; its crest is at 0
  /// @param water         without current; depth and gravity those of the wave
  /// @param ramp_duration s, >= 0
  /// @throws Error(kInvalidArgument) naming the rule
  Sea(std::shared_ptr<const SteepWave> wave, double direction, double phase, const Water& water,
      double ramp_duration);

  /// Adds the waves that are bound to pairs of the components, to second order in the amplitudes.
  /// @throws Error(kInvalidArgument) naming the rule: no current, no steep wave, not too many
  void bind_waves(const BoundWaveOptions& options);

  /// Fades the waves by a function of time in place of the ramp, whose duration [s] must be 0.
  void fade_by(Fading fading) { fading_ = std::move(fading); }
  const Fading& fading() const { return fading_; }

  const SteepWave* steep_wave() const { return steep_.get(); }    ///< null in other seas
  const BoundWaves* bound_waves() const { return bound_.get(); }  ///< null to first order

  const std::vector<WaveComponent>& components() const { return components_; }
  /// Wave number of each component [rad/m].
  const VectorXd& wavenumbers() const { return wavenumbers_; }
  /// Frequency of each component in the frame that moves with the water [rad/s].
  const VectorXd& intrinsic_omegas() const { return intrinsic_omegas_; }
  /// Phases of all components [turns], for sums over them.
  const WavePhases& phases() const { return phases_; }
  const Water& water() const { return water_; }
  double water_depth() const { return water_.depth; }
  double gravity() const { return water_.gravity; }
  /// Time over which the waves are faded in [s].
  double ramp_duration() const { return ramp_duration_; }
  /// Variances [m2] of the components whose amplitude changes with time.
  const std::vector<VarianceHistory>& histories() const { return histories_; }

  /// Returns true if the amplitude [m] of some component changes with time.
  bool varies() const { return !histories_.empty(); }

  /// Computes the factor by which the amplitude of each component is multiplied at a time [s]: the
  /// square root of the ratio of its variance at that time to its largest variance. It is 1 for a
  /// constant amplitude.
  /// @param factors receives the factors; it is resized to the SIMD blocks of the phases
  void amplitude_factors(double time, AmplitudeFactors& factors) const;

  /// Factor by which the waves are faded in at a time [s]: (1 - cos(pi t / ramp_duration)) / 2
  /// until the ramp ends, then 1; or that of fade_by(). It is 0 before t = 0.
  double ramp(double time) const;

  /// Surface elevation [m] at a time [s] and a horizontal position [m, world], including the ramp.
  /// The result is bit for bit the same on every machine.
  double elevation(double time, const Vector2& position) const;

  /// Surface elevation [m] with the amplitudes of the components multiplied by `factors`.
  double elevation(double time, const Vector2& position, const AmplitudeFactors& factors) const;

 private:
  void check_water() const;
  void place_components();
  /// Of a steep wave [m], ramp left out.
  double steep_elevation(double time, const Vector2& position) const;
  /// Of the bound waves [m], ramp included.
  double bound_elevation(double time, const Vector2& position,
                         const std::vector<LaneArray>& amplitudes) const;

  std::vector<WaveComponent> components_;
  Water water_;
  double ramp_duration_;
  Fading fading_;  ///< without parts: the ramp alone
  std::vector<VarianceHistory> histories_;
  std::shared_ptr<const SteepWave> steep_;
  std::shared_ptr<const BoundWaves> bound_;
  VectorXd wavenumbers_, intrinsic_omegas_;
  WavePhases phases_;
  /// Amplitudes of the components [m], in the SIMD blocks of the phases.
  std::vector<LaneArray> amplitudes_;
};

/// Returns the amplitude of a component with a given variance [m2]: sqrt(2 variance) [m].
double amplitude_of(double variance);

}  // namespace raftup::hydro
