#include "hydro/sea/focused_waves.hpp"

#include <array>
#include <cmath>
#include <complex>
#include <limits>

#include "hydro/base/error.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::hydro;

namespace {

constexpr double kFocusGravity = 9.80665, kPlace = 50.0, kTime = 120.0;
const Sea::Water kFocusWater{std::numeric_limits<double>::infinity(), kFocusGravity, {}};

/// U2: 200 frequencies of a JONSWAP sea of 8 m and 12 s, phases 2 pi frac(golden n^2).
std::vector<WaveComponent> storm() {
  constexpr int kCount = 200;
  const double peak = 2.0 * M_PI / 12.0;
  std::vector<WaveComponent> waves;
  double sum = 0.0;
  std::vector<double> density;
  for (int n = 0; n < kCount; ++n) {
    const double omega = 0.2 + 1.8 * n / (kCount - 1), width = omega <= peak ? 0.07 : 0.09;
    const double off = (omega - peak) / (width * peak);
    density.push_back(std::pow(omega, -5) * std::exp(-1.25 * std::pow(peak / omega, 4)) *
                      std::pow(3.3, std::exp(-0.5 * off * off)));
    sum += density.back();
    const double turns = 0.6180339887498949 * n * n;
    waves.push_back({omega, 0.0, 2.0 * M_PI * (turns - std::floor(turns)), 0.0});
  }
  for (std::size_t n = 0; n < waves.size(); ++n) {
    waves[n].amplitude = std::sqrt(2.0 * 4.0 * density[n] / sum);
  }
  return waves;
}

ConditionedSea focused() {
  return {storm(), std::vector<Complex>(200, 1.0), Vector2(kPlace, 0.0), kTime, kFocusWater};
}

double elevation(const std::vector<WaveComponent>& waves, double x, double time) {
  return Sea(waves, kFocusWater, 0.0).elevation(time, Vector2(x, 0.0));
}

/// U3: H at the place, and carried to a crest at the origin.
Complex response(double omega) {
  const Complex i(0.0, 1.0);
  return 1.0 / (1.0 - std::pow(omega / 0.6, 2) + 0.2 * i * omega / 0.6);
}

ConditionedSea responding() {
  std::vector<Complex> responses;
  for (const WaveComponent& wave : storm()) responses.push_back(response(wave.omega));
  return {storm(), responses, Vector2(kPlace, 0.0), kTime, kFocusWater};
}

}  // namespace

TEST_CASE("focused waves: the crest stands where and when it is to", "[sea][focused][analytic]") {
  const auto waves = focused().reaching(10.0, false);  // U2
  CHECK(elevation(waves, kPlace, kTime) == Approx(10.0).epsilon(1e-12));
  CHECK(elevation(waves, kPlace, 115.0) == Approx(-7.275679174).epsilon(1e-6));
  CHECK(elevation(waves, kPlace, 125.0) == Approx(-7.275679174).epsilon(1e-6));
  CHECK(elevation(waves, 0.0, 120.0) == Approx(-0.409354601).epsilon(1e-6));
  CHECK(elevation(waves, 0.0, 110.0) == Approx(-5.622512519).epsilon(1e-6));
}

TEST_CASE("focused waves: in a random sea the crest and its slope are exact",
          "[sea][focused][analytic]") {
  const auto waves = focused().reaching(10.0, true);
  CHECK(elevation(waves, kPlace, kTime) == Approx(10.0).epsilon(1e-12));
  double rate = 0.0;
  for (const WaveComponent& wave : waves) {
    const double k = wave.omega * wave.omega / kFocusGravity;
    rate -= wave.amplitude * wave.omega * std::sin(wave.omega * kTime - k * kPlace + wave.phase);
  }
  CHECK(std::abs(rate) < 1e-11);  // of 200 parts, with phases of 1e3 rad
  CHECK(elevation(waves, kPlace, 125.0) == Approx(-6.951721004).epsilon(1e-6));
  CHECK(elevation(storm(), kPlace, 125.0) == Approx(-0.774494007).epsilon(1e-6));
  CHECK(elevation(waves, 0.0, 120.0) == Approx(-0.395232011).epsilon(1e-6));
  CHECK(elevation(waves, kPlace, 150.0) == Approx(-2.436834367).epsilon(1e-6));
  CHECK(elevation(waves, kPlace, 60.0) == Approx(2.596392018).epsilon(1e-6));
}

TEST_CASE("focused waves: a height and the most probable crest", "[sea][focused][analytic]") {
  CHECK(focused().crossing_period() == Approx(9.641951670).epsilon(1e-9));
  CHECK(focused().most_probable(10800.0) == Approx(7.494626272).epsilon(1e-9));
  CHECK(focused().level_of_height(15.0, false) == Approx(8.642471632).epsilon(1e-8));
  const double level = focused().level_of_height(15.0, true);
  const auto waves = focused().reaching(level, true);
  double lowest = 0.0;  // of the crest's own troughs, half a period away
  for (double t = kTime - 10.0; t <= kTime + 10.0; t += 0.01) {
    lowest = std::min(lowest, elevation(waves, kPlace, t));
  }
  CHECK(level - lowest == Approx(15.0).epsilon(1e-4));
}

TEST_CASE("extreme response: a response reaches its level with the least waves",
          "[sea][focused][analytic]") {
  const ConditionedSea sea = responding();  // U3
  CHECK(sea.deviation() == Approx(6.484787963).epsilon(1e-9));
  CHECK(sea.most_probable(10800.0) == Approx(24.063294097).epsilon(1e-9));
  const auto waves = sea.reaching(5.0, false);
  CHECK(elevation(waves, kPlace, 120.0) == Approx(0.510443118).epsilon(1e-6));
  CHECK(elevation(waves, kPlace, 107.0) == Approx(1.280074607).epsilon(1e-6));
  CHECK(elevation(waves, 0.0, 110.0) == Approx(-1.224304186).epsilon(1e-6));
  const auto answer = [&waves](double time) {
    Complex sum = 0.0;
    for (const WaveComponent& wave : waves) {
      const double k = wave.omega * wave.omega / kFocusGravity;
      sum += response(wave.omega) *
             std::polar(wave.amplitude, wave.omega * time - k * kPlace + wave.phase);
    }
    return sum.real();
  };
  CHECK(answer(120.0) == Approx(5.0).epsilon(1e-12));
  CHECK(answer(125.0) == Approx(-4.513799250).epsilon(1e-6));
  CHECK(answer(110.0) == Approx(3.285399604).epsilon(1e-6));
}

TEST_CASE("extreme response: what cannot be reached is refused", "[sea][focused]") {
  CHECK_THROWS_WITH(
      ConditionedSea(storm(), std::vector<Complex>(200, 0.0), Vector2::Zero(), 0.0, kFocusWater),
      "the waves must move what is to be extreme, got a standard deviation of 0");
  CHECK_THROWS_WITH(focused().most_probable(5.0),
                    "most_probable.duration must be longer than the mean period, 9.64195 s, got 5 "
                    "s");
  CHECK_THROWS_WITH(focused().level_of_height(-1.0, false), "height must be positive, got -1");
}
