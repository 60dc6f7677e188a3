#include "hydro/numerics/batch_transform.hpp"

#include <cmath>

#include "hydro/numerics/types.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;

namespace {

/// The definition: sum over q of x_q exp(-2 pi i k q / length), series in the columns.
MatrixXcd transform_by_definition(const MatrixXcd& x) {
  const auto length = static_cast<double>(x.rows());
  MatrixXcd result = MatrixXcd::Zero(x.rows(), x.cols());
  for (Eigen::Index k = 0; k < x.rows(); ++k) {
    for (Eigen::Index q = 0; q < x.rows(); ++q) {
      result.row(k) +=
          x.row(q) * std::polar(1.0, -2.0 * M_PI * static_cast<double>(k * q % x.rows()) / length);
    }
  }
  return result;
}

RowMajorMatrix values_of(const MatrixXcd& x) {
  RowMajorMatrix values(x.rows(), 2 * x.cols());
  values << x.real(), x.imag();
  return values;
}

}  // namespace

TEST_CASE("batch transform: meets the definition and turns back, done whole or in pieces",
          "[numerics][analytic]") {
  const auto length = GENERATE(2, 4, 64, 512);
  const Eigen::Index lanes = 5;
  const BatchTransform transform(static_cast<std::size_t>(length));
  const MatrixXcd x = MatrixXcd::Random(length, lanes), expected = transform_by_definition(x);
  RowMajorMatrix values = values_of(x), pieces = values;
  const std::size_t all = transform.butterfly_count();
  transform.forward(values.data(), lanes, 0, all);
  for (std::size_t b = 0; b < all; b += 7) {
    transform.forward(pieces.data(), lanes, b, std::min(b + 7, all));
  }
  CHECK(pieces == values);
  RowMajorMatrix sorted(values.rows(), values.cols());
  for (Eigen::Index k = 0; k < length; ++k) {
    const auto place = static_cast<Eigen::Index>(transform.place(static_cast<std::size_t>(k)));
    sorted.row(k) = values.row(place);
  }
  // rounding of a sum of `length` numbers of size 1
  CHECK((sorted - values_of(expected)).cwiseAbs().maxCoeff() < 1e-15 * length);
  transform.backward(values.data(), lanes, 0, all);
  CHECK((values / length - values_of(x)).cwiseAbs().maxCoeff() < 1e-14);
}

TEST_CASE("batch transform: refuses a length that is no power of two", "[numerics]") {
  CHECK_THROWS_WITH(BatchTransform(48),
                    "length of a transform must be a power of two from 2 on, got 48");
}
