/// @file Mean, variance and distribution of second-order forces in irregular seas.
#include <algorithm>
#include <cmath>

#include "hydro/database/readers/source.hpp"
#include "hydro/database/readers/wamit/run.hpp"
#include "hydro/sea/spectrum.hpp"
#include "hydro/sea/wave_systems.hpp"
#include "tests/hydro/second_order/made_excitation.hpp"
#include "tests/hydro/second_order/second_order_data.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using namespace raftup::hydro;
using namespace raftup::testing;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

TEST_CASE("second order: mean and variance of a component sum (L2)", "[second_order][analytic]") {
  // Frequencies whose differences are all different: the variance is that of the pairs alone.
  constexpr double kUnit = 0.05;
  std::vector<WaveComponent> waves;
  for (const int mark : {6, 7, 10, 15, 17}) {
    waves.push_back({kUnit * mark, 0.3 + 0.02 * mark, 1.7 * mark, 0.0});
  }
  std::vector<double> omega;
  for (int k = 5; k <= 18; ++k) omega.push_back(kUnit * k);
  Database database = bare_database(omega, {0.0});
  const auto D = [](double w) { return -1e5 * std::pow(w / 0.6, 4) / (1 + std::pow(w / 0.6, 4)); };
  set_drift(database, [&](Eigen::Index, double w, double) { return D(w); });
  database.qtf_difference = made_up_qtf(database, true);
  const MatrixXcd& T = database.qtf_difference.entries[0].values;
  const auto node = [&](std::size_t c) { return std::lround(waves[c].omega / kUnit) - 5; };
  for (const SecondOrderOptions& options :
       {method(SecondOrderMethod::kNewman),
        method(SecondOrderMethod::kNewman, NewmanForm::kArithmeticMean),
        method(SecondOrderMethod::kFull)}) {
    double mean = 0.0, variance = 0.0;
    for (std::size_t m = 0; m < waves.size(); ++m) {
      const bool full = options.method == SecondOrderMethod::kFull;
      mean +=
          std::pow(waves[m].amplitude, 2) * (full ? T(node(m), node(m)).real() : D(waves[m].omega));
      for (std::size_t n = 0; n < m; ++n) {
        const double Dm = D(waves[m].omega), Dn = D(waves[n].omega);
        const double pair = full ? std::abs(T(node(m), node(n)))
                            : options.newman_form == NewmanForm::kSquareRoot
                                ? std::sqrt(Dm * Dn)
                                : 0.5 * std::abs(Dm + Dn);
        variance += 2.0 * std::pow(waves[m].amplitude * waves[n].amplitude * pair, 2);
      }
    }
    auto excitation = excitation_of(database, sea_of(database, waves), options);
    double sum = 0.0, square = 0.0;
    constexpr int kSamples = 64;  // of one period, enough for 11 units
    for (int i = 0; i < kSamples; ++i) {
      const double force = force_at(excitation, i * kTwoPi / kUnit / kSamples, {})[0];
      sum += force / kSamples;
      square += (force - mean) * (force - mean) / kSamples;
    }
    CHECK_THAT(sum, WithinRel(mean, 1e-12));
    CHECK_THAT(square, WithinRel(variance, 1e-12));
  }
}

namespace {

/// Case L2: surge of D = -1e5 q^4/(1 + q^4) N/m2, q over the peak of 10 s.
Database drifting_hull(double step, double omega_max) {
  std::vector<double> omega;
  for (int k = 1; k * step < omega_max + 0.5 * step; ++k) omega.push_back(step * k);
  Database database = bare_database(omega, {0.0});
  database.gravity = 9.81;
  set_drift(database, [](Eigen::Index dof, double w, double) {
    const double q = std::pow(w * 10.0 / kTwoPi, 4);
    return dof == 0 ? -1e5 * q / (1.0 + q) : 0.0;
  });
  return database;
}

constexpr double kMeanDrift = -118959.0;  // N, 2 int S D domega

/// Waves in the middles of cells that fill a range of frequencies.
std::vector<WaveComponent> cells_of(const Spectrum& spectrum, double from, double to, int count) {
  const double width = (to - from) / count;
  std::vector<WaveComponent> waves;
  for (int i = 0; i < count; ++i) {
    const double omega = from + (i + 0.5) * width;
    waves.push_back({omega, std::sqrt(2.0 * spectrum.density(omega) * width), 0.0, 0.0});
  }
  return waves;
}

}  // namespace

