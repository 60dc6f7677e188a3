/// @file Families along a track: bodies that pass each other, against a grid, Lamb's spheres,
/// conservation laws and a single database.
#include "hydro/numerics/elementary.hpp"
#include "solver/simulation/serialisation/model_image.hpp"
#include "tests/hydro/radiation/synthetic.hpp"
#include "tests/solver/configurations/families.hpp"
#include "tests/solver/configurations/track_families.hpp"

using namespace raftup;
using namespace raftup::testing;
using hydro::Configuration;
using hydro::RelativePositions;
using solver::Simulation;

namespace {

constexpr std::array<bool, 6> kHorizontal{true, true, false, false, false, true};
constexpr std::array<bool, 6> kUpright{true, true, true, false, false, true};
constexpr double kSphere = 4.0 / 3.0 * kPi * 1000.0;  // kg of water in a sphere of radius 1 m

/// The real part at i omega of s / (s^2 + 1.2 s + 1), whose memory has 5 % left after 5 s.
double heave_damping(double omega) {
  const double square = omega * omega;
  return 1.2 * square / ((1.0 - square) * (1.0 - square) + 1.44 * square);
}

/// Every dof feels every other, the more the nearer the bodies are; heave, roll and pitch radiate.
void all_coupled(double way, hydro::Database& database) {
  const Eigen::Index dofs = database.dof_count();
  const MatrixXd shape = coupling(dofs, 0.8 + 0.3 * std::sin(0.4 * way));
  VectorXd radiates = VectorXd::Zero(dofs);
  for (Eigen::Index i = 0; i < dofs; i += 6) radiates.segment<3>(i + 2).setOnes();
  database.added_mass_infinite = MatrixXd(0.8 * shape);
  for (const double omega : database.omega) {
    database.radiation_damping.emplace_back(heave_damping(omega) * radiates.asDiagonal() * shape *
                                            radiates.asDiagonal());
  }
}

/// Added mass of spheres of radius 1 m in surge and sway: the sum over pairs of Lamb's expressions
/// to the order of c^-6.
/// @source Lamb (1932), articles 137 and 138
void spheres(const RelativePositions& q, hydro::Database& database) {
  MatrixXd& A = *database.added_mass_infinite;
  const Eigen::Index count = 1 + q.cols();
  const double rho_pi = 1000.0 * kPi;
  const Eigen::Matrix2d unit = Eigen::Matrix2d::Identity();
  const auto at = [&](Eigen::Index i) {
    return i == 0 ? Vector2(Vector2::Zero()) : Vector2(q.col(i - 1).head<2>());
  };
  for (Eigen::Index i = 0; i < count; ++i) {
    A.block<2, 2>(6 * i, 6 * i) += 2.0 / 3.0 * rho_pi * unit;
    A(6 * i + 5, 6 * i + 5) = 100.0;
    for (Eigen::Index j = 0; j < count; ++j) {
      if (i == j) continue;
      const Vector2 way = at(j) - at(i);
      const double c3 = std::pow(way.norm(), 3);
      const Eigen::Matrix2d along = way * way.transpose() / way.squaredNorm();
      A.block<2, 2>(6 * i, 6 * i) += 0.5 * rho_pi / (c3 * c3) * (unit + 3.0 * along);
      A.block<2, 2>(6 * i, 6 * j) = rho_pi / c3 * (unit - 3.0 * along);
    }
  }
}

/// The second passes on one side of the first, the third comes the other way on its other side.
std::vector<RelativePositions> passage(int count) {
  return straight(both({-6.0, 3.0, 0.0}, {4.0, -3.0, 0.0}),
                  both({6.0, 3.0, 0.0}, {-2.0, -3.0, 0.0}), count);
}

solver::Model three_spheres(int nodes, double step) {
  const auto family = track_family(passage(nodes), spheres);
  solver::Model model = track_model(family, passage(nodes)[0], kSphere, kHorizontal, step);
  model.bodies[1].linear_velocity.x() = 1.0;
  model.bodies[2].linear_velocity.x() = -0.5;
  model.stepper = solver::StepperKind::kRungeKutta4;
  return model;
}

/// Three upright bodies that pass, turn and heave.
solver::Model tumbling_three() {
  const auto track = passage(25);
  const auto family = track_family(
      track, [](const RelativePositions& q, hydro::Database& of) { all_coupled(q(0, 0), of); });
  solver::Model model = track_model(family, track[0], 2.0, kUpright, 0.01);
  model.stepper = solver::StepperKind::kRungeKutta4;
  model.bodies[0].linear_velocity.y() = 0.05;
  model.bodies[1].linear_velocity << 1.0, 0.0, 0.3;
  model.bodies[2].linear_velocity << -0.5, 0.02, -0.2;
  model.bodies[0].angular_velocity.z() = 0.05;
  model.hydrodynamics[0].radiation.form = hydro::RadiationForm::kStateSpace;
  model.hydrodynamics[0].configurations->margin = 12.0;
  model.hydrodynamics[0].configurations->heading_margin = 4.0;  // any
  return model;
}

Vector2 momentum(const Simulation& simulation) {
  Vector2 sum = Vector2::Zero();
  for (const solver::BodyState& body : simulation.state().bodies) sum += body.momentum.head<2>();
  return sum;
}

/// Moment of the momenta about the vertical axis through the origin of the world.
double turning(const Simulation& simulation) {
  double sum = 0.0;
  for (const solver::BodyState& body : simulation.state().bodies) {
    sum += body.momentum[5] + body.position.x() * body.momentum[1] -
           body.position.y() * body.momentum[0];
  }
  return sum;
}

}  // namespace

