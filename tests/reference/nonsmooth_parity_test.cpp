// Time-stepping references of the code behind the nonsmooth-dynamics document, definitions in
// docs/reference/cases.md S8. Equal to round-off, which impacts amplify: hence 1e-11 and not less.
#include <fstream>

#include "solver/nonsmooth/moreau_jean.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference_data.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using namespace raftup::solver::nonsmooth;

namespace {

constexpr double kParity = 1e-11;

/// First "rows columns", then the table.
RowMajorMatrix read_matrix(const std::filesystem::path& path) {
  std::ifstream file(path);
  Eigen::Index rows = 0, columns = 0;
  file >> rows >> columns;
  RowMajorMatrix table(rows, columns);
  for (Eigen::Index i = 0; i < table.size(); ++i) file >> table.data()[i];
  REQUIRE(file);
  return table;
}

SecondOrderSystem bead(const std::string& name, double height) {
  return falling_system(name, VectorXd::Constant(1, height), VectorXd::Zero(1),
                        MatrixXd::Identity(1, 1), VectorXd::Constant(1, -kGravity));
}

/// Beads on a vertical slide, each with a stop against the one below.
solver::Model column_of_bodies(int count, double step, double radius) {
  solver::Model model;
  model.gravity = kGravity;
  model.step_ns = nanoseconds(step);
  model.stepper = solver::StepperKind::kMoreauJean;
  for (int i = 0; i < count; ++i) {
    const std::string name = "bead" + std::to_string(i);
    const double height = 1.0 + 0.25 * i;
    model.bodies.push_back(weightless_body(name, 1.0, Vector3::Ones(), {0.0, 0.0, height},
                                           {false, false, true, false, false, false}));
    model.bodies.back().gravity = true;
    solver::Joint slide;
    slide.name = "slide" + std::to_string(i);
    slide.type = solver::JointType::kPrismatic;
    slide.body1 = name;
    slide.body2 = i == 0 ? "" : "bead" + std::to_string(i - 1);
    slide.position = {0.0, 0.0, height};
    slide.axis = Vector3::UnitZ();
    const double gap = i == 0 ? height - radius : 0.25 - 2.0 * radius;
    slide.drives = {{0, solver::Range{-gap, 100.0, kUnbounded, 0.9}}};
    model.joints.push_back(slide);
  }
  return model;
}

/// The largest difference of heights and speeds from a table with the columns t, (q, v)...
double worst_of_stops(const RowMajorMatrix& table, int count, double step, double radius) {
  solver::Simulation simulation(column_of_bodies(count, step, radius));
  double worst = 0.0;
  for (Eigen::Index n = 0; n < table.rows(); ++n) {
    if (n > 0) simulation.step();
    for (int i = 0; i < count; ++i) {
      const solver::BodyState& bead = simulation.state().bodies[static_cast<std::size_t>(i)];
      worst = std::max({worst, std::abs(bead.position[2] - table(n, 1 + 2 * i)),
                        std::abs(bead.velocity[2] - table(n, 2 + 2 * i))});
    }
  }
  return worst;
}

}  // namespace

TEST_CASE("moreau_jean: the bouncing ball of the reference, impulses included",
          "[solver][nonsmooth][reference]") {
  RAFTUP_REQUIRE_REFERENCE(path, "reference/siconos/BouncingBall__BouncingBallTS.ref");
  const RowMajorMatrix table = read_matrix(path);
  MoreauJean stepping(
      {{bead("ball", 1.0)},
       {{"contact", {"ball"}, LinearRelation{MatrixXd::Identity(1, 1)}, NewtonImpactLaw{0.9}}}},
      {5e-3, 0.5});
  double worst = 0.0;
  for (Eigen::Index n = 0; n < table.rows(); ++n) {
    if (n > 0) stepping.step();
    const SystemState& ball = stepping.state().systems[0];
    Eigen::Matrix<double, 1, 5> row;
    row << stepping.time(), ball.coordinates, ball.velocity, ball.input,
        stepping.state().interactions[0].lambda[1];
    worst = std::max(worst, (row - table.row(n)).cwiseAbs().maxCoeff());
  }
  INFO("worst difference " << std::scientific << worst);
  CHECK(worst < kParity);
}

TEST_CASE("moreau_jean: the column of ten beads of the reference, many impacts in one step",
          "[solver][nonsmooth][reference]") {
  RAFTUP_REQUIRE_REFERENCE(path, "reference/siconos/ColumnOfBeads__ColumnOfBeadsTS.ref");
  const RowMajorMatrix table = read_matrix(path);
  constexpr double kRadius = 0.1;
  std::vector<DynamicalSystem> beads;
  std::vector<Interaction> contacts;
  for (int i = 0; i < 10; ++i) {
    const std::string name = "bead" + std::to_string(i);
    beads.emplace_back(bead(name, 1.0 + 0.25 * i));
    if (i == 0) {
      contacts.push_back({"ground",
                          {name},
                          LinearRelation{MatrixXd::Identity(1, 1), VectorXd::Constant(1, -kRadius)},
                          NewtonImpactLaw{0.9}});
    } else {
      contacts.push_back(
          {"contact" + std::to_string(i),
           {name_of(beads[beads.size() - 2]), name},
           LinearRelation{Eigen::RowVector2d(-1.0, 1.0), VectorXd::Constant(1, -2.0 * kRadius)},
           NewtonImpactLaw{0.9}});
    }
  }
  MoreauJean stepping({beads, contacts}, {5e-4, 0.5});
  double worst = 0.0;
  std::size_t most_active = 0;
  for (Eigen::Index n = 0; n < table.rows(); ++n) {
    if (n > 0) most_active = std::max(most_active, stepping.step().active.size());
    for (Eigen::Index i = 0; i < 10; ++i) {
      const SystemState& state = stepping.state().systems[static_cast<std::size_t>(i)];
      worst = std::max({worst, std::abs(state.coordinates[0] - table(n, 1 + 2 * i)),
                        std::abs(state.velocity[0] - table(n, 2 + 2 * i))});
    }
  }
  INFO("worst difference " << std::scientific << worst);
  CHECK(worst < kParity);
  CHECK(most_active == 10);  // the column comes to rest: every contact in one problem
}

TEST_CASE("moreau_jean: the same ball and beads as rigid bodies between stops",
          "[solver][steppers][reference]") {
  RAFTUP_REQUIRE_REFERENCE(ball, "reference/siconos/BouncingBall__BouncingBallTS.ref");
  RAFTUP_REQUIRE_REFERENCE(beads, "reference/siconos/ColumnOfBeads__ColumnOfBeadsTS.ref");
  const double of_ball = worst_of_stops(read_matrix(ball), 1, 5e-3, 0.0);
  const double of_beads = worst_of_stops(read_matrix(beads), 10, 5e-4, 0.1);
  INFO("worst differences " << std::scientific << of_ball << " and " << of_beads);
  CHECK(of_ball < kParity);
  CHECK(of_beads < kParity);
}
