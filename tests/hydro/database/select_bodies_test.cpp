#include "hydro/base/error.hpp"
#include "hydro/database/database.hpp"
#include "hydro/database/transformation.hpp"
#include "tests/hydro/database/small_database.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::hydro;

namespace {

/// Every entry of every matrix tells its row and column.
Database labeled_database() {
  Database database = testing::small_database(3);
  const MatrixXd labels = MatrixXd::NullaryExpr(18, 18, [](Eigen::Index row, Eigen::Index column) {
    return static_cast<double>(100 * row + column);
  });
  database.added_mass.assign(3, labels);
  database.added_mass_infinite = labels;
  database.retardation_kernel = {VectorXd::LinSpaced(2, 0.0, 1.0),
                                 std::vector<MatrixXd>(2, labels)};
  database.excitation.values.assign(1, labels.leftCols(3).cast<Complex>());
  database.sha256 = std::string(64, 'a');
  return database;
}

}  // namespace

TEST_CASE("selected bodies: rows and columns follow the order asked for", "[hydro][database]") {
  const Database database = labeled_database();
  const Database selection = select_bodies(database, {2, 0});
  validate(selection);
  REQUIRE(selection.bodies[0].name == "ship3");
  REQUIRE(selection.bodies[1].name == "ship1");
  // row 1 of the selection is sway of body 2 (dof 13), its column 8 heave of body 0 (dof 2)
  REQUIRE(selection.added_mass[1](1, 8) == 1302.0);
  REQUIRE((*selection.added_mass_infinite)(8, 1) == 213.0);
  REQUIRE(selection.retardation_kernel.values[1](0, 0) == 1212.0);
  REQUIRE(selection.excitation.values[0](6, 2) == Complex(2.0));
}

TEST_CASE("selected bodies: drift and qtfs follow", "[hydro][database]") {
  const Database database = testing::complete_database(3);
  const Database selection = select_bodies(database, {2, 1});
  validate(selection);
  REQUIRE(selection.mean_drift_force[1].row(8) == database.mean_drift_force[1].row(8));
  REQUIRE(selection.mean_drift_force[1].row(2) == database.mean_drift_force[1].row(14));
  REQUIRE(selection.froude_krylov.values[1].row(0) == database.froude_krylov.values[1].row(12));
  // Of the two entries, yaw of body 2 and heave of body 0, the latter goes.
  REQUIRE(selection.qtf_sum.entries.size() == 1);
  REQUIRE(selection.qtf_sum.entries[0].influenced_dof == 5);
  REQUIRE(selection.qtf_sum.entries[0].values == database.qtf_sum.entries[0].values);
}

TEST_CASE("selected bodies: points of the field follow their bodies", "[hydro][database]") {
  const Database database = testing::complete_database(3);
  // The points belong to bodies 2 and 0, of which the latter goes.
  const WaveField selected = select_bodies(database, {1, 2}).field;
  REQUIRE(selected.points.size() == 1);
  REQUIRE(selected.points[0].body == 1);
  REQUIRE(selected.points[0].position == database.field.points[0].position);
  REQUIRE(selected.diffraction[0] == database.field.diffraction[0]);
  REQUIRE(selected.radiation[0].row(2) == database.field.radiation[0].row(8));
  REQUIRE(selected.radiation[0].row(11) == database.field.radiation[0].row(17));
}

TEST_CASE("selected bodies: sections follow their bodies", "[hydro][database]") {
  const Database database = testing::complete_database(3);
  // The sections belong to bodies 2 and 0, of which the latter goes.
  const std::vector<SectionRows> selected = select_bodies(database, {1, 2}).sections;
  REQUIRE(selected.size() == 1);
  REQUIRE(selected[0].body == 1);
  REQUIRE(selected[0].x == database.sections[0].x);
  REQUIRE(selected[0].excitation[1] == database.sections[0].excitation[1]);
  REQUIRE(selected[0].added_mass[2].col(2) == database.sections[0].added_mass[2].col(8));
  REQUIRE(selected[0].radiation_damping[0].col(11) ==
          database.sections[0].radiation_damping[0].col(17));
}