TEST_CASE("two bodies along a track of one y move as by a grid of x", "[solver][configurations]") {
  std::vector<Configuration> nodes;
  std::vector<hydro::Database> databases;
  std::vector<RelativePositions> track;
  for (const double x : every(2.0, 4.0, 22.0)) {
    const Configuration& q = nodes.emplace_back(x, 3.0, 0.2);
    track.emplace_back(q);
    all_coupled(x, databases.emplace_back(bare_pair(q)));
  }
  const auto grid = std::make_shared<const hydro::DatabaseFamily>(
      hydro::make_database_family(nodes, databases, "grid"));
  const auto line = std::make_shared<const hydro::DatabaseFamily>(
      hydro::make_track_family(track, databases, "track"));
  const auto made = [&](const Family& family) {
    solver::Model model =
        pair_model(family, {5.0, 3.0, 0.2}, 2.0, {true, false, true, false, false, false}, 0.05);
    model.bodies[1].linear_velocity << 1.0, 0.0, 0.2;
    model.hydrodynamics[0].radiation.form = hydro::RadiationForm::kStateSpace;
    model.hydrodynamics[0].configurations->heading_margin = 4.0;  // any
    return Simulation(model);
  };
  Simulation by_grid = made(grid), by_track = made(line);
  run(by_grid, 12.0);
  run(by_track, 12.0);
  CHECK(by_grid.state().bodies[1].position.x() > 11.0);
  for (std::size_t i = 0; i < 2; ++i) {
    const solver::BodyState& one = by_grid.state().bodies[i];
    const solver::BodyState& other = by_track.state().bodies[i];
    CHECK((one.position - other.position).norm() < 1e-9);
    CHECK((one.velocity - other.velocity).norm() < 1e-9);
  }
}

TEST_CASE("three spheres pass along a track: momentum and energy are kept",
          "[solver][configurations][analytic]") {
  Simulation simulation(three_spheres(97, 0.005));
  const double energy = read_number(simulation, "energy.kinetic");
  const Vector2 start = momentum(simulation);
  const double turn = turning(simulation);
  CHECK(read_output(simulation, "water.configuration").size() == 2);
  for (int second = 0; second < 11; ++second) {
    run(simulation, 1.0);
    CHECK((momentum(simulation) - start).norm() < 1e-10 * start.norm());
    CHECK(std::abs(turning(simulation) - turn) < 1e-10 * start.norm());
    // a step over a node, where the slope of A jumps, is of first order
    CHECK(std::abs(read_number(simulation, "energy.kinetic") / energy - 1.0) < 1e-5);
  }
  // the spheres have passed, and what happened was no matter of rounding
  const auto place = read_output(simulation, "water.configuration");
  CHECK(place[0] > 10.0);
  CHECK(simulation.state().bodies[0].position.head<2>().norm() > 0.01);
}

TEST_CASE("three bodies with memories pass, turn and heave: energy never grows, momentum is kept",
          "[solver][configurations][analytic]") {
  Simulation simulation(tumbling_three());
  const double energy = read_number(simulation, "energy.kinetic");
  const Vector2 start = momentum(simulation);
  double largest = 0.0;
  for (int n = 0; n < 80; ++n) {
    run(simulation, 0.1);
    largest = std::max(largest, read_number(simulation, "energy.kinetic"));
    CHECK((momentum(simulation) - start).norm() < 1e-10 * start.norm());
  }
  CHECK(largest <= energy);
  CHECK(read_output(simulation, "water.configuration")[0] > 6.0);
}

