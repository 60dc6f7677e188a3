#include "hydro/numerics/rational_interpolation.hpp"

#include <cmath>

#include "hydro/numerics/resonant_series.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;

namespace {

/// Five functions with the sharp pole -.03 + 1.199625i and a broad one.
Eigen::RowVectorXcd alike(double omega) {
  const Complex s(0.0, omega);
  Eigen::RowVectorXcd values(5);
  for (int k = 0; k < 5; ++k) {
    values[k] = (1.0 + k + (k * k - 3.0) * s) / (s * s + 1.4 * s + 1.3) +
                (0.1 * k - 0.3 * s) / (s * s + 0.06 * s + 1.44);
  }
  return values;
}

/// An excitation with a delay and with the same sharp pole.
Complex excitation(double omega) {
  const Complex s(0.0, omega);
  return (3.0 - 2.0 * s + 0.5 * s * s) * std::exp(-0.4 * s) +
         (0.2 + 0.4 * s) / (s * s + 0.06 * s + 1.44);
}

template <typename Function>
MatrixXcd sampled(const VectorXd& omega, Function function) {
  MatrixXcd values(omega.size(), 1);
  for (Eigen::Index k = 0; k < omega.size(); ++k) values(k, 0) = function(omega[k]);
  return values;
}

ResonantSeries series_of(const VectorXd& omega, VectorXcd poles) {
  ResonantSeries series{omega, sampled(omega, excitation), {}, {}, std::move(poles), {}};
  series.at_rest = Eigen::RowVectorXcd::Constant(1, excitation(0.0));
  series.scale = series.values.cwiseAbs().colwise().maxCoeff();
  return series;
}

/// Largest error of X between .2 and 2.2 rad/s, relative to its peak.
double worst_error(const RefinedSeries& refined) {
  const NaturalSpline spline(refined.omega, refined.values);
  double peak = 0.0, worst = 0.0;
  for (double omega = 0.2; omega <= 2.2; omega += 0.001) {
    peak = std::max(peak, std::abs(excitation(omega)));
    worst = std::max(worst, std::abs(spline.at(omega)[0] - excitation(omega)));
  }
  return worst / peak;
}

}  // namespace

TEST_CASE("rational interpolation: rational functions of low degree are reproduced",
          "[numerics][analytic]") {
  const VectorXd omega = VectorXd::LinSpaced(14, 0.2, 2.2);
  MatrixXcd values(omega.size(), 5);
  for (Eigen::Index k = 0; k < omega.size(); ++k) values.row(k) = alike(omega[k]);
  const auto interpolants = rational_interpolants(omega, values, 4);
  REQUIRE_FALSE(interpolants.empty());
  for (const RationalInterpolant& interpolant : interpolants) {
    const MatrixXcd at_supports = values(interpolant.supports(), Eigen::all);
    for (double at = 0.2; at < 2.2; at += 0.01) {
      CHECK((interpolant.at(at_supports, at) - alike(at)).norm() < 1e-7 * alike(at).norm());
    }
    const Eigen::Index second = interpolant.supports()[1];
    CHECK(interpolant.at(at_supports, omega[second]) == values.row(second));
  }
}

TEST_CASE("rational interpolation: of three frequencies, or of no function, there is none",
          "[numerics]") {
  const VectorXd omega = VectorXd::LinSpaced(3, 0.2, 2.2);
  CHECK(rational_interpolants(omega, MatrixXcd::Random(3, 5), 4).empty());
  CHECK(rational_interpolants(VectorXd::LinSpaced(9, 0.2, 2.2), MatrixXcd(9, 0), 4).empty());
}

TEST_CASE("resonant series: a known pole between two frequencies is met", "[numerics][analytic]") {
  const VectorXd omega = VectorXd::LinSpaced(11, 0.2, 2.2);
  CHECK(worst_error(refine_series(series_of(omega, {}))) > 0.02);  // the plain spline: .1
  VectorXcd pole(1);
  pole[0] = {-0.03, 1.199625};
  const RefinedSeries refined = refine_series(series_of(omega, pole));
  CHECK(worst_error(refined) < 0.01);
  const NaturalSpline spline(refined.omega, refined.values);
  for (const double at : omega) {
    CHECK(std::abs(spline.at(at)[0] - excitation(at)) < 1e-12);
  }
}

TEST_CASE("resonant series: values that the natural spline meets get no further frequencies",
          "[numerics]") {
  const VectorXd omega = VectorXd::LinSpaced(41, 0.05, 2.05);
  ResonantSeries series = series_of(omega, {});
  series.values = sampled(omega, [](double at) { return Complex(std::cos(at), std::sin(at)); });
  series.at_rest[0] = 1.0;
  const RefinedSeries refined = refine_series(series);
  CHECK(refined.omega.size() == 42);
  CHECK(refined.errors.size() == 40);
  for (const IntervalError& error : refined.errors) CHECK(error.relative < 1e-3);
}

TEST_CASE("resonant series: a function of no size does not count", "[numerics]") {
  const VectorXd omega = VectorXd::LinSpaced(11, 0.2, 2.2);
  ResonantSeries series = series_of(omega, {});
  series.scale[0] = 0.0;
  const RefinedSeries refined = refine_series(series);
  CHECK(refined.omega.size() == 12);
  CHECK(refined.errors[4].relative == 0.0);
}
