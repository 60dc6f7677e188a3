#include "hydro/second_order/second_order_excitation.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/excitation/transfer_function.hpp"
#include "hydro/sea/spectrum.hpp"
#include "hydro/sea/wave_systems.hpp"
#include "tests/hydro/second_order/made_excitation.hpp"
#include "tests/hydro/second_order/second_order_data.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::hydro;
using namespace raftup::testing;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

/// Case L1: two waves, surge.
Database two_waves() {
  Database database = bare_database({0.60, 0.72}, {0.0});
  set_drift(database, [](Eigen::Index dof, double omega, double) {
    return dof == 0 ? (omega < 0.65 ? -40e3 : -70e3) : 0.0;
  });
  MatrixXcd T(2, 2), P(2, 2);
  T << Complex(-40e3, 0), Complex(-50e3, 8e3), Complex(-50e3, -8e3), Complex(-70e3, 0);
  P << Complex(3e3, 2e3), Complex(5e3, -1e3), Complex(5e3, -1e3), Complex(4e3, 0);
  database.qtf_difference = {database.omega, {{0, 0.0, 0.0, T}}};
  database.qtf_sum = {database.omega, {{0, 0.0, 0.0, P}}};
  return database;
}

Sea two_wave_sea(const Database& database, double ramp = 0.0) {
  return sea_of(database, {{0.60, 1.2, 0.0, 0.0}, {0.72, 0.8, 0.5, 0.0}}, ramp);
}

/// Data around the circle and waves of three directions, some of them within one cell of lanes.
Database all_around() {
  std::vector<double> omega, directions;
  for (int k = 0; k < 12; ++k) omega.push_back(0.3 + 0.1 * k);
  for (int d = 0; d < 8; ++d) directions.push_back(d * kTwoPi / 8.0);
  Database database = bare_database(omega, directions);
  set_drift(database, [](Eigen::Index dof, double w, double b) {
    return 1e4 * w * (std::cos(b - 0.1 * static_cast<double>(dof)) + 0.4);
  });
  database.qtf_difference = made_up_qtf(database, true);
  database.qtf_sum = made_up_qtf(database, false);
  return database;
}

std::vector<WaveComponent> mixed_waves(double turned = 0.0) {
  std::vector<WaveComponent> waves;
  for (int i = 0; i < 27; ++i) {
    waves.push_back({0.35 + 0.03 * i, 0.2 + 0.01 * (i % 5), 0.9 * i * i,
                     turned + 0.3 * static_cast<double>(i % 3)});
  }
  return waves;
}

/// Every way to make the force, with a name.
std::vector<SecondOrderOptions> all_methods() {
  SecondOrderOptions standing = method(SecondOrderMethod::kNewman);
  standing.directions = DirectionPairs::kStanding;
  SecondOrderOptions full = method(SecondOrderMethod::kFull);
  full.sum_frequency = true;
  full.difference_cutoff = 0.45;
  return {method(SecondOrderMethod::kMean), method(SecondOrderMethod::kNewman),
          method(SecondOrderMethod::kNewman, NewmanForm::kArithmeticMean), standing, full};
}

}  // namespace

TEST_CASE("second order: two waves give the force of the formulas (L1)",
          "[second_order][analytic]") {
  const Database database = two_waves();
  const Sea sea = two_wave_sea(database);
  SecondOrderOptions with_sums = method(SecondOrderMethod::kFull);
  with_sums.sum_frequency = true;
  auto difference = excitation_of(database, sea, method(SecondOrderMethod::kFull));
  auto sums = excitation_of(database, sea, with_sums);
  auto root = excitation_of(database, sea, method(SecondOrderMethod::kNewman));
  auto arithmetic =
      excitation_of(database, sea, method(SecondOrderMethod::kNewman, NewmanForm::kArithmeticMean));
  struct Row {
    double x, t, difference, sums, root, arithmetic;
  };
  for (const Row& row : {Row{0, 10, -74798.957059, -66243.908689, -89309.805195, -88794.021402},
                         Row{0, 25, -17888.188397, -15458.175633, -7258.950087, -3510.173822},
                         Row{20, 25, -7003.049426, -3125.836566, -866.662302, 3133.984808}}) {
    CAPTURE(row.x, row.t);
    const HorizontalPose pose{row.x, 0.0, 0.0};
    CHECK_THAT(force_at(difference, row.t, pose)[0], WithinAbs(row.difference, 1e-5));
    CHECK_THAT(force_at(sums, row.t, pose)[0], WithinAbs(row.sums, 1e-5));
    CHECK_THAT(force_at(root, row.t, pose)[0], WithinAbs(row.root, 1e-5));
    CHECK_THAT(force_at(arithmetic, row.t, pose)[0], WithinAbs(row.arithmetic, 1e-5));
  }
  auto mean = excitation_of(database, sea, method(SecondOrderMethod::kMean));
  CHECK_THAT(force_at(mean, 3.0, {5.0, 1.0, 0.0})[0], WithinRel(-40e3 * 1.44 - 70e3 * 0.64, 1e-14));
}

