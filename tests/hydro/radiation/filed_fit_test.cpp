/// @file Fits to A and B of a file, against a memory that is known in closed form.
#include "hydro/base/error.hpp"
#include "hydro/radiation/fit/state_space_fit.hpp"
#include "tests/hydro/radiation/synthetic.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;
using hydro::RadiationCoefficients;
using hydro::RadiationData;

namespace {

constexpr double kInfinite = 0.1;  // bare_database()

/// s / (s^2 + .4 s + 1) at i omega: passive, 0 at rest, a resonance at 1 rad/s.
Complex resonance(double omega) {
  const Complex s(0.0, omega);
  return s / (s * s + 0.4 * s + 1.0);
}

/// A and B of the resonance at some frequencies, with A_inf.
Database resonant_database(const VectorXd& omega) {
  Database database = bare_database(1, omega);
  const MatrixXd shape = coupling(6, 1.0);
  for (const double at : omega) {
    const Complex H = resonance(at);
    database.radiation_damping.emplace_back(H.real() * shape);
    database.added_mass.emplace_back(kInfinite * MatrixXd::Identity(6, 6) + H.imag() / at * shape);
  }
  return database;
}

hydro::StateSpaceFit fit_of(const Database& database, double tolerance) {
  return hydro::fit_state_space({database, RadiationData::kRepaired, true}, tolerance, true);
}

/// Largest |H - exact| over frequencies inside the file, between its own and beyond, of the shape.
double largest_error(const hydro::StateSpaceFit& fit) {
  double largest = 0.0;
  for (const double omega : VectorXd::LinSpaced(200, 0.01, 8.0)) {
    const MatrixXcd exact = resonance(omega) * coupling(6, 1.0).cast<Complex>();
    largest = std::max(largest, (fit.model.response(omega) - exact).cwiseAbs().maxCoeff());
  }
  return largest;
}

// ends where B is a quarter of its peak; no frequency at the resonance
const VectorXd kCoarse = VectorXd::LinSpaced(9, 0.3, 1.9);

}  // namespace

TEST_CASE("filed fit: nine frequencies give a resonance back, between and beyond them",
          "[radiation][analytic]") {
  const hydro::StateSpaceFit fit = fit_of(resonant_database(kCoarse), 1e-3);
  CHECK(fit.passive);
  CHECK(fit.errors.response() <= 1e-3);
  // the decay that B is drawn to beyond the file, omega^-3, is not its own, omega^-2
  CHECK(largest_error(fit) < 1e-2);
  const MatrixXd infinite = kInfinite * MatrixXd::Identity(6, 6);
  CHECK((fit.infinite_added_mass - infinite).cwiseAbs().maxCoeff() < 2e-3);
  CHECK(fit.model.response(0.0).cwiseAbs().maxCoeff() < 1e-12);
}

TEST_CASE("filed fit: an observer sees it grow and changes no bit of it",
          "[radiation][determinism]") {
  const RadiationCoefficients coefficients(resonant_database(kCoarse), RadiationData::kRepaired,
                                           true);
  std::vector<hydro::FitProgress> seen;
  const auto watched =
      hydro::fit_state_space(coefficients, 1e-9, true, {},
                             [&](const hydro::FitProgress& progress) { seen.push_back(progress); });
  CHECK(hydro::fit_to_text(watched) ==
        hydro::fit_to_text(hydro::fit_state_space(coefficients, 1e-9, true)));
  REQUIRE(seen.size() > 2);
  CHECK(seen[0].stage == hydro::FitStage::kPoles);
  CHECK(seen[0].pole_count == 4);
  CHECK(seen[0].error == 0.0);
  CHECK(seen[1].pole_count == 8);
  CHECK(seen[1].error > 0.0);
  CHECK(seen.back().stage == hydro::FitStage::kPassivity);
  CHECK(seen.back().error == watched.errors.response());
}

TEST_CASE("filed fit: A_inf that the file lacks, or has wrong, follows from A and B",
          "[radiation][analytic]") {
  Database database = resonant_database(kCoarse);
  const bool wrong = GENERATE(false, true);
  if (wrong) {
    *database.added_mass_infinite *= 5.0;
  } else {
    database.added_mass_infinite.reset();
  }
  const hydro::StateSpaceFit fit = fit_of(database, 1e-3);
  CHECK(fit.passive);
  const double change = (fit.infinite_added_mass - kInfinite * MatrixXd::Identity(6, 6)).norm();
  // one datum of ten is .4 off in every dof (norm .98)
  CHECK(change < (wrong ? 0.5 : 1e-2));
  CHECK(fit.errors.response() < (wrong ? 0.1 : 1e-3));
}

TEST_CASE("filed fit: asks for no more poles than the file has numbers", "[radiation]") {
  const VectorXd three = VectorXd::LinSpaced(3, 0.5, 1.5);
  const hydro::StateSpaceFit fit = fit_of(resonant_database(three), 1e-9);
  CHECK(fit.passive);
  CHECK(fit.model.pole_count() <= 6);
}

TEST_CASE("filed fit: a file whose B vanishes everywhere is refused", "[radiation]") {
  Database database = resonant_database(kCoarse);
  for (MatrixXd& damping : database.radiation_damping) damping.setZero();
  CHECK_THROWS_WITH(fit_of(database, 1e-3),
                    Catch::Contains("a state-space memory needs a dof that radiates"));
}
