#include <algorithm>
#include <map>

#include "hydro/base/error.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "hydro/numerics/dense.hpp"
#include "hydro/radiation/base/radiation_options.hpp"
#include "hydro/radiation/fit/state_space_fit.hpp"
#include "hydro/radiation/radiation_findings.hpp"
#include "hydro/radiation/state_space/passivity.hpp"
#include "hydro/radiation/state_space/state_space.hpp"
#include "tests/hydro/radiation/synthetic.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using namespace raftup::testing;
using hydro::RadiationCoefficients;
using hydro::RadiationData;
using hydro::RadiationForm;
using hydro::RadiationOptions;

namespace {

Database hemisphere() { return hydro::read_bemio(own_data() / "hemisphere.h5"); }

/// B of a ship's shape: rises as omega^2, peaks at 1, falls as omega^-3.
double ship_damping(double omega) { return omega * omega / (1.0 + std::pow(omega, 5)); }

Database ship() {
  Database database = damping_database(1, VectorXd::LinSpaced(60, 0.1, 6.0), ship_damping);
  database.sha256 = "ship";
  return database;
}

class CountingCache final : public hydro::FitCache {
 public:
  std::optional<std::string> find(const std::string& key) override {
    const auto found = texts.find(key);
    return found == texts.end() ? std::nullopt : std::optional(found->second);
  }
  void store(const std::string& key, const std::string& fit) override { texts[key] = fit; }

  std::optional<hydro::RadiationModel> find_model(const std::string& key) override {
    const auto found = models.find(key);
    return found == models.end() ? std::nullopt : std::optional(found->second);
  }
  void store_model(const std::string& key, const hydro::RadiationModel& model) override {
    models[key] = model;
  }

  std::map<std::string, std::string> texts;
  std::map<std::string, hydro::RadiationModel> models;
};

RadiationOptions options_of(RadiationForm form) {
  RadiationOptions options;
  options.form = form;
  return options;
}

}  // namespace

TEST_CASE("radiation model: state space and convolution of one database move a body alike",
          "[radiation]") {
  const auto convolution =
      make_radiation_model(ship(), options_of(RadiationForm::kConvolution), 0.05, nullptr);
  const auto state_space =
      make_radiation_model(ship(), options_of(RadiationForm::kStateSpace), 0.05, nullptr);
  CHECK(state_space.report.form == RadiationForm::kStateSpace);
  const VectorXd first = run_oscillator(*convolution.memory, 20.0).position;
  const VectorXd second = run_oscillator(*state_space.memory, 20.0).position;
  // the fit's error, 1e-3 of the damping, over 20 s of motion
  CHECK((first - second).cwiseAbs().maxCoeff() < 2e-3);
}

TEST_CASE("radiation model: partitioned is the convolution, and says so", "[radiation]") {
  const auto direct =
      make_radiation_model(ship(), options_of(RadiationForm::kConvolution), 0.05, nullptr);
  const auto partitioned =
      make_radiation_model(ship(), options_of(RadiationForm::kPartitioned), 0.05, nullptr);
  CHECK(partitioned.report.form == RadiationForm::kPartitioned);
  CHECK(partitioned.report.kernel_duration == direct.report.kernel_duration);
  CHECK(partitioned.report.error_damping == direct.report.error_damping);
  CHECK(partitioned.memory->added_mass(1.0) == direct.memory->added_mass(1.0));
  CHECK(partitioned.memory->instantaneous(hydro::Stage::kMiddle) ==
        direct.memory->instantaneous(hydro::Stage::kMiddle));
  const VectorXd first = run_oscillator(*direct.memory, 40.0).position;
  const VectorXd second = run_oscillator(*partitioned.memory, 40.0).position;
  CHECK((first - second).cwiseAbs().maxCoeff() < 1e-12);  // rounding over 800 steps
}

