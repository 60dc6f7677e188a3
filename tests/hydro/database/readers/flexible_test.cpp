#include <array>
#include <cmath>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/database/formats/raftup_layout.hpp"
#include "hydro/database/readers/capytaine/dataset.hpp"
#include "hydro/database/readers/filed_modes.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/database_images.hpp"

using namespace raftup;
using namespace raftup::hydro;
using testing::CapytaineFields;
using testing::has_finding;

namespace {

/// Places in the file of flexible_capytaine() of the six rigid dofs and of the modes in the order in
/// which they are read.
constexpr std::array<Eigen::Index, 6> kRigid = {1, 2, 4, 5, 6, 8};
constexpr std::array<Eigen::Index, 4> kModes = {0, 3, 7, 9};  // bend3, bend1, bend2, bend4

Database read(const CapytaineFields& fields) {
  const SourceFile file{"bent.nc", fields.netcdf3(2)};
  return read_database(std::span(&file, 1));
}

std::string refusal_of(const CapytaineFields& fields) {
  try {
    read(fields);
    return {};
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kInvalidArgument);
    return error.what();
  }
}

/// A number of a matrix over the ten dofs of the file.
double& at(CapytaineFields& fields, const std::string& name, std::size_t row, std::size_t column) {
  return fields.arrays[name].values.at(10 * row + column);
}

}  // namespace

TEST_CASE("flexible: modes of a Capytaine dataset are dofs of carriers behind their body",
          "[hydro][database][capytaine]") {
  const Database database = read(testing::flexible_capytaine());
  REQUIRE(database.body_count() == 3);
  CHECK(database.bodies[2].name == "buoy.modes2");
  CHECK(database.bodies[1].center_of_gravity == Vector3(0, 0, -1));
  REQUIRE(database.modes.count() == 4);
  for (std::size_t r = 0; r < 4; ++r) {
    const GeneralisedMode& mode = database.modes.modes[r];
    CHECK(mode.body == 0);
    CHECK(mode.dof == std::array<Eigen::Index, 4>{6, 7, 8, 12}.at(r));
    CHECK(mode.kind == ModeShapeKind::kUnknown);
    const Eigen::Index i = kModes.at(r), row = mode.dof, m = static_cast<Eigen::Index>(r);
    const auto number = [](Eigen::Index a, Eigen::Index b) {
      return static_cast<double>(1 + a * b);
    };
    CHECK(database.excitation.values[1](row, 0) == Complex(number(1, i), -number(1, i)));
    CHECK(database.radiation_damping[0](row, row) == 2.0);
    for (std::size_t dof = 0; dof < 6; ++dof) {
      const auto column = static_cast<Eigen::Index>(dof);
      const double expected = number(i, kRigid.at(dof));
      CHECK(database.added_mass[1](row, column) == expected);
      CHECK(database.added_mass[1](column, row) == expected);
      CHECK(database.modes.rigid_mass(m, column) == 0.1 * expected);
      CHECK(database.modes.rigid_restoring(m, column) == 0.5 * expected);
    }
    for (std::size_t s = 0; s < 4; ++s) {
      const auto n = static_cast<Eigen::Index>(s);
      const double own = r == s ? 1.0 : 0.0, expected = number(i, kModes.at(s));
      const Eigen::Index column = database.modes.modes[s].dof;
      CHECK((*database.added_mass_infinite)(row, column) == expected + 100.0 * own);
      CHECK(database.modes.mass(m, n) == 40.0 * own + 0.1 * expected);
      CHECK(database.modes.restoring(m, n) == 0.5 * expected);
    }
  }
  CHECK(database.modes.stiffness.isZero(0.0));
  CHECK(has_finding(database, "mode_shapes_absent"));
  CHECK(has_finding(database, "mode_stiffness_absent"));
  CHECK_FALSE(has_finding(database, "mode_restoring_asymmetric"));
}

