/// @file Fenders and hawsers: closed forms of a ship that runs into one, work lost, friction.
#include "solver/model/loads/fender.hpp"

#include <cmath>

#include "solver/loads/springs/force_curve.hpp"
#include "solver/model/loads/constant_force.hpp"
#include "solver/model/loads/point_spring.hpp"
#include "solver/simulation/run/simulation.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/models.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::ForceCurve;
using solver::Simulation;

namespace {

constexpr double kShipMass = 5e6;

/// A ship that nears a quay, y < 0, against a fender 2 m thick.
solver::Model berthing(double speed) {
  solver::Model model;
  model.step_ns = nanoseconds(0.005);
  model.bodies = {weightless_body("ship", kShipMass, {1e9, 1e9, 1e9}, {0, 2, 0})};
  model.bodies[0].linear_velocity = {0.0, -speed, 0.0};
  solver::Fender fender;
  fender.body1 = "ship";
  fender.thickness = 2.0;
  fender.compression = {0.0, 1.0};
  fender.reaction = {0.0, 2e6};
  model.loads = {{"fender", fender}};
  return model;
}

solver::Fender& fender_of(solver::Model& model) {
  return model.loads[0].kind.get<solver::Fender>();
}

struct Peak {
  double compression = 0.0, reaction = 0.0;  ///< the largest of each
  double deepest = 0.0;                      ///< reaction at the largest compression
  double duration = 0.0, rebound = 0.0;
};

/// Until the ship is off again.
Peak berth(const solver::Model& model) {
  Simulation simulation(model);
  Peak peak;
  for (int i = 0; i < 4000; ++i) {
    simulation.step();
    const double compression = read_output(simulation, "fender.compression")[0];
    const double reaction = read_output(simulation, "fender.reaction")[0];
    if (compression > peak.compression) peak.deepest = reaction;
    peak.compression = std::max(peak.compression, compression);
    peak.reaction = std::max(peak.reaction, reaction);
    if (compression <= 0.0) continue;
    const double leaving = read_output(simulation, "ship.linear_velocity")[1];  // at the end
    peak.duration = 1e-9 * static_cast<double>(simulation.time_ns()) + compression / leaving;
  }
  peak.rebound = read_output(simulation, "ship.linear_velocity")[1];
  return peak;
}

}  // namespace

TEST_CASE("fender: a ship against a linear fender is half an oscillation",
          "[solver][loads][fender]") {
  const Peak peak = berth(berthing(0.15));
  CHECK(peak.compression == Approx(0.237170825).epsilon(1e-6));
  CHECK(peak.reaction == Approx(474341.649).epsilon(1e-6));
  CHECK(peak.duration == Approx(4.967294).epsilon(1e-6));
  CHECK(peak.rebound == Approx(0.15).epsilon(1e-6));
}

TEST_CASE("fender: a buckling curve takes up the energy of the ship", "[solver][loads][fender]") {
  solver::Model model = berthing(0.15);
  fender_of(model).compression = {0.0, 0.12, 0.24, 0.36, 0.42, 0.54, 0.66, 0.72};
  fender_of(model).reaction = {0.0, 3e5, 5.6e5, 6.9e5, 7e5, 6.4e5, 7.2e5, 1e6};
  Peak peak = berth(model);
  CHECK(peak.compression == Approx(0.214946452).epsilon(1e-5));
  CHECK(peak.reaction == Approx(505717.312).epsilon(1e-5));
  model.bodies[0].linear_velocity[1] = -0.30;
  peak = berth(model);
  CHECK(peak.compression == Approx(0.476422686).epsilon(1e-5));
  CHECK(peak.deepest == Approx(671788.657).epsilon(1e-6));
  CHECK(peak.reaction == Approx(7e5).epsilon(1e-4));  // of the way there, where it buckles
  fender_of(model).temperature_factor = 1.25;         // as of a ship of 4e6 kg
  const Peak cold = berth(model);
  model.bodies[0].mass *= 0.8;
  fender_of(model).temperature_factor = 1.0;
  CHECK(cold.compression == Approx(berth(model).compression).epsilon(1e-5));
}

