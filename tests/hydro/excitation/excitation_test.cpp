#include "hydro/excitation/excitation.hpp"

#include <cmath>
#include <limits>

#include "hydro/base/error.hpp"
#include "hydro/sea/spectrum.hpp"
#include "hydro/sea/varying_waves.hpp"
#include "hydro/sea/wave_systems.hpp"
#include "tests/hydro/excitation/filed_ships.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/constants.hpp"

using namespace raftup;
using namespace raftup::hydro;
using namespace raftup::testing;

namespace {

Sea sea_of(const Database& database, std::vector<WaveComponent> waves, double ramp = 0.0) {
  return {std::move(waves), database.water_depth, database.gravity, ramp};
}

/// Every body standing where the database has it.
UniformMotion standing(const Database& database, double middle, double half_duration) {
  const auto poses = filed_poses(database);
  return {middle, half_duration, poses, std::vector<HorizontalPose>(poses.size())};
}

VectorXd force_at(Excitation& excitation, double time, const std::vector<HorizontalPose>& poses) {
  VectorXd force;
  excitation.evaluate(time, poses, force);
  return force;
}

/// Some of the filed frequencies, each in one of the filed directions.
std::vector<WaveComponent> filed_waves(const Database& database) {
  std::vector<WaveComponent> waves;
  for (Eigen::Index i = 0; i < database.omega.size(); ++i) {
    const double phase = 0.7 * static_cast<double>(i * i);
    const Eigen::Index direction = (5 * i) % database.wave_directions.size();
    waves.push_back({database.omega[i], 0.1 + 0.01 * static_cast<double>(i % 7), phase,
                     database.wave_directions[direction]});
  }
  return waves;
}

std::vector<WaveComponent> storm(double direction) {
  DiscretisationOptions options;
  options.component_count = 60;
  return irregular_waves(JonswapSpectrum(3.0, 9.0, 3.3), {direction}, options);
}

}  // namespace

TEST_CASE("excitation: filed frequencies and directions at rest give the sum of a |X| cos",
          "[excitation][analytic]") {
  for (const Database& database : {hemisphere(), alongside()}) {
    const auto waves = filed_waves(database);
    Excitation excitation(database, sea_of(database, waves), filed_poses(database), {false});
    for (const double t : {0.0, 12.3, 987.6}) {
      VectorXd expected = VectorXd::Zero(database.dof_count());
      for (std::size_t c = 0; c < waves.size(); ++c) {
        const auto i = static_cast<Eigen::Index>(c);
        const auto d = static_cast<std::size_t>((5 * i) % database.wave_directions.size());
        const VectorXcd X = database.excitation.values[d].col(i);
        expected +=
            (X * std::polar(waves[c].amplitude, waves[c].omega * t + waves[c].phase)).real();
      }
      // phases up to 3e3 rad are rounded to 5e-13
      CHECK(difference(force_at(excitation, t, {}), expected) < 1e-12);
    }
  }
}

TEST_CASE("excitation: very long waves lift a body as still water risen by their height",
          "[excitation][analytic]") {
  const Database database = hemisphere();
  Excitation excitation(database, sea_of(database, {{1e-4, 0.5, 0.0, 0.0}}), {{0, 0, 0}}, {});
  const VectorXd expected = 0.5 * database.bodies[0].hydrostatic_stiffness.col(2);
  // scarcely curved up to the first filed frequency, 0.1 rad/s: 1e-3 of the way
  CHECK(difference(force_at(excitation, 0.0, {{0, 0, 0}}), expected) < 2e-3);
}

TEST_CASE("excitation: a body a wavelength away feels the same wave", "[excitation][analytic]") {
  const Database database = alongside();
  const Sea sea = sea_of(database, {{0.8, 1.0, 0.3, 0.9}});
  const double wavelength = 2.0 * kPi / sea.wavenumbers()[0];
  Excitation excitation(database, sea, filed_poses(database), {});
  auto poses = filed_poses(database);
  const VectorXd here = force_at(excitation, 4.0, poses);
  for (HorizontalPose& pose : poses) {
    pose.x += wavelength * std::cos(0.9);
    pose.y += wavelength * std::sin(0.9);
  }
  CHECK(difference(force_at(excitation, 4.0, poses), here) < 1e-13);
}

