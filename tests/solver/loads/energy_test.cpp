/// @file Energy and power of every kind of load, at random poses.
#include <random>

#include "solver/dynamics/system/multibody_system.hpp"
#include "solver/model/loads/load_kinds.hpp"
#include "tests/solver/loads/load_scenes.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Kinematics;
using solver::LoadKind;
using solver::Simulation;

namespace {

/// The loads of a model at its start, moved along the motion of its bodies.
class MovedLoads {
 public:
  explicit MovedLoads(const solver::Model& model)
      : start_(initial_kinematics(model)), system_(model, {}, {}), forces_(start_.size()) {
    state_.bodies.resize(model.bodies.size());
    state_.loads.resize(model.loads.size());
    system_.loads.initialize(start_, state_);
  }

  solver::Potential potential(double time = 0.0) const {
    return system_.loads.potential({{}, state_}, moved(time));
  }

  /// Force times velocity.
  double power() {
    system_.loads.compute({}, state_, start_, forces_);
    double sum = 0.0;
    for (std::size_t i = 0; i < start_.size(); ++i) {
      sum += forces_.total[i].dot(start_[i].velocity);
    }
    return sum;
  }

  void move(std::mt19937& generator) {
    for (solver::BodyKinematics& body : start_) {
      body.place(body.position + random_vector(1.0, generator),
                 solver::exponential(random_vector(0.7, generator)) * body.attitude);
      body.velocity << random_vector(1.0, generator), random_vector(0.5, generator);
    }
  }

  Kinematics moved(double time) const {
    Kinematics bodies = start_;
    for (solver::BodyKinematics& body : bodies) {
      body.place(body.position + time * body.velocity.head<3>(),
                 solver::exponential(time * body.velocity.tail<3>()) * body.attitude);
    }
    return bodies;
  }

 private:
  Kinematics start_;
  solver::MultibodySystem system_;
  solver::State state_;
  solver::Forces forces_;
};

/// dU/dt is the change of U along the motion.
void check_rate(const MovedLoads& loads) {
  constexpr double kTime = 1e-4;  // s: error of fourth order 1e-12 of U, round-off 1e-12 U / kTime
  const auto change = [&](double time) {
    return loads.potential(time).energy - loads.potential(-time).energy;
  };
  const double rate = (8.0 * change(kTime) - change(2.0 * kTime)) / (12.0 * kTime);
  const solver::Potential now = loads.potential();
  CHECK(now.rate == Approx(rate).margin(1e-8 * (1.0 + std::abs(now.energy))).epsilon(1e-8));
}

}  // namespace

TEST_CASE(
    "loads: one of every kind keeps what it takes out of the motion of bodies, wherever they are",
    "[solver][loads][energy]") {
  std::mt19937 generator(GENERATE(range(1u, 6u)));
  const solver::Model pair = random_pair(generator);
  for (const LoadKind& kind : every_load(kKeptExample)) {
    INFO("kind " << kind.index());
    solver::Model model = pair;
    model.loads = {{"load", kind}};
    MovedLoads loads(model);
    for (int pose = 0; pose < 5; ++pose) {
      check_rate(loads);
      const solver::Potential now = loads.potential();
      CHECK(loads.power() + now.rate == Approx(0.0).margin(1e-11 * (1.0 + std::abs(now.rate))));
      loads.move(generator);
    }
  }
}

TEST_CASE("loads: damping takes energy out, whatever the motion", "[solver][loads][energy]") {
  std::mt19937 generator(GENERATE(range(11u, 14u)));
  const solver::Model pair = random_pair(generator);
  for (const LoadKind& kind : every_load(kDampedExample)) {
    INFO("kind " << kind.index());
    solver::Model model = pair;
    model.loads = {{"load", kind}};
    MovedLoads loads(model);
    for (int pose = 0; pose < 5; ++pose) {
      check_rate(loads);
      const double rate = loads.potential().rate;
      CHECK(loads.power() + rate <= 1e-11 * (1.0 + std::abs(rate)));
      loads.move(generator);
    }
  }
}

TEST_CASE("loads: force at the centre of mass of the first body, power on all",
          "[solver][loads][energy]") {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.bodies = {weightless_body("a", 2.0, {1.0, 1.0, 1.0}, {0.0, 0.0, 0.0}),
                  weightless_body("b", 2.0, {1.0, 1.0, 1.0}, {3.0, 0.0, 0.0})};
  model.bodies[0].linear_velocity = {0.5, 7.0, 0.0};
  model.bodies[1].linear_velocity = {-1.0, 0.0, 2.0};
  model.bodies[0].angular_velocity = {0.0, 0.0, 0.25};
  solver::PointSpring line;
  line.body1 = "a";
  line.point1 = {0.0, 2.0, 0.0};
  line.body2 = "b";
  line.point2 = {0.0, 2.0, 0.0};
  line.stiffness = 10.0;
  line.rest_length = 1.0;
  model.loads = {{"line", line}};
  Simulation simulation(model);
  Vector6 force;
  force << 20.0, 0.0, 0.0, 0.0, 0.0, -40.0;  // 2 m of stretch, 2 m off the centre
  CHECK((read_output(simulation, "line.force") - force).norm() < 1e-13);
  // Its ends approach at 1 + .5 - 2 * .25 = 1 m/s.
  CHECK(read_output(simulation, "line.power")[0] == Approx(20.0));
  CHECK(read_output(simulation, "energy.potential")[0] == Approx(20.0));
  CHECK(read_output(simulation, "energy.kinetic")[0] ==
        Approx(49.25 + 0.03125 + 5.0).epsilon(1e-14));
  CHECK(read_output(simulation, "energy.power")[0] == Approx(0.0).margin(1e-13));
}
