#include "server/model/sea_builder.hpp"

#include <array>
#include <cmath>

#include "hydro/sea/bound_waves.hpp"
#include "hydro/sea/steep_wave.hpp"
#include "solver/model/model.hpp"
#include "solver/simulation/run/simulation.hpp"
#include "tests/server/model/built_model.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/constants.hpp"

using namespace raftup;
using namespace raftup::testing;
using Catch::Matchers::Contains;

namespace {

/// A rock in 20 m of water in the waves of a sea, and what else that sea says.
v1::Model rock_in(const std::string& waves, const std::string& beside = "") {
  return model_of(R"({"environment": {"gravity": 9.80665, "water_depth": 20, "sea": {"waves": [)" +
                  waves + "]" + beside +
                  R"(}}, "bodies": [{"name": "rock", "motion": "MOTION_STATIC"}],
          "integration": {"step": 0.05}})");
}

/// What the first violation at a path says.
std::string said_of(const v1::Model& message, const std::string& path) {
  for (const solver::Violation& violation : violations_of(message)) {
    if (violation.path == path) return violation.rule + ", got " + violation.value;
  }
  return "";
}

constexpr auto kSteep =
    R"({"regular": {"theory": "WAVE_THEORY_STREAM_FUNCTION", "height": 8, "period": 10,
                    "direction_deg": 30, "phase_deg": 20}})";

}  // namespace

TEST_CASE("model: the components of a JONSWAP sea carry its energy", "[model]") {
  auto message = hemisphere();
  auto& wave = *message.mutable_environment()->mutable_sea()->add_waves()->mutable_irregular();
  wave.mutable_jonswap()->set_significant_wave_height(1.5);
  wave.mutable_jonswap()->set_peak_period(8.0);
  const auto built = build(message);
  double m0 = 0.0;
  for (const auto& component : built.model.sea->components()) {
    m0 += component.amplitude * component.amplitude / 2.0;
  }
  CHECK(built.model.sea->components().size() == 512);
  CHECK(4.0 * std::sqrt(m0) == Approx(1.5).epsilon(1e-6));  // what issue 3 asks of the energy
  const auto& written = built.message.environment().sea().waves(0).irregular();
  CHECK(written.component_count() == 512);
  CHECK(written.jonswap().peak_enhancement() == 3.3);
}

TEST_CASE("model: the spectra of Ochi and Hubble and of Torsethaugen become their seas",
          "[model]") {
  auto message = hemisphere();
  auto& sea = *message.mutable_environment()->mutable_sea();
  auto& ochi_hubble = *sea.add_waves()->mutable_irregular()->mutable_ochi_hubble();
  for (const auto& [height, period, shape] : {std::array{1.2, 9.0, 3.0}, {0.9, 5.0, 1.5}}) {
    auto& system = *ochi_hubble.add_systems();
    system.set_significant_wave_height(height);
    system.set_peak_period(period);
    system.set_shape(shape);
  }
  auto& torsethaugen = *sea.add_waves()->mutable_irregular()->mutable_torsethaugen();
  torsethaugen.set_significant_wave_height(2.0);
  torsethaugen.set_peak_period(8.0);
  const auto built = build(message);
  double m0[2] = {0.0, 0.0};
  for (std::size_t c = 0; c < built.model.sea->components().size(); ++c) {
    m0[c / 512] += std::pow(built.model.sea->components()[c].amplitude, 2) / 2.0;
  }
  CHECK(m0[0] == Approx((1.44 + 0.81) / 16.0).epsilon(1e-12));
  CHECK(m0[1] == Approx(4.0 / 16.0).epsilon(1e-12));

  torsethaugen.set_peak_period(30.0);
  CHECK(violates(message, "environment.sea.waves[1].irregular"));
}

TEST_CASE("model: defaults that are written out change no wave", "[model]") {
  // what lets a session keep the sea of its first building
  const auto* const waves = GENERATE(
      R"({"irregular": {"jonswap": {"significant_wave_height": 1, "peak_period": 7}}})",
      R"({"irregular": {"torsethaugen": {"significant_wave_height": 2, "peak_period": 8},
                        "spreading": {"cosine_2s": 4, "direction_count": 5}}})",
      R"({"varying": {"time": [0, 60], "states": [
          {"jonswap": {"significant_wave_height": 1, "peak_period": 7}},
          {"jonswap": {"significant_wave_height": 2, "peak_period": 7}}]}})",
      R"({"elevation": {"time": [0, 1, 2, 3, 4.1, 5, 6, 7, 8], "position": [-40, 0],
          "elevation": [0, 1, 0, -1, 0, 1, 0, -1, 0], "spreading": {"cosine_2s": 8}}})",
      R"({"extreme_response": {"output": "hemisphere.displacement", "component": 2, "level": 1,
          "jonswap": {"significant_wave_height": 1, "peak_period": 7}}})");
  auto message = hemisphere();
  *message.mutable_environment() =
      model_of(R"({"environment": {"gravity": 9.81, "sea": {"ramp_duration": 5, "waves": [)" +
               std::string(waves) + "]}}}")
          .environment();
  const hydro::Sea given = *build(message).model.sea;
  const hydro::Sea written_out = *build(build(message).message).model.sea;
  REQUIRE(given.components().size() == written_out.components().size());
  for (std::size_t i = 0; i < given.components().size(); ++i) {
    const hydro::WaveComponent &a = given.components()[i], &b = written_out.components()[i];
    REQUIRE((a.omega == b.omega && a.amplitude == b.amplitude && a.phase == b.phase &&
             a.direction == b.direction));
  }
  CHECK(given.water().gravity == written_out.water().gravity);
  CHECK(given.ramp_duration() == written_out.ramp_duration());
  CHECK(given.histories().size() == written_out.histories().size());
}

