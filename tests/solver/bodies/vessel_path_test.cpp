#include <cmath>

#include "solver/model/bodies/motion_function.hpp"
#include "solver/model/bodies/prescribed_motion.hpp"
#include "solver/model/bodies/rotation.hpp"
#include "solver/simulation/run/simulation.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using Catch::Matchers::Contains;
using solver::DisplacementRao;
using solver::Simulation;
using solver::VesselPath;

namespace {

constexpr double kG = 9.80665;

/// RAOs of all six motions over the circle, which differ from direction to direction.
DisplacementRao around_the_circle() {
  DisplacementRao rao;
  rao.omega = {0.5, 0.9};
  rao.direction_deg = {-180.0, -90.0, 0.0, 90.0};
  for (std::size_t i = 0; i < 48; ++i) {
    rao.amplitude.push_back(0.3 + 0.1 * static_cast<double>(i % 7));
    rao.phase_deg.push_back(25.0 * static_cast<double>(i % 11));
  }
  rao.origin = {-20.0, 3.0, 4.0};
  rao.phase_origin = {5.0, 1.0, 0.0};
  return rao;
}

solver::RigidBody vessel_on(std::optional<VesselPath> path) {
  solver::RigidBody body;
  body.name = "vessel";
  body.motion = solver::Motion::kKinematic;
  body.pose.position = {40.0, -7.0, 1.5};
  body.pose.attitude = solver::exponential({0.05, -0.1, 0.6});
  DisplacementRao rao = around_the_circle();
  rao.vessel_path = std::move(path);
  body.prescribed = solver::PrescribedMotion{rao};
  return body;
}

/// Two waves that arrive from different sides, with a ramp at the start.
hydro::Sea two_waves(double ramp) {
  return {{{0.6, 1.5, 0.3, 0.4}, {0.85, 0.7, -1.0, -1.9}}, kDeep, kG, ramp};
}

}  // namespace

TEST_CASE("vessel path: a vessel that stays moves as one without a path",
          "[solver][bodies][prescribed]") {
  const VesselPath here{{0.0, 100.0}, {40.0, 40.0}, {-7.0, -7.0}, {}};
  const auto staying = solver::motion_of(vessel_on(here), two_waves(10.0));
  const auto without = solver::motion_of(vessel_on(std::nullopt), two_waves(10.0));
  for (const double t : {0.0, 4.0, 33.3}) {
    const auto a = staying->at(t), b = without->at(t);
    CHECK((a.position - b.position).norm() < 1e-12);
    CHECK(a.attitude.angularDistance(b.attitude) < 1e-7);  // arc cosine near 1
    CHECK((a.velocity - b.velocity).norm() < 1e-12);
    CHECK((a.acceleration - b.acceleration).norm() < 1e-12);
  }
}

TEST_CASE("vessel path: a vessel with way on meets waves at their encounter frequency",
          "[solver][bodies][prescribed][analytic]") {
  constexpr double kSpeed = 6.0, kOmega = 0.7, kAmplitude = 2.0;
  DisplacementRao rao;
  rao.omega = {kOmega};
  rao.direction_deg = {0.0};
  rao.amplitude = {0.0, 0.0, 0.8, 0.0, 0.0, 0.0};
  rao.phase_deg = {0.0, 0.0, 30.0, 0.0, 0.0, 0.0};
  rao.vessel_path = VesselPath{{0.0, 50.0}, {0.0, 50.0 * kSpeed}, {0.0, 0.0}, {}};
  solver::RigidBody body = vessel_on(std::nullopt);
  body.pose = {};
  body.prescribed = solver::PrescribedMotion{rao};
  const double astern = GENERATE(0.0, kTwoPi / 2.0);  // waves from astern, from ahead
  const hydro::Sea sea({{kOmega, kAmplitude, 0.2, astern}}, kDeep, kG, 0.0);
  const auto motion = solver::motion_of(body, sea);
  const double k = kOmega * kOmega / kG;
  const double encounter = kOmega - k * kSpeed * std::cos(astern);
  for (const double t : {0.0, 7.3, 41.0}) {
    const auto frame = motion->at(t);
    const double angle = encounter * t + 0.2 - 30.0 * kDegree;
    const double heave = 0.8 * kAmplitude * std::cos(angle);
    CHECK(frame.position.x() == Approx(kSpeed * t).epsilon(0.0).margin(1e-9));
    CHECK(frame.position.z() == Approx(heave).epsilon(0.0).margin(1e-12));
    CHECK(frame.velocity[0] == Approx(kSpeed).epsilon(1e-12));
    CHECK(frame.acceleration[2] ==
          Approx(-encounter * encounter * heave).epsilon(0.0).margin(1e-12));
  }
}

TEST_CASE("vessel path: velocity and acceleration of a turning vessel are derivatives of its pose",
          "[solver][bodies][prescribed]") {
  VesselPath path;
  for (int i = 0; i <= 12; ++i) {
    const double t = 5.0 * i, turn = 0.02 * t;  // a circle of 250 m at 5 m/s
    path.time.push_back(t);
    path.x.push_back(250.0 * std::sin(turn));
    path.y.push_back(250.0 * (1.0 - std::cos(turn)));
    path.heading_deg.push_back(turn / kDegree);
  }
  const auto motion = solver::motion_of(vessel_on(path), two_waves(20.0));
  constexpr double kStep = 1e-4, kTruncation = 1e-6;  // h^2 times the third derivative
  for (const double t : {1.3, 12.7, 31.2, 58.0}) {
    const auto now = motion->at(t), before = motion->at(t - kStep), after = motion->at(t + kStep);
    const Vector3 v = (after.position - before.position) / (2.0 * kStep);
    const Vector3 omega =
        rotation_vector(after.attitude * before.attitude.conjugate()) / (2.0 * kStep);
    const Vector6 a = (after.velocity - before.velocity) / (2.0 * kStep);
    CAPTURE(t);
    CHECK((v - now.velocity.head<3>()).norm() < kTruncation);
    CHECK((omega - now.velocity.tail<3>()).norm() < kTruncation);
    CHECK((a - now.acceleration).norm() < kTruncation * (1.0 + a.norm()));
  }
}

TEST_CASE("vessel path: rows that are not whole and a step beyond the last are refused",
          "[solver][bodies][prescribed]") {
  solver::Model model;
  model.step_ns = nanoseconds(0.5);
  const auto with = [&](const VesselPath& path) { model.bodies = {vessel_on(path)}; };
  const std::string at = "bodies[0].prescribed.displacement_rao.path.";
  with({{0.0}, {0.0}, {0.0}, {}});
  CHECK_THROWS_WITH(Simulation(model), Contains(at + "time must have at least two rows, got 1"));
  with({{0.0, 1.0}, {0.0, 1.0}, {0.0}, {}});
  CHECK_THROWS_WITH(Simulation(model),
                    Contains(at + "y must have one value for each of 2 times, got 1"));
  with({{0.0, 1.0}, {0.0, 1.0}, {0.0, 0.0}, {5.0}});
  CHECK_THROWS_WITH(Simulation(model),
                    Contains(at + "heading_deg must have one value for each of 2 times, got 1"));
  with({{0.0, 1.0}, {0.0, 1.0}, {0.0, 0.0}, {}});
  Simulation simulation(model);
  run(simulation, 1.0);
  CHECK_THROWS_WITH(simulation.step(), Contains("the path of body 'vessel' must reach to"));
}
