// Time-stepping references of the code behind the nonsmooth-dynamics document, definitions in
// cases.md S8. Equal to round-off, which impacts amplify: hence 1e-11 and not less.
#include <fstream>

#include "solver/nonsmooth/moreau_jean.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using namespace raftup::solver::nonsmooth;

namespace {

constexpr double kGravity = 9.81;
constexpr double kParity = 1e-11;

/// First "rows columns", then the table.
RowMajorMatrix read_table(const std::filesystem::path& path) {
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

}  // namespace

TEST_CASE("moreau_jean: the bouncing ball of the reference, impulses included",
          "[solver][nonsmooth][reference]") {
  RAFTUP_REQUIRE_REFERENCE(path, "reference/siconos/BouncingBall__BouncingBallTS.ref");
  const RowMajorMatrix table = read_table(path);
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
  const RowMajorMatrix table = read_table(path);
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