TEST_CASE("three bodies without memories pass and turn: energy is kept",
          "[solver][configurations][analytic]") {
  solver::Model model = tumbling_three();
  model.hydrodynamics[0].radiation.form = hydro::RadiationForm::kNone;
  Simulation simulation(model);
  const double energy = read_number(simulation, "energy.kinetic");
  run(simulation, 8.0);
  CHECK(std::abs(read_number(simulation, "energy.kinetic") / energy - 1.0) < 4e-5);
}

TEST_CASE("a track of equal nodes is one of them, bit for bit", "[solver][configurations]") {
  const auto track = passage(5);
  const auto family = track_family(
      track, [](const RelativePositions& /*q*/, hydro::Database& of) { all_coupled(1.0, of); });
  CHECK(family->same_as == std::vector<std::size_t>(5, 0));
  solver::Model model = tumbling_three();
  model.stepper = GENERATE(solver::StepperKind::kRungeKutta4, solver::StepperKind::kMidpoint);
  model.hydrodynamics[0].family = family;
  model.hydrodynamics[0].database = family->nodes.front();
  solver::Model single = model;
  single.hydrodynamics[0].family = nullptr;
  single.hydrodynamics[0].configurations.reset();
  Simulation one(model), other(single);
  for (int n = 0; n < 600; ++n) {
    one.step();
    other.step();
    REQUIRE(motion_hash(one.state()) == motion_hash(other.state()));
  }
  CHECK(one.state().bodies[1].position.x() > -2.0);  // two nodes have been passed
}

TEST_CASE("a restored run between the nodes of a track goes on with the same bytes",
          "[solver][configurations]") {
  const solver::Model model = tumbling_three();
  Simulation simulation(model);
  run(simulation, 3.33);
  const std::string checkpoint = solver::serialize(simulation.state());
  run(simulation, 3.0);
  const solver::ModelImage image =
      solver::read_model_image(solver::write_model_image(model, nullptr));
  CHECK(solver::digest(image.model) == solver::digest(model));
  Simulation other(image.model);
  other.restore(solver::deserialize(checkpoint));
  CHECK(read_output(other, "water.configuration")[1] > 0.0);  // outputs read in between
  run(other, 3.0);
  CHECK(solver::serialize(other.state()) == solver::serialize(simulation.state()));
}

TEST_CASE("the coupling fades beside and behind a track: energy and momentum are kept",
          "[solver][configurations][analytic]") {
  solver::Model model = three_spheres(49, 0.005);
  model.bodies[2].linear_velocity.y() = -0.4;  // leaves the track
  model.hydrodynamics[0].configurations = {
      0.5, 1.0, solver::OutsideConfigurations::kUncoupled, 4.0, {}};
  Simulation simulation(model);
  const double energy = read_number(simulation, "energy.kinetic");
  const Vector2 start = momentum(simulation);
  for (int second = 0; second < 14; ++second) {
    run(simulation, 1.0);
    CHECK((momentum(simulation) - start).norm() < 1e-10 * start.norm());
    CHECK(std::abs(read_number(simulation, "energy.kinetic") / energy - 1.0) < 1e-5);
  }
  CHECK(read_output(simulation, "water.configuration")[1] > 4.5);  // uncoupled by now
}

TEST_CASE("a run that leaves its track is refused with the distance", "[solver][configurations]") {
  solver::Model model = three_spheres(13, 0.05);
  model.bodies[2].linear_velocity.y() = -0.4;
  model.hydrodynamics[0].configurations->margin = 1.0;
  Simulation simulation(model);
  CHECK_THROWS_WITH(run(simulation, 10.0),
                    Catch::Contains("hydrodynamics 'water' must keep its bodies within 1 m and 5 "
                                    "deg of the track of its database, got 1.0"));
  model.bodies[1].pose.position.y() += 2.0;
  CHECK_THROWS_WITH(Simulation(model), Catch::Contains("configurations must cover the bodies at "
                                                       "the start"));
  model.bodies[1].pose.position.y() -= 2.0;
  model.bodies[1].pose.attitude = yawed(0.2);
  CHECK_THROWS_WITH(Simulation(model), Catch::Contains("and 11.46 deg at 0 m of"));
}
