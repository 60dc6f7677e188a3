/// @file Radiation of bodies that move ahead: the reference case Y12 in heave and pitch, the
/// relations of Salvesen, Tuck and Faltinsen in all dofs, and the power that the water takes.
#include "hydro/radiation/speed/uniform_flow.hpp"

#include <cmath>

#include "hydro/base/error.hpp"
#include "tests/hydro/radiation/synthetic.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using hydro::in_uniform_flow;
using hydro::RadiationAtFrequency;

namespace {

/// A_inf and K = K_0 exp(-.8 tau) of Y12 in heave and pitch, at one frequency.
RadiationAtFrequency of_y12(double omega) {
  RadiationAtFrequency result{MatrixXd::Zero(6, 6), MatrixXd::Zero(6, 6)};
  const auto set = [&](Eigen::Index i, Eigen::Index j, double A, double K) {
    const Complex memory = K / Complex(0.8, omega);
    result.damping(i, j) = result.damping(j, i) = memory.real();
    result.added_mass(i, j) = result.added_mass(j, i) = A + memory.imag() / omega;
  };
  set(2, 2, 3e6, 2.4e6);
  set(2, 4, -2e6, -1e6);
  set(4, 4, 9e8, 6e8);
  return result;
}

/// Force per exp(i omega t) for a displacement of one dof.
VectorXcd force_of(const RadiationAtFrequency& water, double omega, Eigen::Index dof, double x) {
  return (omega * omega * water.added_mass.col(dof) -
          Complex(0.0, omega) * water.damping.col(dof)) *
         x;
}

/// Symmetric, positive definite A and B without pattern.
RadiationAtFrequency some_water() {
  return {3.0 * testing::coupling(12, 0.3), 2.0 * testing::coupling(12, 0.7)};
}

}  // namespace

TEST_CASE("uniform flow: forces of forced heave and pitch at speed, reference case Y12",
          "[hydro][radiation][speed][analytic]") {
  struct Case {
    double omega;
    Complex of_heave[2], of_pitch[2];  // F3, M5 of .5 m heave and of .05 rad pitch
  };
  const Case cases[] = {{0.5,
                         {{37921.348315, -539325.842697}, {6362359.550562, 679775.280899}},
                         {{-658146.067416, -23033.707865}, {3369101.123596, -21249438.202247}}},
                        {0.9,
                         {{544655.172414, -595862.068966}, {3441724.137931, 3879310.344828}},
                         {{-450310.344828, -338275.862069}, {22112068.965517, -17544827.586207}}}};
  for (const Case& known : cases) {
    const RadiationAtFrequency water =
        in_uniform_flow(of_y12(known.omega), known.omega, VectorXd::Constant(1, 6.0));
    const VectorXcd of_heave = force_of(water, known.omega, 2, 0.5);
    const VectorXcd of_pitch = force_of(water, known.omega, 4, 0.05);
    for (const Eigen::Index i : {0, 1}) {
      // the page gives six decimals of numbers from 2e4 up
      CHECK(std::abs(of_heave[2 + 2 * i] - known.of_heave[i]) < 1e-10 * std::abs(of_heave[4]));
      CHECK(std::abs(of_pitch[2 + 2 * i] - known.of_pitch[i]) < 1e-10 * std::abs(of_pitch[4]));
    }
  }
}

