#include "server/model/elevation_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/elevation_record.hpp"
#include "hydro/sea/spectrum_cut.hpp"
#include "server/model/message_fields.hpp"
#include "server/model/model_parts.hpp"
#include "server/model/sea_builder.hpp"
#include "solver/water/sea/recorded_waves.hpp"

namespace raftup::server {

namespace {

constexpr double kNotablePart = 0.01;  ///< share of a record's variance or of its time step

/// The description in a message; none if it breaks a rule, which is reported when the waves are
/// built.
std::optional<solver::ElevationSeries> described(const v1::ElevationSeries& message) {
  solver::ElevationSeries series;
  FieldViolations reported_when_built;
  MessageReader::read(message, "", series, reported_when_built);
  if (reported_when_built.count() > 0) return std::nullopt;
  return series;
}

Vector2 gauge_of(const solver::ElevationSeries& series) {
  return series.position.value_or(Vector2::Zero());
}

bool has_rows(const v1::ElevationSeries& series) {
  return series.time_size() > 0 && series.time_size() == series.elevation_size();
}

/// Returns the lowest of the highest frequencies in the databases of groups with excitation [rad/s,
/// world frame]. Infinite without such databases.
double last_of_databases(const solver::ElevationSeries& series, const solver::Model& model) {
  double last = std::numeric_limits<double>::infinity();
  for (const solver::HydrodynamicGroup& group : model.hydrodynamics) {
    if (!group.database || !group.excitation_enabled || group.database->omega.size() == 0) continue;
    const double filed = group.database->omega[group.database->omega.size() - 1];
    const hydro::Sea::Water water{model.water_depth, model.gravity, model.current};
    for (const double direction : solver::directions_of(series)) {
      last = std::min(last, hydro::omega_in_world(filed, direction, water));
    }
  }
  return last;
}

/// Returns the initial horizontal positions of the bodies [m]. Bodies of groups with a database are
/// added at their place in the database.
std::vector<Vector2> places_of_bodies(const v1::Model& message, const solver::Model& model) {
  std::vector<Vector2> places;
  for (const v1::Body& body : message.bodies()) {
    if (body.position_size() == 3) places.emplace_back(body.position(0), body.position(1));
  }
  for (const solver::HydrodynamicGroup& group : model.hydrodynamics) {
    if (!group.database || !group.has_database()) continue;
    for (std::size_t i = 0; i < group.bodies.size(); ++i) {
      if (group.bodies[i].database_body >= group.database->body_count()) continue;
      places.emplace_back(solver::rest_pose(group, i, Vector3::Zero()).position.head<2>());
    }
  }
  return places;
}

double farthest(const Vector2& from, const std::vector<Vector2>& places) {
  double distance = 0.0;
  for (const Vector2& place : places) distance = std::max(distance, (place - from).norm());
  return std::isfinite(distance) ? distance : 0.0;
}

/// Returns the duration of still water that must follow the record [s].
/// @param series description with its start and its highest frequency
double padding_of(const solver::ElevationSeries& series, const hydro::ElevationRecord& record,
                  const v1::Model& message, const solver::Model& model) {
  if (series.beyond == solver::BeyondRecord::kRepeat) return 0.0;
  const double length = record.last() - record.first();
  // Group velocity [m/s] of the shortest waves, which are the slowest. The water is deep for them.
  const double slowest = model.gravity / (2.0 * *series.omega_max);
  const double way = farthest(gauge_of(series), places_of_bodies(message, model));
  double padding = std::max(solver::kLeastPadding, std::min(way / slowest, length));
  if (series.beyond == solver::BeyondRecord::kStill) {
    const double end = *series.start + run_duration(message.integration());
    padding = std::max(padding, end - record.last());
  }
  return std::ceil(padding);
}

void complete_record(solver::ElevationSeries& series, const v1::Model& message,
                     const solver::Model& model) {
  const hydro::ElevationRecord record = solver::record_of(series);
  const hydro::RecordOptions options = solver::record_options(series, record);
  if (series.spreading && series.spreading->direction_count == 0) {
    series.spreading->direction_count = solver::kRecordDirections;
  }
  series.start = solver::start_of(series, record);
  series.omega_min = options.omega_min;
  if (!series.omega_max) {
    series.omega_max = std::min(options.omega_max, last_of_databases(series, model));
  }
  series.taper = options.taper;
  if (!series.padding) series.padding = padding_of(series, record, message, model);
}

/// Calls `use` for each record that has as many elevations as times.
template <typename SeaMessage, typename Use>
void each_record(SeaMessage& sea, const Use& use) {
  for (int i = 0; i < sea.waves_size(); ++i) {
    if (!sea.waves(i).has_elevation() || !has_rows(sea.waves(i).elevation())) continue;
    use(i, fmt::format("environment.sea.waves[{}].elevation", i));
  }
}

bool may_end(const v1::ElevationSeries& series) {
  return series.beyond() != v1::BEYOND_RECORD_STILL && series.beyond() != v1::BEYOND_RECORD_REPEAT;
}

/// Returns the time at which a record ends [s of simulation time].
double end_of(const v1::ElevationSeries& series) {
  const double start = series.has_start() ? series.start() : series.time(0);
  return series.time(series.time_size() - 1) - start;
}

}  // namespace

void check_records(const v1::Sea& sea, double duration, FieldViolations& violations) {
  int numbers = 0;
  for (const v1::WaveSystem& system : sea.waves()) {
    if (!system.has_elevation()) continue;
    numbers += system.elevation().time_size() + system.elevation().elevation_size();
  }
  violations.expect(
      numbers <= kRecordNumberLimit, "environment.sea.waves",
      fmt::format("must have at most {} numbers in time and elevation of all records together; "
                  "leave every second row out, or cut the record to the run and say its start",
                  kRecordNumberLimit),
      std::to_string(numbers));
  each_record(sea, [&](int index, const std::string& path) {
    const v1::ElevationSeries& series = sea.waves(index).elevation();
    constexpr double kSame = 1e-9;
    if (!may_end(series) || duration <= end_of(series) + kSame) return;
    violations.add(path + ".beyond",
                   fmt::format("must be still or repeat where the run goes on after the record, "
                               "which ends at {:.6g} s; else let integration.duration end with it",
                               end_of(series)),
                   fmt::format("a duration of {} s", duration));
  });
}

std::optional<double> end_of_records(const v1::Sea& sea) {
  std::optional<double> end;
  each_record(sea, [&](int index, const std::string&) {
    const v1::ElevationSeries& series = sea.waves(index).elevation();
    if (may_end(series)) end = std::min(end.value_or(end_of(series)), end_of(series));
  });
  return end;
}

void complete_records(v1::Sea& sea, const v1::Model& message, const solver::Model& model) {
  each_record(sea, [&](int index, const std::string&) {
    v1::ElevationSeries& given = *sea.mutable_waves(index)->mutable_elevation();
    std::optional<solver::ElevationSeries> series = described(given);
    if (!series) return;
    try {
      complete_record(*series, message, model);
      MessageWriter::write(*series, given);
    } catch (const Error&) {
      return;  // the error is reported when the waves are built
    }
  });
}

namespace {

/// The data from which the findings of a record are made.
struct Told {
  const v1::Model& model;
  solver::ElevationSeries series;
  std::string path;
  hydro::ElevationRecord record;
  hydro::RecordOptions options;
  hydro::RecordHarmonics harmonics;
};

void tell_record(const Told& of, Findings& findings) {
  const double outside = of.harmonics.variance_outside;
  findings.push_back(
      {"record", outside > kNotablePart ? Severity::kWarning : Severity::kInfo,
       fmt::format("{}: its harmonics from {:.6g} to {:.6g} rad/s, {} in all, miss the record "
                   "between its tapers by {:.2g} of its root mean square; {:.2g} % of its variance "
                   "lie outside; its mean, {:.4g} m, is taken off",
                   of.path, of.harmonics.omega(0),
                   of.harmonics.omega(of.harmonics.phasors.size() - 1), of.harmonics.phasors.size(),
                   hydro::record_error(of.record, of.options), 100.0 * outside, of.harmonics.mean),
       outside});
  if (of.record.jitter() > kNotablePart) {
    findings.push_back({"record_uneven", Severity::kWarning,
                        fmt::format("{}.time should have equal steps, which are up to {:.2g} % off "
                                    "their median; a cubic spline makes them equal",
                                    of.path, 100.0 * of.record.jitter()),
                        of.record.jitter()});
  }
  if (of.series.spreading) {
    findings.push_back({"record_directions", Severity::kInfo,
                        fmt::format("{}.spreading is a guess that the gauge agrees with: one gauge "
                                    "cannot tell the directions of waves",
                                    of.path),
                        0.0});
  }
}

hydro::Current current_of(const v1::Environment& environment) {
  if (!environment.has_current()) return {};
  FieldViolations said_already;
  return build_current(environment.current(), said_already);
}

void tell_intervals(const Told& of, Findings& findings) {
  const v1::Environment& environment = of.model.environment();
  const double depth = environment.has_water_depth() ? environment.water_depth()
                                                     : std::numeric_limits<double>::infinity();
  const hydro::Sea::Water water{depth, environment.gravity(), current_of(environment)};
  const double direction = of.series.direction;
  const auto [sine, cosine] = sincos(direction);
  const Vector2 gauge = gauge_of(of.series);
  for (const v1::Body& body : of.model.bodies()) {
    if (body.position_size() != 3) continue;
    const double distance =
        (body.position(0) - gauge.x()) * cosine + (body.position(1) - gauge.y()) * sine;
    const auto [begin, end] = hydro::determined_interval(of.harmonics, of.record, of.options.taper,
                                                         distance, direction, water);
    const double start = solver::start_of(of.series, of.record);
    const double from = begin - start, to = end - start;
    const bool past = run_duration(of.model.integration()) > to;
    findings.push_back(
        {"record_interval", past ? Severity::kWarning : Severity::kInfo,
         fmt::format("{} determines the waves at body '{}', {:.4g} m along them from the gauge, "
                     "from {:.4g} to {:.4g} s{}",
                     of.path, body.name(), distance, from, to,
                     past ? "; the run goes on after that, where waves are missing" : ""),
         to});
  }
}

}  // namespace

Findings find_records(const v1::Model& model) {
  Findings findings;
  each_record(model.environment().sea(), [&](int index, const std::string& path) {
    const auto series = described(model.environment().sea().waves(index).elevation()).value();
    const hydro::ElevationRecord record = solver::record_of(series);
    const hydro::RecordOptions options = solver::record_options(series, record);
    const Told told{model, series, path, record, options, hydro::record_harmonics(record, options)};
    tell_record(told, findings);
    if (series.beyond != solver::BeyondRecord::kRepeat) tell_intervals(told, findings);
  });
  return findings;
}

Findings find_ended_records(const v1::Model& model, double time) {
  Findings findings;
  each_record(model.environment().sea(), [&](int index, const std::string& path) {
    const v1::ElevationSeries& series = model.environment().sea().waves(index).elevation();
    if (series.beyond() == v1::BEYOND_RECORD_REPEAT) return;
    constexpr double kSame = 1e-9;
    const double end = end_of(series), again = end + series.padding();
    const bool comes_again = time > again + kSame;
    const bool asked_for = series.beyond() == v1::BEYOND_RECORD_STILL && !comes_again;
    if (time <= end + kSame || asked_for) return;
    findings.push_back(
        {"record_ended", Severity::kWarning,
         fmt::format("{} ends at {:.6g} s, and the session has gone on to {:.6g} s: the record has "
                     "no waves after its end{}; end there, or say by beyond what comes then",
                     path, end, time,
                     comes_again ? fmt::format(", and comes again from {:.6g} s on", again) : ""),
         end});
  });
  return findings;
}

}  // namespace raftup::server
