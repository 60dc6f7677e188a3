#include "hydro/sea/wave_systems.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/sea/spectrum.hpp"
#include "tests/support/catch.hpp"

using namespace raftup::hydro;

namespace {

double energy(const std::vector<WaveComponent>& components) {
  double sum = 0.0;
  for (const WaveComponent& wave : components) sum += 0.5 * wave.amplitude * wave.amplitude;
  return sum;
}

DiscretisationOptions cut(Discretisation bins, int count) {
  DiscretisationOptions options;
  options.bins = bins;
  options.component_count = count;
  return options;
}

const auto kBoth = {Discretisation::kEqualFrequency, Discretisation::kEqualEnergy};

}  // namespace

TEST_CASE("irregular waves: the components give the significant wave height back",
          "[sea][analytic]") {
  for (const auto bins : kBoth) {
    for (const int count : {1, 7, 400}) {
      const auto waves = irregular_waves(JonswapSpectrum(3.0, 8.0, 3.3), {0.3}, cut(bins, count));
      CHECK(waves.size() == static_cast<std::size_t>(count));
      // rounding of `count` squares
      CHECK(4.0 * std::sqrt(energy(waves)) == Approx(3.0).epsilon(1e-13));
    }
  }
}

TEST_CASE("irregular waves: a band takes the whole energy and stays within its limits", "[sea]") {
  for (const auto bins : kBoth) {
    DiscretisationOptions options = cut(bins, 100);
    options.omega_min = 0.6;
    options.omega_max = 1.2;
    const auto waves = irregular_waves(JonswapSpectrum(3.0, 8.0, 3.3), {0.0}, options);
    CHECK(energy(waves) == Approx(9.0 / 16.0).epsilon(1e-13));
    for (const WaveComponent& wave : waves) CHECK((wave.omega > 0.6 && wave.omega < 1.2));
  }
}

TEST_CASE("irregular waves: the energy lies where the spectrum has it", "[sea]") {
  const JonswapSpectrum spectrum(3.0, 8.0, 3.3);
  for (const auto bins : kBoth) {
    const auto waves = irregular_waves(spectrum, {0.0}, cut(bins, 2000));
    for (const double omega : {0.7, 0.8, 1.0, 1.5}) {
      double below = 0.0;
      for (const WaveComponent& wave : waves) {
        if (wave.omega < omega) below += 0.5 * wave.amplitude * wave.amplitude;
      }
      // one bin, up to 3.6 / 2000 of the energy at the peak, and the 1 % of tail spread over all
      CHECK(below == Approx(spectrum.energy_below(omega) / 0.99)
                         .epsilon(0.0)
                         .margin(2e-3 * spectrum.energy()));
    }
  }
}

TEST_CASE("irregular waves: equal energy means equal amplitudes", "[sea]") {
  const auto waves =
      irregular_waves(JonswapSpectrum(2.0, 9.0, 1.0), {0.0}, cut(Discretisation::kEqualEnergy, 50));
  for (const WaveComponent& wave : waves) CHECK(wave.amplitude == waves.front().amplitude);
}

TEST_CASE("irregular waves: equally wide bins do not repeat after 2 pi over their width", "[sea]") {
  DiscretisationOptions options = cut(Discretisation::kEqualFrequency, 200);
  options.omega_min = 0.4;
  options.omega_max = 2.4;
  const Sea sea(irregular_waves(JonswapSpectrum(2.0, 8.0, 3.3), {0.0}, options), 100.0, 9.81, 0.0);
  const double period = 2.0 * std::acos(-1.0) / 0.01;
  double product = 0.0, square = 0.0;
  for (int i = 0; i < 2000; ++i) {
    const double now = sea.elevation(0.5 * i, {0.0, 0.0});
    product += now * sea.elevation(0.5 * i + period, {0.0, 0.0});
    square += now * now;
  }
  // frequencies at the bins' middles would give 1; a correlation over some 100 periods scatters by
  // .1
  CHECK(std::abs(product / square) < 0.4);
}

TEST_CASE("irregular waves: systems of one seed draw numbers of their own", "[sea]") {
  const JonswapSpectrum spectrum(1.4142, 8.0, 3.3);
  DiscretisationOptions options;
  auto both = irregular_waves(spectrum, {0.0}, options);
  options.same_seed_before = 1;
  const auto second = irregular_waves(spectrum, {0.5 * std::acos(-1.0)}, options);
  both.insert(both.end(), second.begin(), second.end());
  const Sea sea(both, 100.0, 9.81, 0.0);
  double square = 0.0;
  constexpr int kSamples = 4000;
  for (int i = 0; i < kSamples; ++i) {
    const double now = sea.elevation(2.7 * i, {0.0, 0.0});
    square += now * now / kSamples;
  }
  // Hs of both together is 2 m; in phase at the origin they had 2.83 m
  CHECK(4.0 * std::sqrt(square) == Approx(2.0).epsilon(0.03));
}

TEST_CASE("irregular waves: the seed and the component alone decide the phases", "[sea]") {
  const JonswapSpectrum spectrum(2.0, 8.0, 3.3);
  DiscretisationOptions options = cut(Discretisation::kEqualEnergy, 20);
  options.seed = 5;
  const auto first = irregular_waves(spectrum, {0.0}, options);
  const auto again = irregular_waves(JonswapSpectrum(4.0, 11.0, 1.0), {1.0}, options);
  options.seed = 6;
  const auto other = irregular_waves(spectrum, {0.0}, options);
  for (std::size_t c = 0; c < first.size(); ++c) {
    CHECK(first[c].phase == again[c].phase);
    CHECK(first[c].phase != other[c].phase);
  }
}

