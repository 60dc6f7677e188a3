#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "hydro/base/error.hpp"
#include "solver/model/state.hpp"
#include "solver/simulation/checks/model_checks.hpp"
#include "tests/hydro/radiation/radiated_field.hpp"
#include "tests/solver/configurations/families.hpp"
#include "tests/solver/linearisation/linearised.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using Catch::Matchers::Contains;
using solver::Simulation;

namespace {

constexpr double kWaveOmega = 0.7;  ///< rad/s, a frequency of the database

/// A body that stands still at the origin of its database, and two probes at one point, of which
/// the second is disturbed.
solver::Model gauge_beside(hydro::Database database, double heading = 0.0) {
  const auto shared = std::make_shared<const hydro::Database>(std::move(database));
  solver::Model model = floating_model(shared, {Vector3::Ones()}, 0.05);
  solver::HydrodynamicGroup& group = model.hydrodynamics[0];
  group.radiation.form = hydro::RadiationForm::kNone;
  group.origin = {12.0, -5.0};
  group.heading = heading;
  model.bodies[0].motion = solver::Motion::kKinematic;
  model.bodies[0].pose = solver::rest_pose(group, 0, Vector3::Zero());
  model.sea = hydro::Sea({{kWaveOmega, 2.0, 0.4, 0.0}}, kDeep, model.gravity, 0.0);
  model.probes = {{"still", "body1", {40.0, 0.0, 6.0}}, {"gauge", "body1", {40.0, 0.0, 6.0}}};
  model.probes[1].disturbed = true;
  return model;
}

/// Heave of 1.5 cos(.7 t - .3) and pitch of .05 cos .7 t in the wave of the model.
solver::Model heaving_by_its_rao(solver::Model model) {
  solver::DisplacementRao rao;
  rao.omega = {kWaveOmega};
  rao.direction_deg = {0.0};
  rao.amplitude = {0.0, 0.0, 0.75, 0.0, 0.025, 0.0};
  rao.phase_deg = {0.0, 0.0, -0.7 / kDegree, 0.0, -0.4 / kDegree, 0.0};
  rao.phase = solver::RaoPhase::kLead;
  rao.rotation = solver::RaoRotation::kRad;
  model.hydrodynamics[0].origin = {0.0, 0.0};
  model.bodies[0].pose.position.head<2>().setZero();
  model.bodies[0].prescribed = solver::PrescribedMotion{rao};
  return model;
}

/// What the waves of the body add to the elevation.
double added_elevation(Simulation& simulation) {
  return read_number(simulation, "gauge.elevation") - read_number(simulation, "still.elevation");
}

std::string refusal_of_probe(const solver::Model& model) {
  try {
    Simulation simulation(model);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("disturbed probe of a fixed body: incident and diffracted wave, seen from its heading",
          "[solver][probe][analytic]") {
  const double heading = 30.0 * kDegree;
  Simulation simulation(gauge_beside(database_with_field(1), heading));
  const double k = kWaveOmega * kWaveOmega / 9.80665;
  const Complex D = diffracted_elevation(kWaveOmega, -heading);
  for (int n = 0; n < 40; ++n) {
    run(simulation, 0.35);
    const double t = 1e-9 * static_cast<double>(simulation.time_ns());
    CAPTURE(t);
    const double added = (2.0 * D * std::polar(1.0, kWaveOmega * t + 0.4 - 12.0 * k)).real();
    CHECK(added_elevation(simulation) == Approx(added).epsilon(0.0).margin(1e-9));
    const double elevation = read_number(simulation, "gauge.elevation");
    CHECK(read_number(simulation, "gauge.relative_elevation") == Approx(elevation - 4.0));
    CHECK(read_number(simulation, "gauge.air_gap") == Approx(4.0 - elevation));
  }
}

TEST_CASE("disturbed probe of a body in forced heave: the radiated wave has the amplitude |E|",
          "[solver][probe][analytic]") {
  hydro::Database database = database_with_field(1);
  database.field.diffraction[0].setZero();
  Simulation simulation(heaving_by_its_rao(gauge_beside(database)));
  CHECK(std::abs(added_elevation(simulation)) < 1e-12);  // no past yet
  run(simulation, 40.0);
  const Complex E = radiated_elevation(kWaveOmega);
  const double amplitude = std::abs(E) * kWaveOmega * 1.5;
  double largest = 0.0;
  for (int n = 0; n < 180; ++n) {  // a period
    simulation.step();
    const double t = 1e-9 * static_cast<double>(simulation.time_ns());
    const Complex velocity = Complex(0.0, kWaveOmega) * std::polar(1.5, kWaveOmega * t - 0.3);
    const double added = added_elevation(simulation);
    CHECK(
        added ==
        Approx((E * velocity).real()).epsilon(0.0).margin(3e-3 * amplitude));  // end of the kernel
    largest = std::max(largest, std::abs(added));
  }
  CHECK(largest == Approx(amplitude).epsilon(3e-3));
}

TEST_CASE("disturbed probe: streamed waves are diffracted as those of the sea are",
          "[solver][probe]") {
  const solver::Model given = gauge_beside(database_with_field(1), 30.0 * kDegree);
  solver::Model streamed = given;
  streamed.sea.reset();
  streamed.inputs = {{"waves", solver::StreamedComponents{1}}};
  Simulation of_sea(given), of_stream(streamed);
  of_stream.write_input(0, 0, std::array{kWaveOmega, 2.0, 0.4, 0.0});
  for (int n = 0; n < 20; ++n) {
    run(of_sea, 0.35);
    run(of_stream, 0.35);
    const double added = added_elevation(of_sea);
    CHECK(added_elevation(of_stream) == Approx(added).epsilon(0.0).margin(1e-12));
    CHECK(read_number(of_stream, "gauge.elevation") ==
          Approx(read_number(of_sea, "gauge.elevation")).epsilon(0.0).margin(1e-12));
  }
}

TEST_CASE("disturbed probe: a body that sways fast diffracts the waves of its slow place",
          "[solver][probe]") {
  // It surges by 3 m at 2 rad/s in a wave of that frequency; the filter passes .2 rad/s.
  constexpr double kFast = 2.0;
  solver::Model model = gauge_beside(database_with_field(1));
  model.sea = hydro::Sea({{kFast, 1.0, 0.4, 0.0}}, kDeep, model.gravity, 0.0);
  solver::DisplacementRao rao;
  rao.omega = {kFast};
  rao.direction_deg = {0.0};
  rao.amplitude = {3.0, 0.0, 0.0, 0.0, 0.0, 0.0};
  rao.phase_deg.assign(6, 0.0);
  rao.phase = solver::RaoPhase::kLead;
  model.bodies[0].prescribed = solver::PrescribedMotion{rao};
  const auto largest_error = [&](double cutoff) {
    solver::Model filtered = model;
    filtered.hydrodynamics[0].excitation_cutoff = cutoff;
    Simulation simulation(filtered);
    run(simulation, 60.0);
    const double k = kFast * kFast / 9.80665;
    const Complex D = diffracted_elevation(kFast, 0.0);
    double largest = 0.0;
    for (int n = 0; n < 60; ++n) {
      simulation.step();
      const double t = 1e-9 * static_cast<double>(simulation.time_ns());
      const double at_rest = (D * std::polar(1.0, kFast * t + 0.4 - 12.0 * k)).real();
      largest = std::max(largest, std::abs(added_elevation(simulation) - at_rest));
    }
    return largest / std::abs(D);
  };
  const double k = kFast * kFast / 9.80665;
  CHECK(largest_error(0.0) > 0.9 * k * 3.0 / std::sqrt(1.0 + k * k * 9.0));
  // A filter of second order leaves (.2/2)^2 of the 3 m.
  CHECK(largest_error(0.2) < 1.5e-2 * k * 3.0);
}

TEST_CASE("disturbed probe: the linear model has what bodies diffract and radiate there",
          "[solver][probe][linearisation][analytic]") {
  const double heading = 30.0 * kDegree, direction = 0.2, omega = 0.75;
  solver::Model model = gauge_beside(database_with_field(1), heading);
  const auto linear = linearized(model, solver::OperatingPoint::kRest);
  REQUIRE_FALSE(linear.probed_waves().empty());
  const solver::WaveSelection waves{VectorXd::Constant(1, omega), VectorXd::Constant(1, direction),
                                    false};
  const MatrixXcd diffracted = linear.probed_waves().diffracted(waves)[0];
  REQUIRE(diffracted.rows() == 2);
  const double k = omega * omega / 9.80665;
  const double along = 12.0 * std::cos(direction) - 5.0 * std::sin(direction);
  const Complex D = diffracted_elevation(omega, direction - heading) * std::polar(1.0, -k * along);
  CHECK(std::abs(diffracted(1, 0) - D) < 2e-2 * std::abs(D));  // directions every 45 deg
  CHECK(diffracted.row(0).isZero(0.0));
  const VectorXd two = (VectorXd(2) << omega, 20.0).finished();
  const std::vector<MatrixXcd> radiated = linear.probed_waves().radiated(two);
  CHECK(std::abs(radiated[0](1, 2) - radiated_elevation(omega)) < 1e-4);  // a spline
  CHECK(radiated[0].row(0).isZero(0.0));
  CHECK(radiated[1].isZero(0.0));  // beyond the data
  model.probes[1].disturbed = false;
  CHECK(linearized(model, solver::OperatingPoint::kRest).probed_waves().empty());
}

TEST_CASE("disturbed probe: the surface decides whether it is wet, pressure is of the sea alone",
          "[solver][probe]") {
  solver::Model model = gauge_beside(database_with_field(1));
  model.probes[0].point.z() = model.probes[1].point.z() = 3.5;  // 1.5 m above the water
  Simulation simulation(model);
  bool differ = false;
  for (int n = 0; n < 60; ++n) {
    run(simulation, 0.3);
    const bool wet = read_number(simulation, "gauge.elevation") >= 1.5;
    CHECK((read_number(simulation, "gauge.wet") == 1.0) == wet);
    CHECK(read_number(simulation, "gauge.pressure") == read_number(simulation, "still.pressure"));
    differ = differ || read_number(simulation, "still.wet") != read_number(simulation, "gauge.wet");
  }
  CHECK(differ);
}

TEST_CASE("disturbed probes: more than six at one body are told apart", "[solver][probe]") {
  hydro::Database database = database_with_field(8);
  for (std::size_t i = 0; i < 8; ++i) {
    database.field.diffraction[i] *= static_cast<double>(i + 1);
  }
  solver::Model model = gauge_beside(database);
  model.probes.clear();
  for (std::size_t i = 0; i < 8; ++i) {
    const std::string name = "gauge" + std::to_string(i);
    model.probes.push_back({name, "body1", {40.0 + static_cast<double>(i), 0.0, 0.0}});
    model.probes.push_back({"still" + std::to_string(i), "body1", model.probes.back().point});
    model.probes[2 * i].disturbed = true;
  }
  Simulation simulation(model);
  run(simulation, 1.0);
  const auto added = [&](std::size_t i) {
    const std::string number = std::to_string(i);
    return read_number(simulation, "gauge" + number + ".elevation") -
           read_number(simulation, "still" + number + ".elevation");
  };
  REQUIRE(std::abs(added(0)) > 0.01);
  for (std::size_t i = 1; i < 8; ++i) {
    CHECK(added(i) == Approx(static_cast<double>(i + 1) * added(0)).epsilon(1e-9));
  }
}

TEST_CASE(
    "disturbed probe: a run that is saved in the middle of its history goes on with the same "
    "bytes",
    "[solver][probe]") {
  const solver::Model model = heaving_by_its_rao(gauge_beside(database_with_field(1)));
  Simulation simulation(model);
  run(simulation, 5.0);
  const std::string saved = solver::serialize(simulation.state());
  run(simulation, 20.0);
  Simulation resumed(model);
  resumed.restore(solver::deserialize(saved));
  CHECK(solver::serialize(resumed.state()) == saved);
  run(resumed, 20.0);
  CHECK(solver::serialize(resumed.state()) == solver::serialize(simulation.state()));
  CHECK(read_number(resumed, "gauge.elevation") == read_number(simulation, "gauge.elevation"));
  CHECK(solver::state_hash(resumed.state()) == solver::state_hash(simulation.state()));
}

TEST_CASE("disturbed probe: models without one have no history and keep their digest",
          "[solver][probe]") {
  solver::Model model = gauge_beside(database_with_field(1));
  const std::uint64_t with = solver::digest(model);
  CHECK(Simulation(model).state().field_memories.size() == 1);
  model.probes[1].disturbed = false;
  CHECK(solver::digest(model) != with);
  CHECK(Simulation(model).state().field_memories.empty());
}

TEST_CASE("disturbed probe: frequencies that end too early or lie too far apart are told",
          "[solver][probe]") {
  const auto finding = [](hydro::Database database, const std::string& name) -> std::string {
    const Simulation simulation(gauge_beside(std::move(database)));
    for (const Finding& found : simulation.findings()) {
      if (found.name == name) return found.message;
    }
    return "";
  };
  const hydro::Database database = database_with_field(1);
  CHECK(finding(database, "radiated_waves_cut").empty());
  CHECK(finding(database, "field_frequencies").empty());
  hydro::Database cut = database;
  cut.field.radiation[0](2, 119) = 0.1;
  CHECK_THAT(finding(cut, "radiated_waves_cut"),
             Contains("radiate to probe 'gauge' should have died out at the last frequency of the "
                      "database, 12 rad/s"));
  hydro::Database far = database;
  for (Eigen::Index k = 0; k < 120; ++k) {  // 12 s away
    far.field.radiation[0](2, k) *= std::polar(1.0, -12.0 * far.omega[k]);
  }
  CHECK_THAT(finding(far, "field_frequencies"), Contains("turn by up to 1."));
}

TEST_CASE("disturbed probes whose waves are not known are refused with the reason",
          "[solver][probe]") {
  const hydro::Database database = database_with_field(1);
  solver::Model model = gauge_beside(database);
  CHECK(refusal_of_probe(model).empty());
  model.probes[1].point.x() = 40.5;
  CHECK_THAT(refusal_of_probe(model),
             Contains("probes[1].disturbed needs the waves at the probe in the "
                      "database: raftup hydro solve computes them with "
                      "field_points, got no field point of the body within 1 mm of "
                      "x, y = 40.5, 0 m in the database of 'group'"));
  model.probes[1].body = "";
  CHECK_THAT(refusal_of_probe(model),
             Contains("probes[1].disturbed must be false unless the probe belongs "
                      "to a body of a hydrodynamic group, got body ''"));
  hydro::Database without = database;
  without.field = {};
  CHECK_THAT(refusal_of_probe(gauge_beside(without)),
             Contains("got no field points in the database of 'group'"));
  solver::Model blended = gauge_beside(database);
  blended.hydrodynamics[0].family =
      family_of({20.0, 30.0}, {0.0}, {0.0}, [](const auto&, auto&) {});
  solver::Violations violations;
  solver::check_probes(blended, violations);
  REQUIRE(violations.list().size() == 1);
  CHECK(violations.list()[0].path == "probes[1].disturbed");
  CHECK(violations.list()[0].rule == "must be false where the group has a family of databases");
}