TEST_CASE("flexible: modes without shapes are written and read as the same bytes",
          "[hydro][database]") {
  const Database database = read(testing::flexible_capytaine());
  const std::vector<std::byte> bytes = write_raftup(database);
  const Database again = read_raftup(bytes);
  CHECK(again.modes.modes[3].kind == ModeShapeKind::kUnknown);
  CHECK(again.modes.rigid_mass == database.modes.rigid_mass);
  CHECK(write_raftup(again) == bytes);
  CHECK_THROWS_WITH(mode_displacement(again.modes, 1, Vector3::Zero()),
                    "modes[1] must have a shape to displace a point: its file has none");
}

TEST_CASE("flexible: only rigid dofs of a mode change with the point that they are about",
          "[hydro][database][capytaine]") {
  CapytaineFields fields = testing::flexible_capytaine();
  const Database before = read(fields);
  fields.arrays["rotation_center"].values = {0, 0, 1};  // two metres above
  const Database after = read(fields);
  // A pitch q about G moves O by 2 q in surge, a roll by -2 q in sway.
  const auto moved = [](const Eigen::RowVectorXd& row) {
    Eigen::RowVectorXd result = row;
    result[3] -= 2.0 * row[1];
    result[4] += 2.0 * row[0];
    return result;
  };
  for (Eigen::Index mode = 0; mode < 4; ++mode) {
    const Eigen::Index dof = before.modes.modes[static_cast<std::size_t>(mode)].dof;
    CHECK(
        after.modes.rigid_mass.row(mode).isApprox(moved(before.modes.rigid_mass.row(mode)), 1e-14));
    CHECK(after.modes.rigid_restoring.row(mode).isApprox(
        moved(before.modes.rigid_restoring.row(mode)), 1e-14));
    CHECK(after.added_mass[0].row(dof).head(6).isApprox(
        moved(before.added_mass[0].row(dof).head(6)), 1e-14));
    CHECK(after.excitation.values[0].row(dof) == before.excitation.values[0].row(dof));
  }
  CHECK(after.modes.mass == before.modes.mass);
}

TEST_CASE("flexible: stiffness and damping of the structure may be in a Capytaine dataset",
          "[hydro][database][capytaine]") {
  CapytaineFields fields = testing::flexible_capytaine();
  for (const char* name : {"stiffness", "dissipation"}) {
    fields.arrays[name] = {
        {"influenced_dof", "radiating_dof"}, {10, 10}, std::vector<double>(100, 0.0)};
  }
  at(fields, "stiffness", 3, 3) = 1000.0;
  at(fields, "stiffness", 3, 7) = at(fields, "stiffness", 7, 3) = 30.0;
  at(fields, "stiffness", 7, 7) = 2000.0;
  at(fields, "dissipation", 3, 3) = 0.04 * std::sqrt(1000.0 * 41.0);  // mass 40 + .1 (1 + 9)
  const Database database = read(fields);
  CHECK(database.modes.stiffness(1, 1) == 1000.0);
  CHECK(database.modes.stiffness(1, 2) == 30.0);
  CHECK(database.modes.modes[1].damping_ratio == Approx(0.02).epsilon(1e-14));
  CHECK(database.modes.modes[2].damping_ratio == 0.0);
  CHECK_FALSE(has_finding(database, "mode_stiffness_absent"));
  SECTION("not of rigid dofs") {
    at(fields, "stiffness", 3, 4) = 5.0;
    CHECK(
        refusal_of(fields) ==
        "bent.nc: stiffness must be 0 between the mode \"bend1\" and what is no mode of its body, "
        "holds 5");
  }
  SECTION("damping needs stiffness") {
    at(fields, "dissipation", 0, 0) = 1.0;
    CHECK(refusal_of(fields) ==
          "bent.nc: dissipation of the mode \"bend3\" needs a mass and stiffness, of which it is a "
          "share: they are 40.1 kg and 0 N/m");
  }
  SECTION("damping of one mode alone") {
    at(fields, "dissipation", 3, 7) = 1.0;
    CHECK_THAT(refusal_of(fields), Catch::Contains("dissipation must be diagonal"));
  }
}

