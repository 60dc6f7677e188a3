#include "hydro/radiation/kernel/windowed_damping.hpp"

#include <cmath>
#include <numbers>

#include "tests/support/catch.hpp"

namespace raftup::hydro {
namespace {

using std::numbers::pi;

/// One body with damping in heave at 1 and 2 rad/s.
Database two_frequencies(double first, double second) {
  Database database;
  database.bodies.resize(1);
  database.omega = Eigen::Vector2d(1.0, 2.0);
  for (const double damping : {first, second}) {
    MatrixXd B = MatrixXd::Zero(kDofs, kDofs);
    B(2, 2) = damping;
    database.radiation_damping.push_back(B);
  }
  return database;
}

double bohman(double x) { return (1.0 - x) * std::cos(pi * x) + std::sin(pi * x) / pi; }

}  // namespace

TEST_CASE("windowed damping: the kernel is the transform of a linear B times the window",
          "[radiation]") {
  // B rises to 4 at 1 rad/s, falls to 2 at 2 rad/s and to 0 at 3 rad/s
  const WindowedDamping damping(two_frequencies(4.0, 2.0), true, 0.25, 20.0);
  REQUIRE(damping.sample_count() == 80);
  for (const Eigen::Index j : {0, 3, 40, 79}) {
    const double tau = 0.25 * static_cast<double>(j);
    const auto integral = [&](double lower, double upper, double from, double to) {
      // integral of a linear function times cos(omega tau), by 2000 midpoints
      double sum = 0.0;
      const int points = 2000;
      for (int i = 0; i < points; ++i) {
        const double share = (i + 0.5) / points, omega = lower + share * (upper - lower);
        sum += (from + share * (to - from)) * std::cos(omega * tau) * (upper - lower) / points;
      }
      return sum;
    };
    const double expected = 2.0 / pi * bohman(tau / 20.0) *
                            (integral(0.0, 1.0, 0.0, 4.0) + integral(1.0, 2.0, 4.0, 2.0) +
                             integral(2.0, 3.0, 2.0, 0.0));
    CHECK(damping.sample(j)(2, 2) == Approx(expected).epsilon(0.0).margin(2e-6));
  }
}

TEST_CASE("windowed damping: the damping of the sum is positive at every frequency",
          "[radiation]") {
  // a narrow peak and a short kernel: a cosine taper of the same data is negative beside the peak
  Database database = two_frequencies(0.0, 0.0);
  database.omega = VectorXd::LinSpaced(41, 0.5, 2.5);
  database.radiation_damping.assign(41, MatrixXd::Zero(kDofs, kDofs));
  database.radiation_damping[20](2, 2) = 1.0;
  const WindowedDamping damping(database, true, 0.25, 30.0);
  double lowest = 1.0, sum = 0.0;
  for (double omega = 0.0; omega < 4.0 * pi; omega += 0.01) {
    const MatrixXcd S = damping.transform(omega);
    lowest = std::min(lowest, S.real()(2, 2));
    sum += 0.01 * S.real()(2, 2);
  }
  CHECK(lowest > -1e-7);
  // the images over 2 pi / spacing hold the area of B and of its mirror image
  CHECK(sum == Approx(0.05).epsilon(2e-2));
}

TEST_CASE("windowed damping: negative eigenvalues are removed and told", "[radiation]") {
  const WindowedDamping damping(two_frequencies(-1.0, 2.0), true, 0.25, 20.0);
  CHECK(damping.lowest_eigenvalue() == Approx(-0.5));
  CHECK(damping.lowest_omega() == 1.0);
  CHECK_THROWS_WITH(
      WindowedDamping(Database{}, true, 0.25, 20.0),
      Catch::Contains("memory array needs radiation_damping at 2 frequencies at least, got 0"));
}

}  // namespace raftup::hydro
