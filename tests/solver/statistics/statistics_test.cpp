#include "hydro/base/error.hpp"
#include "solver/model/loads/linear_mooring.hpp"
#include "solver/model/loads/point_spring.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using Catch::Matchers::Contains;
using solver::NumberReport;
using solver::Simulation;
using solver::StatisticsReport;

namespace {

constexpr double kStep = 0.05;   // s
constexpr double kPeriod = 2.0;  // s: 40 steps
constexpr double kAmplitude = 1.5;

/// sea.elevation is kAmplitude cos(2 pi t / kPeriod); the body goes up at 1 m/s from z = 1e6 m.
solver::Model cosine_and_ramp() {
  solver::Model model;
  model.step_ns = nanoseconds(kStep);
  model.sea = hydro::Sea({hydro::regular_wave(kAmplitude, kPeriod, 0.0, 0.0)}, model.water_depth,
                         model.gravity, 0.0);
  model.bodies = {weightless_body("lift", 1.0, {1, 1, 1}, {0.0, 0.0, 1e6})};
  model.bodies[0].motion = solver::Motion::kKinematic;
  model.bodies[0].linear_velocity = {0.0, 0.0, 1.0};
  model.statistics.emplace();
  model.statistics->outputs = {"sea.elevation", "lift.position"};
  model.statistics->turning_points = {"sea.elevation"};
  return model;
}

/// A mass on a spring that a client pushes, with everything that statistics can keep.
solver::Model pushed_oscillator() {
  solver::Model model;
  model.step_ns = nanoseconds(kStep);
  model.bodies = {weightless_body("float", 2.0, {1, 1, 1}, {0.0, 0.0, 1.0})};
  model.loads = {mooring("spring", "float", Vector6::Constant(8.0), Vector6::Constant(0.1))};
  model.loads[0].kind.get<solver::LinearMooring>().rest_pose = solver::Pose{};
  model.inputs = {{"push", solver::ExternalForce{"float"}}};
  model.statistics.emplace();
  model.statistics->warm_up = 1.0;
  model.statistics->outputs = {"float.position", "float.linear_acceleration"};
  model.statistics->turning_points = {"float.position"};
  model.statistics->limits = {{"high", "float.position", 2, std::nullopt, 0.5}};
  return model;
}

void step(Simulation& simulation, int count) {
  for (int i = 0; i < count; ++i) simulation.step();
}

std::string message_of(const solver::Model& model) {
  std::string all;
  for (const solver::Violation& violation : solver::check(model)) {
    all += violation.path + " " + violation.rule + ", got " + violation.value + "\n";
  }
  return all;
}

}  // namespace

TEST_CASE("statistics: of a cosine over whole periods are those of the textbook",
          "[solver][statistics]") {
  Simulation simulation(cosine_and_ramp());
  step(simulation, 400);
  const StatisticsReport report = simulation.statistics();
  CHECK(report.sample_count == 400);
  CHECK(report.duration == Approx(20.0).epsilon(1e-14));
  const NumberReport& wave = report.outputs.at(0).numbers.at(0);
  CHECK(report.outputs[0].name == "sea.elevation");
  // Sums over equal steps of whole periods are exact; rounding of 400 terms remains.
  CHECK(std::abs(wave.mean) < 1e-13);
  CHECK(wave.std == Approx(kAmplitude / std::sqrt(2.0)).epsilon(1e-13));
  CHECK(std::abs(wave.skewness) < 1e-12);
  CHECK(wave.kurtosis == Approx(1.5).epsilon(1e-12));
  CHECK(wave.min == Approx(-kAmplitude).epsilon(1e-13));
  CHECK(wave.max == Approx(kAmplitude).epsilon(1e-13));
  CHECK(wave.level == 0.0);
  CHECK(wave.up_crossings == 10);
  // The first sample, a trough and a crest per period; the last sample is the tenth crest.
  REQUIRE(wave.turning_points.size() == 21);
  CHECK(wave.turning_points[0] == Approx(kAmplitude * std::cos(2.0 * kPi * kStep / kPeriod)));
  for (std::size_t i = 1; i <= 20; ++i) {
    CHECK(wave.turning_points[i] == Approx(i % 2 == 0 ? kAmplitude : -kAmplitude).epsilon(1e-13));
  }
}

