/// @file Recorded elevations of a model: what their messages leave open, their components, and what
/// is worth knowing of them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hydro/base/finding.hpp"
#include "hydro/sea/sea.hpp"
#include "hydro/sea/stationary_sea.hpp"
#include "raftup/v1/model.pb.h"
#include "server/base/service_error.hpp"
#include "solver/model/model.hpp"

namespace raftup::server {

/// Numbers of all records of a model, time and elevation together.
inline constexpr int kRecordNumberLimit = 500000;

/// Refuses more numbers than kRecordNumberLimit and runs that go on after a record whose `beyond`
/// is refuse. Paths from "environment.sea".
/// @param duration of the run [s]; 0 = open
void check_records(const v1::Sea& sea, double duration, FieldViolations& violations);

/// When the first of the records whose `beyond` is refuse has ended [s of the simulation]; none
/// without such a record.
std::optional<double> end_of_records(const v1::Sea& sea);

/// Writes what the records of a sea leave open into it: start, band, taper, padding. A record that
/// breaks a rule stays as it is.
/// @param message of the model, whose bodies say how far the waves go
/// @param model   with its water and groups
void complete_records(v1::Sea& sea, const v1::Model& message, const solver::Model& model);

/// Components of a record; what it leaves open is as without a database.
/// @param same_seed DiscretisationOptions::same_seed_before
/// @throws Error(kInvalidArgument) naming the field
std::vector<hydro::WaveComponent> elevation_waves(const v1::ElevationSeries& series,
                                                  std::uint64_t same_seed,
                                                  const hydro::Sea::Water& water);

/// The spectrum of a record between its tapers, in steps of its harmonics' band over 200.
/// @throws Error(kInvalidArgument) naming the field
std::shared_ptr<const hydro::Spectrum> elevation_spectrum(const v1::ElevationSeries& series);

/// The findings about each record of a model:
/// - "record": the band of its harmonics, how near they come to it between the tapers, its mean,
/// and
///   the share of its variance outside the band; a warning if that is above 1 %;
/// - "record_uneven": steps differ from their median by more than 1 %;
/// - "record_interval" of each body: the interval in which the record determines the waves there; a
///   warning if the run continues after it;
/// - "record_directions": directions that one gauge cannot distinguish.
/// @param model with every default written out
Findings find_records(const v1::Model& model);

/// Findings about recorded elevations that a session without a duration has left behind.
/// @param model with every default
/// @param time  of the session [s]
Findings find_ended_records(const v1::Model& model, double time);

}  // namespace raftup::server
