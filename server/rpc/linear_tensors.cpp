#include "server/rpc/linear_tensors.hpp"

#include <utility>

namespace raftup::server {

TensorWriter::TensorWriter(v1::LinearTensorKind kind, int grid,
                           const std::vector<Eigen::Index>& shape, const LinearPart& part)
    : kind_(kind), grid_(grid), part_(part) {
  begin();
  for (const Eigen::Index size : shape) message_.mutable_tensor()->add_shape(size);
}

void TensorWriter::begin() {
  message_ = {};
  message_.mutable_tensor()->set_kind(kind_);
  message_.mutable_tensor()->set_grid(grid_);
}

void TensorWriter::add(double value) {
  if (message_.tensor().values_size() == kValuesPerPart) {
    part_(std::move(message_));
    begin();
  }
  message_.mutable_tensor()->add_values(value);
}

void write_matrix(v1::LinearTensorKind kind, const MatrixXd& matrix, const LinearPart& part) {
  std::vector<Eigen::Index> shape{matrix.rows()};
  if (kind != v1::LINEAR_TENSOR_KIND_MEAN_WATER_VELOCITY) shape.push_back(matrix.cols());
  TensorWriter writer(kind, 0, shape, part);
  writer.add(matrix);
  writer.finish();
}

void write_series(v1::LinearTensorKind kind, int grid, const std::vector<MatrixXd>& series,
                  Eigen::Index size, const LinearPart& part) {
  TensorWriter writer(kind, grid, {static_cast<Eigen::Index>(series.size()), size, size}, part);
  for (const MatrixXd& matrix : series) writer.add(matrix);
  writer.finish();
}

void write_complex(v1::LinearTensorKind kind, int grid, const std::vector<MatrixXcd>& series,
                   const std::vector<Eigen::Index>& shape, const LinearPart& part) {
  TensorWriter writer(kind, grid, shape, part);
  for (const MatrixXcd& matrix : series) {
    for (Eigen::Index row = 0; row < matrix.rows(); ++row) {
      for (Eigen::Index column = 0; column < matrix.cols(); ++column) {
        writer.add(matrix(row, column).real());
        writer.add(matrix(row, column).imag());
      }
    }
  }
  writer.finish();
}

}  // namespace raftup::server