TEST_CASE("statistics: of a ramp far from zero lose nothing, and the warm-up gives the level",
          "[solver][statistics]") {
  solver::Model model = cosine_and_ramp();
  model.statistics->warm_up = 1.02;  // 20 steps end up to here, the 21st does not
  model.statistics->turning_points = {"lift.position"};
  model.statistics->limits = {{"high", "lift.position", 2, std::nullopt, 1e6 + 4.0 + 0.5 * kStep},
                              {"trough", "sea.elevation", std::nullopt, 0.0, std::nullopt}};
  Simulation simulation(model);
  step(simulation, 120);
  const StatisticsReport report = simulation.statistics();
  CHECK(report.sample_count == 100);
  const NumberReport& height = report.outputs.at(1).numbers.at(2);
  // z = 1e6 + k h with k = 21..120, whose rounding is 1e-10 m.
  const double n = 100.0;
  CHECK(height.mean == Approx(1e6 + 70.5 * kStep).epsilon(1e-14));
  CHECK(height.std == Approx(kStep * std::sqrt((n * n - 1.0) / 12.0)).epsilon(1e-9));
  CHECK(std::abs(height.skewness) < 1e-8);
  CHECK(height.kurtosis == Approx(0.6 * (3.0 * n * n - 7.0) / (n * n - 1.0)).epsilon(1e-8));
  CHECK(height.level == Approx(1e6 + 10.5 * kStep).epsilon(1e-14));
  CHECK(height.up_crossings == 0);
  CHECK(height.turning_points == std::vector<double>{height.min, height.max});
  // What does not move has neither skewness nor kurtosis, and one turning point.
  const NumberReport& still = report.outputs.at(1).numbers.at(0);
  CHECK(still.std == 0.0);
  CHECK(std::isnan(still.skewness));
  CHECK(std::isnan(still.kurtosis));
  CHECK(still.turning_points == std::vector<double>{0.0});
  // Above from step 81 on; the wave is below 0 in 19 or 20 steps of each period.
  CHECK(report.limits.at(0).exceeded_duration == Approx(40.0 * kStep).epsilon(1e-14));
  CHECK(report.limits[0].exceedance_count == 1);
  CHECK(report.limits.at(1).exceedance_count == 3);
  CHECK(report.limits[1].exceeded_duration == Approx(2.5).epsilon(0.0).margin(3.0 * kStep));
}

TEST_CASE("statistics: of nothing are undefined, and of one sample without spread",
          "[solver][statistics]") {
  solver::Model model = cosine_and_ramp();
  model.statistics->warm_up = kStep;
  Simulation simulation(model);
  step(simulation, 1);
  CHECK(simulation.statistics().sample_count == 0);
  CHECK(std::isnan(simulation.statistics().outputs[0].numbers[0].mean));
  step(simulation, 1);
  const NumberReport one = simulation.statistics().outputs[0].numbers[0];
  CHECK(one.mean == one.max);
  CHECK(one.std == 0.0);
  CHECK(one.turning_points.size() == 1);
}

TEST_CASE("statistics: restored in mid-run end with the same bytes, whoever reads meanwhile",
          "[solver][statistics]") {
  const std::vector<double> push{0, 0, 3.0, 0, 0, 0};
  Simulation whole(pushed_oscillator());
  whole.write_input(0, 0, push);
  step(whole, 33);
  const std::string half = serialize(whole.state());
  step(whole, 167);

  Simulation other(pushed_oscillator());
  other.restore(solver::deserialize(half));
  for (int i = 0; i < 167; ++i) {
    (void)other.statistics();
    other.step();
  }
  CHECK(serialize(other.state()) == serialize(whole.state()));
  CHECK(other.statistics().limits[0].exceedance_count > 1);
  CHECK(other.statistics().outputs[0].numbers[2].turning_points ==
        whole.statistics().outputs[0].numbers[2].turning_points);
  // Taken back and tried again: the same; and from the beginning.
  const solver::State before = other.state();
  step(other, 5);
  CHECK_FALSE(solver::state_hash(other.state()) == solver::state_hash(before));
  other.restore(before);
  CHECK(serialize(other.state()) == serialize(whole.state()));
  other.reset();
  CHECK(other.statistics().sample_count == 0);
  CHECK(other.state().statistics.numbers[2].turning_points.empty());
}

