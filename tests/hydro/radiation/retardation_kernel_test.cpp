#include "hydro/radiation/kernel/retardation_kernel.hpp"

#include "hydro/base/error.hpp"
#include "tests/hydro/radiation/synthetic.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;
using hydro::RadiationCoefficients;
using hydro::RadiationData;
using hydro::RetardationKernel;

namespace {

/// Fine enough for the peak of width .1, wide enough for the tail .1 / omega^2, and from so low
/// that little is lost below (a ship's B vanishes at 0, that of the pair does not).
const VectorXd kOmega = VectorXd::LinSpaced(10000, 0.002, 20.0);

}  // namespace

TEST_CASE("retardation kernel: of the damping of exp(-.1 tau) cos(.5 tau) is that function",
          "[radiation][analytic]") {
  const auto data = GENERATE(RadiationData::kRepaired, RadiationData::kAsFiled);
  const RadiationCoefficients coefficients(damping_database(1, kOmega, pair_damping), data, true);
  const RetardationKernel kernel(coefficients, 0.8, 40.0);
  constexpr double kBelow = 5e-4;  // (2/pi) B(0) * .002 is lost below the first frequency
  // what is cut off beyond 20 rad/s: (2/pi) * .1 / 20, halved by the tail of repaired data
  const double cut = 2.0 / M_PI * 0.1 / 20.0 * (data == RadiationData::kRepaired ? 0.6 : 1.01);
  for (Eigen::Index k = 0; k <= 100; ++k) {
    const double tau = 0.4 * static_cast<double>(k);
    const double margin = k == 0 ? cut : 0.1 * cut;  // the cut rings down as 1 / (omega tau)
    CHECK(kernel.samples()(k, 0) == Approx(pair_kernel(tau)).epsilon(0.0).margin(margin + kBelow));
    CHECK(kernel.samples()(k, 1) ==
          Approx(pair_kernel(tau) * std::exp(-1.0)).epsilon(0.0).margin(margin + kBelow));
  }
}

TEST_CASE("retardation kernel: its transform is B + i omega (A - A_inf) of the pair",
          "[radiation][analytic]") {
  const VectorXd tau = VectorXd::LinSpaced(4001, 0.0, 100.0);
  const RadiationCoefficients coefficients(kernel_database(1, tau, pair_kernel),
                                           RadiationData::kAsFiled, true);
  const RetardationKernel kernel(coefficients, 0.05, 100.0);
  for (const double omega : {0.01, 0.3, 0.5, 1.0, 4.0, 20.0}) {
    const Complex s(0.1, omega);
    const Complex exact = s / (s * s + 0.25);
    // local cubics of spacing .025 (1e-8) and the end of the kernel, exp(-10) / .1
    CHECK(std::abs(kernel.transform(omega)(0, 0) - exact) < 2e-4 * std::abs(exact));
    CHECK(kernel.transform(omega)(0, 0).real() ==
          Approx(pair_damping(omega)).epsilon(0.0).margin(5e-4));
  }
}

TEST_CASE("retardation kernel: as filed, one that stands beside the damping is told to be unused",
          "[radiation]") {
  const VectorXd omega = VectorXd::LinSpaced(50, 0.1, 5.0);
  Database database = damping_database(1, omega, pair_damping);
  const auto told = [&](RadiationData data) {
    const RadiationCoefficients coefficients(database, data, true);
    Findings found;
    for (const Finding& finding : coefficients.findings()) {
      if (finding.name == "retardation_kernel_unused") found.push_back(finding);
    }
    return found;
  };
  CHECK(told(RadiationData::kAsFiled).empty());
  database.retardation_kernel =
      kernel_database(1, VectorXd::LinSpaced(101, 0.0, 40.0), pair_kernel).retardation_kernel;
  const Findings found = told(RadiationData::kAsFiled);
  REQUIRE(found.size() == 1);
  CHECK(found[0].severity == Severity::kInfo);
  CHECK(found[0].message ==
        "retardation kernel computed from the radiation damping of the file; the kernel that the "
        "file has beside it is not used");
  CHECK(told(RadiationData::kRepaired).empty());  // repaired data are fitted anyway
  // without damping it is what counts
  database.radiation_damping.clear();
  CHECK(told(RadiationData::kAsFiled).empty());
}

TEST_CASE("retardation kernel: its natural duration is where the tail has died out",
          "[radiation]") {
  const auto kernel = [](double t) { return std::exp(-0.5 * t); };
  const RadiationCoefficients coefficients(
      kernel_database(1, VectorXd::LinSpaced(2001, 0.0, 60.0), kernel), RadiationData::kAsFiled,
      true);
  const double duration = RetardationKernel(coefficients, 0.1, std::nullopt).duration();
  CHECK(std::exp(-0.5 * duration) <= 1.01e-4);  // linear between the file's samples
  CHECK(std::exp(-0.5 * duration) > 0.9e-4);
}

TEST_CASE("retardation kernel: refuses a step or a duration that means nothing", "[radiation]") {
  const RadiationCoefficients coefficients(
      damping_database(1, VectorXd::LinSpaced(20, 0.1, 2.0), pair_damping),
      RadiationData::kRepaired, true);
  CHECK_THROWS_WITH(RetardationKernel(coefficients, 0.0, std::nullopt),
                    "step of a radiation memory must be positive, got 0 s");
  CHECK_THROWS_WITH(RetardationKernel(coefficients, 0.1, 0.5),
                    "kernel_duration must be at least 10 steps of 0.1 s, got 0.5 s");
}