TEST_CASE("excitation: turning sea and bodies together turns the world, not the forces",
          "[excitation][conservation]") {
  const Database database = alongside();
  auto poses = filed_poses(database);
  Excitation excitation(database, sea_of(database, storm(0.7)), poses, {});
  poses[0].heading = 0.0123;
  poses[1].heading = -0.031;
  const VectorXd expected = force_at(excitation, 33.0, poses);
  const double turn = 1.2345;
  const auto turned = [turn](std::vector<HorizontalPose> all) {
    for (HorizontalPose& pose : all) {
      pose = {pose.x * std::cos(turn) - pose.y * std::sin(turn),
              pose.x * std::sin(turn) + pose.y * std::cos(turn), pose.heading + turn};
    }
    return all;
  };
  Excitation other(database, sea_of(database, storm(0.7 + turn)), turned(filed_poses(database)),
                   {});
  CHECK(difference(force_at(other, 33.0, turned(poses)), expected) < 1e-12);
}

TEST_CASE("excitation: a whole turn of heading changes nothing", "[excitation]") {
  const Database database = alongside();
  Excitation excitation(database, sea_of(database, storm(0.7)), filed_poses(database), {});
  auto poses = filed_poses(database);
  poses[0].heading = 0.4;
  const VectorXd expected = force_at(excitation, 8.0, poses);
  poses[0].heading += 6.0 * kPi;
  CHECK(difference(force_at(excitation, 8.0, poses), expected) < 1e-12);
}

TEST_CASE(
    "excitation: an axisymmetric body turned under the waves feels the same force in the world",
    "[excitation][analytic]") {
  const Database database = hemisphere();
  Excitation excitation(database, sea_of(database, storm(0.35)), {{0, 0, 0}}, {});
  const VectorXd straight = force_at(excitation, 8.0, {{0, 0, 0}});
  for (const double heading : {0.001, 0.2, 1.0, 3.0}) {
    const VectorXd turned = force_at(excitation, 8.0, {{0, 0, heading}});
    const Eigen::Rotation2Dd to_world(heading);
    // the mesh's panels, and linear steps of .25 deg: (.25 deg)^2 / 8 = 2.4e-6
    CHECK((to_world * Vector2(turned.head<2>()) - straight.head<2>()).norm() <
          2e-3 * straight.head<3>().norm());
    CHECK(turned[2] == Approx(straight[2]).epsilon(2e-3));
  }
}

TEST_CASE("excitation: results do not depend on the calls before", "[excitation]") {
  const Database database = alongside();
  Excitation fresh(database, sea_of(database, storm(0.7)), filed_poses(database), {});
  Excitation used(database, sea_of(database, storm(0.7)), filed_poses(database), {});
  auto poses = filed_poses(database);
  for (int i = 0; i < 200; ++i) {
    poses[0].heading = 0.02 * i;
    poses[1].heading = -0.003 * i;
    force_at(used, 0.1 * i, poses);
  }
  poses[0].heading = 0.11;
  CHECK(force_at(used, 5.0, poses) == force_at(fresh, 5.0, poses));
}

TEST_CASE("excitation: linearised it is off by the square of the distance",
          "[excitation][analytic]") {
  const Database database = alongside();
  Excitation excitation(database, sea_of(database, storm(0.7), 20.0), filed_poses(database), {});
  UniformMotion motion = standing(database, 8.9, 0.1);
  motion.poses[0].heading = 3.14159;  // across the end of a turn
  motion.poses[1].heading = -0.2;
  motion.changes[0] = {0.2, 0.1, 0.002};
  StepExcitation instants;
  excitation.linearize(motion, instants);
  const auto error = [&](std::size_t instant, double distance) {
    auto poses = instants[instant].poses;
    for (HorizontalPose& pose : poses) {
      pose = {pose.x + distance, pose.y - 0.7 * distance, pose.heading + 0.001 * distance};
    }
    poses[0].heading -= 2.0 * kPi;
    VectorXd linear;
    instants[instant].evaluate(poses, linear);
    const double time = 8.9 + 0.1 * (static_cast<double>(instant) - 1.0);
    return difference(linear, force_at(excitation, time, poses));
  };
  for (const std::size_t instant : {1U, 2U}) {
    CHECK(error(instant, 1.0) < 0.1);
    CHECK(error(instant, 0.5) / error(instant, 0.25) == Approx(4.0).epsilon(0.1));
    CHECK(error(instant, 0.01) < 1e-5);
  }
}

