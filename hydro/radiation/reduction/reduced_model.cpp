#include "hydro/radiation/reduction/reduced_model.hpp"

#include <utility>

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

Eigen::Index ReducedModel::state_count() const {
  const Eigen::Index dofs = (modes.vectors.rowwise().squaredNorm().array() > 0.0).count();
  return 2 * modes.poles.size() + common.pole_count() * dofs;
}

MatrixXcd ReducedModel::response(double omega) const {
  const Complex s(0.0, omega);
  const VectorXcd upper = modes.poles.unaryExpr([s](Complex p) { return p / (s - p); });
  const VectorXcd lower =
      modes.poles.unaryExpr([s](Complex p) { return std::conj(p) / (s - std::conj(p)); });
  const MatrixXcd& c = modes.vectors;
  return common.response(omega) + c * upper.asDiagonal() * c.transpose() +
         c.conjugate() * lower.asDiagonal() * c.adjoint();
}

RationalModel ReducedModel::rational() const {
  RationalModel model{VectorXcd(common.poles.size() + modes.poles.size()), {}};
  model.poles << common.poles, modes.poles;
  model.coefficients.resize(basis_size(model.poles), size() * size());
  model.coefficients.topRows(common.pole_count()) = common.coefficients;
  Eigen::Index row = common.pole_count();
  for (Eigen::Index k = 0; k < modes.poles.size(); ++k) {
    const auto c = modes.vectors.col(k);
    const MatrixXcd residue = modes.poles[k] * c * c.transpose();
    if (modes.poles[k].imag() == 0.0) {
      matrix_of_row(model.coefficients, row++, size()) = 2.0 * residue.real();
    } else {
      matrix_of_row(model.coefficients, row++, size()) = residue.real();
      matrix_of_row(model.coefficients, row++, size()) = residue.imag();
    }
  }
  return model;
}

ReducedModel closed_by_common_pole(RankOneModes modes, double decay) {
  const Eigen::Index size = modes.vectors.rows();
  ReducedModel model{{VectorXcd::Constant(1, -decay), RowMajorMatrix(1, size * size)},
                     std::move(modes)};
  const MatrixXcd& c = model.modes.vectors;
  matrix_of_row(model.common.coefficients, 0, size) = 2.0 * decay * (c * c.transpose()).real();
  return model;
}

}  // namespace raftup::hydro
