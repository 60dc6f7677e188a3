#include <cmath>

#include "hydro/database/high_frequency.hpp"
#include "tests/hydro/database/small_database.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::hydro;
using Catch::Matchers::WithinAbs;

namespace {

constexpr double kInfinite = 3.0;
constexpr double kDecay = 0.1;
constexpr double kFrequency = 0.5;

/// K(tau) = exp(-a tau) (cos b tau - a/b sin b tau) with the transform s / ((s + a)^2 + b^2), so
/// B(omega) = Re and A = A_inf + Im / omega at s = i omega; B(0) = 0. Same on every diagonal entry.
Database analytic_database() {
  Database database = testing::small_database(1);
  database.added_mass_infinite.reset();
  database.omega = VectorXd::LinSpaced(2000, 0.01, 20.0);
  database.added_mass.clear();
  database.radiation_damping.clear();
  const MatrixXd unit = MatrixXd::Identity(6, 6);
  for (const double omega : database.omega) {
    const Complex s(0.0, omega);
    const Complex transform = s / ((s + kDecay) * (s + kDecay) + kFrequency * kFrequency);
    database.added_mass.push_back((kInfinite + transform.imag() / omega) * unit);
    database.radiation_damping.push_back(transform.real() * unit);
  }
  return database;
}

MatrixSeries analytic_kernel() {
  MatrixSeries kernel;
  kernel.grid = VectorXd::LinSpaced(10001, 0.0, 100.0);
  for (const double tau : kernel.grid) {
    const double value =
        std::exp(-kDecay * tau) *
        (std::cos(kFrequency * tau) - kDecay / kFrequency * std::sin(kFrequency * tau));
    kernel.values.push_back(value * MatrixXd::Identity(6, 6));
  }
  return kernel;
}

}  // namespace

TEST_CASE("infinite added mass: Ogilvie's relation recovers it from A and B",
          "[hydro][database][analytic]") {
  const Database database = analytic_database();
  const MatrixXd infinite = ogilvie_added_mass(database);
  // B = .01 at the last frequency: cut off there, the relation errs by 4e-4 at worst, less on
  // average
  REQUIRE_THAT(infinite(2, 2), WithinAbs(kInfinite, 2e-4));
  REQUIRE_THAT(infinite(0, 1), WithinAbs(0.0, 1e-15));
}

TEST_CASE("infinite added mass: the filed kernel serves where B is absent",
          "[hydro][database][analytic]") {
  Database database = analytic_database();
  database.radiation_damping.clear();
  database.retardation_kernel = analytic_kernel();
  // trapezoid with steps of .01 s: (omega h)^2 / 12 of K(0) / omega^2
  REQUIRE_THAT(ogilvie_added_mass(database)(3, 3), WithinAbs(kInfinite, 2e-5));
}

TEST_CASE("infinite added mass: the filed one is taken as it is", "[hydro][database]") {
  Database database = analytic_database();
  database.added_mass_infinite = 7.0 * MatrixXd::Identity(6, 6);
  REQUIRE(infinite_added_mass(database)(1, 1) == 7.0);
}

TEST_CASE("infinite added mass: what is missing for it is named", "[hydro][database]") {
  Database database = analytic_database();
  SECTION("A") {
    database.added_mass.clear();
    REQUIRE_THROWS_WITH(infinite_added_mass(database), Catch::Contains("needs A(omega)"));
  }
  SECTION("B and K") {
    database.radiation_damping.clear();
    REQUIRE_THROWS_WITH(infinite_added_mass(database), Catch::Contains("needs B(omega) or K(tau)"));
  }
}