TEST_CASE("excitation: along a motion it is that at the poses on the way",
          "[excitation][analytic]") {
  const Database database = alongside();
  Excitation excitation(database, sea_of(database, storm(0.7)), filed_poses(database), {});
  UniformMotion motion = standing(database, 3.0, 0.025);
  motion.changes = {{0.1, -0.03, 0.0002}, {-0.2, 0.15, 8.0 * kDegree}};
  // one body passes no edge between cells of .25 deg, one takes cells that share a place among the
  // 32 remembered
  motion.poses[0].heading = 0.001;
  StepExcitation instants;
  excitation.linearize(motion, instants);
  for (std::size_t n = 0; n < instants.size(); ++n) {
    const double halves = static_cast<double>(n) - 1.0;
    std::vector<HorizontalPose> poses = motion.poses;
    for (std::size_t i = 0; i < poses.size(); ++i) {
      poses[i].x += halves * motion.changes[i].x;
      poses[i].y += halves * motion.changes[i].y;
      poses[i].heading += halves * motion.changes[i].heading;
    }
    CHECK(difference(instants[n].force, force_at(excitation, 3.0 + 0.025 * halves, poses)) < 1e-14);
  }
  CHECK(instants[0].gradient.isZero(0.0));
}

TEST_CASE("excitation: at the poses of rest it does not change with the bodies", "[excitation]") {
  const Database database = alongside();
  Excitation excitation(database, sea_of(database, storm(0.7)), filed_poses(database), {false});
  UniformMotion motion = standing(database, 9.0, 0.0);
  motion.poses[0].x += 50.0;
  motion.changes[0].x = 1.0;
  StepExcitation instants;
  excitation.linearize(motion, instants);
  for (const LinearExcitation& instant : instants) {
    CHECK(instant.force == force_at(excitation, 9.0, filed_poses(database)));
    CHECK(instant.gradient.isZero(0.0));
  }
}

TEST_CASE("excitation: a sea of many directions is the sum of its long-crested parts",
          "[excitation][conservation]") {
  const Database database = alongside();
  auto both = storm(0.2);
  const auto second = storm(-2.1);
  both.insert(both.end(), second.begin(), second.end());
  auto poses = filed_poses(database);
  poses[1].heading = 0.05;
  VectorXd sum = VectorXd::Zero(12);
  for (const double direction : {0.2, -2.1}) {
    Excitation part(database, sea_of(database, storm(direction)), filed_poses(database), {});
    sum += force_at(part, 3.0, poses);
  }
  Excitation whole(database, sea_of(database, both), filed_poses(database), {});
  CHECK(difference(force_at(whole, 3.0, poses), sum) < 1e-13);
}

TEST_CASE("excitation: the ramp fades the force in", "[excitation]") {
  const Database database = hemisphere();
  Excitation ramped(database, sea_of(database, storm(0.0), 40.0), {{0, 0, 0}}, {});
  Excitation whole(database, sea_of(database, storm(0.0)), {{0, 0, 0}}, {});
  CHECK(difference(force_at(ramped, 20.0, {{0, 0, 0}}), 0.5 * force_at(whole, 20.0, {{0, 0, 0}})) <
        1e-14);
}

TEST_CASE("excitation: data of one heading serve that heading, a margin about it and no other",
          "[excitation]") {
  RAFTUP_REQUIRE_REFERENCE(file, "bemio/sphere.h5");
  const Database database = read_bemio(file);
  Excitation excitation(database, sea_of(database, {{1.0, 1.0, 0.0, 0.5}}), {{0, 0, 0.5}}, {});
  CHECK(difference(force_at(excitation, 0.0, {{0, 0, 0.5 + 4.5 * kDegree}}),
                   force_at(excitation, 0.0, {{0, 0, 0.5}})) < 1e-14);
  CHECK_THROWS_WITH(force_at(excitation, 0.0, {{0, 0, 0.5 - 10.0 * kDegree}}),
                    Catch::Contains("within 5 deg of the database's directions, got") &&
                        Catch::Contains("with excitation.at_body_position: false waves are met at "
                                        "the heading at rest"));
  CHECK_THROWS_WITH(
      Excitation(database, sea_of(database, {{1.0, 1.0, 0.0, 0.0}}), {{0, 0, 0.5}}, {}),
      Catch::Contains("components[0].direction must lie within the database's directions"));
}

TEST_CASE("excitation: a frequency of seven digits is the last one that it means", "[excitation]") {
  const Database database = hemisphere();
  const double last = database.omega[database.omega.size() - 1];
  const auto force_of = [&](double omega) {
    Excitation excitation(database, sea_of(database, {{omega, 1.0, 0.0, 0.0}}), {{0, 0, 0}}, {});
    return force_at(excitation, 0.0, {{0, 0, 0}});
  };
  // At the origin and t = 0 only X tells the two apart.
  CHECK(force_of(last * (1.0 + 5e-8)) == force_of(last));
  CHECK_THROWS_WITH(force_of(last * (1.0 + 2e-6)),
                    Catch::Contains("must not exceed the database's last frequency"));
}