TEST_CASE("spreading: directions of equal energy have the spread of cos^2s", "[sea][analytic]") {
  for (const double s : {0.5, 2.0, 10.0, 75.0}) {
    for (const int count : {2, 5, 11, 72}) {
      const auto directions = spread_directions(0.4, s, count);
      double cosine = 0.0, sine = 0.0, square = 0.0;
      for (const double direction : directions) {
        cosine += std::cos(direction - 0.4) / count;
        sine += std::sin(direction - 0.4) / count;
        square += (direction - 0.4) * (direction - 0.4) / count;
      }
      CAPTURE(s, count);
      CHECK(std::abs(cosine - s / (s + 1.0)) < 1e-12);
      CHECK(std::abs(sine) < 1e-12);
      if (s == 10.0) {  // the standard deviation, to 1.6 % with two directions
        CHECK(std::sqrt(square) == Approx(0.4363).epsilon(0.016));
      }
    }
  }
  CHECK(spread_directions(0.4, 10.0, 1) == std::vector<double>{0.4});
}

TEST_CASE("spreading: directions lie apart as the medians of bins of equal energy do",
          "[sea][analytic]") {
  // s = 1: D = (1 + cos x) / 2 pi, so the share between the mean and x is (x + sin x) / 2 pi
  const auto directions = spread_directions(0.4, 1.0, 8);
  std::vector<double> factors;
  for (std::size_t i = 4; i < 8; ++i) {
    const double share = (static_cast<double>(i) + 0.5) / 8.0 - 0.5;
    double median = 1.0;
    for (int n = 0; n < 50; ++n) {
      median -=
          (median + std::sin(median) - 2.0 * std::acos(-1.0) * share) / (1.0 + std::cos(median));
    }
    factors.push_back((directions[i] - 0.4) / median);
    CHECK(directions[7 - i] - 0.4 == Approx(0.4 - directions[i]).epsilon(1e-12));
  }
  CHECK(factors[0] > 1.0);
  CHECK(factors[0] == Approx(factors[3]).epsilon(1e-10));
}

TEST_CASE("spreading: no exponent means evenly around the circle", "[sea][analytic]") {
  const auto directions = spread_directions(0.0, 0.0, 4);
  const double quarter = 0.5 * std::acos(-1.0);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(directions[i] == Approx((static_cast<double>(i) - 1.5) * quarter).epsilon(1e-13));
  }
}

TEST_CASE("irregular waves: a spread sea has the spectrum's energy", "[sea]") {
  const auto waves =
      irregular_waves(JonswapSpectrum(2.0, 8.0, 3.3), spread_directions(1.0, 5.0, 12),
                      cut(Discretisation::kEqualFrequency, 30));
  CHECK(waves.size() == 360);
  CHECK(energy(waves) == Approx(0.25).epsilon(1e-13));
}

TEST_CASE("irregular waves: a directional table has the energy of its integral",
          "[sea][analytic]") {
  // evenly around the circle with density 1/(2 pi) in direction and a triangle of area 1 in omega
  DirectionalSpectrum table{{0.5, 1.0, 1.5}, {}, {}};
  const double turn = 2.0 * std::acos(-1.0);
  for (int d = 0; d < 6; ++d) table.directions.push_back(d * turn / 6);
  for (const double density : {0.0, 2.0, 0.0})
    table.density.insert(table.density.end(), 6, density / turn);
  const auto waves =
      irregular_waves(directed_spectra(table), cut(Discretisation::kEqualEnergy, 10));
  CHECK(waves.size() == 60);
  CHECK(energy(waves) == Approx(1.0).epsilon(1e-12));
  CHECK(waves[0].phase != waves[10].phase);
}

TEST_CASE("a calm sea has components without amplitude", "[sea]") {
  for (const auto bins : kBoth) {
    CHECK(energy(irregular_waves(JonswapSpectrum(0.0, 8.0, 3.3), {0.0}, cut(bins, 5))) == 0.0);
  }
}

TEST_CASE("wave systems: parameters outside their range are refused by name", "[sea]") {
  const JonswapSpectrum spectrum(2.0, 8.0, 3.3);
  DiscretisationOptions options;
  options.component_count = 0;
  CHECK_THROWS_WITH(irregular_waves(spectrum, {0.0}, options),
                    "component_count must be at least 1, got 0");
  options.component_count = 5;
  options.omega_min = 2.0;
  options.omega_max = 1.0;
  CHECK_THROWS_WITH(irregular_waves(spectrum, {0.0}, options),
                    "omega_max must be above omega_min = 2, got 1");
  CHECK_THROWS_WITH(spread_directions(0.0, -1.0, 3), "cosine_2s must lie in [0, 1000], got -1");
  CHECK_THROWS_WITH(spread_directions(0.0, 1.0, 0), "direction_count must be at least 1, got 0");
  CHECK_THROWS_WITH(regular_wave(-1.0, 5.0, 0.0, 0.0), "amplitude must be >= 0, got -1");
  CHECK_THROWS_WITH(regular_wave(1e200, 5.0, 0.0, 0.0),
                    "amplitude must be at most 1000 m, got 1e+200");
  CHECK_THROWS_WITH(regular_wave(1.0, 0.0, 0.0, 0.0), "period must be positive, got 0");
  const DirectionalSpectrum table{{0.5, 1.0}, {0.0, 1.5}, {1.0, 1.0, -0.25, 1.0}};
  CHECK_THROWS_WITH(directed_spectra(table), "density[2] must be finite and >= 0, got -0.25");
}
