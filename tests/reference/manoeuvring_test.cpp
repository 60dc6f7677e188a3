/// @file Turning circles and zig-zags of KVLCC2: docs/reference/loads_cases.md L19, computed
/// independently of the equations of Yasukawa and Yoshimura (2015) in the axes of the ship.
#include "solver/model/loads/autopilot.hpp"
#include "solver/model/loads/rudder.hpp"
#include "tests/support/kvlcc2.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

/// What a run shows after every step.
struct Track {
  std::vector<double> x, y;     ///< of midship [m]
  std::vector<double> heading;  ///< rad, to starboard, not wrapped
};

double heading_of(Simulation& simulation) {
  const VectorXd q = read_output(simulation, "ship.orientation");
  return -2.0 * std::atan2(q[3], q[0]);
}

Track track_of(Simulation& simulation, double duration) {
  Track track;
  const std::int64_t end_ns = nanoseconds(duration);
  while (simulation.time_ns() < end_ns) {
    simulation.step();
    const VectorXd position = read_output(simulation, "ship.position");
    track.x.push_back(position[0]);
    track.y.push_back(position[1]);
    const double heading = heading_of(simulation);
    const double last = track.heading.empty() ? 0.0 : track.heading.back();
    track.heading.push_back(last + std::remainder(heading - last, 2.0 * kPi));
  }
  return track;
}

/// Of a row where the heading has turned by an angle, linear between steps.
double where_turned(const Track& track, const std::vector<double>& row, double angle) {
  for (std::size_t i = 1; i < track.heading.size(); ++i) {
    const double before = std::abs(track.heading[i - 1]), after = std::abs(track.heading[i]);
    if (after < angle) continue;
    return row[i - 1] + (angle - before) / (after - before) * (row[i] - row[i - 1]);
  }
  FAIL("it never turns by " << angle);
  return 0.0;
}

/// The first two turning points of the heading [deg].
std::pair<double, double> first_peaks(const Track& track) {
  std::vector<double> peaks;
  for (std::size_t i = 2; i < track.heading.size() && peaks.size() < 2; ++i) {
    const double before = track.heading[i - 1] - track.heading[i - 2];
    const double after = track.heading[i] - track.heading[i - 1];
    if (before * after <= 0.0 && before != after) {
      peaks.push_back(track.heading[i - 1] * 180.0 / kPi);
    }
  }
  REQUIRE(peaks.size() == 2);
  return {peaks[0], peaks[1]};
}

struct Ship {
  double resistance, speed;
};
constexpr Ship kAsFiled{0.022, 11.85159};
constexpr Ship kLight{0.016, 10.44798};

/// @param rate of the rudder [deg/s]
void check_turn(const Ship& ship, double angle, double advance, double diameter,
                double rate = 15.8) {
  CAPTURE(ship.resistance, angle, rate);
  solver::Model model = kvlcc2_model(ship.resistance, ship.speed, 0.05);
  model.loads[2].kind.get<solver::Rudder>().rate = rate * kPi / 180.0;
  model.inputs = {{"order", solver::LoadCommand{"rudder", "angle"}}};
  Simulation simulation(model);
  const double order = angle * kPi / 180.0;
  simulation.write_input(0, 0, {&order, 1});
  const Track track = track_of(simulation, 60.0);
  const double side = angle > 0.0 ? 1.0 : -1.0;
  // 5e-4 of the published digits; the step and the straight lines between leave 1e-5.
  CHECK(where_turned(track, track.x, 0.5 * kPi) / kKvlcc2Length ==
        Approx(advance).epsilon(0.0).margin(5e-4));
  CHECK(-side * where_turned(track, track.y, kPi) / kKvlcc2Length ==
        Approx(diameter).epsilon(0.0).margin(5e-4));
}

