/// @file Waves that are met where slow motions have brought the bodies.
#include <cmath>
#include <numeric>

#include "hydro/base/error.hpp"
#include "hydro/database/high_frequency.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "hydro/excitation/excitation.hpp"
#include "solver/loads/base/low_pass.hpp"
#include "solver/model/loads/constant_force.hpp"
#include "tests/hydro/second_order/second_order_data.hpp"
#include "tests/solver/linearisation/linearised.hpp"
#include "tests/support/reference_data.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;
using solver::StepperKind;

namespace {

constexpr double kDrift = 6e3;  ///< D of surge in all waves [N/m2]
constexpr double kCutoff = 0.12;

/// The hemisphere, waves push it alike at all frequencies.
std::shared_ptr<const hydro::Database> pushed_hemisphere() {
  static const auto kMade = [] {
    auto database =
        std::make_shared<hydro::Database>(hydro::read_bemio(own_data() / "hemisphere.h5"));
    set_drift(*database, [](Eigen::Index dof, double, double) { return dof == 0 ? kDrift : 0.0; });
    return std::shared_ptr<const hydro::Database>(database);
  }();
  return kMade;
}

/// A hemisphere on soft springs with the drift forces of six waves, without memory.
solver::Model drifting(double step = 0.2) {
  solver::Model model = floating_model(pushed_hemisphere(), {Vector3::Constant(2.8)}, step);
  solver::HydrodynamicGroup& group = model.hydrodynamics[0];
  group.radiation.form = hydro::RadiationForm::kNone;
  group.second_order.method = hydro::SecondOrderMethod::kNewman;
  group.excitation_cutoff = kCutoff;
  Vector6 spring, damping;
  spring << 2e3, 2e3, 0.0, 0.0, 0.0, 4e5;
  damping << 1e4, 1e4, 1e5, 1e6, 1e6, 1e6;
  model.loads = {mooring("mooring", "body1", spring, damping)};
  model.sea = hydro::Sea({{0.81, 0.45, 0.2, 0.0},
                          {0.861, 0.5, 1.0, 0.0},
                          {0.923, 0.5, 2.9, 0.0},
                          {0.954, 0.45, 4.0, 0.0},
                          {1.027, 0.4, 5.1, 0.0},
                          {1.071, 0.35, 1.7, 0.0}},
                         model.water_depth, model.gravity, 0.0);
  return model;
}

std::string refusal(const solver::Model& model) {
  try {
    Simulation simulation(model);
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

constexpr int kMeans = 34;  ///< samples of a mean, 6.8 s
constexpr int kPasses = 3;

/// What that many means of samples let through of a motion [rad/s].
double passing(double omega, double step) {
  const double half = 0.5 * omega * step;
  return std::pow(std::sin(kMeans * half) / (kMeans * std::sin(half)), kPasses);
}

/// Slow deviation of surge as its equation has it: 2 sum_{m<n} (a_m a_n D H(mu))^2, through means.
double deviation_of_drift(const solver::Model& model) {
  const hydro::Database& data = *model.hydrodynamics[0].database;
  const double mass = model.bodies[0].mass + hydro::infinite_added_mass(data)(0, 0);
  const std::vector<hydro::WaveComponent>& waves = model.sea->components();
  double variance = 0.0;
  for (std::size_t m = 0; m < waves.size(); ++m) {
    for (std::size_t n = m + 1; n < waves.size(); ++n) {
      const double mu = waves[n].omega - waves[m].omega;
      const Complex stiffness(2e3 - mu * mu * mass, 1e4 * mu);
      const double force = kDrift * waves[m].amplitude * waves[n].amplitude;
      const double share = passing(mu, 1e-9 * static_cast<double>(model.step_ns));
      variance += 2.0 * share * share * force * force / std::norm(stiffness);
    }
  }
  return std::sqrt(variance);
}

/// Deviation of surge below the waves in three hours, which the means take out.
double slow_deviation(const solver::Model& model) {
  Simulation simulation(model);
  run(simulation, 1000.0);
  std::vector<double> surge;
  for (int i = 0; i < 54000; ++i) {
    simulation.step();
    surge.push_back(simulation.state().bodies[0].position.x());
  }
  for (int pass = 0; pass < kPasses; ++pass) {
    std::vector<double> mean;
    for (auto first = surge.begin(); surge.end() - first >= kMeans; ++first) {
      mean.push_back(std::accumulate(first, first + kMeans, 0.0) / kMeans);
    }
    surge.swap(mean);
  }
  const VectorXd all = Eigen::Map<VectorXd>(surge.data(), static_cast<Eigen::Index>(surge.size()));
  return std::sqrt((all.array() - all.mean()).square().mean());
}

}  // namespace

TEST_CASE("slow poses: a body that is held feels the waves as at rest", "[solver][loads][slow]") {
  solver::Model slow = drifting(), still = drifting();
  for (solver::Model* model : {&slow, &still}) model->bodies[0].free.fill(false);
  still.hydrodynamics[0].excitation_cutoff = 0.0;
  still.hydrodynamics[0].excitation.at_body_position = false;
  Simulation found(slow), expected(still);
  for (Simulation* simulation : {&found, &expected}) run(*simulation, 7.0);
  for (const char* force : {"body1.force.excitation", "body1.force.second_order"}) {
    const VectorXd known = read_output(expected, force);
    REQUIRE(known.norm() > 1e2);
    CHECK((read_output(found, force) - known).norm() <= 1e-12 * known.norm());
  }
}

TEST_CASE("slow poses: a body on its way meets the waves as often as it, sqrt(2)/w late",
          "[solver][loads][slow]") {
  // The heading turns through half a turn, which the filter counts on.
  const double lag = std::sqrt(2.0) / kCutoff, turning = GENERATE(0.0, 0.12);
  solver::Model model = drifting();
  model.bodies[0].motion = solver::Motion::kKinematic;
  model.bodies[0].linear_velocity = {1.5, 0.5, 0.0};
  model.bodies[0].angular_velocity = {0.0, 0.0, turning};
  model.loads.clear();
  Simulation simulation(model);
  run(simulation, 300.0);  // e^(-w t/sqrt(2)) of the start is left
  for (int i = 0; i < 5; ++i) {
    run(simulation, 0.6);
    const double t = 1e-9 * static_cast<double>(simulation.time_ns());
    const Vector3 start = model.bodies[0].pose.position;
    const double heading = turning * (t - lag);
    const hydro::HorizontalPose late{start.x() + 1.5 * (t - lag), start.y() + 0.5 * (t - lag),
                                     heading};
    hydro::Excitation expected(*pushed_hemisphere(), *model.sea, {{0.0, 0.0, 0.0}}, {true});
    VectorXd force;
    expected.evaluate(t, {late}, force);
    Vector6 world;
    world << yawed(heading) * Vector3(force.head<3>()), yawed(heading) * Vector3(force.tail<3>());
    const VectorXd found = read_output(simulation, "body1.force.excitation");
    CHECK((found - world).norm() <= 1e-8 * world.norm());
  }
}

TEST_CASE("slow poses: what passes of a motion at the frequency omega", "[solver][loads][slow]") {
  // Gain 1/sqrt(1 + (omega/w)^4), to the trapezoidal rule's (omega h)^2/12.
  const double omega = 0.2, h = 0.05;
  const solver::LowPass filter(kCutoff);
  std::vector<double> state = solver::LowPass::settled(Vector3::Zero());
  Complex sum(0.0, 0.0);
  const int steps = static_cast<int>(std::lround(20.0 * 2.0 * kPi / omega / h));
  for (int i = 1; i <= 2 * steps; ++i) {
    filter.advance(Vector3(std::cos(omega * h * i), 0.0, 0.0), h, state);
    if (i > steps) {
      sum += solver::LowPass::value(state).x() * std::exp(Complex(0.0, -omega * h * i));
    }
  }
  const Complex s(0.0, omega);
  const Complex known =
      kCutoff * kCutoff / (s * s + std::sqrt(2.0) * kCutoff * s + kCutoff * kCutoff);
  CHECK(std::abs(known) == Approx(1.0 / std::sqrt(1.0 + std::pow(omega / kCutoff, 4))));
  CHECK(std::abs(2.0 / steps * sum - known) < 2e-4);
}

TEST_CASE("slow poses: slow drift is that of its spectrum, at the moving body it is not",
          "[solver][loads][slow][second_order]") {
  solver::Model model = drifting();
  const double expected = deviation_of_drift(model);
  CHECK(slow_deviation(model) == Approx(expected).epsilon(0.05));
  model.hydrodynamics[0].excitation_cutoff = 0.0;
  CHECK(std::abs(slow_deviation(model) / expected - 1.0) > 0.15);
}

TEST_CASE("slow poses: the linear force is that of a small wave, at the pose that loads hold",
          "[solver][loads][slow][linearisation]") {
  // 100 m and .1 rad off the start, waves of 30 s below the cutoff and of 6 s above it. What they
  // do to the poses changes the force by k times some mm.
  constexpr double kAmplitude = 1e-3, kStep = 0.2;
  const int steps_per_period = GENERATE(150, 30);
  const double omega = 2.0 * kPi / (kStep * steps_per_period);
  solver::Model model = drifting(kStep);
  model.hydrodynamics[0].second_order = {};
  model.hydrodynamics[0].excitation_cutoff = 0.5;
  Vector6 spring, damping;
  spring << 2e3, 2e3, 0.0, 0.0, 0.0, 4e5;
  damping << 1e5, 1e5, 1e5, 1e6, 1e6, 1e6;
  solver::ConstantForce held;
  held.body = "body1";
  held.force = {2e5, 0.0, 0.0};
  held.torque = {0.0, 0.0, 4e4};
  model.loads = {mooring("mooring", "body1", spring, damping), {"held", held}};
  model.sea = hydro::Sea({{omega, kAmplitude, 0.0, 0.0}}, model.water_depth, model.gravity, 0.0);
  Simulation simulation(model);
  run(simulation, 600.0);
  VectorXcd found = VectorXcd::Zero(6);
  for (int i = 0; i < 4 * steps_per_period; ++i) {
    const double t = 1e-9 * static_cast<double>(simulation.time_ns());
    found += std::exp(Complex(0.0, -omega * t)) / (2.0 * kAmplitude * steps_per_period) *
             read_output(simulation, "body1.force.excitation");
    simulation.step();
  }
  const auto force = [&](solver::OperatingPoint point) -> VectorXcd {
    return linearized(model, point)
        .waves()
        .at({VectorXd::Constant(1, omega), VectorXd::Zero(1), false})
        .force[0];
  };
  const VectorXcd expected = force(solver::OperatingPoint::kEquilibrium);
  CHECK((found - expected).norm() < 1e-3 * expected.norm());
  CHECK((found - force(solver::OperatingPoint::kRest)).norm() > 0.3 * expected.norm());
}

TEST_CASE("slow poses: steps that are taken back give the same bytes, in an island of its own",
          "[solver][loads][slow]") {
  for (const StepperKind stepper : {StepperKind::kRungeKutta4, StepperKind::kMidpoint,
                                    StepperKind::kSpook, StepperKind::kMoreauJean}) {
    solver::Model alone = drifting();
    alone.stepper = stepper;
    solver::Model model = alone;  // behind a body that floats elsewhere
    model.bodies.insert(model.bodies.begin(),
                        weightless_body("buoy", 1e3, Vector3::Ones(), {500.0, 0.0, 0.0}));
    Simulation simulation(model), single(alone);
    run(simulation, 10.0);
    run(single, 10.0);
    const solver::State& state = simulation.state();
    CHECK(state.bodies[1].position == single.state().bodies[0].position);
    REQUIRE(state.slow_poses.size() == 2);
    CHECK(state.slow_poses[0].filter.empty());
    CHECK(state.slow_poses[1].filter == single.state().slow_poses[0].filter);
    const std::string saved = solver::serialize(state);
    run(simulation, 3.0);
    const std::string expected = solver::serialize(simulation.state());
    Simulation resumed(model);
    resumed.restore(solver::deserialize(saved));
    run(resumed, 3.0);
    CHECK(solver::serialize(resumed.state()) == expected);
    simulation.restore(solver::deserialize(saved));
    run(simulation, 3.0);
    CHECK(solver::serialize(simulation.state()) == expected);
  }
}

TEST_CASE("slow poses: steppers keep their order, up to two", "[solver][loads][slow]") {
  const auto [stepper, order] =
      GENERATE(table<StepperKind, double>({{StepperKind::kRungeKutta4, 2.0},
                                           {StepperKind::kMidpoint, 2.0},
                                           {StepperKind::kSpook, 1.0}}));
  const auto at = [stepper = stepper](double step) {
    solver::Model model = drifting(step);
    model.stepper = stepper;
    model.bodies[0].linear_velocity = {1.0, 0.5, 0.0};
    Simulation simulation(model);
    run(simulation, 8.0);
    return Vector3(simulation.state().bodies[0].position);
  };
  const Vector3 coarse = at(0.2), middle = at(0.1), fine = at(0.05);
  CHECK(std::log2((coarse - middle).norm() / (middle - fine).norm()) > order - 0.35);
}

TEST_CASE("slow poses: models without them are what they were, and what is refused",
          "[solver][loads][slow]") {
  solver::Model model = drifting();
  const std::uint64_t with = digest(model);
  model.hydrodynamics[0].excitation_cutoff = 0.0;
  CHECK(digest(model) != with);
  CHECK(Simulation(model).state().slow_poses.empty());
  const std::string cutoff = "hydrodynamics[0].excitation.low_frequency_cutoff must ";
  model = drifting();
  model.hydrodynamics[0].excitation_cutoff = -0.1;
  CHECK_THAT(refusal(model),
             Catch::Contains(cutoff + "not be negative and must be finite, got -0.1"));
  model = drifting();
  model.hydrodynamics[0].excitation.at_body_position = false;
  CHECK_THAT(refusal(model), Catch::Contains(cutoff + "be 0 where excitation.at_body_position is "
                                                      "false, got 0.12"));
  model = drifting();
  model.hydrodynamics[0].second_order = {};
  model.hydrodynamics[0].excitation_enabled = false;
  CHECK_THAT(refusal(model),
             Catch::Contains(cutoff + "be 0 where excitation.enabled is false, got 0.12"));
  const Simulation plain(drifting());
  solver::State torn = plain.state();
  torn.slow_poses[0].filter.pop_back();
  Simulation simulation(drifting());
  CHECK_THROWS_WITH(simulation.restore(torn), Catch::Contains("must have the shape of its model"));
}
