#include <numbers>

#include "hydro/base/error.hpp"
#include "hydro/database/checks/checks.hpp"
#include "hydro/database/database.hpp"
#include "hydro/database/formats/raftup_layout.hpp"
#include "hydro/database/generalised_modes.hpp"
#include "hydro/database/hdf5_file.hpp"
#include "hydro/database/transformation.hpp"
#include "tests/hydro/database/small_database.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::hydro;

namespace {

/// A beam from x = -2 to 2 whose deflection is the cubic x^3 - x.
GeneralisedMode cubic_beam(Eigen::Index body, Eigen::Index dof, ModeShapeKind kind) {
  GeneralisedMode mode{body, dof, 0.01, kind, Vector2(0.5, -1.0), {}, {}, {}};
  mode.x = VectorXd::LinSpaced(3, -2.0, 2.0);
  mode.deflection = mode.x.array().cube() - mode.x.array();
  mode.slope = 3.0 * mode.x.array().square() - 1.0;
  return mode;
}

/// Two hulls and a carrier of each: the first bends in two modes of a beam, the second in one that
/// is given at points.
Database flexible_database() {
  Database database = testing::small_database(4);
  for (const std::size_t carrier : {2U, 3U}) database.bodies[carrier].displaced_volume = 0.0;
  GeneralisedModes& modes = database.modes;
  modes.modes = {cubic_beam(0, 12, ModeShapeKind::kVertical),
                 cubic_beam(0, 13, ModeShapeKind::kTorsion),
                 {1, 18, 0.02, ModeShapeKind::kPoints, Vector2::Zero(), {}, {}, {}}};
  modes.mass = Vector3(3e3, 4e3, 5e3).asDiagonal();
  modes.mass(0, 1) = modes.mass(1, 0) = 500.0;
  modes.stiffness = Vector3(3e5, 4e5, 5e5).asDiagonal();
  modes.restoring = MatrixXd::Constant(3, 3, 7.0);
  modes.rigid_mass = MatrixXd::NullaryExpr(
      3, 6, [](Eigen::Index i, Eigen::Index j) { return static_cast<double>(10 * i + j); });
  modes.rigid_restoring = 2.0 * modes.rigid_mass;
  for (const double x : {0.0, 1.0}) {
    modes.points.push_back({Vector3(x, 0.0, 0.0), 1});
    modes.shapes.emplace_back(MatrixXd::Zero(3, 3));
    modes.shapes.back().col(2) = Vector3(0.0, 0.0, 1.0 + x);
  }
  return database;
}

}  // namespace

TEST_CASE("modes: a beam has plane sections and its own cubic", "[hydro][database]") {
  const Database database = flexible_database();
  for (const double x : {-1.7, 0.3, 2.4}) {  // the last one beyond the end
    const double w = x * x * x - x, slope = 3.0 * x * x - 1.0;
    const Vector3 bent = mode_displacement(database.modes, 0, Vector3(x, 3.0, 2.0));
    CHECK((bent - Vector3(-3.0 * slope, 0.0, w)).norm() < 1e-13);
    const Vector3 twisted = mode_displacement(database.modes, 1, Vector3(x, 3.0, 2.0));
    CHECK((twisted - Vector3(0.0, -3.0 * w, 2.5 * w)).norm() < 1e-13);
  }
}

TEST_CASE("modes: between points the near ones count by the inverse square of their distance",
          "[hydro][database]") {
  const Database database = flexible_database();
  CHECK(mode_displacement(database.modes, 2, Vector3(1.0, 0.0, 0.0)) == Vector3(0.0, 0.0, 2.0));
  // Distances 1/4 and 3/4: (9 * 1 + 1 * 2) / 10.
  CHECK(std::abs(mode_displacement(database.modes, 2, Vector3(0.25, 0.0, 0.0)).z() - 1.1) < 1e-14);
}

TEST_CASE("modes: written and read, they are the same bytes", "[hydro][database]") {
  Database database = flexible_database();
  SectionRows& rows = database.sections.emplace_back();
  rows.added_mass.assign(3, MatrixXd::Zero(6, 24));
  rows.radiation_damping = rows.added_mass;
  rows.excitation.assign(1, MatrixXcd::Zero(6, 3));
  rows.mode_stiffness = database.modes.rigid_mass.transpose();
  database = make_database(std::move(database));
  const std::vector<std::byte> bytes = write_raftup(database);
  const Database read = read_raftup(bytes);
  REQUIRE(read.modes.count() == 3);
  CHECK(read.modes.mass == database.modes.mass);
  CHECK(read.modes.rigid_restoring == database.modes.rigid_restoring);
  CHECK(read.modes.modes[1].kind == ModeShapeKind::kTorsion);
  CHECK(read.modes.modes[1].slope == database.modes.modes[1].slope);
  CHECK(read.modes.modes[2].dof == 18);
  CHECK(read.modes.shapes[1] == database.modes.shapes[1]);
  CHECK(read.sections[0].mode_stiffness == database.sections[0].mode_stiffness);
  CHECK(write_raftup(read) == bytes);
}

TEST_CASE("modes: they go with the bodies and carriers that are selected", "[hydro][database]") {
  const Database database = flexible_database();
  const Database second = select_bodies(database, {1, 3});
  validate(second);
  REQUIRE(second.modes.count() == 1);
  CHECK(second.modes.modes[0].body == 0);
  CHECK(second.modes.modes[0].dof == 6);
  CHECK(second.modes.mass(0, 0) == 5e3);
  CHECK(second.modes.points[0].body == 0);
  CHECK(mode_name(second, 0) == "ship2 mode 1");
  const Database rigid = select_bodies(database, {0, 1});
  CHECK(rigid.modes.empty());
  CHECK(rigid.dof_count() == 12);
}

TEST_CASE("modes: force of a raised water plane", "[hydro][database]") {
  Database database = flexible_database();
  database.bodies[0].hydrostatic_stiffness(2, 2) = 9.0;
  const VectorXd stiffness = stiffness_in_heave(database);
  CHECK(stiffness[2] == 9.0);
  CHECK(stiffness[12] == database.modes.rigid_restoring(0, 2));
  CHECK(stiffness[18] == database.modes.rigid_restoring(2, 2));
}

TEST_CASE("modes: what no body has is refused", "[hydro][database]") {
  const auto refused = [](const auto& change) {
    Database database = flexible_database();
    change(database);
    try {
      validate(database);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  CHECK(refused([](Database& of) { of.bodies[2].displaced_volume = 1.0; }) ==
        "modes[0].dof must be that of a body without volume, is that of 'ship3'");
  CHECK(refused([](Database& of) { of.modes.modes[1].dof = 12; }) ==
        "modes[1].dof must be of one mode, got 12 again");
  CHECK(refused([](Database& of) { of.modes.modes[1].dof = 15; }) ==
        "modes[1].dof must be a translation of a body, got 15");
  CHECK(refused([](Database& of) { of.modes.mass(0, 0) = -1.0; }) ==
        "modes.mass must be positive definite: is a mode without mass, or twice there?");
  CHECK(refused([](Database& of) { of.modes.modes[0].x[1] = 3.0; }) ==
        "modes[0].x must ascend, got 3 before 2");
}