TEST_CASE("radiation model: the hemisphere's fit is passive and as close as its data agree",
          "[radiation][reference]") {
  const RadiationCoefficients coefficients(hemisphere(), RadiationData::kRepaired, true);
  const hydro::StateSpaceFit fit = hydro::fit_state_space(coefficients, 1e-3, true);
  CHECK(fit.errors.response() <= 1e-2);  // A and B of the file contradict each other by .8 %
  CHECK(fit.model.pole_count() <= 24);
  const MatrixXd filed = *hemisphere().added_mass_infinite;
  CHECK(fit.infinite_added_mass(2, 2) == Approx(filed(2, 2)).epsilon(2e-2));
  const VectorXd grid = VectorXd::LinSpaced(10000, 0.001, 50.0);
  CHECK(hydro::lowest_eigenvalue(fit.model, grid, {0.1, 5.0}) >= -1e-6);  // of N s/m: rounding
}

TEST_CASE("radiation model: what the memory says of its frequency domain is that of the data",
          "[radiation][reference]") {
  const Database database = hemisphere();
  const auto form = GENERATE(RadiationForm::kConvolution, RadiationForm::kStateSpace);
  const auto model = make_radiation_model(database, options_of(form), 0.05, nullptr);
  for (const Eigen::Index k : {2, 9, 24}) {
    // heave: 1e-2 of the peak of B (96 kN s/m) and 2e-2 of A there, as A and B contradict each
    // other by .8 % of their peaks
    const auto at = static_cast<std::size_t>(k);
    const double omega = database.omega[k];
    CHECK(model.memory->radiation_damping(omega)(2, 2) ==
          Approx(database.radiation_damping[at](2, 2)).epsilon(0.0).margin(960.0));
    CHECK(model.memory->added_mass(omega)(2, 2) ==
          Approx(database.added_mass[at](2, 2)).epsilon(2e-2));
  }
}

TEST_CASE("radiation model: auto says what it chose and why", "[radiation]") {
  RadiationOptions options;
  const auto model = make_radiation_model(ship(), options, 0.05, nullptr);
  CHECK(model.report.form == RadiationForm::kStateSpace);
  CHECK(model.report.findings.back().name == "radiation_form");
  CHECK_THAT(model.report.findings.back().message,
             Catch::Contains("radiation memory is state_space"));
  options.tolerance = 1e-12;
  const auto exact = make_radiation_model(ship(), options, 0.05, nullptr);
  CHECK(exact.report.form == RadiationForm::kPartitioned);
  CHECK(exact.report.kernel_duration > 0.0);
  CHECK_THAT(exact.report.findings.back().message,
             Catch::Contains("radiation memory is partitioned"));
}

/// The hemisphere with damping that gives energy in heave at one frequency, near its resonance.
Database faulty_hemisphere() {
  Database database = hemisphere();
  double peak = 0.0;
  for (const MatrixXd& B : database.radiation_damping) peak = std::max(peak, B(2, 2));
  database.radiation_damping[12](2, 2) = -0.05 * peak;
  return database;
}

const Finding* far_from_file(const hydro::RadiationModel& model) {
  const auto& findings = model.report.findings;
  const auto far = std::find_if(findings.begin(), findings.end(), [](const Finding& finding) {
    return finding.name == hydro::kFarFromFile;
  });
  return far == findings.end() ? nullptr : &*far;
}

/// The ship with the added mass that belongs to its damping.
Database consistent_ship() {
  Database database = ship();
  database.water_density = 1000.0;
  database.bodies[0].displaced_volume = 1e-3;
  const RadiationCoefficients coefficients(database, RadiationData::kRepaired, true);
  for (const double omega : database.omega) {
    database.added_mass.push_back(coefficients.added_mass(omega));
  }
  return database;
}