TEST_CASE("excitation: input outside the data is refused by name", "[excitation]") {
  const Database database = hemisphere();
  CHECK_THROWS_WITH(
      Excitation(database, sea_of(database, {{1.0, 1.0, 0, 0}, {9.0, 1.0, 0, 0}}), {{0, 0, 0}}, {}),
      "components[1].omega must not exceed the database's last frequency, 5 rad/s, got 9");
  CHECK_THROWS_WITH(Excitation(database, sea_of(database, {}), {}, {}),
                    "rest must have one pose per body of the database (1), got 0");
  CHECK_THROWS_WITH(Excitation(database, sea_of(database, {}), {{NAN, 0, 0}}, {}),
                    "rest[0] must be finite, got (nan, 0, 0)");
}

TEST_CASE("excitation: a sea whose states are all equal gives the force of the constant sea",
          "[excitation][varying]") {
  const Database database = alongside();
  DiscretisationOptions options;
  options.component_count = 60;
  const DirectedSpectrum state{{2.0}, std::make_shared<JonswapSpectrum>(3.0, 9.0, 3.3)};
  const auto waves = varying_waves({0.0, 20.0, 50.0}, {{state}, {state}, {state}}, options);
  const Sea constant = sea_of(database, irregular_waves({state}, options));
  const Sea varying(waves.components, constant.water(), 0.0, {waves.history});
  Excitation expected(database, constant, filed_poses(database), {});
  Excitation found(database, varying, filed_poses(database), {});
  UniformMotion motion = standing(database, 30.0, 0.05);
  for (auto& change : motion.changes) change = {0.1, -0.05, 0.002};
  StepExcitation a, b;
  expected.linearize(motion, a);
  found.linearize(motion, b);
  for (std::size_t stage = 0; stage < 3; ++stage) {
    INFO(stage);
    CHECK(difference(b[stage].force, a[stage].force) < 1e-11);
    for (Eigen::Index column = 0; stage > 0 && column < 3; ++column) {
      CHECK(difference(b[stage].gradient.col(column), a[stage].gradient.col(column)) < 1e-11);
    }
  }
}

TEST_CASE("excitation: the force does not jump where a sea state begins or ends",
          "[excitation][varying]") {
  const Database database = hemisphere();
  DiscretisationOptions options;
  options.component_count = 60;
  const auto state = [](double height, double period, double direction) {
    return DirectedSpectrum{{direction}, std::make_shared<JonswapSpectrum>(height, period, 3.3)};
  };
  const auto waves = varying_waves(
      {10.0, 40.0, 50.0}, {{state(1.0, 7.0, 0.0)}, {state(3.0, 9.0, 0.0)}, {state(0.5, 8.0, 1.0)}},
      options);
  const Sea sea(waves.components, {database.water_depth, database.gravity, {}}, 0.0,
                {waves.history});
  Excitation excitation(database, sea, filed_poses(database), {});
  const double scale = force_at(excitation, 40.0, filed_poses(database)).cwiseAbs().maxCoeff();
  for (const double time : {10.0, 40.0, 50.0}) {
    const VectorXd before = force_at(excitation, time - 1e-9, filed_poses(database));
    const VectorXd after = force_at(excitation, time + 1e-9, filed_poses(database));
    // the amplitude of a variance that dies out falls as a root: 1e-5 of it in the last 1e-9 s
    CHECK((after - before).cwiseAbs().maxCoeff() < 1e-4 * scale);
  }
}

TEST_CASE("excitation: on a current the coefficients are those of the frequency in the water",
          "[excitation][current][analytic]") {
  const Database database = hemisphere();
  const Current current({}, {Vector2(1.5, 0.0)});
  const Sea sea({{0.9, 1.0, 0.3, 0.0}}, {database.water_depth, database.gravity, current}, 0.0);
  const double sigma = sea.intrinsic_omegas()[0], k = sea.wavenumbers()[0];
  CHECK(sigma == Approx(0.9 - 1.5 * k).epsilon(1e-12));
  const Sea still = sea_of(database, {{sigma, 1.0, 0.3, 0.0}});
  CHECK(still.wavenumbers()[0] == Approx(k).epsilon(1e-12));
  Excitation on_current(database, sea, {{0, 0, 0}}, {}),
      in_still_water(database, still, {{0, 0, 0}}, {});
  // a body that drifts with the water feels what it feels in still water
  for (const double time : {0.0, 7.0, 300.0}) {
    CHECK(difference(force_at(on_current, time, {{1.5 * time, 0.0, 0.2}}),
                     force_at(in_still_water, time, {{0.0, 0.0, 0.2}})) < 1e-11);
  }
}
