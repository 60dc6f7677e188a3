#include "server/model/elevation_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "clients/cpp/client.hpp"
#include "tests/server/model/built_model.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

/// A hemisphere in a record of 300 s, taken 100 m before it at steps of .5 s.
v1::Model in_record(int rows = 600) {
  v1::Model message = client::model_from_json(R"({
    "environment": {"sea": {"waves": [{"elevation": {"position": [-100, 0]}}]}},
    "bodies": [{"name": "hemisphere", "inertia": {"xx": 2e6, "yy": 2e6, "zz": 2e6}}],
    "hydrodynamics": [{"name": "hull", "database": "hemisphere.h5",
                       "bodies": [{"body": "hemisphere"}]}],
    "integration": {"step": 0.05, "duration": 200}})");
  auto& series =
      *message.mutable_environment()->mutable_sea()->mutable_waves(0)->mutable_elevation();
  for (int i = 0; i < rows; ++i) {
    const double time = 0.5 * i;
    series.add_time(40.0 + time);
    series.add_elevation(std::cos(0.8 * time) + 0.5 * std::cos(1.3 * time + 1.0) + 0.2);
  }
  return message;
}

v1::ElevationSeries& record_in(v1::Model& message) {
  return *message.mutable_environment()->mutable_sea()->mutable_waves(0)->mutable_elevation();
}

const Finding& find(const Findings& findings, const std::string& name) {
  const auto found = std::find_if(findings.begin(), findings.end(),
                                  [&](const Finding& finding) { return finding.name == name; });
  REQUIRE(found != findings.end());
  return *found;
}

solver::Violation only_violation(const v1::Model& message) {
  const auto all = violations_of(message);
  REQUIRE(all.size() == 1);
  return all[0];
}

}  // namespace

TEST_CASE("recorded sea: what a record leaves open is written out", "[model][record]") {
  const auto built = build(in_record());
  const v1::ElevationSeries& record = built.message.environment().sea().waves(0).elevation();
  CHECK(record.start() == 40.0);
  CHECK(record.omega_min() == 0.0);
  CHECK(record.omega_max() == 5.0);  // where hemisphere.h5 ends, below .8 pi / .5 s
  CHECK(record.taper() == Approx(2.0 * M_PI / 0.8).epsilon(0.05));
  CHECK(record.padding() == 102.0);  // 100 m at g / (2 omega_max), .98 m/s
  CHECK(record.beyond() == v1::BEYOND_RECORD_REFUSE);
  const double at_gauge = built.model.sea->elevation(100.0, Vector2(-100.0, 0.0));
  CHECK(at_gauge == Approx(std::cos(80.0) + 0.5 * std::cos(131.0)).epsilon(0.0).margin(1e-2));

  auto message = in_record();
  record_in(message).mutable_spreading()->set_cosine_2s(8.0);
  const auto spread = build(message);
  CHECK(spread.message.environment().sea().waves(0).elevation().spreading().direction_count() ==
        31);
  CHECK(spread.model.sea->elevation(100.0, Vector2(-100.0, 0.0)) ==
        Approx(at_gauge).epsilon(0.0).margin(1e-2));
}

TEST_CASE("recorded sea: a run beyond it has to say what comes then", "[model][record]") {
  auto message = in_record();
  message.mutable_integration()->set_duration(500.0);
  const auto refused = only_violation(message);
  CHECK(refused.path == "environment.sea.waves[0].elevation.beyond");
  CHECK(refused.rule ==
        "must be still or repeat where the run goes on after the record, which ends at 299.5 s; "
        "else let integration.duration end with it");
  record_in(message).set_beyond(v1::BEYOND_RECORD_STILL);
  const auto still = build(message);
  CHECK(still.message.environment().sea().waves(0).elevation().padding() == 201.0);
  CHECK(std::abs(still.model.sea->elevation(450.0, Vector2(-100.0, 0.0))) < 1e-2);
  record_in(message).set_beyond(v1::BEYOND_RECORD_REPEAT);
  const hydro::Sea repeated = *build(message).model.sea;
  CHECK(repeated.elevation(430.0, Vector2::Zero()) ==
        Approx(repeated.elevation(130.0, Vector2::Zero())).epsilon(0.0).margin(1e-9));
}

