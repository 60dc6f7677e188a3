/// @file Families over axes: weights, the file, upright bodies.
#include <random>

#include "hydro/configurations/axis_grid.hpp"
#include "hydro/configurations/blend.hpp"
#include "hydro/configurations/family_layout.hpp"
#include "hydro/configurations/upright.hpp"
#include "hydro/hydrostatics/linear_hydrostatics.hpp"
#include "hydro/numerics/elementary.hpp"
#include "tests/hydro/radiation/synthetic.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;
using hydro::AxisGrid;
using hydro::AxisQuantity;
using hydro::Configuration;

namespace {

std::vector<Configuration> cube() {
  std::vector<Configuration> nodes;
  for (const double x : {0.0, 1.0, 3.0}) {
    for (const double y : {-1.0, 2.0}) {
      for (const double z : {10.0, 20.0, 25.0}) nodes.emplace_back(x, y, z);
    }
  }
  return nodes;
}

/// Weights are >= 0, of sum 1, and reproduce a linear function and its slope.
void check_linear(const AxisGrid& grid, const Configuration& q) {
  const Vector3 slope(2.0, -3.0, 0.5);
  double sum = 0.0, value = 0.0;
  Vector3 gradient = Vector3::Zero();
  const hydro::NodeWeights weights = grid.weights(q);
  for (const hydro::NodeWeight& corner : weights) {
    CHECK(corner.weight >= 0.0);
    sum += corner.weight;
    value += corner.weight * slope.dot(grid.node(corner.node));
    gradient += slope.dot(grid.node(corner.node)) * corner.gradient;
  }
  CHECK(sum == Approx(1.0).epsilon(1e-14));
  CHECK(value == Approx(slope.dot(q)).epsilon(1e-12).margin(1e-12));
  for (std::size_t i = 0; i < grid.axis_count(); ++i) {
    const auto axis = static_cast<Eigen::Index>(i);
    CHECK(gradient[axis] == Approx(slope[axis]).epsilon(1e-10));
  }
}

hydro::Database hull(double volume) {
  hydro::Database database =
      damping_database(1, VectorXd::LinSpaced(20, 0.1, 2.0), [](double) { return 1.0; });
  database.bodies[0].name = "hull";
  database.bodies[0].displaced_volume = volume;
  return database;
}

}  // namespace

TEST_CASE("weights over one to three axes are exact for linear functions", "[hydro]") {
  std::mt19937 generator(5);
  std::uniform_real_distribution<double> share(0.0, 1.0);
  const AxisGrid three(cube(), 3);
  const AxisGrid two({{0.0, 0.0, 0.0}, {0.0, 40.0, 0.0}, {2.0, 0.0, 0.0}, {2.0, 40.0, 0.0}}, 2);
  const AxisGrid scattered(
      {{0.0, 0.0, 0.0}, {0.0, 40.0, 0.0}, {2.0, 0.0, 0.0}, {2.0, 40.0, 0.0}, {0.7, 30.0, 0.0}}, 2);
  const AxisGrid one({{4.0, 0.0, 0.0}, {5.0, 0.0, 0.0}, {8.0, 0.0, 0.0}}, 1);
  for (int n = 0; n < 200; ++n) {
    const double a = share(generator), b = share(generator), c = share(generator);
    check_linear(three, {3.0 * a, 3.0 * b - 1.0, 10.0 + 15.0 * c});
    check_linear(two, {2.0 * a, 40.0 * b, 0.0});
    check_linear(scattered, {2.0 * a, 40.0 * b, 0.0});
    check_linear(one, {4.0 + 4.0 * a, 0.0, 0.0});
    CHECK(three.weights({3.0 * a, 3.0 * b - 1.0, 10.0 + 15.0 * c}).count == 4);
  }
  for (std::size_t k = 0; k < three.node_count(); ++k) {
    for (const hydro::NodeWeight& corner : three.weights(three.node(k))) {
      CHECK(corner.weight == (corner.node == k ? 1.0 : 0.0));
    }
  }
}

