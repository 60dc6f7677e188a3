#include "hydro/numerics/matrix_products.hpp"
#include "hydro/numerics/types.hpp"
#include "hydro/radiation/state_space/exponential_memory.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;

TEST_CASE("column matrix: adds the sums over the columns in their order, at any size",
          "[numerics][determinism]") {
  for (const Eigen::Index rows : {0, 1, 6, 8, 18, 24, 25, 54}) {
    for (const Eigen::Index columns : {0, 1, 9, 72}) {
      const MatrixXd matrix = MatrixXd::Random(rows, columns);
      const VectorXd x = VectorXd::Random(columns), before = VectorXd::Random(rows);
      VectorXd result = before;
      ColumnMatrix(matrix).add_product(x.data(), result.data());
      for (Eigen::Index r = 0; r < rows; ++r) {
        volatile double sum = 0.0;  // volatile: nothing for a vectoriser
        for (Eigen::Index c = 0; c < columns; ++c) sum = sum + matrix(r, c) * x[c];
        CHECK(result[r] == before[r] + sum);
      }
    }
  }
}

TEST_CASE("column matrix: products of eight vectors are those of each, zeros passed over",
          "[numerics][determinism]") {
  for (const Eigen::Index rows : {0, 1, 6, 8, 25, 54}) {
    const MatrixXd matrix = MatrixXd::Random(rows, 9);
    MatrixXd x = MatrixXd::Random(9, kLaneCount);
    x.row(2).setZero();
    x.row(8).setZero();
    std::vector<LaneArray> lanes(9), products(static_cast<std::size_t>(rows));
    for (std::size_t c = 0; c < lanes.size(); ++c) {
      for (std::size_t lane = 0; lane < kLaneCount; ++lane) {
        lanes[c][lane] = x(static_cast<Eigen::Index>(c), static_cast<Eigen::Index>(lane));
      }
    }
    ColumnMatrix(matrix).add_products(lanes.data(), products.data());
    for (Eigen::Index lane = 0; lane < x.cols(); ++lane) {
      const VectorXd of_lane = x.col(lane);
      VectorXd expected = VectorXd::Zero(rows);
      ColumnMatrix(matrix).add_product(of_lane.data(), expected.data());
      for (Eigen::Index r = 0; r < rows; ++r) {
        CHECK(products[static_cast<std::size_t>(r)][static_cast<std::size_t>(lane)] == expected[r]);
      }
    }
  }
}

TEST_CASE(
    "twin products: blocks of columns are summed one by one, column after column, at any size",
    "[numerics][determinism]") {
  for (const Eigen::Index rows : {1, 5, 12, 37, 132}) {
    for (const Eigen::Index columns : {0, 1, 12, 127, 131}) {
      const MatrixXd matrix = MatrixXd::Random(rows, columns);
      const VectorXd x = VectorXd::Random(columns), y = VectorXd::Random(columns);
      VectorXd of_x;
      MatrixXd sums_of_y;
      twin_products(matrix, x, y, of_x, sums_of_y);
      const Eigen::Index width = column_block(rows, columns);
      for (Eigen::Index r = 0; r < rows; ++r) {
        double total = 0.0;
        for (Eigen::Index first = 0; first < columns; first += width) {
          volatile double sum_x = 0.0, sum_y = 0.0;
          for (Eigen::Index c = first; c < std::min(first + width, columns); ++c) {
            sum_x = sum_x + matrix(r, c) * x[c];
            sum_y = sum_y + matrix(r, c) * y[c];
          }
          total += sum_x;
          CHECK(sums_of_y(r, first / width) == sum_y);
        }
        CHECK(of_x[r] == total);
      }
    }
  }
}

TEST_CASE("shared products: lanes are summed over the blocks, then in their order",
          "[numerics][determinism]") {
  constexpr std::size_t kBlocks = 37;
  std::vector<SixRows> matrix(kBlocks);
  std::vector<LaneArray> first(kBlocks), second(kBlocks);
  for (std::size_t block = 0; block < kBlocks; ++block) {
    for (LaneArray& row : matrix[block]) {
      for (double& value : row) value = VectorXd::Random(1)[0];
    }
    for (double& value : first[block]) value = VectorXd::Random(1)[0];
    for (double& value : second[block]) value = VectorXd::Random(1)[0];
  }
  const auto expected = [&](std::size_t row, const std::vector<LaneArray>& vector) {
    double total = 0.0;
    for (std::size_t lane = 0; lane < kLaneCount; ++lane) {
      volatile double sum = 0.0;
      for (std::size_t block = 0; block < kBlocks; ++block) {
        sum = sum + matrix[block][row][lane] * vector[block][lane];
      }
      total += sum;
    }
    return total;
  };
  VectorXd first_result = VectorXd::Constant(6, 1.0), second_result = VectorXd::Constant(6, 2.0);
  add_shared_products(matrix.data(), first.data(), second.data(), kBlocks, first_result.data(),
                      second_result.data());
  for (std::size_t row = 0; row < 6; ++row) {
    const auto r = static_cast<Eigen::Index>(row);
    CHECK(first_result[r] == 1.0 + expected(row, first));
    CHECK(second_result[r] == 2.0 + expected(row, second));
  }
}

TEST_CASE("turned modes: each complex number is multiplied once and twice", "[numerics]") {
  constexpr Eigen::Index kModes = 12, kCount = 3;
  const VectorXcd turn = VectorXcd::Random(kModes);
  const VectorXd turn_real = turn.real(), turn_imaginary = turn.imag();
  const VectorXd z = VectorXd::Random(2 * kModes * kCount);
  VectorXd once(z.size()), twice(z.size());
  turn_modes(turn_real.data(), turn_imaginary.data(), kModes, kCount, z.data(), once.data(),
             twice.data());
  for (Eigen::Index dof = 0; dof < kCount; ++dof) {
    for (Eigen::Index k = 0; k < kModes; ++k) {
      const Eigen::Index real = 2 * kModes * dof + k, imaginary = real + kModes;
      const Complex value(z[real], z[imaginary]);
      CHECK(std::abs(Complex(once[real], once[imaginary]) - turn[k] * value) < 1e-15);
      CHECK(std::abs(Complex(twice[real], twice[imaginary]) - turn[k] * turn[k] * value) < 1e-15);
    }
  }
}

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