TEST_CASE("force curve: beyond its end the steepest slope, or the last one unless it falls",
          "[solver][loads][fender]") {
  const ForceCurve buckling({0.0, 0.1, 0.2}, {0.0, 5e5, 1e5}, ForceCurve::Beyond::kSteepest);
  CHECK(buckling.force(0.2) == Approx(1e5));
  CHECK(buckling.force(0.5) == Approx(1e5 + 0.3 * 5e6));
  CHECK(buckling.slope(0.5) == Approx(5e6));
  const double work = 2.5e4 + 3e4 + 0.3 * (1e5 + 0.15 * 5e6);
  CHECK(buckling.work(0.5) == Approx(work));
  CHECK(buckling.weighted_work(0.5, 0.0) == Approx(work));
  const ForceCurve yielding({0.0, 0.1, 0.2}, {0.0, 5e5, 1e5}, ForceCurve::Beyond::kLastSlope);
  CHECK(yielding.force(3.0) == Approx(1e5));
  CHECK(yielding.slope(3.0) == 0.0);
  const auto beyond = GENERATE(ForceCurve::Beyond::kSteepest, ForceCurve::Beyond::kLastSlope);
  const ForceCurve rising({0.0, 0.1, 0.3}, {0.0, 1e5, 4e5}, beyond);
  CHECK(rising.force(0.7) == 1e5 + (4e5 - 1e5) / (0.3 - 0.1) * (0.7 - 0.1));  // bit for bit
}

TEST_CASE("fender: what it keeps of the work does not come back, whatever the curve",
          "[solver][loads][fender]") {
  const double loss = GENERATE(0.2, 0.6);
  solver::Model model = berthing(0.2);
  fender_of(model).loss = loss;
  CHECK(berth(model).rebound == Approx(0.2 * std::sqrt(1.0 - loss)).epsilon(2e-4));
  fender_of(model).compression = {0.0, 0.12, 0.24, 0.36, 0.42, 0.54};
  fender_of(model).reaction = {0.0, 3e5, 5.6e5, 6.9e5, 7e5, 6.4e5};
  CHECK(berth(model).rebound == Approx(0.2 * std::sqrt(1.0 - loss)).epsilon(2e-4));
}

TEST_CASE("fender: pressed and let go again and again it never gives energy",
          "[solver][loads][fender]") {
  solver::Model model = berthing(0.2);
  fender_of(model).loss = 0.3;
  solver::ConstantForce push;  // towards the quay
  push.body = "ship";
  push.force = {0.0, -1e5, 0.0};
  model.loads.push_back({"push", push});
  Simulation simulation(model);
  const auto energy = [&] {
    return read_output(simulation, "energy.kinetic")[0] +
           1e5 * read_output(simulation, "ship.position")[1];
  };
  double least = energy();
  const double first = least;
  for (int i = 0; i < 12000; ++i) {
    simulation.step();
    if (read_output(simulation, "fender.compression")[0] > 0.0) continue;
    CHECK(energy() <= least + 1e-4 * first);
    least = std::min(least, energy());
  }
  // Comes to rest where the curve bears the push.
  CHECK(std::abs(read_output(simulation, "ship.linear_velocity")[1]) < 0.05);
}

TEST_CASE("fender: the speed at which it is touched counts through the whole contact",
          "[solver][loads][fender]") {
  solver::Model model = berthing(0.15);
  fender_of(model).speed = {0.1, 0.2};
  fender_of(model).speed_factor = {1.0, 1.4};
  const Peak peak = berth(model);
  CHECK(peak.compression == Approx(0.15 * std::sqrt(kShipMass / (1.2 * 2e6))).epsilon(1e-5));
  CHECK(peak.rebound == Approx(0.15).epsilon(1e-6));
}

TEST_CASE("fender: friction slows a ship along the quay and turns it", "[solver][loads][fender]") {
  solver::Model model = berthing(0.0);
  model.bodies[0].pose.position.y() = 1.9;  // pressed by .1 m and held there
  model.bodies[0].free = {true, false, false, false, false, true};
  model.bodies[0].linear_velocity = {1.0, 0.0, 0.0};
  fender_of(model).friction = 0.3;
  fender_of(model).slip_speed = 1e-3;
  Simulation simulation(model);
  CHECK(read_output(simulation, "fender.friction")[0] == Approx(0.3 * 2e5).epsilon(1e-6));
  const VectorXd force = read_output(simulation, "fender.force");
  CHECK(force[0] == Approx(-6e4).epsilon(1e-6));
  CHECK(force[5] == Approx(-1.9 * 6e4).epsilon(1e-6));  // at the foot, 1.9 m beside the ship
  run(simulation, 10.0);
  CHECK(read_output(simulation, "ship.linear_velocity")[0] ==
        Approx(1.0 - 10.0 * 6e4 / kShipMass).epsilon(1e-4));
}

