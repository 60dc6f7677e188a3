/// @file Recorded wave elevations of a model: rules and defaults of their messages, and findings
///         about them.
#pragma once

#include <optional>

#include "hydro/base/finding.hpp"
#include "raftup/v1/model.pb.h"
#include "server/base/service_error.hpp"
#include "solver/model/model.hpp"

namespace raftup::server {

/// Largest number of values of all records of a model; times and elevations are counted together.
inline constexpr int kRecordNumberLimit = 500000;

/// Adds a violation if the records have more than kRecordNumberLimit values, and for each record
/// that ends before the run although its field `beyond` is refuse. Paths begin with
/// "environment.sea".
/// @param duration duration of the run [s]; 0 = not limited
void check_records(const v1::Sea& sea, double duration, FieldViolations& violations);

/// The simulation time at which the first record ends whose field `beyond` is refuse [s]; none if
/// there is no such record.
std::optional<double> end_of_records(const v1::Sea& sea);

/// Writes the defaults of recorded elevations into their messages: start, frequency band, taper,
/// padding. A record that is invalid is not changed.
/// @param message message of the model; the distances of its bodies from the gauge determine the
///         padding
/// @param model model with its water and hydrodynamic groups
void complete_records(v1::Sea& sea, const v1::Model& message, const solver::Model& model);

/// The findings about the recorded elevations of a model:
/// - "record": the frequency band of the harmonics of a record, the error with which they reproduce
///   the record between its tapers, the mean of the record, and the share of its variance outside
///   the band; a warning if this share is above 1 %;
/// - "record_uneven": time steps of the record differ from their median by more than 1 %;
/// - "record_interval", for each body: the time interval in which the record determines the waves
///   at the body; a warning if the run continues after it;
/// - "record_directions": the record is spread over several directions, which one gauge cannot
///   distinguish.
/// @param model message of the model with every default written out
Findings find_records(const v1::Model& model);

/// Findings about recorded elevations that have ended before the present time of a session.
/// @param model message of the model with every default written out
/// @param time present simulation time [s]
Findings find_ended_records(const v1::Model& model, double time);

}  // namespace raftup::server