TEST_CASE("statistics: a sample that comes before the next step counts as if it had come earlier",
          "[solver][statistics]") {
  const std::vector<double> push{0, 0, 3.0, 0, 0, 0};
  Simulation early(pushed_oscillator());
  Simulation late(pushed_oscillator());
  early.write_input(0, 0, std::vector<double>(6, 0.0));
  late.write_input(0, 0, std::vector<double>(6, 0.0));
  early.write_input(0, nanoseconds(40 * kStep), push);
  step(early, 60);
  step(late, 40);
  late.write_input(0, nanoseconds(40 * kStep), push);
  step(late, 20);
  CHECK(early.state().statistics.numbers[5].sum2 > 0.0);  // a force shows at once in .acceleration
  CHECK(solver::state_hash(early.state()) == solver::state_hash(late.state()));
}

TEST_CASE("statistics: a state with impossible counts or of other statistics is refused",
          "[solver][statistics]") {
  Simulation simulation(pushed_oscillator());
  step(simulation, 3);
  solver::State state = simulation.state();
  state.statistics.limits[0].exceeded_steps = 4;
  CHECK_THROWS_WITH(simulation.restore(state), Contains("step index"));
  state = simulation.state();
  state.statistics.numbers.pop_back();
  CHECK_THROWS_WITH(simulation.restore(state), Contains("shape of its model"));
  solver::Model model = pushed_oscillator();
  model.statistics->warm_up = 2.0;
  CHECK_THROWS_WITH(Simulation(model).restore(simulation.state()), Contains("belong to the model"));
  model.statistics.reset();
  CHECK_THROWS_WITH(Simulation(model).statistics(), Contains("must ask for statistics"));
}

TEST_CASE("statistics: every broken rule is named", "[solver][statistics]") {
  solver::Model model = cosine_and_ramp();
  solver::StatisticsOptions& options = *model.statistics;
  options.warm_up = -1.0;
  options.outputs = {"sea.elevation", "lift.positoin", "sea.elevation"};
  options.turning_points = {"lift.position"};
  options.limits = {{"a", "lift.depth", {}, 0.0, {}},
                    {"a", "lift.position", {}, 0.0, {}},
                    {"b", "lift.position", 3, 0.0, {}},
                    {"", "sea.elevation", {}, {}, {}},
                    {"d", "sea.elevation", 0, {}, std::nan("")}};
  const std::string message = message_of(model);
  for (const char* expected :
       {"statistics.warm_up must not be negative and must be finite, got -1\n",
        "statistics.outputs[1] must name an output of the model such as lift.position, "
        "got 'lift.positoin'\n",
        "statistics.outputs[2] must be named once, got 'sea.elevation'\n",
        "statistics.turning_points[0] must be one of statistics.outputs, got 'lift.position'\n",
        "statistics.limits[0].output must name an output of the model such as lift.position or "
        "lift.orientation or lift.linear_velocity, got 'lift.depth'\n",
        "statistics.limits[1].name must differ from statistics.limits[0].name, got 'a'\n",
        "statistics.limits[1].component must be given for an output of 3 numbers, got nothing\n",
        "statistics.limits[2].component must lie within 0 to 2, got 3\n",
        "statistics.limits[3].name must not be empty, got ''\n",
        "statistics.limits[3] must have below or above, got neither\n",
        "statistics.limits[4].above must be finite, got nan\n"}) {
    CHECK_THAT(message, Contains(expected));
  }
}

TEST_CASE("outputs: distance of two points and tension of a spring", "[solver][outputs]") {
  solver::Model model;
  model.step_ns = nanoseconds(kStep);
  model.bodies = {weightless_body("a", 2.0, {1, 1, 1}, {0.0, 0.0, 0.0}),
                  weightless_body("b", 2.0, {1, 1, 1}, {6.0, 0.0, 0.0})};
  model.bodies[1].pose.attitude = yawed(kPi / 2.0);
  model.observers = {{"bow", "a", {}, ""}, {"corner", "b", {{2.0, -2.0, 3.0}, yawed(1.0)}, "bow"}};
  solver::PointSpring line;
  line.body1 = "a";
  line.body2 = "b";
  line.stiffness = 10.0;
  line.rest_length = 5.0;
  line.tension_only = true;
  model.loads = {{"line", line}};
  line.rest_length = 7.0;
  model.loads.push_back({"slack", line});
  Simulation simulation(model);
  // The corner: (6, 0, 0) + (2, 2, 3) in the world.
  CHECK(read_output(simulation, "corner.distance")[0] == Approx(std::sqrt(64.0 + 4.0 + 9.0)));
  CHECK(read_output(simulation, "line.tension")[0] == Approx(10.0));
  CHECK(read_output(simulation, "slack.tension")[0] == 0.0);
}