TEST_CASE("reference points: rows of a section behind the stern stay those of the body",
          "[hydro][database]") {
  Database moved = testing::complete_database(2);
  moved.qtf_sum.entries.clear();
  moved.qtf_difference.entries.clear();
  SectionRows& whole = moved.sections[0];  // of body 1, whose rows are 6 to 11
  whole.hydrostatic_stiffness = moved.bodies[1].hydrostatic_stiffness;
  for (std::size_t k = 0; k < whole.added_mass.size(); ++k) {
    whole.added_mass[k] = moved.added_mass[k].bottomRows<kDofs>();
    whole.radiation_damping[k] = moved.radiation_damping[k].bottomRows<kDofs>();
  }
  for (std::size_t h = 0; h < whole.excitation.size(); ++h) {
    whole.excitation[h] = moved.excitation.values[h].bottomRows<kDofs>();
  }
  const Vector6 force = whole.still_water_force;
  const std::vector<Vector3> points{Vector3(3.0, -2.0, 1.0), Vector3(0.5, 4.0, -6.0)};
  move_to_centers_of_gravity(moved, points);
  const auto alike = [](const auto& one, const auto& other) {
    return (one - other).cwiseAbs().maxCoeff() <= 1e-13 * other.cwiseAbs().maxCoeff();  // rounding
  };
  CHECK(alike(whole.hydrostatic_stiffness, moved.bodies[1].hydrostatic_stiffness));
  CHECK(alike(whole.added_mass[1], MatrixXd(moved.added_mass[1].bottomRows<kDofs>())));
  CHECK(
      alike(whole.radiation_damping[2], MatrixXd(moved.radiation_damping[2].bottomRows<kDofs>())));
  CHECK(alike(whole.excitation[1], MatrixXcd(moved.excitation.values[1].bottomRows<kDofs>())));
  // Moments about the center of gravity, which is at the origin: M_G = M_O + r x F.
  Vector6 about_center = force;
  about_center.tail<3>() += points[1].cross(Vector3(force.head<3>()));
  CHECK(alike(whole.still_water_force, about_center));
}

TEST_CASE("reference points: an elevation is the same for the same motion", "[hydro][database]") {
  const Database filed = testing::complete_database(2);
  Database moved = filed;
  moved.qtf_sum.entries.clear();  // they lack forces, without which moments do not move
  moved.qtf_difference.entries.clear();
  const std::vector<Vector3> points{Vector3(3.0, -2.0, 1.0), Vector3(0.5, 4.0, -6.0)};
  move_to_centers_of_gravity(moved, points);
  // The velocities of the points O that belong to velocities of the centers G at the origin.
  const VectorXd at_centers = VectorXd::LinSpaced(12, -1.0, 2.0);
  const VectorXd at_points = twist_transform(points) * at_centers;
  const Complex before = at_points.transpose() * filed.field.radiation[1].col(2);
  const Complex after = at_centers.transpose() * moved.field.radiation[1].col(2);
  CHECK(std::abs(after - before) <= 1e-13 * std::abs(before));  // rounding of 12 products
  CHECK(moved.field.diffraction[1] == filed.field.diffraction[1]);
}

TEST_CASE("selected bodies: all in the file's order is the file itself", "[hydro][database]") {
  const Database database = labeled_database();
  REQUIRE(select_bodies(database, {0, 1, 2}).sha256 == database.sha256);
  REQUIRE(select_bodies(database, {0, 2, 1}).sha256 != database.sha256);
  REQUIRE(select_bodies(database, {0, 2, 1}).sha256 != select_bodies(database, {0, 2}).sha256);
}

TEST_CASE("selected bodies: what is not there or named twice is refused", "[hydro][database]") {
  const Database database = labeled_database();
  REQUIRE_THROWS_WITH(select_bodies(database, {3}), "a selected body must be 0 to 2, got 3");
  REQUIRE_THROWS_WITH(select_bodies(database, {1, 1}), "a body can be selected once, got 1 twice");
  REQUIRE_THROWS_WITH(select_bodies(database, {}),
                      "a selection of bodies must name at least one, got 0");
}
