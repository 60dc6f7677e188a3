#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "hydro/base/cancellation.hpp"
#include "hydro/numerics/dense.hpp"
#include "solver/linearisation/coupled_bodies.hpp"
#include "solver/linearisation/linear_matrices.hpp"
#include "solver/linearisation/mode_search.hpp"

namespace raftup::solver {

namespace {

/// Relative difference below which entries of a shape, or frequencies, are equal.
constexpr double kTied = 1e-9;

/// Finds the modes of C x = omega^2 (M + A) x by one decomposition, for an A that does not depend
/// on the frequency.
/// @returns nothing if M + A is not positive definite
std::optional<std::vector<ModeSearch::Mode>> modes_of_constant(const LinearMatrices& matrices,
                                                               const MatrixXd& added_mass) {
  const MatrixXd& free = matrices.free_basis;
  const VectorXd scale =
      (free.transpose() * matrices.mass * free).diagonal().cwiseSqrt().cwiseInverse();
  const MatrixXd motions = free * scale.asDiagonal();
  const MatrixXd inertia = motions.transpose() * (matrices.mass + added_mass) * motions;
  const MatrixXd restoring = motions.transpose() * matrices.restoring * motions;
  const auto found = generalized_eigen(0.5 * (restoring + restoring.transpose()),
                                       0.5 * (inertia + inertia.transpose()));
  if (!found) return std::nullopt;
  std::vector<ModeSearch::Mode> modes;
  for (Eigen::Index k = 0; k < found->values.size(); ++k) {
    const double omega = found->values[k] > 0.0 ? std::sqrt(found->values[k]) : 0.0;
    if (omega <= kLowestMode || omega > kHighestMode) continue;
    modes.push_back({omega, motions * found->vectors.col(k)});
  }
  return modes;
}

std::vector<ModeSearch::Mode> modes_of(const LinearMatrices& matrices, const LinearWater& water) {
  if (matrices.free_basis.cols() == 0) return {};
  if (water.has_constant_added_mass()) {
    auto found = modes_of_constant(matrices, water.infinite_added_mass());
    if (found) return *std::move(found);
  }
  return ModeSearch(matrices, water).run();
}

/// Divides a shape by its largest entry; of entries that are equal up to rounding, by the first.
void scale_by_largest(VectorXd& shape) {
  const double largest = shape.cwiseAbs().maxCoeff();
  const auto first = std::find_if(shape.begin(), shape.end(), [=](double entry) {
    return std::abs(entry) >= (1.0 - kTied) * largest;
  });
  shape /= *first;
}

/// Computes x^T A x; the columns of A are added one after another.
double quadratic_form(const MatrixXd& A, const VectorXd& x) {
  VectorXd product = VectorXd::Zero(A.rows());
  for (Eigen::Index k = 0; k < A.cols(); ++k) product += x[k] * A.col(k);
  return x.dot(product);
}

/// Inertia M + A(omega) and damping D + B(omega) of coupled bodies. They are computed into the same
/// two matrices for all modes: with 100 bodies a matrix has 3 MB, and allocating new ones for each
/// of 600 modes takes longer than finding the modes.
class ModalCoefficients {
 public:
  /// Keeps references to both.
  ModalCoefficients(const LinearMatrices& matrices, const LinearWater& water)
      : matrices_(matrices), water_(water) {
    evaluate(1.0);
  }

  /// Sets the modal mass and damping of a mode from its frequency and shape.
  void describe(NaturalMode& mode) {
    check_cancelled();
    if (water_.has_groups()) evaluate(mode.omega);
    mode.modal_mass = quadratic_form(inertia_, mode.shape);
    mode.modal_damping = quadratic_form(damping_, mode.shape);
  }

 private:
  void evaluate(double omega) {
    water_.added_mass(omega, inertia_);
    inertia_ += matrices_.mass;
    water_.radiation_damping(omega, damping_);
    damping_ += matrices_.linear_damping;
  }

  const LinearMatrices& matrices_;
  const LinearWater& water_;
  MatrixXd inertia_, damping_;
};

/// Sorts modes by ascending frequency; modes of one frequency keep the order of their bodies.
void sort(std::vector<NaturalMode>& modes) {
  std::vector<std::size_t> order(modes.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return modes[a].omega < modes[b].omega; });
  for (auto begin = order.begin(); begin != order.end();) {
    const double beyond = (1.0 + kTied) * modes[*begin].omega;
    const auto end =
        std::find_if(begin, order.end(), [&](std::size_t k) { return modes[k].omega > beyond; });
    std::sort(begin, end);
    begin = end;
  }
  std::vector<NaturalMode> sorted;
  for (const std::size_t k : order) sorted.push_back(std::move(modes[k]));
  modes = std::move(sorted);
}

}  // namespace

std::vector<NaturalMode> natural_modes(const LinearMatrices& matrices, const LinearWater& water) {
  std::vector<NaturalMode> modes;
  for (const std::vector<std::size_t>& bodies : coupled_bodies(matrices, water)) {
    const EquationsOfBodies part = equations_of(bodies, matrices, water);
    ModalCoefficients coefficients(part.matrices, part.water);
    for (ModeSearch::Mode& mode : modes_of(part.matrices, part.water)) {
      NaturalMode& found = modes.emplace_back();
      found.omega = mode.omega;
      found.shape = std::move(mode.shape);
      scale_by_largest(found.shape);
      coefficients.describe(found);
      VectorXd whole = VectorXd::Zero(matrices.mass.rows());
      whole(part.dofs) = found.shape;
      found.shape = std::move(whole);
    }
  }
  sort(modes);
  return modes;
}

}  // namespace raftup::solver