TEST_CASE("second order: mean drift in a JONSWAP sea (L2)", "[second_order][reference]") {
  const Database database = drifting_hull(0.0025, 16.0);
  const Sea sea = sea_of(database, cells_of(JonswapSpectrum(4.0, 10.0, 3.3), 0.005, 16.0, 16000));
  auto mean = excitation_of(database, sea, method(SecondOrderMethod::kMean));
  CHECK_THAT(force_at(mean, 0.0, {})[0], WithinRel(kMeanDrift, 1e-5));
}

TEST_CASE("second order: the roots of Newman make an exponential force (L2)",
          "[second_order][reference]") {
  const Database database = drifting_hull(0.02, 4.0);
  DiscretisationOptions discretisation;
  discretisation.component_count = 400;
  discretisation.omega_max = 4.0;
  const JonswapSpectrum jonswap(4.0, 10.0, 3.3);
  const Sea sea = sea_of(database, irregular_waves(jonswap, {0.0}, discretisation));
  auto mean_of_sea = excitation_of(database, sea, method(SecondOrderMethod::kMean));
  auto roots = excitation_of(database, sea, method(SecondOrderMethod::kNewman));
  const double expected = force_at(mean_of_sea, 0.0, {})[0];
  constexpr int kSamples = 4000;
  double mean = 0.0, square = 0.0, above = 0.0;
  for (int i = 0; i < kSamples; ++i) {
    const double force = force_at(roots, 200.0 * i, {})[0];  // hardly correlated
    mean += force / kSamples;
    square += std::pow(force - expected, 2) / kSamples;
    above += (force < expected ? 1.0 : 0.0) / kSamples;
  }
  // Within three standard errors: of a mean, of a variance whose fourth moment is 9, of a share.
  const double root = std::sqrt(double{kSamples}), share = std::exp(-1.0);
  CHECK_THAT(expected, WithinRel(kMeanDrift, 0.01));
  CHECK_THAT(mean, WithinRel(expected, 3.0 / root));
  CHECK_THAT(square, WithinRel(expected * expected, 3.0 * std::sqrt(8.0) / root));
  CHECK_THAT(above, WithinAbs(share, 3.0 * std::sqrt(share * (1.0 - share)) / root));
}

TEST_CASE("second order: OC4 semisubmersible, two waves and mean (L3)",
          "[second_order][reference]") {
  RAFTUP_REQUIRE_REFERENCE(path, "reference/loads/oc4_semi.12d");
  const SourceFile file{"oc4_semi.12d", read_bytes(path)};
  Database database = bare_database({0.25, 3.0}, {0.0});
  database.gravity = 9.81;
  database.qtf_difference =
      assemble_wamit_qtf(wamit_pairs(read_wamit_table(file, WamitQuantity::kQtf)), 1025.0 * 9.81,
                         1.0, true, "difference-frequency force");
  REQUIRE(database.qtf_difference.omega.size() == 56);
  const Sea sea = sea_of(database, {{0.52, 1.0, 0.0, 0.0}, {0.61, 1.5, 0.0, 0.0}});
  auto full = excitation_of(database, sea, method(SecondOrderMethod::kFull));
  struct Row {
    double t, surge, heave, pitch;
  };
  for (const Row& row :
       {Row{0, 2076.216, 105829.733, 272877.935}, Row{20, -11416.250, 53253.769, -527701.327},
        Row{40, 6717.139, 22971.214, 368640.958}}) {
    const VectorXd force = force_at(full, row.t, {});
    CHECK_THAT(force[0], WithinAbs(row.surge, 6e-4));  // of three decimals
    CHECK_THAT(force[2], WithinAbs(row.heave, 6e-4));
    CHECK_THAT(force[4], WithinAbs(row.pitch, 6e-4));
  }
  // 2 int S T(w, w) domega by the middles of cells that fill the data.
  Vector6 mean = Vector6::Zero();
  for (const WaveComponent& wave : cells_of(JonswapSpectrum(6.0, 12.0, 3.3), 0.25, 3.0, 1100)) {
    auto one = excitation_of(database, sea_of(database, {wave}), method(SecondOrderMethod::kFull));
    mean += force_at(one, 0.0, {});
  }
  CHECK_THAT(mean[0], WithinRel(45327.9, 1e-3));
  CHECK_THAT(mean[2], WithinRel(90589.7, 1e-3));
  CHECK_THAT(mean[4], WithinRel(335266.8, 1e-3));
}