void check_zigzag(const Ship& ship, double angle, double first, double second) {
  CAPTURE(ship.resistance, angle);
  solver::Model model = kvlcc2_model(ship.resistance, ship.speed, 0.005);
  solver::Autopilot helmsman;
  helmsman.body = "ship";
  helmsman.rudders = {"rudder"};
  helmsman.zigzag = solver::ZigZag{angle * kPi / 180.0, std::abs(angle) * kPi / 180.0, 0.0};
  model.loads.push_back({"helmsman", helmsman});
  Simulation simulation(model);
  const auto [peak1, peak2] = first_peaks(track_of(simulation, 60.0));
  const double side = angle > 0.0 ? 1.0 : -1.0;
  CHECK(side * peak1 - std::abs(angle) == Approx(first).epsilon(0.0).margin(0.02));
  CHECK(-side * peak2 - std::abs(angle) == Approx(second).epsilon(0.0).margin(0.02));
}

}  // namespace

TEST_CASE("KVLCC2: the propeller holds the speed of a straight course", "[reference][L19]") {
  for (const Ship& ship : {kAsFiled, kLight}) {
    Simulation simulation(kvlcc2_model(ship.resistance, ship.speed, 0.05));
    run(simulation, 60.0);
    CHECK(read_output(simulation, "hull.speed")[0] == Approx(kKvlcc2Speed).epsilon(1e-6));
    CHECK(read_output(simulation, "hull.drift")[0] == Approx(0.0).margin(1e-12));
  }
}

TEST_CASE("KVLCC2: advance and tactical diameter with the rudder at 35 deg", "[reference][L19]") {
  check_turn(kAsFiled, 35.0, 3.0797, 3.1182);
  check_turn(kAsFiled, -35.0, 3.0909, 3.1047);
  check_turn(kLight, 35.0, 3.2829, 3.3209);
  check_turn(kLight, -35.0, 3.3041, 3.3189);
  check_turn(kLight, 35.0, 3.3356, 3.3229, 11.9);
}

TEST_CASE("KVLCC2: the steady turn with the rudder at 35 deg", "[reference][L19]") {
  solver::Model model = kvlcc2_model(kAsFiled.resistance, kAsFiled.speed, 0.1);
  model.loads[2].kind = kvlcc2_rudder(35.0);
  Simulation simulation(model);
  run(simulation, 400.0);
  const double U = read_output(simulation, "hull.speed")[0];
  CHECK(U / kKvlcc2Speed == Approx(0.3830).epsilon(0.0).margin(5e-5));
  CHECK(-read_output(simulation, "ship.angular_velocity")[2] * kKvlcc2Length / kKvlcc2Speed ==
        Approx(0.3297).epsilon(0.0).margin(5e-5));
  CHECK(read_output(simulation, "hull.drift")[0] * 180.0 / kPi ==
        Approx(18.962).epsilon(0.0).margin(5e-4));
  CHECK(read_output(simulation, "rudder.angle")[0] == Approx(35.0 * kPi / 180.0));
}

TEST_CASE("KVLCC2: overshoots of zig-zags", "[reference][L19]") {
  check_zigzag(kAsFiled, 10.0, 4.94, 13.58);
  check_zigzag(kAsFiled, -10.0, 7.01, 8.78);
  check_zigzag(kAsFiled, 20.0, 10.49, 15.64);
  check_zigzag(kAsFiled, -20.0, 13.67, 11.67);
  check_zigzag(kLight, 10.0, 5.22, 15.70);
  check_zigzag(kLight, -10.0, 7.58, 9.92);
  check_zigzag(kLight, 20.0, 10.89, 17.08);
  check_zigzag(kLight, -20.0, 14.53, 12.42);
}

TEST_CASE("KVLCC2: a turn in a current is that in still water, carried along",
          "[reference][property]") {
  const Vector2 current(0.3, -0.2);
  solver::Model model = kvlcc2_model(kAsFiled.resistance, kAsFiled.speed, 0.05);
  model.loads[2].kind = kvlcc2_rudder(20.0);
  Simulation still(model);
  model.current = hydro::Current({}, {current});
  model.bodies[0].linear_velocity.head<2>() += current;
  Simulation carried(model);
  run(still, 30.0);
  run(carried, 30.0);
  const VectorXd drifted = read_output(still, "ship.position");
  const VectorXd position = read_output(carried, "ship.position");
  CHECK(std::abs(position[0] - drifted[0] - 30.0 * current.x()) < 1e-9);
  CHECK(std::abs(position[1] - drifted[1] - 30.0 * current.y()) < 1e-9);
  CHECK(heading_of(carried) == Approx(heading_of(still)).epsilon(1e-9));
}