TEST_CASE("model: sea states that follow one another keep the options of the first", "[model]") {
  auto message = hemisphere();
  auto& wave = *message.mutable_environment()->mutable_sea()->add_waves()->mutable_varying();
  for (const double time : {0.0, 600.0}) {
    wave.add_time(time);
    auto& state = *wave.add_states();
    state.mutable_jonswap()->set_significant_wave_height(1.0 + time / 600.0);
    state.mutable_jonswap()->set_peak_period(7.0);
  }
  wave.mutable_states(0)->set_component_count(50);
  const auto built = build(message);
  REQUIRE(built.model.sea->varies());
  CHECK(built.model.sea->components().size() == 50);
  CHECK(built.model.sea->histories()[0].variances.colwise().sum().isApprox(
      Eigen::RowVector2d(1.0 / 16.0, 4.0 / 16.0), 1e-12));
  const auto& completed = built.message.environment().sea().waves(0).varying();
  CHECK(completed.states(0).discretisation() == v1::DISCRETISATION_EQUAL_ENERGY);
  CHECK(completed.states(1).jonswap().peak_enhancement() == 3.3);
  CHECK_NOTHROW(build(built.message));  // what is written out in full says the same again

  wave.mutable_states(1)->set_seed(4);
  CHECK(violates(message, "environment.sea.waves[0].varying"));
  wave.mutable_states(1)->clear_seed();
  wave.set_time(1, 0.0);
  CHECK(violates(message, "environment.sea.waves[0].varying"));
  wave.mutable_states(1)->clear_jonswap();
  CHECK(violates(message, "environment.sea.waves[0].varying.states[1]"));
}

TEST_CASE("model: numbers of a wave system that are too many or too few are refused", "[model]") {
  const std::string random =
      R"("jonswap": {"significant_wave_height": 1, "peak_period": 7}, "crest": 1, )";
  CHECK(said_of(rock_in(R"({"focused": {)" + random + R"("position": [1]}})"),
                "environment.sea.waves[0].focused.position") == "must have 2 values, got 1");
  CHECK(said_of(rock_in(R"({"components": {"omega": [1, 2], "amplitude": [1]}})"),
                "environment.sea.waves[0].components") ==
        "must have as many amplitudes as omegas, 2, got 1, got ");
}

TEST_CASE("model: a current carries the waves and is refused where it stops one", "[model]") {
  auto message = hemisphere();
  auto& environment = *message.mutable_environment();
  auto& wave = *environment.mutable_sea()->add_waves()->mutable_regular();
  wave.set_amplitude(1.0);
  wave.set_period(5.0);
  auto& current = *environment.mutable_current();
  current.add_speed(1.0);
  current.add_direction_deg(90.0);
  const auto built = build(message);
  CHECK((built.model.current.velocity(3.0) - Vector2(0.0, 1.0)).norm() < 1e-15);
  CHECK(built.model.sea->water().current == built.model.current);

  current.set_direction_deg(0, 180.0);
  current.set_speed(0, 3.0);  // stops waves above 9.81 / 12 = .82 rad/s; these have 1.26
  CHECK(violates(message, "environment.sea.waves"));
  for (const double refused : {-1.0, 1001.0}) {
    current.set_speed(0, refused);
    CHECK(violates(message, "environment.current.speed[0]"));
  }
  current.set_speed(0, 0.1);
  current.add_speed(0.2);
  CHECK(violates(message, "environment.current.speed"));
}

TEST_CASE("model: inputs that stream waves are built, and refused by their paths", "[model]") {
  auto message = hemisphere();
  message.mutable_environment()->mutable_sea()->set_ramp_duration(7.0);
  auto& components = *message.add_inputs();
  components.set_name("harmonics");
  components.mutable_wave_components()->set_component_count(3);
  auto& spectrum = *message.add_inputs();
  spectrum.set_name("spectrum");
  for (const double omega : {0.5, 1.0}) spectrum.mutable_wave_spectrum()->add_omega(omega);
  auto& field = *message.add_inputs();
  field.set_name("water");
  field.mutable_wave_field()->set_body(message.bodies(0).name());
  for (const double value : {0.0, 0.0, -1.0, 1.0, 0.0, -1.0}) {
    field.mutable_wave_field()->add_points(value);
  }
  const auto built = build(message);
  CHECK(std::get<solver::StreamedComponents>(built.model.inputs[0].kind).ramp_duration == 7.0);
  CHECK(built.message.inputs(1).wave_spectrum().component_count() == 512);
  CHECK(std::get<solver::WaveField>(built.model.inputs[2].kind).drag_areas ==
        std::vector<double>(2, 0.0));

  components.mutable_wave_components()->set_component_count(0);
  spectrum.mutable_wave_spectrum()->set_omega(1, 100.0);
  field.mutable_wave_field()->add_areas(1.0);
  for (const char* path : {"inputs[0].wave_components.component_count", "inputs[1].wave_spectrum",
                           "inputs[2].wave_field.areas"}) {
    INFO(path);
    CHECK(violates(message, path));
  }
}

