#include "hydro/radiation/state_space/rational_model.hpp"

#include <cmath>

#include "hydro/base/whole_number.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

Eigen::Index basis_size(const VectorXcd& poles) {
  return poles.size() + (poles.imag().array() > 0.0).count();
}

VectorXcd rational_basis(const VectorXcd& poles, double omega) {
  const Complex s(0.0, omega), i(0.0, 1.0);
  VectorXcd basis(basis_size(poles));
  Eigen::Index row = 0;
  for (const Complex p : poles) {
    const Complex upper = 1.0 / (s - p);
    if (p.imag() == 0.0) {
      basis[row++] = upper;
    } else {
      const Complex lower = 1.0 / (s - std::conj(p));
      basis[row++] = upper + lower;
      basis[row++] = i * (upper - lower);
    }
  }
  return basis;
}

VectorXd exponential_basis(const VectorXcd& poles, double tau) {
  VectorXd basis(basis_size(poles));
  Eigen::Index row = 0;
  for (const Complex p : poles) {
    const Complex value = exponential(p * tau);
    if (p.imag() == 0.0) {
      basis[row++] = value.real();
    } else {
      basis[row++] = 2.0 * value.real();
      basis[row++] = -2.0 * value.imag();
    }
  }
  return basis;
}

VectorXd basis_at_infinity(const VectorXcd& poles) {
  VectorXd basis(basis_size(poles));
  Eigen::Index row = 0;
  for (const Complex p : poles) {
    if (p.imag() == 0.0) {
      basis[row++] = -p.real();
    } else {
      basis[row++] = -2.0 * p.real();
      basis[row++] = 2.0 * p.imag();
    }
  }
  return basis;
}

VectorXd basis_at_rest(const VectorXcd& poles) {
  VectorXd basis(basis_size(poles));
  Eigen::Index row = 0;
  for (const Complex p : poles) {
    const Complex cube = 1.0 / (p * p * p);
    if (p.imag() == 0.0) {
      basis[row++] = cube.real();
    } else {
      basis[row++] = 2.0 * cube.real();
      basis[row++] = -2.0 * cube.imag();
    }
  }
  return basis;
}

Eigen::Index RationalModel::size() const {
  return to_integer<Eigen::Index>(std::round(std::sqrt(static_cast<double>(coefficients.cols()))),
                                  "number of dofs");
}

MatrixXcd RationalModel::response(double omega) const {
  const VectorXcd basis = rational_basis(poles, omega);
  MatrixXcd result(size(), size());
  result.real() = weighted_matrix(coefficients, basis.real(), size());
  result.imag() = weighted_matrix(coefficients, basis.imag(), size());
  return result;
}

MatrixXcd RationalModel::residue(Eigen::Index k) const {
  const Eigen::Index row = basis_size(poles.head(k));
  MatrixXcd result = matrix_of_row(coefficients, row, size()).cast<Complex>();
  if (poles[k].imag() != 0.0) {
    result += Complex(0.0, 1.0) * matrix_of_row(coefficients, row + 1, size()).cast<Complex>();
  }
  return result;
}

}  // namespace raftup::hydro
