#include "hydro/numerics/matrix_products.hpp"

#include "hydro/numerics/types.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;

TEST_CASE("fixed lanes: a pass over two matrices gives the bits of two passes, any length",
          "[numerics]") {
  for (const Eigen::Index columns : {1, 15, 16, 17, 100, 1003}) {
    const Eigen::Index rows = 7, stride = columns + 3;
    const RowMajorMatrix first = RowMajorMatrix::Random(rows, stride);
    const RowMajorMatrix second = RowMajorMatrix::Random(rows, stride);
    const VectorXd x = VectorXd::Random(columns);
    VectorXd y1(rows), y2(rows), paired1(rows), paired2(rows);
    const auto r = static_cast<std::size_t>(rows), s = static_cast<std::size_t>(stride),
               c = static_cast<std::size_t>(columns);
    row_product(first.data(), r, s, x.data(), c, y1.data());
    row_product(second.data(), r, s, x.data(), c, y2.data());
    paired_row_product(first.data(), second.data(), r, s, x.data(), c, paired1.data(),
                       paired2.data());
    CHECK(paired1 == y1);
    CHECK(paired2 == y2);
    // rounding of a sum of `columns` terms of size 1
    CHECK((y1 - first.leftCols(columns) * x).cwiseAbs().maxCoeff() <
          1e-16 * static_cast<double>(columns + 10));
  }
}
