/// @file Regular waves of finite height: numbers computed independently, conditions at the surface
/// and at the bed, limits.
#include "hydro/sea/steep_wave.hpp"

#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/dispersion.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/constants.hpp"

using namespace raftup;
using namespace raftup::hydro;
using namespace raftup::testing;
using Catch::Contains;

namespace {

constexpr double kSteepGravity = 9.80665;
constexpr double kDensity = 1025.0;

/// Computed by independent scripts; the length agrees with that of Raschii 2.0 to 3e-8.
struct SteepReference {
  double height, period, depth;
  int harmonic_count;
  double k, crest, u_crest, u_middle;                ///< at the crest, and h/2 below z = 0 under it
  double u, w, u_rate, w_rate, pressure, elevation;  ///< at theta = .2 pi, z = -h/4
};

constexpr SteepReference kSteepReferences[] = {
    {8, 10, 20, 20, .0489346718, 5.107855488, 4.688957531, 2.387862404, 2.051481268, -1.268986136,
     -1.302597402, -.600638146, 75176.431, 3.063163465},
    {18, 13, 60, 20, .0247531785, 10.591190193, 6.284826790, 2.537999254, 2.646800039, -1.693940150,
     -1.031552469, -.825210230, 199609.559, 7.239579768},
    {5, 12, 10, 30, .0503078697, 3.840528541, 4.538359270, 2.649005270, 1.414988194, -1.142025584,
     -1.657709998, .137454518, 39274.707, 1.286907187}};

SteepWave stream_wave(double height, double period, double depth, int harmonic_count = 20,
                      MeanCurrent mean = MeanCurrent::kEulerian) {
  return {
      {WaveTheory::kStreamFunction, height, period, harmonic_count, mean}, depth, kSteepGravity};
}

SteepWave stokes_wave(double height, double period, double depth,
                      MeanCurrent mean = MeanCurrent::kEulerian) {
  return {{WaveTheory::kStokes5, height, period, 20, mean}, depth, kSteepGravity};
}

SteepWave::Phase phase_of(double theta) {
  const auto [sine, cosine] = sincos(theta);
  return {cosine, sine};
}

/// The largest of the pressure [m2/s2] and of the flow through the surface [m/s] over the length.
struct Residual {
  double pressure = 0.0, flow = 0.0;

  Residual(const SteepWave& wave, int points) {
    const double c = wave.omega() / wave.wavenumber();
    for (int i = 0; i <= points; ++i) {
      const SteepWave::Phase at = phase_of(kTwoPi / 2.0 * i / points);
      const double eta = wave.elevation(at);
      const SteepWave::Motion motion = wave.motion(at, eta);
      const double slope = -wave.wavenumber() * wave.elevation_derivative(at);
      pressure = std::max(pressure, std::abs(motion.pressure - kSteepGravity * eta));
      flow = std::max(flow, std::abs(motion.w - (motion.u - c) * slope));
    }
  }
};

}  // namespace

TEST_CASE("steep wave: stream functions have the numbers of an independent computation",
          "[sea][reference]") {
  for (const SteepReference& r : kSteepReferences) {
    CAPTURE(r.height);
    const SteepWave wave = stream_wave(r.height, r.period, r.depth, r.harmonic_count);
    CHECK(wave.wavenumber() == Approx(r.k).epsilon(1e-6));
    CHECK(wave.crest() == Approx(r.crest).epsilon(1e-6));
    CHECK(wave.motion({}, wave.crest()).u == Approx(r.u_crest).epsilon(1e-6));
    CHECK(wave.motion({}, -r.depth / 2).u == Approx(r.u_middle).epsilon(1e-6));
    const SteepWave::Phase at = phase_of(.1 * kTwoPi);
    const double z = -r.depth / 4;
    const SteepWave::Motion motion = wave.motion(at, z);
    CHECK(motion.u == Approx(r.u).epsilon(1e-6));
    CHECK(motion.w == Approx(r.w).epsilon(1e-6));
    CHECK(motion.u_rate == Approx(r.u_rate).epsilon(1e-6));
    CHECK(motion.w_rate == Approx(r.w_rate).epsilon(1e-6));
    CHECK(kDensity * (motion.pressure - kSteepGravity * z) == Approx(r.pressure).epsilon(1e-6));
    CHECK(wave.elevation(at) == Approx(r.elevation).epsilon(1e-6));
    CHECK(wave.elevation({}) - wave.elevation({-1.0, 0.0}) == Approx(r.height).epsilon(1e-12));
  }
}

TEST_CASE("steep wave: without transport of mass it is shorter and its crest lower",
          "[sea][reference]") {
  const SteepWave wave = stream_wave(8, 10, 20, 20, MeanCurrent::kMassTransport);
  CHECK(wave.wavenumber() == Approx(.0504142254).epsilon(1e-6));
  CHECK(wave.crest() == Approx(5.088458912).epsilon(1e-6));
}

TEST_CASE("steep wave: the surface is a line of the flow, without pressure", "[sea][analytic]") {
  // What N = 20 leaves between the points where the conditions hold falls with the steepness.
  const double depth = GENERATE(20.0, 200.0, kDeep);
  const Residual residual(stream_wave(8, 10, depth), 97);
  CHECK(residual.pressure < 1e-6 * kSteepGravity * 8);
  CHECK(residual.flow < 1e-5);
}