TEST_CASE("flexible: of an asymmetric restoring the mean is taken, with a finding",
          "[hydro][database][capytaine]") {
  CapytaineFields fields = testing::flexible_capytaine();
  at(fields, "hydrostatic_stiffness", 0, 3) += 2.0;
  const Database database = read(fields);
  CHECK(database.modes.restoring(0, 1) == 0.5 + 1.0);
  CHECK(database.modes.restoring(1, 0) == 0.5 + 1.0);
  CHECK(has_finding(database, "mode_restoring_asymmetric"));
}

TEST_CASE("flexible: modes of several bodies stand behind all of them",
          "[hydro][database][capytaine]") {
  // A body whose name begins another, and a mode whose name has the separator.
  std::vector<std::string> names;
  for (const char* body : {"a", "a__b"}) {
    for (const char* dof :
         {"Surge", "Sway", "Heave", "Roll", "Pitch", "Yaw", "bend__1", "bend__2"}) {
      names.push_back(std::string(body) + "__" + dof);
    }
  }
  names.insert(names.begin(), {"a__b__bend__3", "a__b__bend__4"});
  const CapytaineDofs dofs = capytaine_dofs(names, "influenced_dof");
  CHECK(dofs.bodies == std::vector<std::string>{"a", "a__b"});
  // Carriers 2 of a, 3 and 4 of a__b.
  CHECK(dofs.places ==
        std::vector<Eigen::Index>{18, 19, 0, 1, 2, 3, 4, 5, 12, 13, 6, 7, 8, 9, 10, 11, 20, 24});
  CHECK(dofs_with_carriers(dofs.modes, 2) == 30);
  CHECK(dofs.modes.back().body == 1);
  CHECK(dofs.mode_names.front() == "a__bend__1");
  names.back() = "c__twist";
  CHECK_THROWS_WITH(capytaine_dofs(names, "influenced_dof"),
                    "influenced_dof must hold modes of bodies with the dofs Surge to Yaw, holds "
                    "\"c__twist\" of none");
}

TEST_CASE("flexible: modes without what moves them are refused with variable and mode",
          "[hydro][database][capytaine]") {
  CapytaineFields fields = testing::flexible_capytaine();
  SECTION("no masses") {
    fields.arrays.erase("inertia_matrix");
    CHECK(refusal_of(fields) ==
          "bent.nc: inertia_matrix is missing, in which the mode \"bend3\" has its row and column: "
          "give it to the body before it is solved, or leave the mode out");
  }
  SECTION("masses that Capytaine does not know") {
    at(fields, "inertia_matrix", 7, 7) = std::nan("");
    CHECK(refusal_of(fields) ==
          "bent.nc: inertia_matrix must be finite for the mode \"bend2\", holds nan: no program "
          "knows it of any shape; fill it in before the file is written, or leave the mode out");
  }
  SECTION("masses of six dofs") {
    fields.arrays["inertia_matrix"] = {{"influenced_dof", "radiating_dof"}, {6, 6}, {}};
    fields.arrays["inertia_matrix"].values.assign(36, 0.0);
    fields.arrays["inertia_matrix"].dimensions = {"rigid_dof", "other_rigid_dof"};
    CHECK(refusal_of(fields) ==
          "bent.nc: inertia_matrix may have the dimensions (influenced_dof, radiating_dof), has "
          "rigid_dof with 6 entries");
  }
  SECTION("masses that are not symmetric") {
    at(fields, "inertia_matrix", 7, 2) += 1.0;
    CHECK(refusal_of(fields) ==
          "bent.nc: inertia_matrix must be symmetric for modes, differs by 1");
  }
  SECTION("no mass") {
    at(fields, "inertia_matrix", 0, 0) = 0.0;
    CHECK_THAT(refusal_of(fields), Catch::Contains("modes.mass must be positive definite"));
  }
  SECTION("another order of radiating modes") {
    std::swap(fields.texts["radiating_dof"][0], fields.texts["radiating_dof"][3]);
    CHECK(refusal_of(fields) ==
          "bent.nc: radiating_dof must hold the modes of influenced_dof, in the same order");
  }
}
