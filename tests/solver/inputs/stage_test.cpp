/// @file Stages of a run: how they fade waves, wind and current, damp bodies and begin records.
#include "solver/model/water/stage.hpp"

#include <cmath>

#include "hydro/base/error.hpp"
#include "solver/model/loads/current_drag.hpp"
#include "solver/model/loads/linear_mooring.hpp"
#include "solver/model/loads/morison.hpp"
#include "solver/model/loads/wind_force.hpp"
#include "solver/simulation/findings/model_findings.hpp"
#include "solver/simulation/serialisation/model_image.hpp"
#include "tests/solver/linearisation/linearised.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using Catch::Matchers::Contains;
using hydro::Presence;
using solver::Simulation;
using solver::Stage;

namespace {

constexpr double kStageStep = 0.1;
constexpr double kPi = 3.14159265358979323846;

Stage stage(std::string name, double duration, Presence waves, double damping = 0.0) {
  Stage made;
  made.name = std::move(name);
  made.duration = duration;
  made.waves = waves;
  made.damping = damping;
  return made;
}

/// Settle, build up and storm: 2 s each.
std::vector<Stage> three_stages() {
  return {stage("settle", 2.0, Presence::kOff, 0.5), stage("build", 2.0, Presence::kRamp),
          stage("storm", 2.0, Presence::kOn)};
}

double raised_cosine(double share) { return 0.5 * (1.0 - std::cos(kPi * share)); }

hydro::Sea sea(double ramp_duration = 0.0) {
  return {{{0.9, 1.0, 0.3, 0.0}, {1.3, 0.5, -1.0, 0.4}}, 30.0, 9.80665, ramp_duration};
}

/// A pile in the waves, whose force is linear in them, and a body on a spring beside it that the
/// waves move.
solver::Model pile_and_float(std::vector<Stage> stages) {
  const auto member = [](const char* body, double drag) {
    solver::MorisonElement element;
    element.point1 = {0, 0, -10};
    element.point2 = {0, 0, -2};
    element.diameter = 2.0;
    element.drag_coefficient = drag;
    element.added_mass_coefficient = 1.0;
    element.segment_count = 10;
    solver::Morison morison;
    morison.body = body;
    morison.elements = {element};
    return morison;
  };
  solver::Model model;
  model.step_ns = nanoseconds(kStageStep);
  model.water_depth = 30.0;
  model.sea = sea();
  model.bodies = {weightless_body("pile", 1e3, {1e3, 1e3, 1e3}, {0, 0, 0}),
                  weightless_body("float", 5e4, {1e6, 1e6, 1e6}, {20, 0, 0})};
  model.bodies[0].motion = solver::Motion::kStatic;
  Vector6 spring;
  spring << 3e4, 3e4, 3e4, 1e6, 1e6, 1e6;
  model.loads = {{"members", member("pile", 0.0)},
                 {"legs", member("float", 1.0)},
                 mooring("spring", "float", spring, Vector6::Zero())};
  model.course.stages = std::move(stages);
  return model;
}

std::string refusal_of_stages(const solver::Model& model) {
  try {
    Simulation simulation(model);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("stage: a factor follows the stages, and the later one holds between two",
          "[solver][stage]") {
  std::vector<Stage> stages = three_stages();
  stages.push_back(stage("calm", 1.0, Presence::kOff));
  const hydro::Fading fading = fading_of(stages, nanoseconds(kStageStep), &Stage::waves);
  for (const auto& [time, factor] :
       std::vector<std::pair<double, double>>{{0.0, 0.0},
                                              {1.9, 0.0},
                                              {2.0, 0.0},
                                              {2.5, raised_cosine(0.25)},
                                              {3.0, 0.5},
                                              {4.0, 1.0},
                                              {5.99, 1.0},
                                              {6.0, 0.0},
                                              {9.0, 0.0}}) {
    CHECK(fading.at(time) == Approx(factor).epsilon(0.0).margin(1e-15));
  }
  CHECK(fading.at(6.0 - 1e-12) == 0.0);  // the rounding of a stage's time
  const hydro::Fading wind = fading_of(stages, nanoseconds(kStageStep), &Stage::wind);
  CHECK(wind.is_always_on());
  const double h = 1e-5;
  for (const double time : {2.3, 3.0, 3.9}) {
    const auto [value, rate, second] = fading.rates(time);
    CHECK(value == fading.at(time));
    CHECK(rate == Approx((fading.at(time + h) - fading.at(time - h)) / (2 * h)).epsilon(1e-8));
    CHECK(second == Approx((fading.rates(time + h).rate - fading.rates(time - h).rate) / (2 * h))
                        .epsilon(1e-8)
                        .margin(1e-9));
  }
}

TEST_CASE("stage: durations are rounded up to whole steps, which is told", "[solver][stage]") {
  std::vector<Stage> stages = three_stages();
  stages[0].duration = 2.05;
  stages[1].duration = 0.30001;  // a thousandth of a step at most is rounding
  const auto steps = steps_of(stages, nanoseconds(kStageStep));
  CHECK(steps[0].end_step == 21);
  CHECK(steps[1].end_step == 24);
  CHECK(steps[2].first_step == 24);
  CHECK(steps[2].end_step == 44);
  CHECK(first_recorded_step(stages, nanoseconds(kStageStep)) == 0);
  stages[1].record = true;
  CHECK(first_recorded_step(stages, nanoseconds(kStageStep)) == 21);
  Findings findings;
  add_stage_findings(pile_and_float(stages), findings);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].name == "duration_rounded_up");
  CHECK_THAT(findings[0].message,
             Contains("integration.stages[0].duration, 2.05 s, is no multiple of the step, 0.1 s: "
                      "the stage ends with the step at 2.1 s"));
}

TEST_CASE("stage: the force of waves is that without stages times the raised cosine",
          "[solver][stage]") {
  // A box that is held, with excitation in all of its motions.
  const auto made = [](std::vector<Stage> stages) {
    auto database =
        std::make_shared<hydro::Database>(*floating_box({20.0, 10.0, 3.0}, Matrix6::Zero()));
    database->excitation.values = {MatrixXcd::Constant(6, 3, {1e6, -4e5})};
    solver::Model model = floating_model(database, {Vector3::Ones()}, kStageStep);
    model.hydrodynamics[0].radiation.form = hydro::RadiationForm::kNone;
    model.bodies[0].motion = solver::Motion::kStatic;
    model.sea = hydro::Sea({{0.9, 1.0, 0.3, 0.0}, {1.3, 0.5, -1.0, 0.0}}, model.water_depth,
                           model.gravity, 0.0);
    model.course.stages = std::move(stages);
    return model;
  };
  Simulation faded(made(three_stages())), full(made({}));
  for (int i = 0; i <= 60; ++i) {
    const double t = i * kStageStep;
    const double factor = i < 20 ? 0.0 : i < 40 ? raised_cosine((t - 2.0) / 2.0) : 1.0;
    const VectorXd whole = read_output(full, "body1.force.excitation");
    INFO(t);
    CHECK((read_output(faded, "body1.force.excitation") - factor * whole).norm() <= 1e-6);  // of MN
    CHECK(read_number(faded, "sea.elevation") ==
          Approx(factor * read_number(full, "sea.elevation")).epsilon(0.0).margin(1e-14));
    if (i == 30) CHECK(factor == Approx(0.5));
    if (i == 30) CHECK(whole.norm() > 1e5);
    faded.step();
    full.step();
  }
}

TEST_CASE(
    "stage: a ramp and a stage after it are a sea with a ramp, bit for bit; one stage that is "
    "on is none",
    "[solver][stage]") {
  solver::Model with_ramp = pile_and_float({});
  with_ramp.sea = sea(2.0);
  Simulation ramp(with_ramp);
  Simulation ramp_stage(
      pile_and_float({stage("build", 2.0, Presence::kRamp), stage("storm", 4.0, Presence::kOn)}));
  Simulation none(pile_and_float({}));
  Simulation on(pile_and_float({stage("storm", 6.0, Presence::kOn)}));
  for (int i = 0; i < 60; ++i) {
    for (Simulation* each : {&ramp, &ramp_stage, &none, &on}) each->step();
    REQUIRE(motion_hash(ramp.state()) == motion_hash(ramp_stage.state()));
    REQUIRE(motion_hash(none.state()) == motion_hash(on.state()));
  }
  CHECK(motion_hash(ramp.state()) != motion_hash(on.state()));
  CHECK(digest(pile_and_float({})) != digest(on.model()));
}

TEST_CASE("stage: a free body with added mass slows down by exp(-d t), whatever the stepper",
          "[solver][stage]") {
  using solver::StepperKind;
  for (const StepperKind kind : {StepperKind::kRungeKutta4, StepperKind::kMidpoint,
                                 StepperKind::kSpook, StepperKind::kMoreauJean}) {
    solver::Model model;
    model.step_ns = nanoseconds(0.01);
    model.stepper = kind;
    model.bodies = {weightless_body("one", 1e3, Vector3::Ones(), Vector3::Zero()),
                    weightless_body("two", 2e3, Vector3::Ones(), {5.0, 0.0, 0.0})};
    model.bodies[0].linear_velocity = {2.0, -1.0, 0.5};
    model.bodies[0].angular_velocity = {0.0, 0.0, 0.3};
    solver::AddedMassInteraction water;  // it couples both
    water.name = "water";
    water.body1 = "one";
    water.body2 = "two";
    water.blocks = {400.0 * Matrix6::Identity(), 700.0 * Matrix6::Identity(),
                    -150.0 * Matrix6::Identity()};
    water.coriolis = solver::AddedMassCoriolis::kOff;
    model.added_mass_interactions = {water};
    model.course.stages = {stage("settle", 2.0, Presence::kOn, 0.8),
                           stage("free", 2.0, Presence::kOn)};
    Simulation simulation(model);
    const VectorXd start = read_output(simulation, "one.linear_velocity");
    run(simulation, 2.0);
    const double expected = std::exp(-1.6);
    INFO(name_of(kind));
    // Of order 2 at least: (d h)^2 / 12 of d t.
    const double tolerance = kind == StepperKind::kRungeKutta4 ? 1e-9 : 3e-5;
    CHECK((read_output(simulation, "one.linear_velocity") - expected * start).norm() <=
          tolerance * start.norm());
    CHECK(read_output(simulation, "one.angular_velocity")[2] ==
          Approx(0.3 * expected).epsilon(tolerance));
    const VectorXd slow = read_output(simulation, "one.linear_velocity");
    run(simulation, 2.0);
    CHECK((read_output(simulation, "one.linear_velocity") - slow).norm() <= 1e-9);
  }
}

TEST_CASE("stage: wind and current past bodies grow with their stages", "[solver][stage]") {
  solver::Model model =
      pile_and_float({stage("calm", 2.0, Presence::kOff), stage("build", 2.0, Presence::kOff),
                      stage("all", 2.0, Presence::kOff)});
  model.course.stages[0].wind = model.course.stages[0].current = Presence::kOff;
  model.course.stages[1].wind = model.course.stages[1].current = Presence::kRamp;
  model.current = hydro::Current({}, {Vector2(1.5, 0.0)});
  model.sea.reset();
  model.wind.emplace().climate.speed = 12.0;
  solver::WindForce wind;
  wind.body = "pile";
  wind.frontal_area = wind.lateral_area = 100.0;
  wind.length = 20.0;
  wind.centroid = {0.0, 5.0};
  wind.ship = solver::WindShip{};
  solver::CurrentDrag drag;
  drag.body = "pile";
  drag.length = 20.0;
  drag.breadth = 10.0;
  drag.draught = 4.0;
  drag.yaw_drag = 1.0;
  model.loads = {{"wind", wind}, {"drag", drag}};
  Simulation simulation(model);
  for (const double share : {0.0, 0.0, 0.5, 1.0}) {
    CHECK(read_number(simulation, "wind.flow_speed") ==
          Approx(12.0 * raised_cosine(share)).epsilon(1e-12));
    CHECK(read_number(simulation, "drag.flow_speed") ==
          Approx(1.5 * raised_cosine(share)).epsilon(1e-12));
    run(simulation, simulation.time_ns() == 0 ? 2.0 : 1.0);
  }
}

TEST_CASE(
    "stage: copies and stored states go on alike in the middle of each stage, and so does the "
    "stored model",
    "[solver][stage][state]") {
  const solver::Model model = pile_and_float(three_stages());
  Simulation simulation(model);
  Simulation stored(solver::read_model_image(solver::write_model_image(model, nullptr)).model);
  CHECK(stored.model().course.stages.size() == 3);
  for (int middle = 0; middle < 3; ++middle) {
    run(simulation, 1.0);
    stored.restore(solver::deserialize(serialize(simulation.state())));
    run(simulation, 1.0);
    run(stored, 1.0);
    CHECK(identical(simulation.state(), stored.state()));
  }
}

TEST_CASE("stage: statistics begin with the first stage that is recorded", "[solver][stage]") {
  solver::Model model = pile_and_float(three_stages());
  model.course.stages[2].record = true;
  model.statistics = solver::StatisticsOptions{0.5, {"sea.elevation"}, {}, {}};
  Simulation simulation(model);
  run(simulation, 4.0);
  CHECK(simulation.statistics().sample_count == 0);
  run(simulation, 0.5);
  CHECK(simulation.statistics().sample_count == 0);
  std::vector<double> samples;
  for (int i = 0; i < 15; ++i) {
    simulation.step();
    samples.push_back(read_number(simulation, "sea.elevation"));
  }
  const solver::StatisticsReport report = simulation.statistics();
  CHECK(report.sample_count == 15);
  CHECK(report.duration == Approx(1.5));
  const auto& [low, high] = std::minmax_element(samples.begin(), samples.end());
  CHECK(report.outputs[0].numbers[0].min == *low);
  CHECK(report.outputs[0].numbers[0].max == *high);
}

TEST_CASE("stage: a run from equilibrium begins where what is on in the first stage balances",
          "[solver][stage]") {
  solver::Model model = pile_and_float(three_stages());
  model.current = hydro::Current({}, {Vector2(1.5, 0.0)});
  model.sea.reset();
  model.course.start = solver::Start::kEquilibrium;
  Simulation on(model);
  CHECK(read_number(on, "float.displacement") > 0.05);
  model.course.stages[0].current = Presence::kOff;
  Simulation off(model);
  CHECK(std::abs(read_number(off, "float.displacement")) < 1e-9);
}

TEST_CASE("stage: linear equations leave stages out and say so", "[solver][stage]") {
  solver::Model model = box_model({20.0, 10.0, 3.0});
  model.step_ns = nanoseconds(kStageStep);
  const MatrixXd without = linearized(model).matrices().linear_damping;
  model.course.stages = {stage("settle", 2.0, Presence::kOff, 0.5)};
  const solver::Linearization linear = linearized(model);
  CHECK((linear.matrices().linear_damping - without).norm() == 0.0);
  std::string told;
  for (const Finding& finding : linear.mean().findings) told += finding.message + "\n";
  CHECK_THAT(told, Contains("integration.stages: left out"));
}

TEST_CASE("stage: what cannot be is refused with path and rule", "[solver][stage]") {
  solver::Model model = pile_and_float(three_stages());
  model.course.stages[1].name = "settle";
  CHECK_THAT(refusal_of_stages(model), Contains("integration.stages[1].name"));
  model = pile_and_float(three_stages());
  model.course.stages[1].duration = 0.0;
  CHECK_THAT(refusal_of_stages(model),
             Contains("integration.stages[1].duration must be positive and finite, got 0"));
  model = pile_and_float(three_stages());
  model.course.stages[1].damping = -1.0;
  CHECK_THAT(refusal_of_stages(model),
             Contains("integration.stages[1].damping must not be negative"));
  model.course.stages[1].damping = 10.5;
  CHECK_THAT(refusal_of_stages(model),
             Contains("integration.stages[1].damping must be at most 1/step, 10 "
                      "1/s, got 10.5 1/s"));
  model = pile_and_float(three_stages());
  model.course.stages[1].duration = 2e9;
  CHECK_THAT(refusal_of_stages(model),
             Contains("integration.stages must last at most 1e+09 s together"));
  model = pile_and_float(three_stages());
  model.sea = sea(5.0);
  CHECK_THAT(refusal_of_stages(model),
             Contains("environment.sea.ramp_duration must be omitted where "
                      "integration.stages says how the waves begin, got 5 s"));
}
