#include "hydro/radiation/state_space/passivity.hpp"

#include "hydro/numerics/types.hpp"
#include "hydro/radiation/state_space/vector_fitting.hpp"
#include "tests/hydro/radiation/synthetic.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;
using hydro::PassivityBand;
using hydro::RationalModel;

namespace {

constexpr Eigen::Index kSize = 6;
constexpr PassivityBand kBand{0.1, 3.0};

/// Two pairs with H(0) = 0 whose second gives energy around 1.2 rad/s.
RationalModel active_model() {
  RationalModel model{VectorXcd(2), RowMajorMatrix::Zero(4, kSize * kSize)};
  model.poles << Complex(-0.3, 0.6), Complex(-0.2, 1.2);
  matrix_of_row(model.coefficients, 0, kSize) = coupling(kSize, 1.0);
  matrix_of_row(model.coefficients, 2, kSize) = -0.1 * coupling(kSize, 0.2);
  // the share of every basis function that keeps H(0) = 0
  const MatrixXd Z = hydro::zero_at_rest(model.poles);
  model.coefficients = Z * (Z.transpose() * model.coefficients).eval();
  return model;
}

}  // namespace

TEST_CASE("passivity: a model that gives energy takes it on 10 000 frequencies afterwards",
          "[radiation][passivity]") {
  RationalModel model = active_model();
  const RationalModel before = model;
  const VectorXd omega = VectorXd::LinSpaced(100, 0.1, 6.0);
  const VectorXd fine = VectorXd::LinSpaced(10000, 0.001, 30.0);
  REQUIRE(hydro::lowest_eigenvalue(model, fine, kBand) < -1e-3);
  const auto report = hydro::enforce_passivity(model, hydro::even_measure(omega), kBand,
                                               std::vector<Eigen::Index>(kSize, 0));
  CHECK(report.passive);
  CHECK(report.lowest_before < 0.0);
  CHECK(report.lifted == 0.0);
  CHECK(hydro::lowest_eigenvalue(model, fine, kBand) >= 0.0);
  // no further than it must
  RationalModel nearer = model;
  nearer.coefficients = 0.1 * before.coefficients + 0.9 * model.coefficients;
  CHECK(hydro::lowest_eigenvalue(nearer, fine, kBand) < 0.0);
  // still nothing at rest, still symmetric; a pole is where it was
  CHECK(model.response(0.0).cwiseAbs().maxCoeff() < 1e-12);
  const MatrixXcd H = model.response(0.7);
  CHECK((H - H.transpose()).cwiseAbs().maxCoeff() < 1e-12);
  CHECK(model.poles == before.poles);
}

TEST_CASE("passivity: a passive model is left as it is", "[radiation][passivity]") {
  RationalModel model = active_model();
  const VectorXd omega = VectorXd::LinSpaced(100, 0.1, 6.0);
  const std::vector<Eigen::Index> group(kSize, 0);
  hydro::enforce_passivity(model, hydro::even_measure(omega), kBand, group);
  const RationalModel passive = model;
  CHECK(hydro::enforce_passivity(model, hydro::even_measure(omega), kBand, group).rounds == 0);
  CHECK(model.coefficients == passive.coefficients);
}

TEST_CASE("passivity: bodies that do not interact stay uncoupled", "[radiation][passivity]") {
  RationalModel model = active_model();
  for (Eigen::Index k = 0; k < 4; ++k) {
    matrix_of_row(model.coefficients, k, kSize).topRightCorner(3, 3).setZero();
    matrix_of_row(model.coefficients, k, kSize).bottomLeftCorner(3, 3).setZero();
  }
  const auto report = hydro::enforce_passivity(
      model, hydro::even_measure(VectorXd::LinSpaced(100, 0.1, 6.0)), kBand, {0, 0, 0, 1, 1, 1});
  CHECK(report.passive);
  CHECK(report.rounds > 0);
  for (Eigen::Index k = 0; k < 4; ++k) {
    CHECK(matrix_of_row(model.coefficients, k, kSize).topRightCorner(3, 3).isZero(0.0));
  }
}