TEST_CASE("model: a steep wave has its theory; databases have its first harmonic", "[model]") {
  const auto built = build(rock_in(kSteep));
  const hydro::Sea& sea = *built.model.sea;
  REQUIRE(sea.steep_wave() != nullptr);
  CHECK(sea.steep_wave()->crest() == Approx(5.107855488).epsilon(1e-6));
  CHECK(sea.wavenumbers()[0] == Approx(.0489346718).epsilon(1e-6));
  CHECK(sea.components()[0].amplitude == sea.steep_wave()->first_harmonic());
  CHECK(sea.components()[0].direction == Approx(kPi / 6));
  const auto& written = built.message.environment().sea().waves(0).regular();
  CHECK(written.harmonic_count() == 20);
  CHECK(written.mean_current() == v1::MEAN_CURRENT_EULERIAN);
  CHECK_NOTHROW(build(built.message));
  const hydro::Sea airy = *build(rock_in(R"({"regular": {"height": 3, "period": 10}})")).model.sea;
  CHECK(airy.steep_wave() == nullptr);
  CHECK(airy.components()[0].amplitude == 1.5);
}

TEST_CASE("model: steep waves beyond their theory or beside others are refused", "[model]") {
  const std::string path = "environment.sea.waves[0].regular";
  const auto regular = [&](const std::string& fields) {
    return said_of(rock_in(R"({"regular": {"period": 10, )" + fields + "}}"), path);
  };
  const std::string stokes = R"("theory": "WAVE_THEORY_STOKES5")";
  CHECK_THAT(regular(R"("height": 13, )" + stokes), Contains("H_max = 1"));
  CHECK_THAT(regular(R"("amplitude": 3, )" + stokes), Contains("height must be given"));
  CHECK_THAT(regular(R"("amplitude": 3, "height": 6)"), Contains("amplitude must be omitted"));
  CHECK_THAT(regular(R"("amplitude": 3, "harmonic_count": 9)"), Contains("harmonic_count must be"));
  CHECK_THAT(regular(R"("height": 3, "mean_current": "MEAN_CURRENT_EULERIAN")"),
             Contains("mean_current must be omitted"));
  const std::string other = R"({"regular": {"amplitude": 1, "period": 8}})";
  CHECK_THAT(said_of(rock_in(kSteep + ("," + other)), path + ".theory"),
             Contains("must be airy beside other waves"));
  auto on_current = rock_in(kSteep);
  on_current.mutable_environment()->mutable_current()->add_speed(1.0);
  on_current.mutable_environment()->mutable_current()->add_direction_deg(0.0);
  CHECK_THAT(said_of(on_current, path + ".theory"), Contains("environment.current is not 0"));
}

TEST_CASE("model: a sea of second order has bound waves", "[model]") {
  const std::string pair = R"({"components": {"omega": [0.6, 0.8], "amplitude": [2, 1.5]}})";
  const std::string second = R"(, "order": "SEA_ORDER_SECOND")";
  const auto built = build(rock_in(pair, second + R"(, "sum_cutoff": 1.5)"));
  REQUIRE(built.model.sea->bound_waves() != nullptr);
  CHECK(built.model.sea->bound_waves()->options().sum_cutoff == 1.5);
  CHECK(build(rock_in(pair)).model.sea->bound_waves() == nullptr);
  const std::string path = "environment.sea.order";
  CHECK_THAT(said_of(rock_in(kSteep, second), path), Contains("a theory of its own"));
  CHECK_THAT(
      said_of(rock_in(pair, R"(, "difference_cutoff": 1)"), "environment.sea.difference_cutoff"),
      Contains("must be omitted unless order is second"));
  CHECK_THAT(said_of(rock_in(pair, second + R"(, "sum_cutoff": -1)"), path),
             Contains("sum_cutoff must be positive, got -1"));
  CHECK_THAT(said_of(rock_in(R"({"elevation": {"time": [0, 1, 2, 3, 4, 5, 6, 7, 8],
                                         "elevation": [0, 1, 0, -1, 0, 1, 0, -1, 0]}})",
                             second),
                     path),
             Contains("a record contains its bound waves"));
  CHECK_THAT(said_of(rock_in(R"({"irregular": {"jonswap": {"significant_wave_height": 1,
                                  "peak_period": 8}, "component_count": 513}})",
                             second),
                     path),
             Contains("at most 512"));
}
