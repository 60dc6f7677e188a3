#include "solver/loads/rods/block_band.hpp"

#include <algorithm>

#include "hydro/base/error.hpp"

namespace raftup::solver::rods {

namespace {

Eigen::Index row_of(std::size_t node) { return 3 * static_cast<Eigen::Index>(node); }

}  // namespace

BlockBand::BlockBand(std::size_t nodes, std::size_t kept_first, std::size_t kept_last,
                     bool second_neighbors)
    : kept_first_(kept_first),
      kept_last_(kept_last),
      diagonal_(nodes),
      next_(nodes),
      second_next_(second_neighbors ? nodes : 0),
      right_(nodes),
      eliminated_(nodes),
      column_(nodes) {
  clear();
}

void BlockBand::clear() {
  std::fill(diagonal_.begin(), diagonal_.end(), Matrix3::Zero());
  std::fill(next_.begin(), next_.end(), Matrix3::Zero());
  std::fill(second_next_.begin(), second_next_.end(), Matrix3::Zero());
  std::fill(right_.begin(), right_.end(), Vector3::Zero());
  column_.clear();
}

void BlockBand::eliminate(bool with_border) {
  with_border_ = with_border && kept_last_ > 0;
  if (with_border_) begin_border();
  column_.begin_elimination();
  for (std::size_t node = first_kept_last(); node-- > kept_first_;) {
    eliminate_node(node);
    if (with_border_) eliminate_border(node);
    if (column_.is_used()) eliminate_column(node);
  }
  if (column_.is_used()) finish_column();
}

void BlockBand::eliminate_column(std::size_t node) {
  const Vector3& solved = column_.eliminate(node, eliminated_[node].pivot, eliminated_[node].right);
  if (node >= 1) column_.at(node - 1).noalias() -= next_[node - 1] * solved;
  if (node >= 2 && !second_next_.empty()) {
    column_.at(node - 2).noalias() -= second_next_[node - 2] * solved;
  }
  if (!with_border_) return;
  for (std::size_t k = 0; k < kept_last_; ++k) {
    column_.at(first_kept_last() + k).noalias() -=
        border_[node].middleCols<3>(row_of(k)).transpose() * solved;
  }
}

void BlockBand::finish_column() {
  const double per_pivot = column_.per_pivot();
  for (std::size_t i = 0; i < kept_first_; ++i) {
    const Vector3 scaled = per_pivot * column_.at(i);
    right_[i] -= column_.right() * scaled;
    diagonal_[i].noalias() += scaled * column_.at(i).transpose();
    if (i + 1 < kept_first_) next_[i].noalias() += scaled * column_.at(i + 1).transpose();
    for (std::size_t k = 0; with_border_ && k < kept_last_; ++k) {
      border_[i].middleCols<3>(row_of(k)).noalias() +=
          scaled * column_.at(first_kept_last() + k).transpose();
    }
  }
  for (std::size_t i = 0; with_border_ && i < kept_last_; ++i) {
    const Vector3 scaled = per_pivot * column_.at(first_kept_last() + i);
    right_[first_kept_last() + i] -= column_.right() * scaled;
    for (std::size_t k = 0; k < kept_last_; ++k) {
      border_matrix_.block<3, 3>(row_of(i), row_of(k)).noalias() +=
          scaled * column_.at(first_kept_last() + k).transpose();
    }
  }
}

void BlockBand::eliminate_node(std::size_t node) {
  Eliminated& done = eliminated_[node];
  done.pivot = PivotBlock(diagonal_[node]);
  if (!done.pivot.is_positive()) {
    throw SolverFailure("the matrix of a line is not positive definite");
  }
  done.right = done.pivot.solve(right_[node]);
  if (node == 0) return;
  const Matrix3& first = next_[node - 1];
  done.to_previous = done.pivot.solve<Matrix3>(first.transpose());
  diagonal_[node - 1].noalias() -= first * done.to_previous;
  right_[node - 1].noalias() -= first * done.right;
  if (node == 1 || second_next_.empty()) return;
  const Matrix3& second = second_next_[node - 2];
  done.to_second_previous = done.pivot.solve<Matrix3>(second.transpose());
  diagonal_[node - 2].noalias() -= second * done.to_second_previous;
  next_[node - 2].noalias() -= second * done.to_previous;
  right_[node - 2].noalias() -= second * done.right;
}

void BlockBand::begin_border() {
  const auto columns = row_of(kept_last_);
  border_.assign(nodes(), Border::Zero(3, columns));
  solved_border_.assign(nodes(), Border::Zero(3, columns));
  border_matrix_.setZero();
  const std::size_t begin = first_kept_last();
  for (std::size_t k = begin; k < nodes(); ++k) {
    const auto column = row_of(k - begin);
    border_matrix_.block<3, 3>(column, column) = diagonal_[k];
    if (k >= 1) {
      if (k - 1 < begin) {
        border_[k - 1].middleCols<3>(column) = next_[k - 1];
      } else {
        border_matrix_.block<3, 3>(column - 3, column) = next_[k - 1];
        border_matrix_.block<3, 3>(column, column - 3) = next_[k - 1].transpose();
      }
    }
    if (k >= 2 && k - 2 < begin && !second_next_.empty()) {
      border_[k - 2].middleCols<3>(column) = second_next_[k - 2];
    }
  }
}

void BlockBand::eliminate_border(std::size_t node) {
  const Border& here = border_[node];
  Border& solved = solved_border_[node];
  solved = eliminated_[node].pivot.solve(here);
  const auto columns = here.cols();
  border_matrix_.topLeftCorner(columns, columns).noalias() -= here.transpose() * solved;
  for (Eigen::Index c = 0; c < columns; c += 3) {
    right_[first_kept_last() + static_cast<std::size_t>(c / 3)].noalias() -=
        here.middleCols<3>(c).transpose() * eliminated_[node].right;
  }
  if (node >= 1) border_[node - 1].noalias() -= next_[node - 1] * solved;
  if (node >= 2 && !second_next_.empty()) {
    border_[node - 2].noalias() -= second_next_[node - 2] * solved;
  }
}

MatrixXd BlockBand::condensed_matrix() const {
  const Eigen::Index a = row_of(kept_first_), b = row_of(kept_last_);
  MatrixXd S = MatrixXd::Zero(a + b, a + b);
  for (std::size_t i = 0; i < kept_first_; ++i) S.block<3, 3>(row_of(i), row_of(i)) = diagonal_[i];
  if (kept_first_ == 2) {
    S.block<3, 3>(0, 3) = next_[0];
    S.block<3, 3>(3, 0) = next_[0].transpose();
  }
  if (!with_border_) return S;
  S.bottomRightCorner(b, b) = border_matrix_.topLeftCorner(b, b);
  for (std::size_t i = 0; i < kept_first_; ++i) {
    S.block(row_of(i), a, 3, b) = border_[i];
    S.block(a, row_of(i), b, 3) = border_[i].transpose();
  }
  return S;
}

VectorXd BlockBand::condensed_right() const {
  VectorXd rho(row_of(kept_first_ + kept_last_));
  for (std::size_t i = 0; i < kept_first_; ++i) rho.segment<3>(row_of(i)) = right_[i];
  for (std::size_t i = 0; i < kept_last_; ++i) {
    rho.segment<3>(row_of(kept_first_ + i)) = right_[first_kept_last() + i];
  }
  return rho;
}

double BlockBand::moment(std::span<const Vector3> w) const {
  if (!column_.is_used()) return 0.0;
  double sum = column_.right();
  for (std::size_t i = 0; i < kept_first_; ++i) sum += column_.at(i).dot(w[i]);
  for (std::size_t k = 0; with_border_ && k < kept_last_; ++k) {
    sum += column_.at(first_kept_last() + k).dot(w[first_kept_last() + k]);
  }
  return sum * column_.per_pivot();
}

void BlockBand::substitute(std::span<Vector3> w) const {
  const double moment = this->moment(w);
  for (std::size_t node = kept_first_; node < first_kept_last(); ++node) {
    Vector3 value = eliminated_[node].right;
    if (column_.is_used()) value -= moment * column_.solved(node);
    if (node >= 1) value.noalias() -= eliminated_[node].to_previous * w[node - 1];
    if (node >= 2 && !second_next_.empty()) {
      value.noalias() -= eliminated_[node].to_second_previous * w[node - 2];
    }
    if (with_border_) {
      for (std::size_t k = 0; k < kept_last_; ++k) {
        value.noalias() -= solved_border_[node].middleCols<3>(row_of(k)) * w[first_kept_last() + k];
      }
    }
    w[node] = value;
  }
}

MatrixXd BlockBand::dense() const {
  MatrixXd all = MatrixXd::Zero(row_of(nodes()), row_of(nodes()));
  const auto put = [&all](std::size_t i, std::size_t j, const Matrix3& block) {
    all.block<3, 3>(row_of(i), row_of(j)) = block;
    all.block<3, 3>(row_of(j), row_of(i)) = block.transpose();
  };
  for (std::size_t i = 0; i < nodes(); ++i) {
    put(i, i, diagonal_[i]);
    if (i + 1 < nodes()) put(i, i + 1, next_[i]);
    if (i + 2 < nodes() && !second_next_.empty()) put(i, i + 2, second_next_[i]);
  }
  if (!column_.is_used()) return all;
  VectorXd g(all.rows());
  for (std::size_t i = 0; i < nodes(); ++i) g.segment<3>(row_of(i)) = column_.at(i);
  all.noalias() += g * g.transpose() / column_.compliance();
  return all;
}

}  // namespace raftup::solver::rods