TEST_CASE("second order: drift that changes its sign (L1)", "[second_order][analytic]") {
  Database database = two_waves();
  database.mean_drift_force[0](0, 0) = 30e3;
  const Sea sea = two_wave_sea(database);
  auto root = excitation_of(database, sea, method(SecondOrderMethod::kNewman));
  auto arithmetic =
      excitation_of(database, sea, method(SecondOrderMethod::kNewman, NewmanForm::kArithmeticMean));
  CHECK_THAT(force_at(root, 10.0, {})[0], WithinAbs(-1600.0, 1e-8));
  CHECK_THAT(force_at(arithmetic, 10.0, {})[0], WithinAbs(3347.628581, 1e-5));
}

TEST_CASE("second order: the force grows with the square of the ramp", "[second_order]") {
  const Database database = two_waves();
  for (const SecondOrderOptions& options :
       {method(SecondOrderMethod::kMean), method(SecondOrderMethod::kNewman),
        method(SecondOrderMethod::kFull)}) {
    auto steady = excitation_of(database, two_wave_sea(database), options);
    auto ramped = excitation_of(database, two_wave_sea(database, 40.0), options);
    // Halfway the ramp is .5.
    CHECK_THAT(force_at(ramped, 20.0, {})[0],
               WithinRel(0.25 * force_at(steady, 20.0, {})[0], 1e-14));
  }
}

TEST_CASE("second order: interpolation nodes give the double sum to rounding",
          "[second_order][analytic]") {
  const Database database = all_around();
  const Sea sea = sea_of(database, mixed_waves());
  const HorizontalPose pose{-30.0, 12.0, 0.0};
  SecondOrderOptions options = method(SecondOrderMethod::kFull);
  options.sum_frequency = GENERATE(false, true);
  auto full = excitation_of(database, sea, options);
  const VectorXd force = force_at(full, 321.0, pose);
  const HeadingInterpolation headings(database.wave_directions);
  for (Eigen::Index dof = 0; dof < kDofs; ++dof) {
    double expected = 0.0;
    for (const double direction : {0.0, 0.3, 0.6}) {
      std::vector<WaveComponent> waves;
      for (const WaveComponent& wave : sea.components()) {
        if (wave.direction == direction) waves.push_back(wave);
      }
      const Sea part = sea_of(database, waves);
      const VectorXd weights = headings.weights(direction);
      for (const bool difference : {true, false}) {
        if (!difference && !options.sum_frequency) continue;
        const auto& qtf = difference ? database.qtf_difference : database.qtf_sum;
        MatrixXcd T = MatrixXcd::Zero(qtf.omega.size(), qtf.omega.size());
        for (Eigen::Index d = 0; d < weights.size(); ++d) {
          T += weights[d] * qtf.entries[static_cast<std::size_t>(dof * weights.size() + d)].values;
        }
        expected += double_sum(qtf, T, part, 321.0, {pose.x, pose.y}, difference);
      }
    }
    CHECK_THAT(force[dof], WithinRel(expected, 1e-11));
  }
}

