#pragma once

#include <memory>
#include <vector>

#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/types.hpp"
#include "hydro/sea/dispersion.hpp"
#include "hydro/sea/spectrum.hpp"

namespace raftup::hydro {

class BoundWaves;
struct BoundWaveOptions;
class SteepWave;

/// The terms of the phases omega t - k.x + phase of kLaneCount components, in turns. All are zero
/// in the lanes beyond the last component.
struct WavePhaseBlock {
  LaneArray omega{};         ///< turns/s
  LaneArray wavenumber_x{};  ///< turns/m
  LaneArray wavenumber_y{};  ///< turns/m
  LaneArray phase{};         ///< turns

  /// The phases [turns] at a time [s] and a point [m, world], for as many lanes from `lane` as V
  /// has.
  template <typename V>
  [[gnu::always_inline]] void at(double time, double x, double y, V& turns,
                                 std::size_t lane = 0) const {
    const V& from = phase.some<sizeof(V) / sizeof(double)>(lane);
    change(time, x, y, turns, lane);
    turns += from;
  }
  /// The change of the phases [turns] over a time [s] and a distance [m].
  template <typename V>
  [[gnu::always_inline]] void change(double time, double x, double y, V& turns,
                                     std::size_t lane = 0) const {
    constexpr std::size_t kWidth = sizeof(V) / sizeof(double);
    turns = omega.some<kWidth>(lane) * time -
            (wavenumber_x.some<kWidth>(lane) * x + wavenumber_y.some<kWidth>(lane) * y);
  }
};

/// The phases [turns] of all components of a sea in their order.
using WavePhases = std::vector<WavePhaseBlock>;

/// eta = amplitude cos(omega t - k (x cos direction + y sin direction) + phase) [m], world frame.
struct WaveComponent {
  double omega = 0.0;      ///< rad/s, > 0
  double amplitude = 0.0;  ///< m, 0 to kHighestWave
  double phase = 0.0;      ///< rad
  double direction = 0.0;  ///< rad: where the wave goes, 0 along +x, counter-clockwise from above
};

/// The variance [m2] of some components over time: linear from one time to the next, constant
/// before the first and after the last. Frequencies, directions and phases stay constant, so that
/// nothing jumps.
struct VarianceHistory {
  std::size_t first = 0;      ///< index of the first of the components, which are consecutive
  std::vector<double> times;  ///< s, strictly ascending, at least one
  MatrixXd variances;         ///< a^2 / 2 [m2], >= 0: components x times
};

/// The factor of the amplitude [1] of each component at a time, in the blocks of the phases.
using AmplitudeFactors = std::vector<LaneArray>;

/// A long- or short-crested sea: the sum of its components [m], faded in by a raised cosine; or one
/// steep wave, whose component is the first harmonic of its elevation. Invariant: every component
/// is finite and has its wavenumber from the dispersion relation on the current, or from the steep
/// wave.
class Sea {
 public:
  /// The water in which the waves travel.
  struct Water {
    double depth = 0.0;    ///< m, > 0 or infinity
    double gravity = 0.0;  ///< m/s2, > 0
    Current current;
  };

  /// @param water_depth   m, > 0 or infinity
  /// @param gravity       m/s2, > 0
  /// @param ramp_duration s, >= 0
  /// @throws Error(kInvalidArgument) naming the component and the rule
  Sea(std::vector<WaveComponent> components, double water_depth, double gravity,
      double ramp_duration);

  /// @param ramp_duration s, >= 0
  /// @param histories     of components whose amplitude changes; `amplitude` [m] of each of them
  ///         must be the largest that it reaches, amplitude_of() its largest variance
  /// @throws Error(kInvalidArgument) naming the component and the rule, also if the current stops a
  ///         component
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

  const SteepWave* steep_wave() const { return steep_.get(); }    ///< null in other seas
  const BoundWaves* bound_waves() const { return bound_.get(); }  ///< null to first order

  const std::vector<WaveComponent>& components() const { return components_; }
  const VectorXd& wavenumbers() const { return wavenumbers_; }  ///< rad/m, one per component
  /// Frequency of each component in the frame that moves with the water [rad/s].
  const VectorXd& intrinsic_omegas() const { return intrinsic_omegas_; }
  const WavePhases& phases() const { return phases_; }  ///< for sums over all components
  const Water& water() const { return water_; }
  double water_depth() const { return water_.depth; }
  double gravity() const { return water_.gravity; }
  double ramp_duration() const { return ramp_duration_; }
  const std::vector<VarianceHistory>& histories() const { return histories_; }

  /// True if the amplitude [m] of some component changes with time.
  bool varies() const { return !histories_.empty(); }

  /// sqrt of the ratio of the variance at a time [s] to that of `amplitude`; 1 if nothing changes.
  /// @param factors resized to the blocks of the phases
  void amplitude_factors(double time, AmplitudeFactors& factors) const;

  /// (1 - cos(pi t / ramp_duration)) / 2 until the ramp ends, then 1; 0 before t = 0.
  double ramp(double time) const;

  /// Surface elevation [m] at a point of the still water plane, ramp included: the same bits on
  /// every machine.
  double elevation(double time, const Vector2& position) const;

  /// The elevation [m] with amplitudes multiplied by `factors`.
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
  std::vector<VarianceHistory> histories_;
  std::shared_ptr<const SteepWave> steep_;
  std::shared_ptr<const BoundWaves> bound_;
  VectorXd wavenumbers_, intrinsic_omegas_;
  WavePhases phases_;
  std::vector<LaneArray> amplitudes_;  ///< m, in the blocks of the phases
};

/// The amplitude of a component that carries a variance, sqrt(2 variance) [m].
double amplitude_of(double variance);

}  // namespace raftup::hydro
