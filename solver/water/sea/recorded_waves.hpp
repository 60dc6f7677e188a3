/// @file The waves and the spectrum of an elevation [m] that a wave gauge has recorded.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hydro/sea/elevation_record.hpp"
#include "hydro/sea/sea.hpp"
#include "hydro/sea/spectrum.hpp"
#include "solver/model/water/waves.hpp"

namespace raftup::solver {

/// Number of directions of a recorded sea with a spreading that contains no number.
inline constexpr int kRecordDirections = 31;
/// Default duration of still water after a record [s].
inline constexpr double kLeastPadding = 100.0;

/// The record of a series.
/// @throws Error(kInvalidArgument) with the row that is invalid
hydro::ElevationRecord record_of(const ElevationSeries& series);

/// The options of a series: frequency band [rad/s], taper and padding [s]. Options that it omits
/// get the defaults of a model without database.
hydro::RecordOptions record_options(const ElevationSeries& series,
                                    const hydro::ElevationRecord& record);

/// Time on the clock of the record at which a simulation starts [s].
double start_of(const ElevationSeries& series, const hydro::ElevationRecord& record);

/// Directions of the waves of a record [rad]. All directions have equal energy.
/// @throws Error(kInvalidArgument) with the name of the invalid field
std::vector<double> directions_of(const ElevationSeries& series);

/// The components of a recorded elevation [m, rad/s].
/// @param same_seed see hydro::DiscretisationOptions::same_seed_before
/// @throws Error(kInvalidArgument) with the name of the invalid field
std::vector<hydro::WaveComponent> make_waves(const ElevationSeries& series, std::uint64_t same_seed,
                                             const hydro::Sea::Water& water);

/// The spectrum of the part of a record between its tapers [m2 s/rad], tabulated at 201 equally
/// spaced frequencies over the band of its harmonics.
/// @throws Error(kInvalidArgument) with the name of the invalid field
std::shared_ptr<const hydro::Spectrum> elevation_spectrum(const ElevationSeries& series);

}  // namespace raftup::solver
