#include "hydro/radiation/reduction/reduced_model.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/numerics/types.hpp"
#include "hydro/radiation/fit/state_space_fit.hpp"
#include "hydro/radiation/reduction/model_reduction.hpp"
#include "hydro/radiation/state_space/passivity.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using hydro::PassivityBand;
using hydro::RankOneModes;
using hydro::ReducedModel;

namespace {

constexpr Eigen::Index kReducedSize = 6;
constexpr PassivityBand kReducedBand{0.1, 3.0};

/// A resonance v v^T 2 decay s / (s^2 + 2 decay s + |p|^2), passive and zero at rest: its damping
/// peaks with v v^T. As p c c^T / (s - p) and its conjugate: c = sqrt(decay / (i Im p)) v.
void add_resonance(RankOneModes& modes, Complex pole, const VectorXd& v, double strength = 1.0) {
  const Eigen::Index count = modes.poles.size();
  modes.poles.conservativeResize(count + 1);
  modes.vectors.conservativeResize(v.size(), count + 1);
  modes.poles[count] = pole;
  modes.vectors.col(count) =
      std::sqrt(strength * -pole.real() / Complex(0.0, pole.imag())) * v.cast<Complex>();
}

/// `strong` resonances of all dofs and as many weak ones, spread from .4 to 2.5 rad/s.
ReducedModel resonances(int strong, double weak_strength) {
  RankOneModes modes{VectorXcd(0), MatrixXcd(kReducedSize, 0)};
  for (int k = 0; k < 2 * strong; ++k) {
    VectorXd v(kReducedSize);
    for (Eigen::Index i = 0; i < kReducedSize; ++i)
      v[i] = std::cos(static_cast<double>(k * (i + 1)));
    const double omega = 0.4 + 2.1 * k / (2 * strong - 1);
    add_resonance(modes, Complex(-0.15, omega), v, k % 2 == 0 ? 1.0 : weak_strength);
  }
  return hydro::closed_by_common_pole(modes, kReducedBand.high);
}

/// What all frequencies have passively (a real pole at each end) and a resonance that takes.
ReducedModel taking(double strength) {
  ReducedModel model;
  model.common.poles = VectorXcd(2);
  model.common.poles << Complex(-0.1), Complex(-3.0);
  model.common.coefficients.resize(2, kReducedSize * kReducedSize);
  const auto residues = hydro::lift_residues(kReducedBand);
  matrix_of_row(model.common.coefficients, 0, kReducedSize).setIdentity();
  matrix_of_row(model.common.coefficients, 1, kReducedSize).setIdentity();
  model.common.coefficients.row(0) *= residues.low;
  model.common.coefficients.row(1) *= residues.high;
  model.modes.vectors.resize(kReducedSize, 0);
  add_resonance(model.modes, Complex(-1e-4, 1.2), VectorXd::Ones(kReducedSize), -strength);
  return model;
}

double difference(const ReducedModel& first, const ReducedModel& second) {
  double worst = 0.0;
  for (const double omega : {0.01, 0.3, 0.7, 1.1, 1.9, 2.5, 4.0}) {
    worst = std::max(worst, (first.response(omega) - second.response(omega)).cwiseAbs().maxCoeff());
  }
  return worst;
}

hydro::ReductionTarget target_of(const ReducedModel& model) {
  hydro::ReductionTarget target{{VectorXd::LinSpaced(60, 0.05, 3.0), {}, {}},
                                VectorXd::Ones(kReducedSize),
                                kReducedBand,
                                1e-3};
  target.response.real.resize(60, kReducedSize * kReducedSize);
  target.response.imaginary = target.response.real;
  for (Eigen::Index k = 0; k < 60; ++k) {
    const MatrixXcd H = model.response(target.response.omega[k]);
    matrix_of_row(target.response.real, k, kReducedSize) = H.real();
    matrix_of_row(target.response.imaginary, k, kReducedSize) = H.imag();
  }
  return target;
}

}  // namespace

TEST_CASE("reduced model: its response is that of the poles that it expands to", "[radiation]") {
  const ReducedModel model = resonances(3, 0.5);
  const hydro::RationalModel rational = model.rational();
  for (const double omega : {0.2, 1.0, 5.0}) {
    CHECK((model.response(omega) - rational.response(omega)).cwiseAbs().maxCoeff() < 1e-13);
  }
  CHECK(model.response(0.0).cwiseAbs().maxCoeff() < 1e-13);
  CHECK(model.state_count() == 12 + kReducedSize);
}

