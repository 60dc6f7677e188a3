#include "hydro/excitation/refined_excitation.hpp"

#include <algorithm>
#include <vector>

#include "hydro/excitation/frequency_error.hpp"
#include "hydro/radiation/state_space/sharp_resonances.hpp"
#include "tests/hydro/excitation/filed_ships.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::hydro;
using namespace raftup::testing;

namespace {

using Kept = std::vector<Eigen::Index>;

/// Every `step`-th frequency up to `last` [rad/s].
Kept every(const Database& whole, Eigen::Index step, double last) {
  Kept kept;
  for (Eigen::Index k = 0; k < whole.omega.size() && whole.omega[k] < last + 1e-6; k += step) {
    kept.push_back(k);
  }
  return kept;
}

/// Largest difference of X, at the frequencies left out, relative to the peak of the dof; dofs below
/// a thousandth of the largest one of their kind are left out.
double worst_between(const Database& whole, const Kept& kept) {
  const RefinedExcitation coarse(part_of(whole, kept)), filed(whole);
  VectorXd peak = VectorXd::Zero(whole.dof_count()), worst = peak;
  for (Eigen::Index k = kept.front(); k <= kept.back(); ++k) {
    for (Eigen::Index body = 0; body < whole.body_count(); ++body) {
      const MatrixXcd X = filed.at(whole.omega[k], body);
      const MatrixXcd missed = coarse.at(whole.omega[k], body) - X;
      auto of_peak = peak.segment(kDofs * body, kDofs),
           of_worst = worst.segment(kDofs * body, kDofs);
      of_peak = of_peak.cwiseMax(X.cwiseAbs().rowwise().maxCoeff()).eval();
      of_worst = of_worst.cwiseMax(missed.cwiseAbs().rowwise().maxCoeff()).eval();
    }
  }
  double largest = 0.0;
  for (Eigen::Index dof = 0; dof < peak.size(); ++dof) {
    double of_kind = 0.0;
    for (Eigen::Index first = dof % kDofs / 3 * 3; first < peak.size(); first += kDofs) {
      of_kind = std::max(of_kind, peak.segment(first, 3).maxCoeff());
    }
    if (peak[dof] > 1e-3 * of_kind) largest = std::max(largest, worst[dof] / peak[dof]);
  }
  return largest;
}

/// A body that heaves alone in water with the sharp pole -.03 + 1.199625i, solved exactly at `omega`:
/// the impedance of its water is a sum of two resonances, its wave force has a delay besides.
Complex water_impedance(Complex s) {
  return s * (2.0 + s) / (s * s + 1.4 * s + 1.3) + 0.3 * s / (s * s + 0.06 * s + 1.44);
}
Complex wave_force(Complex s) {
  return (3.0 - 2.0 * s + 0.5 * s * s) * std::exp(-0.4 * s) +
         (0.2 + 0.4 * s) / (s * s + 0.06 * s + 1.44);
}
Database heaving_body(const VectorXd& omega) {
  Database database;
  database.bodies.resize(1);
  database.bodies[0].hydrostatic_stiffness(2, 2) = wave_force(0.0).real();
  database.omega = omega;
  database.wave_directions = VectorXd::Zero(1);
  database.excitation.values = {MatrixXcd::Zero(kDofs, omega.size())};
  for (Eigen::Index k = 0; k < omega.size(); ++k) {
    const Complex s(0.0, omega[k]), Z = water_impedance(s);
    MatrixXd added_mass = MatrixXd::Zero(kDofs, kDofs), damping = added_mass;
    damping(2, 2) = Z.real();
    added_mass(2, 2) = Z.imag() / omega[k];
    database.added_mass.push_back(added_mass);
    database.radiation_damping.push_back(damping);
    database.excitation.values[0](2, k) = wave_force(s);
  }
  return database;
}

}  // namespace

TEST_CASE("refined excitation: a resonance of the water between two ships is met",
          "[excitation][reference]") {
  const Database whole = alongside();
  // The natural spline misses 16.8, 8.5 and 2.8 % at these steps of .1, .075 and .05 rad/s.
  CHECK(worst_between(whole, every(whole, 4, 2.0)) < 0.03);
  CHECK(worst_between(whole, every(whole, 3, 2.0)) < 0.01);
  CHECK(worst_between(whole, every(whole, 2, 2.0)) < 0.0025);
  const VectorXcd poles = sharp_resonances(part_of(whole, every(whole, 4, 2.0)));
  REQUIRE(poles.size() == 1);
  CHECK(std::abs(poles[0] - Complex(-0.08, 1.10)) < 0.01);
}

