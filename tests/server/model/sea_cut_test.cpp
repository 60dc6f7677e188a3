#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "clients/cpp/client.hpp"
#include "hydro/sea/spectrum.hpp"
#include "hydro/sea/wave_systems.hpp"
#include "server/model/sea_builder.hpp"
#include "tests/server/model/built_model.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

constexpr double kLast = 5.0;    // rad/s, of hemisphere.h5
constexpr double kPeriod = 3.8;  // s: 1.49 % of its energy lies above kLast, .49 % is components'

/// A hemisphere in a sea of one system, and what else `environment` says.
v1::Model in_sea(const std::string& system, const std::string& environment = "") {
  return client::model_from_json(R"({
    "environment": {)" + environment +
                                 R"("sea": {"waves": [)" + system + R"(]}},
    "bodies": [{"name": "hemisphere", "inertia": {"xx": 2e6, "yy": 2e6, "zz": 2e6}}],
    "hydrodynamics": [{"name": "hull", "database": "hemisphere.h5",
                       "bodies": [{"body": "hemisphere"}]}],
    "integration": {"step": 0.05}})");
}

std::string pierson_moskowitz(double period, const std::string& options = "") {
  return R"({"irregular": {"pierson_moskowitz": {"significant_wave_height": 2, "peak_period": )" +
         std::to_string(period) + "}" + options + "}}";
}

double variance(const hydro::Sea& sea) {
  double sum = 0.0;
  for (const auto& wave : sea.components()) sum += 0.5 * wave.amplitude * wave.amplitude;
  return sum;
}

bool equal(const std::vector<hydro::WaveComponent>& a, const std::vector<hydro::WaveComponent>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& one, const auto& other) {
    return one.omega == other.omega && one.amplitude == other.amplitude &&
           one.phase == other.phase && one.direction == other.direction;
  });
}

double above_in_closed_form(double period, double omega) {
  const double peak = 2.0 * std::numbers::pi / period;
  return -std::expm1(-1.25 * std::pow(peak / omega, 4));
}

}  // namespace

TEST_CASE("sea cut: what little a sea has beyond the data goes to the waves below", "[model]") {
  const auto built = build(in_sea(pierson_moskowitz(kPeriod)));
  CHECK(built.message.environment().sea().waves(0).irregular().omega_max() == kLast);
  CHECK(built.model.sea->intrinsic_omegas().maxCoeff() <= kLast);
  CHECK(variance(*built.model.sea) == Approx(0.25).epsilon(1e-12));  // Hs^2 / 16

  const auto said = build(in_sea(pierson_moskowitz(kPeriod, R"(, "omega_max": 5)")));
  CHECK(equal(said.model.sea->components(), built.model.sea->components()));
  const auto again = build(built.message);
  CHECK(again.message.SerializeAsString() == built.message.SerializeAsString());
  CHECK(equal(again.model.sea->components(), built.model.sea->components()));

  const Findings findings = server::find_cuts(built.message.environment());
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].name == "sea_cut");
  CHECK(findings[0].value == Approx(above_in_closed_form(kPeriod, kLast)).epsilon(1e-9));
  CHECK(findings[0].message ==
        "environment.sea.waves[0] should reach as far as its spectrum, but ends at omega_max, 5 "
        "rad/s; the waves below carry the 1.5 % of its variance that lie above");
}

TEST_CASE("sea cut: a sea within the data is the one that it was", "[model]") {
  const auto built = build(in_sea(pierson_moskowitz(8.0)));
  CHECK_FALSE(built.message.environment().sea().waves(0).irregular().has_omega_max());
  hydro::DiscretisationOptions options;
  options.seed = 0;
  CHECK(equal(built.model.sea->components(),
              hydro::irregular_waves(hydro::JonswapSpectrum(2.0, 8.0, 1.0), {0.0}, options)));
  CHECK(server::find_cuts(built.message.environment()).empty());
}

TEST_CASE("sea cut: a sea with more beyond the data is refused, omega_max the remedy", "[model]") {
  const auto violations = violations_of(in_sea(pierson_moskowitz(3.0)));
  REQUIRE(violations.size() == 1);
  CHECK(violations[0].path == "environment.sea.waves[0].irregular");
  CHECK(violations[0].rule ==
        "must have less than 1 % of its variance beyond the database's last frequency, 5 rad/s, "
        "where it is then cut. With omega_max of at most 5, the waves below carry all of the "
        "variance");
  const double beyond = above_in_closed_form(3.0, kLast) - 0.01;
  CHECK(violations[0].value == fmt::format("{:.2g} %", 100.0 * beyond / (0.99 - 1e-5)));
  const auto built = build(in_sea(pierson_moskowitz(3.0, R"(, "omega_max": 5)")));
  CHECK(variance(*built.model.sea) == Approx(0.25).epsilon(1e-12));
}

TEST_CASE("sea cut: an omega_max beyond the data is the user's to change", "[model]") {
  const auto violations =
      violations_of(in_sea(pierson_moskowitz(kPeriod, R"(, "omega_max": 5.5)")));
  REQUIRE(violations.size() == 1);
  CHECK(violations[0].path == "environment.sea.waves[0].irregular.omega_max");
  CHECK(violations[0].rule == "must not exceed the database's last frequency, 5 rad/s");
  CHECK(violations[0].value == "5.5");
}

TEST_CASE("sea cut: on a current the data end where the water carries their last frequency",
          "[model]") {
  const std::string against = R"("current": {"speed": [0.2], "direction_deg": [180]}, )";
  const auto built = build(in_sea(pierson_moskowitz(4.3), against));
  const double g = built.model.gravity;
  const double end = kLast - kLast * kLast / g * 0.2;  // sigma + k U, deep water
  const auto& irregular = built.message.environment().sea().waves(0).irregular();
  CHECK(irregular.omega_max() == Approx(end).epsilon(1e-12));
  CHECK(built.model.sea->intrinsic_omegas().maxCoeff() <= kLast * (1.0 + 1e-9));
  const auto violations = violations_of(in_sea(pierson_moskowitz(3.6), against));
  REQUIRE(violations.size() == 1);
  CHECK_THAT(violations[0].rule, Catch::Contains("seen from the world, on the current"));
}

TEST_CASE("sea cut: sea states that follow one another end at one frequency", "[model]") {
  const auto state = [](double height, double period) {
    return fmt::format(R"({{"pierson_moskowitz": {{"significant_wave_height": {}, )"
                       R"("peak_period": {}}}, "component_count": 300}})",
                       height, period);
  };
  const auto varying = [&](double last) {
    return R"({"varying": {"time": [0, 600], "states": [)" + state(1, 6.0) + ", " + state(2, last) +
           "]}}";
  };
  const auto built = build(in_sea(varying(kPeriod)));
  for (const auto& one : built.message.environment().sea().waves(0).varying().states()) {
    CHECK(one.omega_max() == kLast);
  }
  const auto& variances = built.model.sea->histories().front().variances;
  CHECK(variances.col(0).sum() == Approx(1.0 / 16.0).epsilon(1e-12));
  CHECK(variances.col(1).sum() == Approx(0.25).epsilon(1e-12));
  CHECK(server::find_cuts(built.message.environment()).size() == 1);
  const auto violations = violations_of(in_sea(varying(3.0)));
  REQUIRE(violations.size() == 1);
  CHECK(violations[0].path == "environment.sea.waves[0].varying");
}
