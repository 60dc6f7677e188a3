/// @file Fixed points of linear maps, whose answers are known.
#include "solver/numerics/coupling/fixed_point.hpp"

#include "hydro/base/error.hpp"
#include "hydro/numerics/dense.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::solver;

namespace {

/// x -> S x + b
struct LinearMap {
  MatrixXd S;
  VectorXd b;

  VectorXd operator()(const VectorXd& x) const { return S * x + b; }
  VectorXd fixed_point() const {
    const MatrixXd error = MatrixXd::Identity(b.size(), b.size()) - S;
    return solve_regular(error, b).col(0);
  }
};

/// Heavier outside than inside: explicit exchange would multiply the error by up to -3 a try.
LinearMap stiff_map(Eigen::Index size) {
  MatrixXd T(size, size);
  for (Eigen::Index i = 0; i < size; ++i) {
    for (Eigen::Index j = 0; j < size; ++j) {
      T(i, j) = (i == j ? 1.0 : 0.0) + 0.3 * std::sin(static_cast<double>(3 * i + 7 * j + 1));
    }
  }
  const VectorXd slopes = VectorXd::LinSpaced(size, 0.7, -3.0);
  return {T * slopes.asDiagonal() * solve_regular(T, MatrixXd::Identity(size, size)),
          VectorXd::LinSpaced(size, 1.0, 4.0)};
}

/// Calls until the residual is below `tolerance` of the answer, at most `limit`.
int tries(FixedPoint& method, const LinearMap& map, double tolerance, int limit,
          VectorXd x = VectorXd()) {
  if (x.size() == 0) x = VectorXd::Zero(map.b.size());
  for (int k = 1; k <= limit; ++k) {
    const VectorXd mapped = map(x);
    if ((mapped - x).norm() <= tolerance * mapped.norm()) return k;
    x = method.next(x, mapped);
  }
  return limit + 1;
}

LinearMap number(double slope) {
  return {MatrixXd::Constant(1, 1, slope), VectorXd::Constant(1, 2.0)};
}

}  // namespace

TEST_CASE("constant relaxation: the error falls by 1 - omega (1 - s) a try, or grows",
          "[solver][coupling][analytic]") {
  ConstantRelaxation half(0.5);
  const LinearMap map = number(-1.5);
  const VectorXd x = VectorXd::Constant(1, 5.0);
  const double error = half.next(x, map(x))[0] - map.fixed_point()[0];
  CHECK(error == Approx((1.0 - 0.5 * 2.5) * (5.0 - map.fixed_point()[0])).epsilon(1e-14));
  CHECK(tries(half, map, 1e-9, 100) < 20);
  CHECK(tries(half, number(-3.5), 1e-9, 100) == 101);  // |1 - .5 * 4.5| > 1
}

TEST_CASE("Aitken's relaxation: of a linear map of one number it is exact at the second call",
          "[solver][coupling][analytic]") {
  for (const double slope : {-20.0, -1.0, 0.3, 0.99, 4.0}) {
    AitkenRelaxation method(0.4);
    const LinearMap map = number(slope);
    VectorXd x = VectorXd::Constant(1, -3.0);
    for (int call = 0; call < 2; ++call) x = method.next(x, map(x));
    CHECK(x[0] == Approx(map.fixed_point()[0]).epsilon(1e-12));
    // At the fixed point the residual is 0 and stays.
    CHECK(method.next(x, x) == x);
  }
}

TEST_CASE("IQN-ILS: a linear map of n dimensions is solved within n + 2 tries",
          "[solver][coupling][analytic]") {
  for (const Eigen::Index size : {1, 2, 6, 12}) {
    const LinearMap map = stiff_map(size);
    InterfaceQuasiNewton method(0.5);
    // Round-off of an inverse of condition 1e3 at most.
    CHECK(tries(method, map, 1e-9, 100) <= size + 2);
    ConstantRelaxation full(1.0);
    CHECK(tries(full, map, 1e-9, 100) == 101);
  }
}

TEST_CASE("IQN-ILS: directions that say nothing new are left out", "[solver][coupling]") {
  // The map is constant but along one direction, so that all differences are parallel.
  LinearMap map{MatrixXd::Zero(4, 4), VectorXd::Ones(4)};
  map.S(0, 0) = -5.0;
  InterfaceQuasiNewton method(0.5);
  VectorXd x = VectorXd::Zero(4);
  for (int call = 0; call < 8; ++call) x = method.next(x, map(x));
  CHECK((x - map.fixed_point()).norm() < 1e-12);
  CHECK(x.allFinite());
}

TEST_CASE("a fixed point sought anew: nothing of the last one is left", "[solver][coupling]") {
  AitkenRelaxation aitken(0.5);
  InterfaceQuasiNewton newton(0.5);
  for (FixedPoint* method :
       {static_cast<FixedPoint*>(&aitken), static_cast<FixedPoint*>(&newton)}) {
    const LinearMap map = stiff_map(3);
    const VectorXd x = VectorXd::Constant(3, 2.0);
    const VectorXd first = method->next(x, map(x));
    method->next(first, map(first));
    method->reset();
    CHECK(method->next(x, map(x)) == first);
  }
}

TEST_CASE("relaxation must be a weight", "[solver][coupling]") {
  CHECK_THROWS_WITH(ConstantRelaxation(0.0), "relaxation must be above 0 and at most 1, got 0");
  CHECK_THROWS_WITH(AitkenRelaxation(1.5), "relaxation must be above 0 and at most 1, got 1.5");
  CHECK_THROWS_WITH(InterfaceQuasiNewton(-1.0), "relaxation must be above 0 and at most 1, got -1");
}