TEST_CASE("refined excitation: long hulls are met better than by a spline",
          "[excitation][reference]") {
  const Database supply = read_database(own_data() / "supply.h5"),
                 dock = read_database(own_data() / "floating_dock.h5");
  CHECK(worst_between(supply, every(supply, 4, 9.0)) < 0.04);  // by a spline 6.6 %
  CHECK(worst_between(dock, every(dock, 4, 9.0)) < 0.19);      // by a spline 38 %
  CHECK(worst_between(dock, every(dock, 2, 9.0)) < 0.025);     // by a spline 6.3 %
}

TEST_CASE("refined excitation: the estimated error is near the true one", "[excitation]") {
  const Database whole = alongside();
  for (const Eigen::Index step : {4, 3}) {
    const Kept kept = every(whole, step, 2.0);
    const double estimate =
        largest_error(RefinedExcitation(part_of(whole, kept)).errors()).relative;
    const double truth = worst_between(whole, kept);
    CHECK(estimate > truth / 1.5);
    CHECK(estimate < truth * 1.5);
  }
}

TEST_CASE("refined excitation: is computed once for the same data", "[excitation]") {
  Database database = hemisphere();
  const auto first = refined_excitation(database);
  CHECK(refined_excitation(database) == first);
  database.excitation.values[0](2, 3) *= 1.01;
  CHECK(refined_excitation(database) != first);
}

TEST_CASE("frequency error: frequencies are added where it is largest, off the ends",
          "[excitation][reference]") {
  const Database whole = alongside();
  Kept kept = every(whole, 6, 2.0);  // 13 frequencies, .15 rad/s apart
  std::vector<IntervalError> errors = frequency_errors(part_of(whole, kept));
  CHECK(errors.size() == kept.size() - 1);
  while (largest_error(errors).relative > 0.02) {
    const VectorXd omega = whole.omega(kept);
    const std::vector<double> added = frequencies_between(omega, errors, 0.02, 2);
    REQUIRE_FALSE(added.empty());
    for (const double at : added) {  // the nearest frequency of the whole database
      Eigen::Index nearest = 0;
      (whole.omega.array() - at).abs().minCoeff(&nearest);
      REQUIRE(std::find(kept.begin(), kept.end(), nearest) == kept.end());
      kept.push_back(nearest);
    }
    std::sort(kept.begin(), kept.end());
    errors = frequency_errors(part_of(whole, kept));
  }
  CHECK(kept.size() <= 26);
  CHECK(worst_between(whole, kept) < 0.025);
}

TEST_CASE("frequency error: frequencies of exact coefficients are chosen to a tolerance",
          "[excitation][analytic]") {
  const auto [tolerance, most] = GENERATE(table<double, Eigen::Index>({{0.02, 10}, {0.01, 11}}));
  CAPTURE(tolerance);
  VectorXd omega = VectorXd::LinSpaced(8, 0.1, 2.5);
  std::vector<IntervalError> errors = frequency_errors(heaving_body(omega));
  while (largest_error(errors).relative > tolerance) {
    const std::vector<double> added = frequencies_between(omega, errors, tolerance, 2);
    REQUIRE_FALSE(added.empty());
    std::vector<double> all(omega.begin(), omega.end());
    all.insert(all.end(), added.begin(), added.end());
    std::sort(all.begin(), all.end());
    omega = Eigen::Map<VectorXd>(all.data(), static_cast<Eigen::Index>(all.size()));
    errors = frequency_errors(heaving_body(omega));
  }
  const RefinedExcitation chosen(heaving_body(omega));
  double peak = 0.0, worst = 0.0;
  for (const double at : VectorXd::LinSpaced(2000, 0.1, 2.5)) {
    const Complex exact = wave_force({0.0, at});
    peak = std::max(peak, std::abs(exact));
    worst = std::max(worst, std::abs(chosen.at(at, 0)(2, 0) - exact));
  }
  CAPTURE(omega.size(), worst / peak);
  CHECK(omega.size() <= most);
  CHECK(worst < tolerance * peak);
}

TEST_CASE("frequency error: a database of two frequencies has none", "[excitation]") {
  const Database whole = hemisphere();
  const std::vector<IntervalError> errors = frequency_errors(part_of(whole, {3, 9}));
  REQUIRE(errors.size() == 1);
  CHECK(errors[0].relative < 1e-12);
  CHECK(frequencies_between(whole.omega, {{0.1, 0.19}}, 0.2, 2).empty());
  CHECK(frequencies_between(whole.omega, {{0.3, 0.1}}, 0.2, 2)[0] == Approx(0.125));
}
