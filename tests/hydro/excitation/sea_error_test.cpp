#include "hydro/excitation/sea_error.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "hydro/numerics/elementary.hpp"
#include "hydro/radiation/radiation_findings.hpp"
#include "tests/hydro/excitation/filed_ships.hpp"
#include "tests/support/catch.hpp"

namespace raftup::hydro {
namespace {

constexpr Eigen::Index kHeave = 2, kRoll = 3, kPitch = 4;

/// Motions of one body at two frequencies in waves along x and along y, and others whose heave along
/// x is 10 % larger at the first frequency. Roll is a tenth of pitch, and 50 % larger.
ComparedMotions two_frequencies() {
  ComparedMotions motions;
  motions.omega = Eigen::Vector2d(1.0, 2.0);
  motions.directions = Eigen::Vector2d(0.0, 0.25 * kTwoPi);
  motions.dofs = {kHeave, kRoll, kPitch};
  for (const double heave : {1.0, 0.5}) {
    MatrixXcd at = MatrixXcd::Zero(kDofs, 2);
    at.row(kHeave) << Complex(0.0, heave), Complex(heave, 0.0);
    at.row(kRoll).setConstant(0.02);
    at.row(kPitch).setConstant(0.2);
    motions.reference.push_back(at);
    if (heave == 1.0) at(kHeave, 0) *= 1.1;
    at.row(kRoll) *= 1.5;
    motions.other.push_back(at);
  }
  return motions;
}

Sea sea_of(double omega, double direction) {
  return Sea({{.omega = omega, .amplitude = 2.0, .phase = 0.3, .direction = direction}},
             {100.0, 9.81, {}}, 0.0);
}

RadiationReport report_with(double error) {
  ComparedMotions motions = two_frequencies();
  motions.other = motions.reference;
  motions.other[0](kHeave, 0) *= 1.0 + error;
  RadiationReport report;
  report.motions = std::make_shared<const ComparedMotions>(std::move(motions));
  return report;
}

}  // namespace

TEST_CASE("sea error: a regular wave shows the error of the motion at its frequency",
          "[excitation]") {
  const SeaError error = sea_error(two_frequencies(), sea_of(1.0, 0.0), 0.0);
  CHECK(error.dof == kHeave);
  CHECK(error.relative == Approx(0.1).epsilon(1e-12));
  CHECK(error.omega == 1.0);
}

TEST_CASE("sea error: between frequencies the squares of motions are linear", "[excitation]") {
  const double expected = std::sqrt((1.21 + 0.25) / (1.0 + 0.25)) - 1.0;
  CHECK(sea_error(two_frequencies(), sea_of(1.5, 0.0), 0.0).relative ==
        Approx(expected).epsilon(1e-12));
}

TEST_CASE("sea error: it counts by the dof of the kind that moves most", "[excitation]") {
  // in waves along y only roll differs, by half of it, which is a twentieth of pitch
  const SeaError error = sea_error(two_frequencies(), sea_of(1.0, 0.25 * kTwoPi), 0.0);
  CHECK(error.dof == kRoll);
  CHECK(error.relative == Approx(0.05).epsilon(1e-12));
  // a hull that is turned as well meets these waves along its x axis
  CHECK(sea_error(two_frequencies(), sea_of(1.0, 0.25 * kTwoPi), 0.25 * kTwoPi).relative ==
        Approx(0.1).epsilon(1e-12));
}

TEST_CASE("sea error: beyond the frequencies the motion at the end counts", "[excitation]") {
  CHECK(sea_error(two_frequencies(), sea_of(0.4, 0.0), 0.0).relative == Approx(0.1));
  CHECK(sea_error(two_frequencies(), sea_of(3.0, 0.0), 0.0).relative == Approx(0.05));
}

TEST_CASE("sea error: without a sea every dof is in one at its resonance", "[excitation]") {
  // heave along x and along y peaks at 1 rad/s, first along x; its JONSWAP sea has energy at both
  // frequencies, the larger part at the first one
  const double error = sea_error(two_frequencies()).relative;
  CHECK(error > sea_error(two_frequencies(), sea_of(1.9, 0.0), 0.0).relative);
  CHECK(error < 0.1);
  ComparedMotions still = two_frequencies();
  still.other = still.reference;
  CHECK(sea_error(still).relative == 0.0);
}

TEST_CASE("sea error: it decides whether a memory is reported by a warning", "[excitation]") {
  const Database database = hemisphere();
  const Sea sea = sea_of(1.0, 0.0);
  const auto noted = [&](double error, bool is_far_at_a_frequency) {
    RadiationReport report = report_with(error);
    if (is_far_at_a_frequency) {
      report.findings.push_back({std::string(kFarFromFile), Severity::kInfo, "far", error});
    }
    note_sea_error(database, &sea, 0.0, report);
    CHECK(report.error_sea == Approx(error));
    return report.findings;
  };
  CHECK(noted(0.029, false).empty());
  const Findings told = noted(0.029, true);
  CHECK(told.front().severity == Severity::kInfo);
  CHECK_THAT(told.front().message, Catch::Contains("far; the standard deviation of") &&
                                       Catch::Contains("in the sea of the model differs by 2.9 %"));
  CHECK(noted(0.031, true).front().severity == Severity::kWarning);
  const Findings added = noted(0.031, false);
  REQUIRE(added.size() == 1);
  CHECK(added.front().name == kFarFromFile);
  CHECK(added.front().severity == Severity::kWarning);
  CHECK_THAT(added.front().message, Catch::Contains("most at 1 rad/s"));
}

TEST_CASE("sea error: a memory that was not compared has none", "[excitation]") {
  RadiationReport report;
  note_sea_error(hemisphere(), nullptr, 0.0, report);
  CHECK(report.error_sea == 0.0);
  CHECK(report.findings.empty());
}

}  // namespace raftup::hydro