TEST_CASE("balanced truncation: gives back all states that a function has", "[radiation]") {
  // 6 resonances of rank one, fitted with a matrix of rank 6 for each: 72 states for 12
  const ReducedModel model = resonances(3, 0.5);
  const RankOneModes modes = hydro::balanced_truncation(model.rational(), 12);
  REQUIRE(modes.poles.size() == 6);
  for (Eigen::Index k = 0; k < 6; ++k) {
    CHECK(std::abs(modes.poles[k] - model.modes.poles[k]) < 1e-7);
  }
  CHECK(difference(hydro::closed_by_common_pole(modes, kReducedBand.high), model) < 1e-7);
}

TEST_CASE("passivity proof: finds where a resonance that no grid would meet gives energy",
          "[radiation][passivity]") {
  const ReducedModel model = taking(1.0);
  const auto singular = hydro::singular_frequencies(model);
  const auto lowest = [&](double omega) {
    return hydro::lowest_eigenvalue(model.response(omega).real());
  };
  // the eigenvalue of the resonance vanishes at two frequencies a thousandth apart
  REQUIRE(singular.size() == 2);
  for (const double omega : singular) CHECK(std::abs(lowest(omega)) < 1e-8);
  CHECK(lowest(0.5 * (singular[0] + singular[1])) < -1.0);
  CHECK(lowest(singular[0] - 1e-3) > 0.0);
  CHECK(lowest(singular[1] + 1e-3) > 0.0);
  CHECK(hydro::proven_lowest_eigenvalue(model, kReducedBand) < -1.0);
}

TEST_CASE("passivity proof: a resonance that only takes what is there is passive",
          "[radiation][passivity]") {
  CHECK(hydro::proven_lowest_eigenvalue(taking(0.1), kReducedBand) > 0.0);
  CHECK(hydro::proven_lowest_eigenvalue(taking(-1.0), kReducedBand) > 0.0);
}

TEST_CASE("passivity proof: refuses a model without damping at infinity",
          "[radiation][passivity]") {
  CHECK_THROWS_WITH(
      hydro::singular_frequencies(resonances(1, 1.0)),
      "passivity of a reduced model: omega^2 Re H must be positive definite at infinity");
}

TEST_CASE("model reduction: leaves out what hardly counts and stays passive",
          "[radiation][passivity]") {
  const ReducedModel whole = resonances(6, 2e-3);
  const auto error_of = [&](const ReducedModel& model) { return difference(model, whole); };
  const auto found = hydro::reduce_model(whole.rational(), target_of(whole), 14, error_of, 1e-2);
  REQUIRE(found);
  // the truncation, a pole that closes it and one that lifts it
  CHECK(found->state_count() <= 16 + 2 * kReducedSize);
  CHECK(error_of(*found) < 1e-2);
  CHECK(found->response(0.0).cwiseAbs().maxCoeff() < 1e-12);
  CHECK(hydro::proven_lowest_eigenvalue(*found, kReducedBand) > 0.0);
  const VectorXd fine = VectorXd::LinSpaced(10000, 0.001, 30.0);
  CHECK(hydro::lowest_eigenvalue(found->rational(), fine, kReducedBand) > 0.0);
  const auto again = hydro::reduce_model(whole.rational(), target_of(whole), 14, error_of, 1e-2);
  CHECK(again->modes.vectors == found->modes.vectors);
  CHECK(again->common.coefficients == found->common.coefficients);
}

TEST_CASE("model reduction: a fit comes back from its text bit for bit", "[radiation]") {
  hydro::StateSpaceFit fit;
  fit.infinite_added_mass = MatrixXd::Identity(kReducedSize, kReducedSize);
  fit.reduced = resonances(2, 0.5);
  fit.model = fit.reduced->rational();
  fit.errors.damping = 0.1;
  const std::string text = hydro::fit_to_text(fit);
  const hydro::StateSpaceFit back = hydro::fit_from_text(text, kReducedSize);
  REQUIRE(back.reduced);
  CHECK(back.reduced->modes.vectors == fit.reduced->modes.vectors);
  CHECK(back.model.coefficients == fit.model.coefficients);
  CHECK(hydro::fit_to_text(back) == text);
  CHECK_THROWS_WITH(hydro::fit_from_text(text.substr(0, text.size() / 2), kReducedSize),
                    Catch::Contains("stored state-space fit is damaged"));
}