TEST_CASE("radiation model: auto takes another form where that comes much nearer to the file",
          "[radiation]") {
  RadiationOptions options;
  options.tolerance = 1e-12;      // no state space meets it, so that a convolution is preferred
  options.kernel_duration = 1.0;  // s: far too short for a convolution
  const auto chosen = make_radiation_model(consistent_ship(), options, 0.05, nullptr);
  options.form = RadiationForm::kPartitioned;
  const auto preferred = make_radiation_model(consistent_ship(), options, 0.05, nullptr);
  CHECK(preferred.report.error_response > 2e-2);
  CHECK(chosen.report.error_response < 2e-2);
  CHECK(chosen.report.form == RadiationForm::kStateSpace);
  const Finding& compared = chosen.report.findings.back();
  CHECK(compared.name == "radiation_forms_compared");
  CHECK_THAT(compared.message, Catch::Contains("is made of a state space fitted to A and B") &&
                                   Catch::Contains("by the repaired damping") &&
                                   Catch::Contains("by the damping as filed"));
  CHECK(far_from_file(chosen) == nullptr);
}

TEST_CASE("radiation model: what is off by more than 2 % is told, with the way out",
          "[radiation][reference]") {
  const auto chosen = make_radiation_model(faulty_hemisphere(), {}, 0.05, nullptr);
  const Finding* far = far_from_file(chosen);
  REQUIRE(far != nullptr);  // no passive memory has the responses of such a file
  CHECK(far->severity == Severity::kInfo);
  CHECK(far->value == chosen.report.error_response);
  CHECK(far->value > 2e-2);
  CHECK_THAT(far->message, Catch::Contains("motions by the radiation memory should be those by A "
                                           "and B of its database to 2 % of their peak") &&
                               Catch::Contains("heave differs by"));
  const auto asked = make_radiation_model(faulty_hemisphere(),
                                          options_of(RadiationForm::kPartitioned), 0.05, nullptr);
  REQUIRE(far_from_file(asked) != nullptr);
  CHECK_THAT(far_from_file(asked)->message,
             Catch::Contains("leave out radiation.memory and radiation.data"));
  CHECK(asked.report.error_response >= chosen.report.error_response);
}

TEST_CASE("radiation model: auto keeps the form that it prefers where that is within 2 %",
          "[radiation][reference]") {
  const auto model = make_radiation_model(hemisphere(), {}, 0.05, nullptr);
  CHECK(model.report.form == RadiationForm::kStateSpace);
  CHECK(model.report.error_response < 2e-2);
  CHECK(model.report.findings.back().name == "radiation_form");
}

TEST_CASE("radiation model: the error of responses is told without excitation and as filed, too",
          "[radiation][reference]") {
  Database database = faulty_hemisphere();
  RadiationOptions as_filed = options_of(RadiationForm::kPartitioned);
  as_filed.data = RadiationData::kAsFiled;
  as_filed.kernel_duration = 2.0;  // s: far too short
  CHECK(far_from_file(make_radiation_model(database, as_filed, 0.05, nullptr)) != nullptr);
  for (auto& of_direction : database.excitation.values) of_direction.setZero();
  CHECK(far_from_file(make_radiation_model(database, {}, 0.05, nullptr)) != nullptr);
  database.excitation = {};
  CHECK(far_from_file(make_radiation_model(database, {}, 0.05, nullptr)) != nullptr);
}

TEST_CASE("radiation model: auto sums a short kernel directly and a long one by transforms",
          "[radiation]") {
  RadiationOptions options;
  options.tolerance = 1e-12;      // no state space meets it
  options.kernel_duration = 4.8;  // s, 96 lags: the last that cost less summed directly
  const auto direct = make_radiation_model(ship(), options, 0.05, nullptr);
  CHECK(direct.report.form == RadiationForm::kConvolution);
  options.kernel_duration = 4.85;
  const auto partitioned = make_radiation_model(ship(), options, 0.05, nullptr);
  CHECK(partitioned.report.form == RadiationForm::kPartitioned);
}

