/// @file A recorded wave elevation [m] at equal time steps [s], and its decomposition into
///         harmonics.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/sea.hpp"

namespace raftup::hydro {

/// A recorded wave elevation [m] at equal time steps [s]. Invariant: at least kFewestSamples
/// samples, all finite.
class ElevationRecord {
 public:
  static constexpr std::size_t kFewestSamples = 8;

  /// Creates a record from samples. If the time steps are not equal, the elevation is resampled at
  /// steps of their median, by a cubic spline whose second derivative is 0 at both ends. Times that
  /// differ by less than a millionth of a step from equal steps are treated as equal.
  /// @param time      s, strictly ascending, no step longer than twice the median
  /// @param elevation m, one per time
  /// @throws Error(kInvalidArgument) with the row, its value and the rule
  ElevationRecord(const std::vector<double>& time, const std::vector<double>& elevation);

  /// Time of the first sample [s] on the clock of the record.
  double first() const { return first_; }
  /// Time of the last sample [s] on the clock of the record.
  double last() const { return first_ + step_ * static_cast<double>(elevation_.size() - 1); }
  double step() const { return step_; }  ///< time step [s]
  double jitter() const {
    return jitter_;
  }  ///< largest difference of a time step from the median, relative to the median [1]
  /// Elevation at each time step [m].
  const std::vector<double>& elevation() const { return elevation_; }
  /// Highest frequency that the samples resolve, pi / step [rad/s].
  double nyquist() const { return 0.5 * kTwoPi / step_; }

  /// Peak period of the record [s]. It is 2 pi / omega_p with omega_p = sum omega |X|^8 / sum |X|^8
  /// over the harmonics X of the record.
  /// @source Young (1995), The determination of confidence limits associated with estimates of the
  ///          spectral peak frequency, of S^4
  double peak_period() const;

 private:
  double first_, step_, jitter_;
  std::vector<double> elevation_;
};

/// Options of the decomposition of a record into harmonics.
struct RecordOptions {
  /// Length of the raised cosine that fades each end of the record [s], >= 0, at most half of the
  /// record.
  double taper = 0.0;
  /// Duration of still water that is added after the record [s], >= 0, rounded up to steps.
  double padding = 0.0;
  double omega_min = 0.0;  ///< lowest frequency of the harmonics [rad/s], >= 0
  /// Highest frequency of the harmonics [rad/s], > omega_min, at most the record's nyquist().
  double omega_max = 0.0;
};

/// Harmonics of a record. The record [m], minus its mean, multiplied by the taper and followed by
/// the padding, is the sum
///   sum over n of Re Z_n exp(i omega_n (t - first)), omega_n = 2 pi n / T,
/// where T [s] is the duration of record and padding, including one step after the last sample. The
/// mean is weighted by the taper, so that the tapered record has no mean. With all harmonics, the
/// sum equals the record minus its mean at every sample between the tapers.
struct RecordHarmonics {
  double mean = 0.0;             ///< mean elevation of the record [m]
  double duration = 0.0;         ///< duration T of record and padding [s]
  std::size_t first = 1;         ///< number n of the first harmonic
  std::vector<Complex> phasors;  ///< complex amplitudes Z_n [m] for n = first, first + 1, ...
  /// Share of the variance of the record outside the frequency band [1].
  double variance_outside = 0.0;

  double omega(std::size_t index) const {  ///< frequency of phasors[index] [rad/s]
    return kTwoPi * static_cast<double>(first + index) / duration;
  }
};

/// Computes the harmonics [m] of a record within the frequency band of the options.
/// @throws Error(kInvalidArgument) with the option that is invalid
RecordHarmonics record_harmonics(const ElevationRecord& record, const RecordOptions& options);

/// Computes the part of a record that the harmonics within the frequency band miss: the root mean
/// square of the sum of all other harmonics between the tapers, relative to that of the record
/// there [1].
/// @throws Error(kInvalidArgument) with the option that is invalid
double record_error(const ElevationRecord& record, const RecordOptions& options);

/// Place [m, world] and time [s] at which a record was taken, and directions of its waves [rad].
struct RecordPlace {
  double start = 0.0;               ///< time on the clock of the record at which t = 0 [s]
  Vector2 gauge = Vector2::Zero();  ///< position of the wave gauge [m, world]
  /// Directions [rad]; each harmonic travels in one of them, chosen at random with equal
  /// probability.
  std::vector<double> directions{0.0};
  std::uint64_t seed = 0;  ///< seed of the random choice of directions
  /// Number of systems before this one with the same seed, see DiscretisationOptions.
  std::uint64_t same_seed_before = 0;
};

/// Converts the harmonics of a record to components of a sea [m]. Their phases [rad] are
/// transferred from the gauge to the world origin.
/// @throws Error(kInvalidArgument) if the current stops one of the components
std::vector<WaveComponent> record_waves(const RecordHarmonics& harmonics,
                                        const ElevationRecord& record, const RecordPlace& place,
                                        const Sea::Water& water);

/// Computes the time interval in which a record determines the waves at a distance [m] from the
/// gauge along the waves. At these times both the slow and the fast waves come from the part of the
/// record between the tapers. The slow and fast waves are those at the frequencies below which 95 %
/// and 5 % of the energy lie, respectively. The interval is empty, end < begin, if there is no such
/// time.
/// @param taper    length of the taper at each end of the record [s]
/// @param distance distance from the gauge along the waves [m]
/// @returns begin and end [s] on the clock of the record
std::array<double, 2> determined_interval(const RecordHarmonics& harmonics,
                                          const ElevationRecord& record, double taper,
                                          double distance, double direction,
                                          const Sea::Water& water);

}  // namespace raftup::hydro
