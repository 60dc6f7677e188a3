#include "solver/loads/rods/bend_row.hpp"

namespace raftup::solver::rods {

void BendRow::begin(std::span<const Vector3> x0, double stiffness, double lag, double h) {
  stiffness_ = stiffness;
  lag_ = lag;
  h_ = h;
  const Vector3 kb = Bend::vector(x0[node_] - x0[node_ - 1], x0[node_ + 1] - x0[node_]);
  energy0_ = 0.5 * stiffness_ * kb.squaredNorm();
}

Vector3 BendRow::turned(std::span<const Vector3> x0, std::span<const Vector3> x1) const {
  return middle_.change(x1[node_ - 1] - x0[node_ - 1], x1[node_] - x0[node_],
                        x1[node_ + 1] - x0[node_ + 1]);
}

void BendRow::linearize(std::span<const Vector3> x0, std::span<const Vector3> x1, BlockBand& band) {
  const std::size_t i = node_;
  middle_ = Bend::of(0.5 * (x0[i] - x0[i - 1] + x1[i] - x1[i - 1]),
                     0.5 * (x0[i + 1] - x0[i] + x1[i + 1] - x1[i]));
  const auto& G = middle_.gradients;
  moment_ = stiffness_ * (middle_.kb + lag_ * turned(x0, x1));
  const double s = stiffness_ * h_ * (0.5 + lag_);
  // The gradients of the three nodes add up to 0, so that three products do for six blocks.
  const Matrix3 first = s * G[0].transpose(), last = s * G[2].transpose();
  const Matrix3 P = first * G[0], Q = first * G[2], R = last * G[2];
  band.diagonal(i - 1) += P;
  band.diagonal(i) += P + Q + Q.transpose() + R;
  band.diagonal(i + 1) += R;
  band.next(i - 1) -= P + Q;
  band.next(i) -= Q + R;
  band.second_next(i - 1) += Q;
  for (std::size_t k = 0; k < 3; ++k) {
    band.right(i + k - 1).noalias() -= G[k].transpose() * moment_;
  }
}

double BendRow::solve(std::span<const Vector3> x0, std::span<const Vector3> x1,
                      std::span<const Vector3> w) {
  const Vector3 kb = Bend::vector(x1[node_] - x1[node_ - 1], x1[node_ + 1] - x1[node_]);
  energy1_ = 0.5 * stiffness_ * kb.squaredNorm();
  const Vector3 moment = moment_ + stiffness_ * h_ * (0.5 + lag_) * change(w);
  return energy1_ - energy0_ - moment.dot(turned(x0, x1));
}

}  // namespace raftup::solver::rods
