/// @file A recorded elevation at equal steps, and the harmonics that it is the sum of.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/sea.hpp"

namespace raftup::hydro {

/// An elevation [m] over time at equal steps [s].
/// Invariant: at least kFewestSamples finite samples.
class ElevationRecord {
 public:
  static constexpr std::size_t kFewestSamples = 8;

  /// Unequal steps become their median by a cubic spline whose second derivative is 0 at both ends;
  /// times that are a millionth of a step off equal ones count as equal.
  /// @param time      s, strictly ascending, no step above twice the median
  /// @param elevation m, one per time
  /// @throws Error(kInvalidArgument) naming the row, its value and the rule
  ElevationRecord(const std::vector<double>& time, const std::vector<double>& elevation);

  double first() const { return first_; }  ///< s, on the record's clock
  double last() const { return first_ + step_ * static_cast<double>(elevation_.size() - 1); }
  double step() const { return step_; }  ///< s
  double jitter() const {
    return jitter_;
  }  ///< largest difference of a step from the median, over it
  const std::vector<double>& elevation() const { return elevation_; }  ///< m
  double nyquist() const { return 0.5 * kTwoPi / step_; }              ///< pi / step [rad/s]

  /// Where its energy has its peak, omega_p = sum omega |X|^8 / sum |X|^8 over its harmonics [s].
  /// @source Young (1995), The determination of confidence limits associated with estimates of the
  ///         spectral peak frequency, of S^4
  double peak_period() const;

 private:
  double first_, step_, jitter_;
  std::vector<double> elevation_;
};

/// How a record becomes harmonics.
struct RecordOptions {
  double taper = 0.0;      ///< s, >= 0: raised cosine inside each end, at most half of the record
  double padding = 0.0;    ///< s, >= 0: still water after the record, rounded up to steps
  double omega_min = 0.0;  ///< rad/s, >= 0
  double omega_max = 0.0;  ///< rad/s, > omega_min, at most the record's nyquist()
};

/// The record [m] less its mean times the taper, followed by the padding, as
///   sum over n of Re Z_n exp(i omega_n (t - first)), omega_n = 2 pi n / T,
/// T the duration of all of it [s], one step after the last sample included. The mean is weighted
/// by the taper, so that nothing of it is left: with all harmonics the sum is the record at every
/// sample between the tapers.
struct RecordHarmonics {
  double mean = 0.0;              ///< m
  double duration = 0.0;          ///< T [s]
  std::size_t first = 1;          ///< n of the first harmonic
  std::vector<Complex> phasors;   ///< Z_n [m], n = first, first + 1, ..
  double variance_outside = 0.0;  ///< share of the variance that lies outside the band

  double omega(std::size_t index) const {  ///< rad/s, of phasors[index]
    return kTwoPi * static_cast<double>(first + index) / duration;
  }
};

/// @throws Error(kInvalidArgument) naming the option
RecordHarmonics record_harmonics(const ElevationRecord& record, const RecordOptions& options);

/// Root mean square of what harmonics outside the band add between the tapers, over that of the
/// record there: what the components miss of the record.
/// @throws Error(kInvalidArgument) naming the option
double record_error(const ElevationRecord& record, const RecordOptions& options);

/// Where a record was taken and where its waves go.
struct RecordPlace {
  double start = 0.0;                   ///< s of the record's clock that is t = 0
  Vector2 gauge = Vector2::Zero();      ///< m, world
  std::vector<double> directions{0.0};  ///< rad: each harmonic goes in one of them, drawn evenly
  std::uint64_t seed = 0;               ///< of the draws
  std::uint64_t same_seed_before = 0;   ///< DiscretisationOptions
};

/// The harmonics as components of a sea [m], their phases [rad] moved from the gauge to the origin.
/// @throws Error(kInvalidArgument) where the current stops one
std::vector<WaveComponent> record_waves(const RecordHarmonics& harmonics,
                                        const ElevationRecord& record, const RecordPlace& place,
                                        const Sea::Water& water);

/// When a record determines the waves at a distance s [m] along them from the gauge: its slowest
/// and fastest waves, those that 95 % and 5 % of the energy lies below, have both come from what is
/// between the tapers. Empty, end < begin, where it never does.
/// @returns begin and end [s] on the record's clock
std::array<double, 2> determined_interval(const RecordHarmonics& harmonics,
                                          const ElevationRecord& record, double taper,
                                          double distance, double direction,
                                          const Sea::Water& water);

}  // namespace raftup::hydro