TEST_CASE("second order: pairs beyond the cutoff are left out", "[second_order]") {
  Database database = all_around();
  const Sea sea = sea_of(database, mixed_waves());
  SecondOrderOptions options = method(SecondOrderMethod::kFull);
  options.difference_cutoff = 0.25;
  auto banded = excitation_of(database, sea, options);
  for (auto& entry : database.qtf_difference.entries) {
    for (Eigen::Index p = 0; p < database.omega.size(); ++p) {
      for (Eigen::Index q = 0; q < database.omega.size(); ++q) {
        if (std::abs(p - q) > 2) entry.values(p, q) = 0.0;
      }
    }
  }
  auto zeroed = excitation_of(database, sea, method(SecondOrderMethod::kFull));
  CHECK(force_at(banded, 50.0, {1.0, 2.0, 0.2}) == force_at(zeroed, 50.0, {1.0, 2.0, 0.2}));
}

TEST_CASE("second order: a turned scene has the same forces on the turned bodies",
          "[second_order][invariant]") {
  const Database database = all_around();
  const double turn = 30.0 * kRadiansPerDegree;
  for (SecondOrderOptions options : all_methods()) {
    auto as_is = excitation_of(database, sea_of(database, mixed_waves()), options);
    auto turned = excitation_of(database, sea_of(database, mixed_waves(turn)), options, turn);
    const HorizontalPose pose{80.0, -35.0, 0.11};
    const HorizontalPose turned_pose{pose.x * std::cos(turn) - pose.y * std::sin(turn),
                                     pose.x * std::sin(turn) + pose.y * std::cos(turn),
                                     pose.heading + turn};
    const VectorXd expected = force_at(as_is, 77.0, pose);
    CHECK((force_at(turned, 77.0, turned_pose) - expected).norm() < 1e-12 * expected.norm());
  }
}

TEST_CASE("second order: a step's forces are those of its instants, with their gradients",
          "[second_order][analytic]") {
  const Database database = all_around();
  const Sea sea = sea_of(database, mixed_waves(), 200.0);
  for (const SecondOrderOptions& options : all_methods()) {
    auto excitation = excitation_of(database, sea, options);
    const HorizontalPose middle{10.0, -4.0, 0.263}, change{0.3, 0.1, 0.02};  // across cells
    StepExcitation instants;
    excitation.linearize({90.0, 0.4, {middle}, {change}}, instants);
    for (const double side : {-1.0, 0.0, 1.0}) {
      const LinearExcitation& instant = instants[static_cast<std::size_t>(side + 1.0)];
      const double time = 90.0 + 0.4 * side;
      const HorizontalPose pose = instant.poses[0];
      CHECK_THAT(pose.x, WithinAbs(middle.x + side * change.x, 1e-12));
      const VectorXd there = force_at(excitation, time, pose);
      CHECK((instant.force - there).norm() < 1e-12 * there.norm());
      if (side < 0.0) continue;
      constexpr double kShift = 1e-4;  // m or rad: differences of order 2 are then good to 1e-7
      for (int i = 0; i < 3; ++i) {
        HorizontalPose ahead = pose, behind = pose;
        (i == 0 ? ahead.x : i == 1 ? ahead.y : ahead.heading) += kShift;
        (i == 0 ? behind.x : i == 1 ? behind.y : behind.heading) -= kShift;
        const VectorXd slope =
            (force_at(excitation, time, ahead) - force_at(excitation, time, behind)) /
            (2.0 * kShift);
        CAPTURE(static_cast<int>(options.method), side, i);
        CHECK((instant.gradient.col(i) - slope).norm() <
              1e-5 * (slope.norm() + 1e-3 * there.norm()));
      }
    }
  }
}

TEST_CASE(
    "second order: a body that drifts with the current feels what one at rest feels in still "
    "water",
    "[second_order][invariant]") {
  const Database database = all_around();
  const Vector2 U(0.8, -0.5);
  std::vector<WaveComponent> carried = mixed_waves();
  const Sea still = sea_of(database, carried);
  for (std::size_t c = 0; c < carried.size(); ++c) {
    const Vector2 way(std::cos(carried[c].direction), std::sin(carried[c].direction));
    carried[c].omega += still.wavenumbers()[static_cast<Eigen::Index>(c)] * U.dot(way);
  }
  const Sea flowing(carried, {database.water_depth, database.gravity, Current({0.0}, {U})}, 0.0);
  for (const SecondOrderOptions& options : all_methods()) {
    auto at_rest = excitation_of(database, still, options);
    auto drifting = excitation_of(database, flowing, options);
    const double time = 44.0;
    const VectorXd expected = force_at(at_rest, time, {3.0, 7.0, 0.1});
    const HorizontalPose moved{3.0 + U.x() * time, 7.0 + U.y() * time, 0.1};
    CHECK((force_at(drifting, time, moved) - expected).norm() < 1e-9 * expected.norm());
  }
}