TEST_CASE("recorded sea: findings say how near it comes and when it holds", "[model][record]") {
  auto message = in_record();
  record_in(message).mutable_spreading()->set_cosine_2s(8.0);
  const Findings findings = server::find_records(build(message).message);
  const Finding& record = find(findings, "record");
  CHECK(record.severity == Severity::kInfo);
  CHECK(record.message.find("its mean, 0.") != std::string::npos);
  const Finding& interval = find(findings, "record_interval");
  // the last is what the record's end less a taper has sent at c_g(.8) = 6.1 m/s
  CHECK(interval.value == Approx(299.5 - 7.9 + 100.0 / 6.13).epsilon(0.0).margin(2.0));
  CHECK(interval.message.find("body 'hemisphere', 100 m along them") != std::string::npos);
  find(findings, "record_directions");

  record_in(message).set_omega_max(1.0);  // a fifth of the variance lies above
  record_in(message).set_time(300, record_in(message).time(300) + 0.1);
  const Findings cut = server::find_records(build(message).message);
  CHECK(find(cut, "record").severity == Severity::kWarning);
  CHECK(find(cut, "record_uneven").value == Approx(0.2).epsilon(1e-6));
}

TEST_CASE("recorded sea: a session that goes on after its record is told so", "[model][record]") {
  auto message = build(in_record()).message;
  v1::ElevationSeries& series = record_in(message);
  const double end = series.time(series.time_size() - 1) - series.start();
  CHECK(server::find_ended_records(message, end).empty());
  const Findings ended = server::find_ended_records(message, end + 1.0);
  CHECK(find(ended, "record_ended").value == Approx(end));
  CHECK(find(ended, "record_ended").severity == Severity::kWarning);
  CHECK(ended.front().message.find("comes again") == std::string::npos);
  series.set_beyond(v1::BEYOND_RECORD_STILL);  // what is asked for is no finding, ...
  CHECK(server::find_ended_records(message, end + 1.0).empty());
  const double again = end + series.padding();  // ... but lasts no longer than the padding
  const Findings repeated = server::find_ended_records(message, again + 1.0);
  CHECK(find(repeated, "record_ended").message.find("comes again from") != std::string::npos);
  series.set_beyond(v1::BEYOND_RECORD_REPEAT);
  CHECK(server::find_ended_records(message, again + 1.0).empty());
}

TEST_CASE("recorded sea: half a million numbers are taken, one more is not", "[model][record]") {
  auto message = in_record(250000);
  message.clear_hydrodynamics();
  message.mutable_bodies(0)->set_mass(1e6);
  record_in(message).set_omega_max(1.5);
  CHECK(violations_of(message).empty());
  record_in(message).add_time(1e6);
  const auto refused = only_violation(message);
  CHECK(refused.path == "environment.sea.waves");
  CHECK(refused.rule.find("at most 500000 numbers in time and elevation of all records together; "
                          "leave every second row out") != std::string::npos);
  CHECK(refused.value == "500001");
}

TEST_CASE("recorded sea: what is no record is refused by field and row", "[model][record]") {
  auto message = in_record();
  record_in(message).set_time(7, 0.0);
  CHECK(only_violation(message).path == "environment.sea.waves[0].elevation");
  CHECK(only_violation(message).rule.find("time[7] must be above time[6], 43, got 0") !=
        std::string::npos);
  message = in_record();
  record_in(message).set_omega_max(5.5);
  CHECK(only_violation(message).path == "environment.sea.waves[0].elevation.omega_max");
  message = in_record();
  record_in(message).clear_time();
  record_in(message).clear_elevation();
  record_in(message).set_file("gauge.csv");
  CHECK(only_violation(message).rule.find("file must be read by the client") != std::string::npos);
}
