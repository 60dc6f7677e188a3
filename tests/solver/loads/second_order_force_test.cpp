/// @file Second-order wave forces in simulations: what they are, that every stepper takes them,
/// that a state holds all of them, and what is refused.
#include "hydro/base/error.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "hydro/second_order/drift_damping.hpp"
#include "solver/linearisation/linearisation.hpp"
#include "solver/simulation/findings/model_findings.hpp"
#include "tests/hydro/second_order/second_order_data.hpp"
#include "tests/support/reference_data.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using hydro::SecondOrderMethod;
using solver::Simulation;
using solver::StepperKind;

namespace {

/// The hemisphere with made-up drift and quadratic transfer functions around the circle.
std::shared_ptr<hydro::Database> hemisphere() {
  static const hydro::Database kMade = [] {
    hydro::Database database = hydro::read_bemio(own_data() / "hemisphere.h5");
    set_drift(database, [](Eigen::Index dof, double omega, double b) {
      return 1e4 * std::min(omega, 2.0) * (std::cos(b - 0.2 * static_cast<double>(dof)) + 0.3);
    });
    hydro::Database nodes = database;
    nodes.omega = VectorXd::LinSpaced(11, 0.3, 2.3);
    database.qtf_difference = made_up_qtf(nodes, true);
    database.qtf_sum = made_up_qtf(nodes, false);
    return database;
  }();
  return std::make_shared<hydro::Database>(kMade);
}

std::vector<hydro::WaveComponent> waves() {
  return {{0.7, 0.6, 0.2, 0.4}, {0.9, 0.5, 1.0, 0.4}, {1.3, 0.3, 4.0, 0.4}};
}

hydro::SecondOrderOptions options_of(SecondOrderMethod method) {
  hydro::SecondOrderOptions options;
  options.method = method;
  options.sum_frequency = method == SecondOrderMethod::kFull;
  options.wave_drift_damping = true;
  return options;
}

/// A moored hemisphere without memory, whose quadrature has an order of its own.
solver::Model moored(SecondOrderMethod method, double step = 0.1) {
  solver::Model model = floating_model(hemisphere(), {Vector3::Constant(2.8)}, step);
  model.hydrodynamics[0].radiation.form = hydro::RadiationForm::kNone;
  model.hydrodynamics[0].second_order = options_of(method);
  Vector6 spring;
  spring << 4e4, 4e4, 0.0, 0.0, 0.0, 4e5;
  model.loads = {mooring("mooring", "body1", spring, spring)};
  model.sea = hydro::Sea(waves(), model.water_depth, model.gravity, 5.0);
  return model;
}

VectorXd pose_after(const solver::Model& model, double duration) {
  Simulation simulation(model);
  run(simulation, duration);
  const solver::BodyState& body = simulation.state().bodies[0];
  VectorXd pose(6);
  pose << body.position, 3.0 * body.attitude.vec();
  return pose;
}

std::string complaint(const solver::Model& model) {
  try {
    Simulation simulation(model);
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

constexpr std::array kMethods{SecondOrderMethod::kMean, SecondOrderMethod::kNewman,
                              SecondOrderMethod::kFull};

}  // namespace

TEST_CASE("second-order force: a held body feels what its place in the waves gives",
          "[solver][loads][second_order]") {
  for (const SecondOrderMethod method : kMethods) {
    solver::Model model = moored(method);
    model.bodies[0].free = {false, false, false, false, false, false};
    model.bodies[0].pose = {Vector3(30.0, -10.0, 0.0) + model.bodies[0].pose.position, yawed(0.3)};
    Simulation simulation(model);
    run(simulation, 7.0);
    const hydro::HorizontalPose place{model.bodies[0].pose.position.x(),
                                      model.bodies[0].pose.position.y(), 0.3};
    hydro::SecondOrderExcitation expected(*hemisphere(), *model.sea, {{0.0, 0.0, 0.0}}, {true},
                                          model.hydrodynamics[0].second_order);
    VectorXd force;
    expected.evaluate(7.0, {place}, force);
    Vector6 world;
    world << yawed(0.3) * Vector3(force.head<3>()), yawed(0.3) * Vector3(force.tail<3>());
    const VectorXd found = read_output(simulation, "body1.force.second_order");
    CHECK((found - world).norm() <= 1e-12 * world.norm());
    REQUIRE(world.norm() > 1e3);
  }
}

TEST_CASE("second-order force: models without it are what they were",
          "[solver][loads][second_order]") {
  solver::Model model = moored(SecondOrderMethod::kNone);
  model.hydrodynamics[0].second_order = {};
  const std::uint64_t without = digest(model);
  model.hydrodynamics[0].second_order = options_of(SecondOrderMethod::kNewman);
  const std::uint64_t newman = digest(model);
  CHECK(newman != without);
  model.hydrodynamics[0].second_order.wave_drift_damping = false;
  CHECK(digest(model) != newman);
  model.hydrodynamics[0].second_order = {};
  const Simulation simulation(model);
  for (const auto& output : simulation.outputs()) {
    CHECK(output.name != "body1.force.second_order");
  }
}

TEST_CASE("second-order force: every stepper keeps its order", "[solver][loads][second_order]") {
  struct Expected {
    StepperKind stepper;
    double order;
  };
  for (const Expected& expected :
       {Expected{StepperKind::kRungeKutta4, 4.0}, Expected{StepperKind::kMidpoint, 2.0},
        Expected{StepperKind::kSpook, 1.0}, Expected{StepperKind::kMoreauJean, 1.0}}) {
    for (const SecondOrderMethod method : kMethods) {
      const auto at = [&](double step) {
        solver::Model model = moored(method, step);
        model.stepper = expected.stepper;
        return pose_after(model, 8.0);
      };
      const VectorXd coarse = at(0.2), middle = at(0.1), fine = at(0.05);
      const double order = std::log2((coarse - middle).norm() / (middle - fine).norm());
      CAPTURE(static_cast<int>(expected.stepper), static_cast<int>(method), order);
      CHECK(order > expected.order - 0.35);
    }
  }
}

TEST_CASE("second-order force: a state that is restored goes on bit for bit",
          "[solver][loads][second_order]") {
  for (const StepperKind stepper : {StepperKind::kRungeKutta4, StepperKind::kMidpoint,
                                    StepperKind::kSpook, StepperKind::kMoreauJean}) {
    for (const SecondOrderMethod method : kMethods) {
      solver::Model model = moored(method);
      model.stepper = stepper;
      Simulation straight(model);
      run(straight, 1.3);
      const solver::State state = straight.state();
      run(straight, 2.0);
      Simulation resumed(model);
      run(resumed, 9.0);  // other cells of headings are remembered
      resumed.restore(state);
      run(resumed, 2.0);
      CHECK(solver::identical(resumed.state(), straight.state()));
    }
  }
}

TEST_CASE("second-order force: streamed waves are those of the model",
          "[solver][loads][second_order][streamed]") {
  for (const SecondOrderMethod method : kMethods) {
    solver::Model base = moored(method), streamed = base;
    streamed.sea.reset();
    streamed.inputs = {{"waves", solver::StreamedComponents{3, 5.0}}};
    std::vector<double> sample;
    for (const hydro::WaveComponent& wave : waves()) {
      sample.insert(sample.end(), {wave.omega, wave.amplitude, wave.phase, wave.direction});
    }
    Simulation expected(base), found(streamed);
    run(found, 0.1);
    CHECK(read_output(found, "body1.force.second_order").isZero(0.0));
    found.restore(Simulation(streamed).state());
    found.write_input(0, 0, sample);
    run(expected, 6.0);
    run(found, 6.0);
    CHECK(found.state().bodies[0].position == expected.state().bodies[0].position);
    sample[0] = 4.0;  // beyond the frequencies of the qtfs, within those of X
    found.write_input(0, found.time_ns() + nanoseconds(0.1), sample);
    if (method != SecondOrderMethod::kFull) continue;
    for (int tries = 0; tries < 2; ++tries) {  // waves that were refused are not left out later
      REQUIRE_THROWS_WITH(run(found, 0.3),
                          Catch::Contains("99 % of the waves' variance must lie within the "
                                          "frequencies of the second-order data, 0.3 to 2.3"));
    }
  }
}

TEST_CASE("second-order force: a streamed spectrum has the drift of its variance",
          "[solver][loads][second_order][streamed]") {
  solver::Model model = moored(SecondOrderMethod::kMean);
  model.bodies[0].free = {false, false, false, false, false, false};
  model.sea.reset();
  solver::StreamedSpectrum spectrum;
  spectrum.omega = {0.5, 1.0, 1.5};
  spectrum.directions = {0.4};
  spectrum.component_count = 40;
  model.inputs = {{"waves", spectrum}};
  Simulation simulation(model);
  const std::vector<double> density{0.2, 0.2, 0.2}, doubled{0.4, 0.4, 0.4};
  simulation.write_input(0, 0, density);
  run(simulation, 1.0);
  const VectorXd once = read_output(simulation, "body1.force.second_order");
  REQUIRE(once.norm() > 1e3);
  simulation.write_input(0, simulation.time_ns(), doubled);
  const VectorXd twice = read_output(simulation, "body1.force.second_order");
  CHECK((twice - 2.0 * once).norm() < 1e-12 * twice.norm());
}

TEST_CASE("second-order force: of a streamed elevation it is that of its components",
          "[solver][loads][second_order][streamed]") {
  solver::Model model = moored(SecondOrderMethod::kNewman, 0.2);
  model.bodies[0].free = {false, false, false, false, false, false};
  model.hydrodynamics[0].second_order.wave_drift_damping = false;
  // Filed frequencies: between them the root of D is linear here, D itself there.
  const hydro::Sea sea({{0.8, 0.6, 0.2, 0.4}, {0.9, 0.5, 1.0, 0.4}}, model.water_depth,
                       model.gravity, 0.0);
  solver::Model streamed = model;
  model.sea = sea;
  streamed.sea.reset();
  streamed.inputs = {{"eta", solver::WaveElevationInput{0.4}}};
  Simulation expected(model), found(streamed);
  constexpr double kLongest = 400.0;  // s, more than the filters reach
  for (double time = 0.0; time < kLongest; time += 0.1) {
    const double eta = sea.elevation(time, Vector2::Zero());
    found.write_input(0, nanoseconds(time), {&eta, 1});
  }
  double worst = 0.0, largest = 0.0;
  for (int i = 0; i < 10; ++i) {
    run(expected, i == 0 ? 180.0 : 3.0);
    run(found, i == 0 ? 180.0 : 3.0);
    const VectorXd from_sea = read_output(expected, "body1.force.second_order");
    worst = std::max(worst, (read_output(found, "body1.force.second_order") - from_sea).norm());
    largest = std::max(largest, from_sea.norm());
  }
  // The filters lose 1e-6 of their energy, the trapezoidal rule and linear input the rest.
  CHECK(worst < 0.02 * largest);
  CHECK(largest > 1e3);
}

TEST_CASE("second-order force: a body that moves feels its drift damped",
          "[solver][loads][second_order]") {
  solver::Model model = moored(SecondOrderMethod::kNewman);
  model.sea = hydro::Sea(waves(), model.water_depth, model.gravity, 0.0);
  model.bodies[0].linear_velocity = {0.7, -0.4, 0.0};
  const auto force = [&](bool damped) {
    solver::Model changed = model;
    changed.hydrodynamics[0].second_order.wave_drift_damping = damped;
    Simulation simulation(changed);
    return VectorXd(read_output(simulation, "body1.force.second_order"));
  };
  const hydro::DriftDamping damping(hydro::DriftCoefficients(*hemisphere(), 0), *model.sea);
  const Vector2 expected = damping.force(0.0, {0.7, -0.4}, nullptr);
  const VectorXd change = force(true) - force(false);
  REQUIRE(expected.norm() > 100.0);
  CHECK((change.head<2>() - expected).norm() < 1e-10 * force(true).norm());
  CHECK(change.tail<4>().isZero(0.0));
  // Drifting with the water there is none.
  model.current = hydro::Current({0.0}, {Vector2(0.7, -0.4)});
  model.sea = hydro::Sea(waves(), {model.water_depth, model.gravity, model.current}, 0.0);
  CHECK((force(true) - force(false)).isZero(0.0));
}

TEST_CASE("second-order force: what cannot be is refused with path and rule",
          "[solver][loads][second_order]") {
  solver::Model model = moored(SecondOrderMethod::kFull);
  hydro::SecondOrderOptions& options = model.hydrodynamics[0].second_order;
  const auto change_data = [&](const std::function<void(hydro::Database&)>& change) {
    auto database = hemisphere();
    change(*database);
    model.hydrodynamics[0].database = database;
  };
  const std::string path = "hydrodynamics[0].second_order.";
  SECTION("no data") {
    change_data([](hydro::Database& database) {
      database.qtf_difference = {};
      database.qtf_sum = {};
      database.mean_drift_force.clear();
    });
    options.wave_drift_damping = false;
    CHECK_THAT(complaint(model), Catch::Contains(path + "method must be another: the database has "
                                                        "no qtf_difference of waves of one "
                                                        "direction"));
    CHECK_THAT(complaint(model), Catch::Contains(path + "sum_frequency must be another"));
    options = {};
    options.method = SecondOrderMethod::kNewman;
    CHECK_THAT(complaint(model), Catch::Contains(path + "method must be none: the database has no "
                                                        "mean drift force"));
  }
  SECTION("not Hermitian") {
    change_data(
        [](hydro::Database& database) { database.qtf_difference.entries[0].values(0, 4) *= 1.1; });
    CHECK_THAT(complaint(model),
               Catch::Contains(path + "method needs a qtf_difference that is Hermitian, T_mn = "
                                      "T_nm* to 1 %"));
  }
  SECTION("a sea beyond the frequencies") {
    auto many = waves();
    many.push_back({2.5, 0.2, 0.0, 0.4});  // 5 % of the variance
    model.sea = hydro::Sea(many, model.water_depth, model.gravity, 5.0);
    CHECK_THAT(complaint(model),
               Catch::Contains(path + "method needs 99 % of the waves' variance within the "
                                      "frequencies of the database's second-order data, 0.3 to "
                                      "2.3 rad/s"));
    many.back().amplitude = 0.05;
    model.sea = hydro::Sea(many, model.water_depth, model.gravity, 5.0);
    CHECK(complaint(model).empty());
    const Findings findings = find_notable(model);
    CHECK(std::any_of(findings.begin(), findings.end(),
                      [](const Finding& finding) { return finding.name == "second_order_range"; }));
  }
  SECTION("options of other methods") {
    options.method = SecondOrderMethod::kNewman;
    options.difference_cutoff = 0.2;
    CHECK_THAT(complaint(model), Catch::Contains(path + "sum_frequency must be false unless method "
                                                        "is full, got method newman"));
    CHECK_THAT(complaint(model), Catch::Contains(path + "difference_cutoff must be left out"));
    options = {};
    options.wave_drift_damping = true;
    CHECK_THAT(complaint(model), Catch::Contains(path + "wave_drift_damping must be false where "
                                                        "method is none"));
    options.method = SecondOrderMethod::kFull;
    options.directions = hydro::DirectionPairs::kStanding;
    CHECK_THAT(complaint(model), Catch::Contains(path + "directions must be independent unless"));
    options.method = SecondOrderMethod::kNewman;
    options.directions = hydro::DirectionPairs::kFiled;
    CHECK_THAT(complaint(model),
               Catch::Contains(path + "directions must not be filed unless method "
                                      "is full, got method newman"));
  }
  SECTION("waves that cannot be paired") {
    model.inputs = {{"eta", solver::WaveElevationInput{0.0}}};
    CHECK_THAT(complaint(model), Catch::Contains(path + "method must be none, or newman by "
                                                        "square_root, where inputs[0] streams"));
    CHECK_THAT(complaint(model), Catch::Contains(path + "wave_drift_damping must be false where "
                                                        "inputs[0] streams an elevation"));
    CHECK_THAT(complaint(model), Catch::Contains(path + "method must be none where waves have "
                                                        "several sources"));
    model.inputs = {{"more", solver::StreamedComponents{1, 0.0}}};
    CHECK_THAT(complaint(model), Catch::Contains(path + "method must be none where waves have "
                                                        "several sources"));
    model.inputs.clear();
    model.hydrodynamics[0].excitation_enabled = false;
    CHECK_THAT(complaint(model), Catch::Contains(path + "method must be none where "
                                                        "excitation.enabled is false"));
  }
}

TEST_CASE("second-order force: bodies of linear equations rest under their mean drift",
          "[solver][loads][second_order][linearisation]") {
  const auto of = [](const solver::Model& model) {
    return solver::Linearization(model, nullptr, {solver::OperatingPoint::kEquilibrium}, nullptr);
  };
  solver::Model model = moored(SecondOrderMethod::kMean);
  const solver::Linearization linear = of(model);
  const solver::BodyKinematics& mean = linear.mean().bodies[0];
  CHECK(linear.displacement(0).head<2>().norm() > 0.01);
  CHECK(of(moored(SecondOrderMethod::kNewman)).mean().bodies[0].position == mean.position);
  CHECK((of(moored(SecondOrderMethod::kFull)).mean().bodies[0].position - mean.position).norm() >
        1e-3);  // of another D: the diagonal of T

  // What a step has there is balanced, and follows pose and velocity as C and D say.
  model.sea = hydro::Sea(waves(), model.water_depth, model.gravity, 0.0);
  const auto forces = [&](double yaw, double speed) {
    solver::Model at = model;
    at.bodies[0].rest_pose = model.bodies[0].pose;
    const Quaternion attitude = yawed(yaw) * mean.attitude;
    at.bodies[0].pose = {mean.position - attitude * at.bodies[0].center_of_mass, attitude};
    at.bodies[0].linear_velocity.x() = speed;
    Simulation simulation(at);
    return VectorXd(read_output(simulation, "body1.force.second_order"));
  };
  Simulation simulation(model);
  const VectorXd drift = forces(0.0, 0.0);
  Vector6 spring;
  spring << 4e4, 4e4, 0.0, 0.0, 0.0, 4e5;
  const Vector6 displacement = linear.displacement(0);
  for (const Eigen::Index dof : {0, 1, 5}) {
    CHECK(drift[dof] == Approx(spring[dof] * displacement[dof]).epsilon(1e-6));
  }
  const VectorXd by_yaw = (forces(1e-3, 0.0) - forces(-1e-3, 0.0)) / 2e-3;
  const VectorXd by_speed = (forces(0.0, 1e-2) - forces(0.0, -1e-2)) / 2e-2;
  CHECK(linear.matrices().restoring(5, 5) == Approx(4e5 - by_yaw[5]).epsilon(1e-4));
  CHECK(linear.matrices().linear_damping(0, 0) == Approx(4e4 - by_speed[0]).epsilon(1e-4));
}

TEST_CASE("second-order force: a linear model says what it leaves out of it",
          "[solver][loads][second_order][linearisation]") {
  const auto said = [](const solver::Model& model) {
    const solver::Linearization linear(model, nullptr, {solver::OperatingPoint::kRest}, nullptr);
    std::string all;
    for (const Finding& finding : linear.mean().findings) all += finding.message + "\n";
    return all;
  };
  solver::Model model = moored(SecondOrderMethod::kNewman);
  CHECK_THAT(said(model),
             Catch::Contains("hydrodynamics group: second-order wave forces are left out but for "
                             "the mean drift of the model's sea"));
  model.sea.reset();
  model.inputs = {{"waves", solver::StreamedComponents{8}}};
  CHECK_THAT(said(model), Catch::Contains("hydrodynamics group: second-order wave forces are left "
                                          "out, the mean drift that bodies rest under as well"));
}