TEST_CASE("radiation model: a fit from the cache is the fit, bit for bit", "[radiation]") {
  CountingCache cache;
  const RadiationOptions options = options_of(RadiationForm::kStateSpace);
  const auto first = make_radiation_model(ship(), options, 0.05, &cache);
  REQUIRE(cache.texts.size() == 1);
  const auto second = make_radiation_model(ship(), options, 0.1, &cache);
  CHECK(cache.texts.size() == 1);
  const auto& fresh = dynamic_cast<const hydro::StateSpace&>(*first.memory).model();
  const auto& stored = dynamic_cast<const hydro::StateSpace&>(*second.memory).model();
  CHECK(fresh.poles == stored.poles);
  CHECK(fresh.coefficients == stored.coefficients);
  CHECK(first.report.error_damping == second.report.error_damping);
  RadiationOptions looser = options;
  looser.tolerance = 1e-2;
  make_radiation_model(ship(), looser, 0.05, &cache);
  CHECK(cache.texts.size() == 2);
}

TEST_CASE("radiation model: a model is shared by those who ask for the same, step included",
          "[radiation]") {
  CountingCache cache;
  RadiationOptions options = options_of(RadiationForm::kConvolution);
  options.kernel_duration = 20.0;
  const auto made = [&](const Database& database, double step) {
    return make_radiation_model(database, options, step, &cache);
  };
  const auto first = made(ship(), 0.05);
  CHECK(made(ship(), 0.05).memory == first.memory);
  CHECK(made(ship(), 0.05).report.kernel_duration == first.report.kernel_duration);
  CHECK(made(ship(), 0.1).memory->step() == 0.1);
  options.kernel_duration = 10.0;
  CHECK(made(ship(), 0.05).report.kernel_duration < 15.0);
  options.data = RadiationData::kAsFiled;
  CHECK(made(ship(), 0.05).memory != first.memory);
  options.form = RadiationForm::kPartitioned;
  CHECK(made(ship(), 0.05).report.form == RadiationForm::kPartitioned);
  const std::size_t count = cache.models.size();
  Database nameless = ship();
  nameless.sha256.clear();
  made(nameless, 0.05);
  CHECK(cache.models.size() == count);  // what has no digest cannot be found again
}

TEST_CASE("state space: a fit goes on beyond its tolerance until a criterion holds, if one can",
          "[radiation]") {
  const RadiationCoefficients coefficients(ship(), RadiationData::kRepaired, true);
  const auto poles_of = [&](const hydro::FitCriterion& criterion) {
    return hydro::fit_state_space(coefficients, 1e-2, true, criterion).model.poles.size();
  };
  const Eigen::Index fewest = poles_of({});
  const auto has_more = [fewest](const hydro::StateSpaceFit& fit) {
    return fit.model.poles.size() >= fewest + 8;
  };
  CHECK(poles_of(has_more) >= fewest + 8);
  CHECK(poles_of([](const hydro::StateSpaceFit&) { return false; }) == fewest);
}

TEST_CASE("radiation model: a damaged stored fit is refused, not used", "[radiation]") {
  CHECK_THROWS_WITH(hydro::fit_from_text("raftup-fit-2 1 1 6", 6),
                    "stored state-space fit is damaged: it is not of format raftup-fit-3");
  CHECK_THROWS_WITH(hydro::fit_from_text("raftup-fit-3 common 1 1 6 0x1p-3", 6),
                    "stored state-space fit is damaged: it ends too early");
  CHECK_THROWS_WITH(hydro::fit_from_text("raftup-fit-3 common 1 1 12", 6),
                    "stored state-space fit is damaged: it is of another number of dofs");
  CHECK_THROWS_WITH(hydro::fit_from_text("raftup-fit-3 whole 1 1 6", 6),
                    "stored state-space fit is damaged: 'whole' is not a form");
}