TEST_CASE("fender: two ships against each other keep momentum, by every stepper",
          "[solver][loads][fender]") {
  solver::Model model = berthing(0.4);
  model.stepper = GENERATE(solver::StepperKind::kRungeKutta4, solver::StepperKind::kMidpoint,
                           solver::StepperKind::kSpook);
  model.bodies.push_back(weightless_body("barge", 2e6, {1e8, 1e8, 1e8}, {3, -1, 0}));
  fender_of(model).body2 = "barge";
  fender_of(model).point2 = {0.0, 1.0, 0.0};
  fender_of(model).friction = 0.3;
  fender_of(model).loss = 0.2;
  Simulation simulation(model);
  const auto momenta = [&] {
    Vector6 sum = Vector6::Zero();
    for (const solver::BodyState& body : simulation.state().bodies) {
      sum.head<3>() += body.momentum.head<3>();
      sum.tail<3>() += body.momentum.tail<3>() + body.position.cross(body.momentum.head<3>());
    }
    return sum;
  };
  const Vector6 before = momenta();
  run(simulation, 8.0);
  CHECK(read_output(simulation, "fender.reaction")[0] == 0.0);
  CHECK(read_output(simulation, "barge.linear_velocity")[1] < -0.3);
  CHECK((momenta() - before).norm() < 1e-6 * before.norm());
}

// T = 2e6 (e + 40 e^3) N in straight lines between 2000 points.
TEST_CASE("point spring: a hawser that stiffens stops a ship", "[solver][loads][point_spring]") {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.bodies = {weightless_body("ship", 3e6, {1e9, 1e9, 1e9}, {60, 0, 0})};
  model.bodies[0].linear_velocity = {0.5, 0.0, 0.0};
  solver::PointSpring hawser;
  hawser.body1 = "ship";
  hawser.rest_length = 60.0;
  for (int i = 0; i <= 2000; ++i) {
    const double e = 1e-4 * i;
    hawser.strain.push_back(e);
    hawser.tension.push_back(2e6 * (e + 40.0 * e * e * e));
  }
  model.loads = {{"hawser", hawser}};
  Simulation simulation(model);
  double stretch = 0.0, tension = 0.0;
  for (int i = 0; i < 2000; ++i) {
    simulation.step();
    stretch = std::max(stretch, read_output(simulation, "ship.position")[0] - 60.0);
    tension = std::max(tension, read_output(simulation, "hawser.tension")[0]);
  }
  CHECK(stretch == Approx(4.497447990).epsilon(1e-6));
  CHECK(tension == Approx(183607.545).epsilon(1e-6));
}

TEST_CASE("fender, hawser: what is refused", "[solver][loads][fender]") {
  solver::Model model = berthing(0.1);
  fender_of(model).compression = {0.1, 1.0};
  fender_of(model).loss = 1.0;
  fender_of(model).normal.setZero();
  CHECK_THROWS_WITH(
      Simulation(model),
      Catch::Contains("loads[0].fender.compression must begin without force: the first point is "
                      "(0, 0), got (0.1, 0)") &&
          Catch::Contains("loads[0].fender.normal must not be zero") &&
          Catch::Contains("loads[0].fender.loss must be less than 1, got 1"));
  model = berthing(0.1);
  solver::PointSpring line;
  line.body1 = "ship";
  line.stiffness = 3.0;
  line.strain = {0.0, 0.2, 0.1};
  line.tension = {0.0, 10.0, 20.0};
  model.loads.push_back({"line", line});
  CHECK_THROWS_WITH(
      Simulation(model),
      Catch::Contains("loads[1].point_spring.strain[2] must ascend strictly, got 0.1 after 0.2") &&
          Catch::Contains(
              "loads[1].point_spring.stiffness must be omitted where a curve is given"));
}
