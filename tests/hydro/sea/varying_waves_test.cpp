#include "hydro/sea/varying_waves.hpp"

#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/sea/spectrum.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::hydro;

namespace {

DirectedSpectrum jonswap(double height, double period, double direction) {
  return {{direction}, std::make_shared<JonswapSpectrum>(height, period, 3.3)};
}

DiscretisationOptions cut_of_states(Discretisation bins, int count) {
  DiscretisationOptions options;
  options.bins = bins;
  options.component_count = count;
  options.seed = 7;
  return options;
}

double energy_at(const Sea& sea, double time) {
  AmplitudeFactors factors;
  sea.amplitude_factors(time, factors);
  double sum = 0.0;
  for (std::size_t c = 0; c < sea.components().size(); ++c) {
    const double amplitude =
        sea.components()[c].amplitude * factors[c / kLaneCount][c % kLaneCount];
    sum += 0.5 * amplitude * amplitude;
  }
  return sum;
}

Sea sea_of(const VaryingWaves& waves) {
  return {waves.components, Sea::Water{50.0, 9.81, {}}, 0.0, {waves.history}};
}

}  // namespace

TEST_CASE("varying waves: states that are all equal are the irregular sea", "[sea][varying]") {
  const auto directions = spread_directions(0.4, 8.0, 3);
  const DirectedSpectrum state{directions, std::make_shared<JonswapSpectrum>(2.0, 8.0, 3.3)};
  for (const auto bins : {Discretisation::kEqualEnergy, Discretisation::kEqualFrequency}) {
    const auto waves =
        varying_waves({0.0, 60.0, 200.0}, {{state}, {state}, {state}}, cut_of_states(bins, 50));
    const auto plain = irregular_waves(*state.spectrum, directions, cut_of_states(bins, 50));
    REQUIRE(waves.components.size() == plain.size());
    for (std::size_t c = 0; c < plain.size(); ++c) {
      CHECK(waves.components[c].omega == Approx(plain[c].omega).epsilon(1e-13));
      CHECK(waves.components[c].phase == plain[c].phase);
      CHECK(waves.components[c].direction == plain[c].direction);
      CHECK(waves.components[c].amplitude == Approx(plain[c].amplitude).epsilon(1e-12));
    }
    const Sea varying = sea_of(waves), constant(plain, 50.0, 9.81, 0.0);
    for (const double time : {-5.0, 0.0, 31.0, 60.0, 500.0}) {
      CHECK(varying.elevation(time, Vector2(3.0, -7.0)) ==
            Approx(constant.elevation(time, Vector2(3.0, -7.0))).epsilon(0.0).margin(1e-11));
    }
  }
}

TEST_CASE("varying waves: m0 is that of each state and goes in straight lines between",
          "[sea][varying][analytic]") {
  // a sea that grows and shifts, turns at once by a second system, and dies
  const std::vector<std::vector<DirectedSpectrum>> states{
      {jonswap(1.0, 6.0, 0.0)}, {jonswap(3.0, 11.0, 0.0)}, {jonswap(2.0, 8.0, 1.0)}};
  const Sea sea = sea_of(
      varying_waves({0.0, 100.0, 300.0}, states, cut_of_states(Discretisation::kEqualEnergy, 200)));
  CHECK(sea.components().size() == 400);
  CHECK(energy_at(sea, -10.0) == Approx(1.0 / 16.0).epsilon(1e-12));
  CHECK(energy_at(sea, 0.0) == Approx(1.0 / 16.0).epsilon(1e-12));
  CHECK(energy_at(sea, 100.0) == Approx(9.0 / 16.0).epsilon(1e-12));
  CHECK(energy_at(sea, 300.0) == Approx(4.0 / 16.0).epsilon(1e-12));
  CHECK(energy_at(sea, 1e4) == Approx(4.0 / 16.0).epsilon(1e-12));
  CHECK(energy_at(sea, 25.0) == Approx((1.0 + 0.25 * 8.0) / 16.0).epsilon(1e-12));
  CHECK(energy_at(sea, 250.0) == Approx((9.0 - 0.75 * 5.0) / 16.0).epsilon(1e-12));
}