TEST_CASE("radiation model: without body interaction nothing couples two bodies", "[radiation]") {
  Database database = damping_database(2, VectorXd::LinSpaced(60, 0.1, 6.0), ship_damping);
  database.added_mass_infinite = coupling(12, 1.0);
  RadiationOptions options;
  options.body_interaction = false;
  options.form = GENERATE(RadiationForm::kConvolution, RadiationForm::kPartitioned,
                          RadiationForm::kStateSpace, RadiationForm::kNone);
  const auto model = make_radiation_model(database, options, 0.05, nullptr);
  CHECK(model.memory->infinite_added_mass().topRightCorner(6, 6).isZero(0.0));
  CHECK_FALSE(model.memory->infinite_added_mass().topLeftCorner(6, 6).isZero());
  CHECK(model.memory->radiation_damping(1.0).topRightCorner(6, 6).cwiseAbs().maxCoeff() < 1e-12);
  CHECK(model.memory->instantaneous(hydro::Stage::kEnd).topRightCorner(6, 6).cwiseAbs().maxCoeff() <
        1e-12);
}

TEST_CASE("radiation model: none remembers nothing and keeps the added mass", "[radiation]") {
  const auto model = make_radiation_model(ship(), options_of(RadiationForm::kNone), 0.05, nullptr);
  CHECK(model.report.form == RadiationForm::kNone);
  CHECK(model.memory->radiation_damping(1.0).isZero(0.0));
  CHECK(model.memory->infinite_added_mass() == *ship().added_mass_infinite);
}

TEST_CASE("radiation model: refuses a database without coefficients and bad options",
          "[radiation]") {
  Database bare = ship();
  bare.radiation_damping.clear();
  CHECK_THROWS_WITH(make_radiation_model(bare, {}, 0.05, nullptr),
                    "radiation memory needs radiation_damping or retardation_kernel: the database "
                    "has neither");
  RadiationOptions options;
  options.tolerance = -1.0;
  CHECK_THROWS_WITH(make_radiation_model(ship(), options, 0.05, nullptr),
                    "radiation.tolerance must be positive, got -1");
}

TEST_CASE("radiation coefficients: asymmetric and negative damping is repaired and said",
          "[radiation]") {
  Database database = ship();
  for (MatrixXd& B : database.radiation_damping) {
    B(0, 1) += 0.02 * B(0, 0);
    B(2, 2) *= -0.1;
  }
  database.radiation_damping[10](2, 2) = 0.5;
  const RadiationCoefficients coefficients(database, RadiationData::kRepaired, true);
  std::map<std::string, double> said;
  for (const auto& finding : coefficients.findings()) said[finding.name] = finding.value;
  CHECK(said.at("radiation_damping_symmetrised") == Approx(0.02).epsilon(0.05));
  CHECK(said.at("radiation_damping_clipped") < 0.0);
  for (const double omega : coefficients.filed_omega()) {
    const MatrixXd B = coefficients.radiation_damping(omega);
    CHECK(B == B.transpose());
    CHECK(symmetric_eigenvalues(B)[0] > -1e-12);
  }
}

TEST_CASE("radiation coefficients: A_inf follows A at the frequencies that radiate",
          "[radiation]") {
  // As of panels that are too long for short waves: beyond 5 rad/s A rises above A_inf.
  Database database = damping_database(1, VectorXd::LinSpaced(200, 0.1, 20.0), ship_damping);
  const RadiationCoefficients exact(database, RadiationData::kAsFiled, true);
  for (const double omega : database.omega) {
    const double excess = 0.01 * std::max(omega - 5.0, 0.0);
    database.added_mass.push_back(exact.added_mass(omega) + excess * *database.added_mass_infinite);
  }
  const RadiationCoefficients coefficients(database, RadiationData::kRepaired, true);
  const MatrixXd error = coefficients.infinite_added_mass() / 0.1 - MatrixXd::Identity(6, 6);
  const MatrixXd even = coefficients.filed()->mean_difference / 0.1 - MatrixXd::Identity(6, 6);
  CHECK(error.cwiseAbs().maxCoeff() < 5e-3);  // B beyond 20 rad/s
  CHECK(even(2, 2) > 0.05);                   // mean of the excess
}
