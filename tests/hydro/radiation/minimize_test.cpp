#include "hydro/numerics/minimize.hpp"

#include "tests/support/catch.hpp"

using namespace raftup;

namespace {

/// The valley of Rosenbrock (1960) in x and y / unit: lowest, 0, at (1, unit).
double rosenbrock(const VectorXd& x, double unit, VectorXd& gradient) {
  const double y = x[1] / unit, bend = y - x[0] * x[0];
  gradient[0] = -2.0 * (1.0 - x[0]) - 400.0 * x[0] * bend;
  gradient[1] = 200.0 * bend / unit;
  return (1.0 - x[0]) * (1.0 - x[0]) + 100.0 * bend * bend;
}

/// Lowest point found from (-1.2, 1) by so many steps.
VectorXd lowest_point(double unit, int iterations) {
  VectorXd x(2), units(2);
  x << -1.2, unit;
  units << 1.0, unit;
  minimize(
      [unit](const VectorXd& at, VectorXd& gradient) { return rosenbrock(at, unit, gradient); }, x,
      units, iterations);
  return x;
}

}  // namespace

TEST_CASE("minimize: finds the bottom of a bent valley", "[numerics]") {
  const VectorXd x = lowest_point(1.0, 100);
  CHECK(x[0] == Approx(1.0).epsilon(1e-6));  // of a square: half the digits
  CHECK(x[1] == Approx(1.0).epsilon(1e-6));
}

TEST_CASE("minimize: the units make variables of any size alike", "[numerics]") {
  // a power of two: the same steps to the last bit
  const VectorXd plain = lowest_point(1.0, 20), scaled = lowest_point(0x1p-20, 20);
  CHECK(plain[0] == scaled[0]);
  CHECK(plain[1] == 0x1p20 * scaled[1]);
}

TEST_CASE("minimize: no step leads from the bottom", "[numerics]") {
  VectorXd x = VectorXd::Ones(2);
  const double value =
      minimize([](const VectorXd& at, VectorXd& gradient) { return rosenbrock(at, 1.0, gradient); },
               x, VectorXd::Ones(2), 10);
  CHECK(value == 0.0);
  CHECK(x == VectorXd::Ones(2));
}
