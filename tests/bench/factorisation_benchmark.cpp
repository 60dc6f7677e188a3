/// @file Our factorisations beside Eigen's of the same matrices, factor and one solution each
/// (deploy/decisions/0016):
///   dense  the system matrix of n coupled bodies, 6n x 6n: Cholesky, Eigen::LLT, Eigen::LDLT
///   chain  the rows of n hinges in a chain, 5n x 5n: block_ldlt, Eigen::SimplicialLDLT with its
///          analysis made once, as ours is
#include <benchmark/benchmark.h>

#include <Eigen/Cholesky>
#include <Eigen/SparseCholesky>
#include <random>

#include "solver/numerics/linear/block_ldlt.hpp"
#include "solver/numerics/linear/cholesky.hpp"

namespace {

using namespace raftup;
using namespace raftup::solver;

constexpr std::size_t kHingeRows = 5;

/// As well conditioned as masses with added mass are.
MatrixXd positive_definite(Eigen::Index size) {
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  const MatrixXd any = MatrixXd::NullaryExpr(size, size, [&] { return number(generator); });
  return any * any.transpose() / static_cast<double>(size) + MatrixXd::Identity(size, size);
}

void ours_dense(benchmark::State& state) {
  const MatrixXd matrix = positive_definite(kDofs * state.range(0));
  Cholesky cholesky(matrix.rows());
  VectorXd x(matrix.rows());
  for (auto _ : state) {
    cholesky.matrix() = matrix;
    cholesky.factorize();
    x.setOnes();
    cholesky.solve(x.data());
    benchmark::DoNotOptimize(x.data());
  }
}

template <typename Factor>
void eigen_dense(benchmark::State& state) {
  const MatrixXd matrix = positive_definite(kDofs * state.range(0));
  Factor factor(matrix.rows());
  VectorXd x(matrix.rows());
  for (auto _ : state) {
    factor.compute(matrix);
    x.setOnes();
    factor.solveInPlace(x);
    benchmark::DoNotOptimize(x.data());
  }
}

/// Blocks of a chain, each coupled to the next.
struct Chain {
  BlockPattern pattern;
  BlockValues values;
  Eigen::SparseMatrix<double> sparse;

  explicit Chain(std::size_t count) {
    std::vector<std::pair<std::size_t, std::size_t>> couplings;
    for (std::size_t i = 1; i < count; ++i) couplings.emplace_back(i - 1, i);
    pattern = analyze_blocks(std::vector<std::size_t>(count, kHingeRows), couplings);
    values.resize(pattern.storage_size());
    const auto size = static_cast<Eigen::Index>(kHingeRows * count);
    std::vector<Eigen::Triplet<double>> entries;
    const MatrixXd diagonal = 4.0 * positive_definite(kHingeRows);
    const MatrixXd coupling = 0.2 * positive_definite(kHingeRows);  // symmetric, so either way
    fill(diagonal, couplings, coupling, entries);
    sparse.resize(size, size);
    sparse.setFromTriplets(entries.begin(), entries.end());
  }

 private:
  void fill(const MatrixXd& diagonal,
            const std::vector<std::pair<std::size_t, std::size_t>>& couplings,
            const MatrixXd& coupling, std::vector<Eigen::Triplet<double>>& entries) {
    for (std::size_t i = 0; i < pattern.block_count(); ++i) put(i, i, diagonal, entries);
    for (const auto& [a, b] : couplings) put(a, b, coupling, entries);
  }

  void put(std::size_t a, std::size_t b, const MatrixXd& block,
           std::vector<Eigen::Triplet<double>>& entries) {
    const auto [row, column] = std::minmax(pattern.place_of[a], pattern.place_of[b]);
    LaneArray* rows = values.data() + pattern.offset_of(row, column);
    for (Eigen::Index r = 0; r < block.rows(); ++r) {
      for (Eigen::Index c = 0; c < block.cols(); ++c) {
        rows[r][static_cast<std::size_t>(c)] = block(r, c);
        const auto first = static_cast<Eigen::Index>(kHingeRows * b) + r;
        const auto second = static_cast<Eigen::Index>(kHingeRows * a) + c;
        if (first >= second) entries.emplace_back(first, second, block(r, c));
      }
    }
  }
};

void ours_chain(benchmark::State& state) {
  const Chain chain(static_cast<std::size_t>(state.range(0)));
  BlockValues factor;
  BlockVector pivots(chain.pattern.block_count()), x(chain.pattern.block_count());
  for (auto _ : state) {
    factor = chain.values;
    factorize(chain.pattern, factor, pivots);
    for (LaneArray& part : x) part.fill(1.0);
    solve(chain.pattern, factor, pivots, x);
    benchmark::DoNotOptimize(x.data());
  }
}

void eigen_chain(benchmark::State& state) {
  const Chain chain(static_cast<std::size_t>(state.range(0)));
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor;
  factor.analyzePattern(chain.sparse);
  VectorXd x(chain.sparse.rows());
  for (auto _ : state) {
    factor.factorize(chain.sparse);
    x = factor.solve(VectorXd::Ones(chain.sparse.rows()));
    benchmark::DoNotOptimize(x.data());
  }
}

BENCHMARK(ours_dense)->Arg(1)->Arg(2)->Arg(9)->Arg(50);
BENCHMARK(eigen_dense<Eigen::LLT<MatrixXd>>)->Arg(1)->Arg(2)->Arg(9)->Arg(50);
BENCHMARK(eigen_dense<Eigen::LDLT<MatrixXd>>)->Arg(1)->Arg(2)->Arg(9)->Arg(50);
BENCHMARK(ours_chain)->Arg(3)->Arg(100)->Arg(1000);
BENCHMARK(eigen_chain)->Arg(3)->Arg(100)->Arg(1000);

}  // namespace

BENCHMARK_MAIN();