TEST_CASE("uniform flow: the relations of Salvesen, Tuck and Faltinsen in both planes",
          "[hydro][radiation][speed][analytic]") {
  const double omega = 0.7, U = 5.0;
  const RadiationAtFrequency rest{MatrixXd(some_water().added_mass.topLeftCorner(6, 6)),
                                  MatrixXd(some_water().damping.topLeftCorner(6, 6))};
  const auto& [A, B] = rest;
  const auto [a, b] = in_uniform_flow(rest, omega, VectorXd::Constant(1, U));
  const double w2 = omega * omega;
  // a published relation is exact but for products with A26, A35 and so on, which cancel by symmetry
  CHECK(a(2, 4) == Approx(A(2, 4) - U * B(2, 2) / w2).epsilon(1e-14));
  CHECK(a(4, 2) == Approx(A(4, 2) + U * B(2, 2) / w2).epsilon(1e-14));
  CHECK(b(2, 4) == Approx(B(2, 4) + U * A(2, 2)).epsilon(1e-14));
  CHECK(b(4, 2) == Approx(B(4, 2) - U * A(2, 2)).epsilon(1e-14));
  CHECK(a(4, 4) == Approx(A(4, 4) + U * U * A(2, 2) / w2).epsilon(1e-14));
  CHECK(b(4, 4) == Approx(B(4, 4) + U * U * B(2, 2) / w2).epsilon(1e-14));
  CHECK(a(1, 5) == Approx(A(1, 5) + U * B(1, 1) / w2).epsilon(1e-14));
  CHECK(a(5, 1) == Approx(A(5, 1) - U * B(1, 1) / w2).epsilon(1e-14));
  CHECK(b(1, 5) == Approx(B(1, 5) - U * A(1, 1)).epsilon(1e-14));
  CHECK(b(5, 1) == Approx(B(5, 1) + U * A(1, 1)).epsilon(1e-14));
  CHECK(a(5, 5) == Approx(A(5, 5) + U * U * A(1, 1) / w2).epsilon(1e-14));
  CHECK(b(5, 5) == Approx(B(5, 5) + U * U * B(1, 1) / w2).epsilon(1e-14));
  CHECK(a(3, 5) == Approx(A(3, 5) + U * B(3, 1) / w2).epsilon(1e-14));
  CHECK(b(5, 3) == Approx(B(5, 3) + U * A(1, 3)).epsilon(1e-14));
  CHECK(a(0, 0) == A(0, 0));
  CHECK(b(3, 3) == B(3, 3));
}

TEST_CASE("uniform flow: the water takes power from every motion of two hulls, none is given",
          "[hydro][radiation][speed][conservation]") {
  const double omega = 0.4;
  const RadiationAtFrequency rest = some_water();
  const VectorXd speeds = Eigen::Vector2d(7.0, -3.0);
  const auto [a, b] = in_uniform_flow(rest, omega, speeds);
  const MatrixXcd rates = (Complex(0.0, omega) * MatrixXd::Identity(12, 12).cast<Complex>() +
                           hydro::flow_turning(speeds).cast<Complex>());
  const MatrixXcd Z = Complex(0.0, omega) * a.cast<Complex>() + b.cast<Complex>();
  for (int seed = 0; seed < 8; ++seed) {
    VectorXcd x(12);
    for (Eigen::Index i = 0; i < 12; ++i)
      x[i] = std::polar(1.0, 1.7 * (seed + 1) * static_cast<double>(i + 1));
    const VectorXcd velocity = Complex(0.0, omega) * x, nu = rates * x;
    const double taken = 0.5 * velocity.dot(Z * velocity).real();
    const double radiated = 0.5 * nu.dot(rest.damping.cast<Complex>() * nu).real();
    CHECK(radiated > 0.0);
    CHECK(taken == Approx(radiated).epsilon(1e-12));
  }
}

TEST_CASE("uniform flow: at zero speed the coefficients stay; what does not fit is refused",
          "[hydro][radiation][speed][edge]") {
  const RadiationAtFrequency rest = some_water();
  const auto [a, b] = in_uniform_flow(rest, 1.0, VectorXd::Zero(2));
  CHECK(a == rest.added_mass);
  CHECK(b == rest.damping);
  CHECK_THROWS_WITH(in_uniform_flow(rest, 0.0, VectorXd::Zero(2)), "omega must be positive, got 0");
  CHECK_THROWS_WITH(in_uniform_flow(rest, 1.0, VectorXd::Zero(3)),
                    "there must be a speed for each of 2 bodies, got 3");
}