TEST_CASE("second order: data that are missing or do not reach are refused", "[second_order]") {
  Database database = bare_database({0.5, 0.7}, {0.0});
  const Sea sea = sea_of(database, {{0.6, 1.0, 0.0, 0.0}});
  const auto message = [&](const SecondOrderOptions& options, double heading) -> std::string {
    try {
      excitation_of(database, sea, options, heading);
      return {};
    } catch (const Error& error) {
      return error.what();
    }
  };
  CHECK(message(method(SecondOrderMethod::kMean), 0.0) ==
        "database.mean_drift_force must be given, or qtf_difference of waves of one direction, got "
        "neither");
  CHECK(message(method(SecondOrderMethod::kFull), 0.0) ==
        "database.qtf_difference must have pairs of waves of one direction, got no entries");
  database.qtf_difference = made_up_qtf(database, true);
  CHECK(message(method(SecondOrderMethod::kFull), 0.05).empty());
  CHECK_THAT(message(method(SecondOrderMethod::kFull), 0.2),
             Catch::Contains("waves must come within 5 deg of the directions of the second-order "
                             "data, seen from body hull at rest"));
  auto full = excitation_of(database, sea, method(SecondOrderMethod::kFull));
  REQUIRE_THROWS_WITH(full.check({{0.0, 0.0, 0.2}}), Catch::Contains("got 11.46 deg outside"));
}

TEST_CASE("second order: Newman's sums in windows are those over all components",
          "[second_order][analytic]") {
  const Database database = all_around();
  DiscretisationOptions discretisation;
  discretisation.component_count = 200;
  discretisation.omega_min = 0.3;
  discretisation.omega_max = 1.5;
  const JonswapSpectrum spectrum(4.0, 9.0, 3.3);
  std::vector<WaveComponent> waves = irregular_waves(spectrum, {0.4}, discretisation);
  for (const WaveComponent& wave : irregular_waves(spectrum, {2.6}, discretisation)) {
    waves.push_back(wave);
  }
  const Sea sea = sea_of(database, waves);
  for (const NewmanForm form : {NewmanForm::kSquareRoot, NewmanForm::kArithmeticMean}) {
    for (const DirectionPairs pairs : {DirectionPairs::kIndependent, DirectionPairs::kStanding}) {
      SecondOrderOptions options;
      options.method = SecondOrderMethod::kNewman;
      options.newman_form = form;
      options.directions = pairs;
      const std::vector<HorizontalPose> rest(1);
      SecondOrderExcitation found(database, sea, rest, {}, options);
      SecondOrderExcitation expected(database, sea, rest, {true, false}, options);
      StepExcitation a, b;
      // through windows of time and place and through cells of heading, across some of them
      const auto motion = [](int i) {
        return UniformMotion{1.7 * i, 0.05, {{1.3 * i, -0.4 * i, 0.02 * i}}, {{0.1, 0.05, 4e-3}}};
      };
      double largest = 0.0;  // they are squares of sums, of which much cancels at some instants
      for (int i = 0; i < 60; ++i) {
        expected.linearize(motion(i), b);
        largest = std::max(largest, b[1].force.norm());
      }
      for (int i = 0; i < 60; ++i) {
        found.linearize(motion(i), a);
        expected.linearize(motion(i), b);
        for (std::size_t n = 0; n < a.size(); ++n) {
          CHECK((a[n].force - b[n].force).norm() < 1e-12 * largest);
          CHECK((a[n].gradient - b[n].gradient).norm() < 1e-11 * largest);
        }
      }
    }
  }
}
