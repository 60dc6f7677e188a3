
#include "hydro/base/error.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "tests/hydro/database/database_difference.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/database_images.hpp"
#include "tests/support/hdf5_image.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using namespace raftup::hydro;

namespace {

/// alongside.h5: two bodies, the second one away from the origin, deep water. It has no parts of
/// the excitation: here they are half of it each.
Database read_alongside() {
  Database database = read_database(testing::own_data() / "alongside.h5");
  database.froude_krylov = database.excitation;
  for (MatrixXcd& values : database.froude_krylov.values) values *= 0.5;
  database.diffraction = database.froude_krylov;
  return database;
}

const Database& alongside() {
  static const Database database = read_alongside();
  return database;
}

SourceOptions options_of(const Database& database) {
  SourceOptions options;
  for (const DatabaseBody& body : database.bodies) {
    options.centers_of_gravity.push_back(body.center_of_gravity);
    options.centers_of_buoyancy.push_back(body.center_of_buoyancy);
  }
  return options;
}

}  // namespace

TEST_CASE("HDB5: two coupled bodies come out as they went in", "[hydro][database][hdb5]") {
  const SourceFile file{"alongside.hdb5", testing::hdb5_image(alongside())};
  const Database database = read_database(std::span(&file, 1), options_of(alongside()));
  CHECK(database.source_format == "hdb5");
  CHECK(database.bodies.at(1).name == alongside().bodies[1].name);
  CHECK((database.omega - alongside().omega).cwiseAbs().maxCoeff() <= 1e-14);
  const testing::CoefficientDifference apart =
      testing::coefficient_difference(alongside(), database);
  CHECK(apart.added_mass == 0.0);
  CHECK(apart.radiation_damping == 0.0);
  CHECK(apart.excitation <= 1e-12);  // two turns of the phase
  CHECK(database.added_mass_infinite == alongside().added_mass_infinite);
  CHECK(database.retardation_kernel.values == alongside().retardation_kernel.values);
}

TEST_CASE("HDB5: what breaks a rule is refused with dataset and rule", "[hydro][database][hdb5]") {
  const auto refusal = [](const testing::Hdf5Image& image) -> std::string {
    try {
      read_hdb5({"a.hdb5", image.bytes()}, options_of(alongside()));
      return {};
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::kInvalidArgument);
      return error.what();
    }
  };
  testing::Hdf5Image image(testing::hdb5_image(alongside()));
  SECTION("version 3") {
    H5Ldelete(image.file(), "/Version", H5P_DEFAULT);
    image.write("/Version", {}, {3.0});
    CHECK(refusal(image) == "/Version must be at most 2, is 3");
  }
  SECTION("half a body") {
    H5Ldelete(image.file(), "/NbBody", H5P_DEFAULT);
    image.write("/NbBody", {}, {1.5});
    CHECK(refusal(image) == "/NbBody must be a count from 1 to 100000, is 1.5");
  }
  SECTION("a missing block") {
    H5Ldelete(image.file(), "/Bodies/Body_1/Radiation/BodyMotion_0/AddedMass/DOF_3", H5P_DEFAULT);
    CHECK(refusal(image) == "/Bodies/Body_1/Radiation/BodyMotion_0/AddedMass/DOF_3 is missing");
  }
}