TEST_CASE("varying waves: each state keeps the shape of its spectrum", "[sea][varying]") {
  const std::vector<std::vector<DirectedSpectrum>> states{{jonswap(1.0, 6.0, 0.0)},
                                                          {jonswap(3.0, 11.0, 0.0)}};
  const auto waves =
      varying_waves({0.0, 100.0}, states, cut_of_states(Discretisation::kEqualEnergy, 400));
  for (Eigen::Index state = 0; state < 2; ++state) {
    const Spectrum& spectrum = *states[static_cast<std::size_t>(state)][0].spectrum;
    double below = 0.0;
    for (std::size_t c = 0; c < waves.components.size(); ++c) {
      if (waves.components[c].omega < 0.75) {
        below += waves.history.variances(static_cast<Eigen::Index>(c), state);
      }
    }
    // within one bin of 400 and the 1 % above the upper limit that is spread over all
    CHECK(below ==
          Approx(spectrum.energy_below(0.75)).epsilon(0.0).margin(0.015 * spectrum.energy()));
  }
}

TEST_CASE("varying waves: the elevation does not jump where a state begins", "[sea][varying]") {
  const Sea sea = sea_of(
      varying_waves({10.0, 50.0, 60.0},
                    {{jonswap(1.0, 6.0, 0.0)}, {jonswap(4.0, 9.0, 0.0)}, {jonswap(0.5, 7.0, 2.0)}},
                    cut_of_states(Discretisation::kEqualEnergy, 100)));
  for (const double time : {10.0, 50.0, 60.0}) {
    const double before = sea.elevation(time - 1e-9, Vector2::Zero());
    const double after = sea.elevation(time + 1e-9, Vector2::Zero());
    // 2e-9 s of a slope below 10 m/s; the root of a variance that dies out is steep at its end:
    // sqrt(1e-9 / 10) of each amplitude, with random signs
    CHECK(std::abs(after - before) < 1e-4);
  }
}

TEST_CASE("varying waves: times and states that do not fit are refused by name", "[sea][varying]") {
  const DirectedSpectrum state = jonswap(1.0, 6.0, 0.0);
  const auto options = cut_of_states(Discretisation::kEqualEnergy, 10);
  CHECK_THROWS_WITH(varying_waves({0.0}, {{state}}, options),
                    "time must have at least 2 entries, got 1");
  CHECK_THROWS_WITH(varying_waves({0.0, 0.0}, {{state}, {state}}, options),
                    "time[1] must be finite and above the one before, got 0");
  CHECK_THROWS_WITH(varying_waves({0.0, 1.0}, {{state}}, options),
                    "states must have one entry per time (2), got 1");
  auto narrow = options;
  narrow.omega_min = 0.8;
  narrow.omega_max = 0.9;
  const DirectedSpectrum elsewhere{
      {0.0}, std::make_shared<TabulatedSpectrum>(std::vector{2.0, 3.0}, std::vector{1.0, 1.0})};
  CHECK_THROWS_WITH(varying_waves({0.0, 1.0}, {{state}, {elsewhere}}, narrow),
                    "states[1]: the spectrum must have energy between omega_min and omega_max, "
                    "got none");
}

TEST_CASE("spectrum stream: a spectrum that stays gives its irregular sea with equal steps",
          "[sea][varying]") {
  const std::vector<double> omega{0.3, 0.5, 0.9, 1.4}, density{0.0, 2.0, 0.7, 0.1};
  const auto directions = spread_directions(0.3, 5.0, 3);
  const SpectrumStream stream(omega, directions, 7, 40);
  const auto plain = irregular_waves(TabulatedSpectrum(omega, density), directions,
                                     cut_of_states(Discretisation::kEqualFrequency, 40));
  AmplitudeFactors amplitudes;
  stream.amplitudes(density, amplitudes);
  REQUIRE(stream.components().size() == plain.size());
  for (std::size_t c = 0; c < plain.size(); ++c) {
    CHECK(stream.components()[c].omega == Approx(plain[c].omega).epsilon(1e-14));
    CHECK(stream.components()[c].phase == plain[c].phase);
    CHECK(amplitudes[c / kLaneCount][c % kLaneCount] ==
          Approx(plain[c].amplitude).epsilon(0.0).margin(1e-13));
  }
  CHECK_THROWS_WITH(SpectrumStream({0.0, 1.0}, {0.0}, 1, 5), "omega[0] must be positive, got 0");
  CHECK_THROWS_WITH(SpectrumStream({0.5}, {0.0}, 1, 5),
                    "omega must have at least 2 entries, got 1");
}