TEST_CASE("steep wave: the steepest are found with few harmonics and with many", "[sea]") {
  // .82 of the highest wave of its length; 40 harmonics lose some of the last to rounding.
  const SteepWave few = stream_wave(20.7, 10, kDeep), many = stream_wave(20.7, 10, kDeep, 40);
  CHECK(few.wavenumber() == Approx(many.wavenumber()).epsilon(1e-6));
  CHECK(few.crest() == Approx(many.crest()).epsilon(1e-5));
  CHECK(stream_wave(24.2, 10, kDeep).crest() == Approx(15.58).epsilon(1e-3));
}

TEST_CASE("steep wave: a low one is Airy's", "[sea][analytic]") {
  const double depth = GENERATE(20.0, kDeep);
  const double H = GENERATE(1e-3, 1e-7), omega = kTwoPi / 8.0,
               k = wavenumber(omega, depth, kSteepGravity);
  for (const SteepWave& wave : {stream_wave(H, 8, depth), stokes_wave(H, 8, depth)}) {
    CHECK(wave.wavenumber() == Approx(k).epsilon(1e-7));  // of the order of (k H/2)^2
    CHECK(wave.first_harmonic() == Approx(H / 2).epsilon(1e-7));
    const SteepWave::Motion motion = wave.motion(phase_of(.7), -3.0);
    const double C =
        std::isinf(depth) ? std::exp(-3 * k) : std::cosh(k * (depth - 3)) / std::sinh(k * depth);
    CHECK(motion.u == Approx(H / 2 * omega * C * std::cos(.7)).epsilon(1e-3));
    CHECK(motion.pressure == Approx(motion.u * omega / k).epsilon(1e-3));
  }
}

TEST_CASE("steep wave: Stokes's conditions at the surface fail with the sixth power of the height",
          "[sea][analytic]") {
  // This holds only if every one of the coefficients is right.
  const double depth = GENERATE(12.0, 25.0, 60.0, kDeep);
  const MeanCurrent mean = GENERATE(MeanCurrent::kEulerian, MeanCurrent::kMassTransport);
  CAPTURE(depth);
  const double k = wavenumber(kTwoPi / 8, depth, kSteepGravity), H = .2 / k;
  const Residual whole(stokes_wave(H, 8, depth, mean), 40);
  const Residual half(stokes_wave(H / 2, 8, depth, mean), 40);
  CHECK(whole.pressure / half.pressure == Approx(64).epsilon(.08));
  CHECK(whole.flow / half.flow == Approx(64).epsilon(.08));
}

TEST_CASE("steep wave: Stokes's crests are near those of the stream function", "[sea][reference]") {
  CHECK(stokes_wave(8, 10, 20).crest() == Approx(5.0877).epsilon(.01));
  CHECK(stokes_wave(18, 13, 60).crest() == Approx(10.5781).epsilon(.01));
}

TEST_CASE("steep wave: accelerations are those of the water as it goes", "[sea][analytic]") {
  const SteepWave wave = stream_wave(8, 10, 20, 20, MeanCurrent::kMassTransport);
  const double t = 2.3, x = 5.0, z = -1.0, d = 1e-4;
  const auto at = [&](double time, double along, double up) {
    return wave.motion(phase_of(wave.omega() * time - wave.wavenumber() * along), up);
  };
  const SteepWave::Motion here = at(t, x, z);
  const auto before = at(t - d, x - d * here.u, z - d * here.w);
  const auto after = at(t + d, x + d * here.u, z + d * here.w);
  // Differences leave the third derivative times d^2/6, some 1e-9.
  CHECK((after.u - before.u) / (2 * d) == Approx(here.u_rate).epsilon(1e-6));
  CHECK((after.w - before.w) / (2 * d) == Approx(here.w_rate).epsilon(1e-6));
}

TEST_CASE("steep wave: the highest wave of a length", "[sea][reference]") {
  CHECK(highest_wave(kTwoPi / .0489346718, 20) == Approx(12.709661).epsilon(1e-4));
  CHECK(highest_wave(kTwoPi / .0247531785, 60) == Approx(31.214775).epsilon(1e-4));
  CHECK(highest_wave(kTwoPi / .0503078697, 10) == Approx(7.327231).epsilon(1e-4));
  CHECK(highest_wave(100, 1e9) == Approx(highest_wave(100, kDeep)).epsilon(1e-6));
}

TEST_CASE("steep wave: those beyond their theory are refused with the limit", "[sea]") {
  CHECK_THROWS_WITH(stream_wave(14, 10, 20),
                    Contains("height must be at most 0.95 of") && Contains("H_max = 1"));
  CHECK_THROWS_WITH(stream_wave(500, 10, kDeep), Contains("H_max"));
  CHECK_THROWS_WITH(stokes_wave(5, 12, 10), Contains("theory must be stream_function"));
  CHECK_THROWS_WITH(stokes_wave(40, 12, 10), Contains("H_max"));
  CHECK_THROWS_WITH(stream_wave(0, 10, 20), "height must be positive, got 0");
  CHECK_THROWS_WITH(stream_wave(1, 200, 10),
                    Contains("harmonic_count must be larger, 40 at most, or the wave shorter"));
  CHECK_THROWS_WITH(stream_wave(2, 10, 20, 3), "harmonic_count must be 4 to 40, got 3");
}
