#include "hydro/numerics/dense.hpp"
#include "hydro/radiation/kernel/retardation_kernel.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;

namespace {

constexpr double kSpacing = 0.05;
constexpr double kDecay = 0.1, kOscillation = 0.5;

/// exp(-a tau) cos(b tau), whose transform is passive, times (1, c; c, 1): cut at 20 s, where .14
/// of it is left.
RowMajorMatrix cut_kernel(double c) {
  RowMajorMatrix samples(401, 4);
  for (Eigen::Index k = 0; k < samples.rows(); ++k) {
    const double tau = kSpacing * static_cast<double>(k);
    const double value = std::exp(-kDecay * tau) * std::cos(kOscillation * tau);
    samples.row(k) << value, c * value, c * value, value;
  }
  return samples;
}

MatrixXd damping(const RowMajorMatrix& samples, double omega) {
  const VectorXd weights = hydro::transform_weights(omega, kSpacing, samples.rows()).real();
  return weighted_matrix(samples, weights, 2);
}

double lowest(const RowMajorMatrix& samples) {
  double result = 1e9;
  for (const double omega : VectorXd::LinSpaced(4001, 0.0, 4.0)) {
    result = std::min(result, symmetric_eigenvalues(damping(samples, omega))[0]);
  }
  return result;
}

/// B of the whole kernel: its peak is 5.05 at .5 rad/s.
double whole_damping(double omega) {
  const auto peak = [](double distance) {
    return kDecay / (kDecay * kDecay + distance * distance);
  };
  return 0.5 * (peak(kOscillation - omega) + peak(kOscillation + omega));
}

const VectorXd kScale = VectorXd::Constant(2, std::sqrt(5.05));

}  // namespace

TEST_CASE("kernel passivity: a cut kernel's damping is lifted to zero and hardly elsewhere",
          "[radiation][passivity]") {
  RowMajorMatrix samples = cut_kernel(0.9);
  const RowMajorMatrix cut = samples;
  const double before = lowest(cut);
  REQUIRE(before < -0.05);  // exp(-2) / omega sin(20 omega) of the end
  const hydro::KernelPassivity report = hydro::make_kernel_passive(samples, kSpacing, kScale, 2.0);
  CHECK(report.lowest_before == Approx(before / 5.05).epsilon(0.2));  // on a coarser grid
  CHECK(report.lowest_after == 0.0);
  CHECK(lowest(samples) >= 0.0);
  for (const double omega : {0.3, 0.5, 0.8, 1.5}) {
    const double error = std::abs(damping(samples, omega)(0, 0) - whole_damping(omega));
    const double error_cut = std::abs(damping(cut, omega)(0, 0) - whole_damping(omega));
    CHECK(error < error_cut - before);  // no more than was missing somewhere
  }
}

TEST_CASE("kernel passivity: a kernel that has died out stays as it is, bit for bit",
          "[radiation][passivity]") {
  RowMajorMatrix samples(201, 4);
  for (Eigen::Index k = 0; k < samples.rows(); ++k) {
    const double tau = kSpacing * static_cast<double>(k);
    samples.row(k) = std::exp(-3.0 * tau) * Eigen::RowVector4d(1.0, 0.3, 0.3, 1.0);
  }
  const RowMajorMatrix before = samples;
  CHECK(hydro::make_kernel_passive(samples, kSpacing, kScale, 2.0).lowest_before == 0.0);
  CHECK(samples == before);
}

TEST_CASE("kernel passivity: dofs that do not couple stay uncoupled, quiet ones without memory",
          "[radiation][passivity]") {
  RowMajorMatrix samples = cut_kernel(0.0);
  hydro::make_kernel_passive(samples, kSpacing, kScale, 2.0);
  CHECK(samples.col(1).isZero(0.0));
  RowMajorMatrix quiet = RowMajorMatrix::Zero(401, 4);
  CHECK(hydro::make_kernel_passive(quiet, kSpacing, VectorXd::Zero(2), 2.0).lowest_before == 0.0);
  CHECK(quiet.isZero(0.0));
}
