/// @file What GetSea promises: a sum of cosines that is the solver's own elevation.
#include <cmath>

#include "tests/contract/running_server.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;
using Stub = client::Client::Stub;

namespace {

/// Two bodies in a sea, "environment" of a model file.
v1::SessionSpec in_sea(const std::string& environment) {
  v1::SessionSpec spec = two_bodies();
  const v1::Model model =
      client::model_from_json("{\"name\": \"sea\", \"environment\": " + environment + "}");
  *spec.mutable_model()->mutable_environment() = model.environment();
  return spec;
}

v1::GetSeaResponse sea_of(client::Client& client, const std::string& session) {
  v1::GetSeaRequest request;
  request.set_session(session);
  return client.call(&Stub::GetSea, request);
}

/// Linear between two times, constant outside.
double variance_at(const v1::VarianceHistory& history, int component, double time) {
  const int count = history.time_size();
  const auto variance = [&](int i) { return history.variance(component * count + i); };
  if (time <= history.time(0)) return variance(0);
  for (int i = 1; i < count; ++i) {
    if (time > history.time(i)) continue;
    const double share = (time - history.time(i - 1)) / (history.time(i) - history.time(i - 1));
    return variance(i - 1) + share * (variance(i) - variance(i - 1));
  }
  return variance(count - 1);
}

/// The formula of GetSeaResponse at the world origin.
double elevation(const v1::GetSeaResponse& sea, double time) {
  std::vector<double> factors(static_cast<std::size_t>(sea.omega_size()), 1.0);
  for (const auto& history : sea.histories()) {
    const int components = history.variance_size() / history.time_size();
    for (int i = 0; i < components; ++i) {
      const double amplitude = sea.amplitude(history.first() + i);
      factors[static_cast<std::size_t>(history.first() + i)] =
          std::sqrt(2.0 * variance_at(history, i, time)) / amplitude;
    }
  }
  double sum = 0.0;
  for (int i = 0; i < sea.omega_size(); ++i) {
    sum += factors[static_cast<std::size_t>(i)] * sea.amplitude(i) *
           std::cos(sea.omega(i) * time + sea.phase(i));
  }
  const double ramp =
      time < sea.ramp_duration() ? 0.5 * (1.0 - std::cos(M_PI * time / sea.ramp_duration())) : 1.0;
  return ramp * sum;
}

/// Steps to each of the times [s] and compares.
void check_elevations(client::Client& client, const std::string& session,
                      const std::vector<double>& times) {
  const v1::GetSeaResponse sea = sea_of(client, session);
  v1::ReadValuesRequest read;
  read.set_session(session);
  read.add_variables("sea.elevation");
  auto controller = client.exchange(controller_of(session));
  std::int64_t step = 0;
  for (const double time : times) {
    const auto end = static_cast<std::int64_t>(std::lround(time / 0.02));
    controller.advance(end - step);
    step = end;
    INFO("t = " << time);
    CHECK(client.call(&Stub::ReadValues, read).values(0) ==
          Approx(elevation(sea, time)).epsilon(0.0).margin(1e-9));
  }
}

}  // namespace

TEST_CASE("sea: its components make the elevation of the solver, ramp and current included",
          "[contract][sea]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(in_sea(R"({
    "water_depth": 40, "current": {"speed": [1.2], "direction_deg": [60]},
    "sea": {"ramp_duration": 5, "waves": [
      {"regular": {"amplitude": 0.7, "period": 9, "direction_deg": 30, "phase_deg": 20}},
      {"irregular": {"jonswap": {"significant_wave_height": 2.5, "peak_period": 8},
        "direction_deg": 180, "spreading": {"cosine_2s": 10, "direction_count": 3},
        "component_count": 40, "seed": 3}}]}})"));
  const v1::GetSeaResponse sea = sea_of(client, session.name());
  CHECK(sea.omega_size() == 1 + 3 * 40);
  CHECK(sea.amplitude(0) == 0.7);
  CHECK(sea.direction(0) == Approx(M_PI / 6));
  // The current's part along the wave: (omega - k U)^2 = g k tanh(k h).
  const double intrinsic = sea.omega(0) - sea.wavenumber(0) * 1.2 * std::cos(M_PI / 6);
  CHECK(intrinsic * intrinsic ==
        Approx(9.80665 * sea.wavenumber(0) * std::tanh(40 * sea.wavenumber(0))));
  CHECK(sea.histories_size() == 0);
  CHECK(sea.sha256().size() == 64);
  check_elevations(client, session.name(), {0.5, 3.1, 5.0, 17.38, 60.0});
  CHECK(sea_of(client, session.name()).SerializeAsString() == sea.SerializeAsString());
}

TEST_CASE("sea: one that changes says how, and the elevation follows", "[contract][sea]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(in_sea(R"({
    "sea": {"waves": [{"varying": {"time": [10, 30], "states": [
      {"jonswap": {"significant_wave_height": 1, "peak_period": 7}, "component_count": 30},
      {"jonswap": {"significant_wave_height": 3, "peak_period": 10}}]}}]}})"));
  REQUIRE(sea_of(client, session.name()).histories_size() == 1);
  check_elevations(client, session.name(), {4.0, 12.5, 29.0, 44.0});
}

TEST_CASE("sea: a record and a focused crest are components like any others", "[contract][sea]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(in_sea(R"({
    "current": {"speed": [0.5], "direction_deg": [60]}, "sea": {"waves": [
      {"elevation": {"time": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], "direction_deg": 20,
        "elevation": [0, 1, 1, 0, -1, -1, 0, 1, 1, 0, -1, -1], "spreading": {"cosine_2s": 8},
        "beyond": "BEYOND_RECORD_STILL", "position": [30, -20]}},
      {"focused": {"jonswap": {"significant_wave_height": 1, "peak_period": 7}, "crest": 2,
        "component_count": 30, "time": 20, "position": [40, 10]}}]}})"));
  REQUIRE(sea_of(client, session.name()).omega_size() > 30);
  check_elevations(client, session.name(), {0.5, 7.0, 20.0});
}

TEST_CASE("sea: still water has no components; what clients stream is named", "[contract][sea]") {
  const RunningServer server;
  auto client = server.client();
  v1::SessionSpec spec = two_bodies();
  auto& input = *spec.mutable_model()->add_inputs();
  input.set_name("swell");
  input.mutable_wave_components()->set_component_count(2);
  const v1::GetSeaResponse sea = sea_of(client, client.start_session(spec).name());
  CHECK(sea.omega_size() == 0);
  REQUIRE(sea.streaming_inputs_size() == 1);
  CHECK(sea.streaming_inputs(0) == "swell");
  CHECK(error_of([&] { sea_of(client, "sessions/none-such"); }).reason() == "NOT_FOUND");
}
