/// @file Files in BEMIO's layout whose coefficients are known.
#include <cmath>
#include <numbers>

#include "hydro/database/high_frequency.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference_data.hpp"

using Catch::Matchers::WithinRel;
using namespace raftup;
using namespace raftup::hydro;

namespace {

/// (2/pi) integral of B cos(omega tau) in closed form, B as straight lines between the frequencies
/// and from 0 at omega = 0; tau > 0.
MatrixXd kernel_from_damping(const Database& database, double tau) {
  MatrixXd sum = MatrixXd::Zero(database.dof_count(), database.dof_count());
  MatrixXd before = sum;
  double a = 0.0;
  for (Eigen::Index k = 0; k < database.omega.size(); ++k) {
    const double b = database.omega[k];
    const MatrixXd& after = database.radiation_damping[static_cast<std::size_t>(k)];
    sum += (after * std::sin(b * tau) - before * std::sin(a * tau)) / tau +
           (after - before) / (b - a) * (std::cos(b * tau) - std::cos(a * tau)) / (tau * tau);
    before = after;
    a = b;
  }
  return 2.0 / std::numbers::pi * sum;
}

}  // namespace

TEST_CASE("sphere.h5: known coefficients come out in SI units", "[hydro][database][reference]") {
  RAFTUP_REQUIRE_REFERENCE(file, "bemio/sphere.h5");
  const Database database = read_bemio(file);
  REQUIRE(database.solver == "WAMIT");
  REQUIRE(database.bodies.size() == 1);
  REQUIRE(database.bodies[0].name == "sphere");
  REQUIRE(database.omega.size() == 240);
  REQUIRE(database.water_depth == 200.0);
  // the numbers are known to the five or six digits given here
  REQUIRE_THAT(database.bodies[0].displaced_volume, WithinRel(261.724, 1e-5));
  REQUIRE_THAT(database.bodies[0].hydrostatic_stiffness(2, 2), WithinRel(78.531 * 9810.0, 1e-5));
  REQUIRE_THAT((*database.added_mass_infinite)(0, 0), WithinRel(71.573e3, 1e-5));
  REQUIRE_THAT((*database.added_mass_infinite)(2, 2), WithinRel(130.877e3, 1e-5));
  REQUIRE(database.bodies[0].center_of_gravity == Vector3(0, 0, -2));
}

TEST_CASE("sphere.h5: Froude-Krylov data without numbers count as absent", "[hydro][database]") {
  RAFTUP_REQUIRE_REFERENCE(file, "bemio/sphere.h5");
  const Database database = read_bemio(file);
  REQUIRE(database.froude_krylov.empty());
  REQUIRE(database.diffraction.empty());
  REQUIRE(database.findings.at(0).name == "froude_krylov_absent");
}

TEST_CASE("rm3.h5: coupling blocks stand in the row of the influenced body",
          "[hydro][database][reference]") {
  RAFTUP_REQUIRE_REFERENCE(file, "bemio/rm3.h5");
  const Database database = read_bemio(file);
  const MatrixXd& infinite = *database.added_mass_infinite;
  // published to the kilogram
  REQUIRE_THAT(infinite(2, 2), WithinRel(1232838.0, 1e-6));
  REQUIRE_THAT(infinite(2, 8), WithinRel(-142146.0, 1e-5));
  REQUIRE_THAT(infinite(8, 2), WithinRel(-142056.0, 1e-5));
  REQUIRE_THAT(infinite(8, 8), WithinRel(8918842.0, 1e-6));
  REQUIRE_THAT(database.bodies[0].hydrostatic_stiffness(2, 2), WithinRel(2800980.63, 1e-8));
  REQUIRE_THAT(database.bodies[1].hydrostatic_stiffness(2, 2), WithinRel(277019.29, 1e-7));
  REQUIRE(std::isinf(database.water_depth));
}

TEST_CASE("trimaran.h5: a file with K and no B(omega) is accepted", "[hydro][database]") {
  RAFTUP_REQUIRE_REFERENCE(file, "bemio/trimaran.h5");
  const Database database = read_bemio(file);
  REQUIRE(database.bodies.size() == 3);
  REQUIRE(database.bodies[2].name == "body3");
  REQUIRE(database.radiation_damping.empty());
  REQUIRE(database.added_mass.empty());
  REQUIRE(database.retardation_kernel.values.size() == 1201);
  REQUIRE(database.retardation_kernel.values[0].cols() == 18);
  REQUIRE(database.excitation.values.at(0).rows() == 18);
}

TEST_CASE("own databases: K is the cosine transform of B", "[hydro][database][analytic]") {
  const std::string name = GENERATE("alongside.h5", "hemisphere.h5", "tug_shallow.h5");
  const Database database = read_bemio(testing::own_data() / name);
  const MatrixSeries& kernel = database.retardation_kernel;
  const double largest = kernel.values[0].cwiseAbs().maxCoeff();
  for (const Eigen::Index k : {Eigen::Index{1}, Eigen::Index{17}, kernel.grid.size() - 1}) {
    const MatrixXd expected = kernel_from_damping(database, kernel.grid[k]);
    const MatrixXd difference = kernel.values[static_cast<std::size_t>(k)] - expected;
    // the writer sums the same straight lines on a fine grid of frequencies
    REQUIRE(difference.cwiseAbs().maxCoeff() <= 2e-6 * largest);
  }
}

TEST_CASE("own databases: wave directions are radians and the digest is the file's",
          "[hydro][database]") {
  const Database database = read_bemio(testing::own_data() / "alongside.h5");
  REQUIRE(database.wave_directions.size() == 24);
  REQUIRE_THAT(database.wave_directions[6], WithinRel(std::numbers::pi / 2.0, 1e-15));
  REQUIRE(database.sha256 == "7ff82a80fe34f460427f432766236321f784c0ff5df939de75b10046c593e89f");
  REQUIRE(database.bodies[1].center_of_gravity.isApprox(Vector3(10, 22, .3)));
}

TEST_CASE("tug_shallow.h5: A_inf is absent and Ogilvie's relation gives it", "[hydro][database]") {
  const Database database = read_bemio(testing::own_data() / "tug_shallow.h5");
  REQUIRE_FALSE(database.added_mass_infinite.has_value());
  const MatrixXd infinite = infinite_added_mass(database);
  // A(omega) of heave lies between 1.5 and 4 times the displaced mass and is nearly A_inf at its
  // end
  REQUIRE_THAT(infinite(2, 2), WithinRel(database.added_mass.back()(2, 2), 0.1));
}

TEST_CASE("a file that does not exist is not found", "[hydro][database]") {
  REQUIRE_THROWS_WITH(read_bemio(std::filesystem::path("/nowhere/x.h5")),
                      Catch::Contains("/nowhere/x.h5 cannot be read: No such file"));
}