TEST_CASE("beyond the nodes of axes the weights are those of the edge", "[hydro]") {
  const AxisGrid grid(cube(), 3);
  CHECK(grid.outside({4.5, 0.0, 9.0}) == Vector3(1.5, 0.0, -1.0));
  for (const hydro::NodeWeight& corner : grid.weights({4.5, -1.0, 9.0})) {
    if (corner.weight > 0.0) CHECK(grid.node(corner.node) == Vector3(3.0, -1.0, 10.0));
  }
}

TEST_CASE("axes with one node, and three axes that are no grid, are refused", "[hydro]") {
  CHECK_THROWS_WITH(AxisGrid({{1.0, 2.0, 0.0}, {1.0, 3.0, 0.0}}, 2),
                    Catch::Contains("axis 1 must have nodes at two values or more, got one at 1"));
  CHECK_THROWS_WITH(AxisGrid({{1.0, 0.0, 0.0}, {2.0, 0.0, 0.0}, {1.0, 0.0, 0.0}}, 1),
                    Catch::Contains("positions[2] must differ from positions[0], got (1)"));
  std::vector<Configuration> nodes = cube();
  nodes.pop_back();
  CHECK_THROWS_WITH(AxisGrid(nodes, 3),
                    Catch::Contains("must have a node at every place of a grid over three axes"));
}

TEST_CASE("a family over axes is read as it was written", "[hydro]") {
  const hydro::AxisNodes at{{AxisQuantity::kDraught, AxisQuantity::kTrim},
                            {{4.0, 0.0, 0.0}, {6.0, 0.0, 0.0}, {5.0, 0.05, 0.0}},
                            {{Vector3::Zero()}, {Vector3::Zero()}, {Vector3(0.0, 0.05, 0.0)}}};
  const std::vector<hydro::Database> nodes{hull(1.0), hull(2.0), hull(3.0)};
  const std::vector<std::byte> image = hydro::write_axis_family(at, nodes);
  CHECK(hydro::is_family(image));
  const hydro::DatabaseFamily family = hydro::read_family(image);
  CHECK(family.axes == at.axes);
  for (std::size_t k = 0; k < 3; ++k) {
    CHECK((family.grid.node(k) - at.nodes[k]).norm() < 1e-15);
    CHECK((family.attitude(k, 0) - at.attitudes[k][0]).norm() < 1e-15);
    CHECK(family.nodes[k]->bodies[0].displaced_volume == nodes[k].bodies[0].displaced_volume);
  }
  CHECK(family.radiates_as == std::vector<std::size_t>{0, 0, 0});
  CHECK(family.same_as == std::vector<std::size_t>{0, 1, 2});
  CHECK(hydro::write_axis_family(at, nodes) == image);  // the same bytes again
}

TEST_CASE("hydrostatics about a trimmed pose are the same force as if upright", "[hydro]") {
  hydro::DatabaseBody body;
  body.displaced_volume = 50.0;
  body.center_of_gravity = {1.0, 0.5, 0.3};
  body.center_of_buoyancy = {1.2, 0.4, -1.0};
  body.hydrostatic_stiffness.diagonal() << 0.0, 0.0, 2e5, 1e6, 3e6, 0.0;
  body.hydrostatic_stiffness(2, 4) = body.hydrostatic_stiffness(4, 2) = 1e5;
  Vector6 rest = Vector6::Zero();
  rest.segment<3>(2) << 0.0, 0.02, 0.05;
  const double weight = 1025.0 * 9.81;
  const hydro::DatabaseBody upright = hydro::as_if_upright(body, rest, weight);
  const auto force = [&](const hydro::DatabaseBody& of) {
    return hydro::LinearHydrostatics(of.hydrostatic_stiffness, Vector3::Zero(),
                                     weight * of.displaced_volume,
                                     of.center_of_buoyancy - of.center_of_gravity)
        .force_at_rest();
  };
  // at the trimmed pose F_upright - C xi_0 is the buoyancy that was given there
  CHECK((force(upright) - body.hydrostatic_stiffness * rest - force(body)).norm() < 1e-8);
}
