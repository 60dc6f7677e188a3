/// @file The tensors of a Linearize answer, in messages of bounded size.
#pragma once

#include <functional>
#include <vector>

#include "hydro/numerics/types.hpp"
#include "raftup/v1/linearisation.pb.h"

namespace raftup::server {

/// Function that receives the answer of a Linearize RPC, one message after another.
using LinearPart = std::function<void(v1::LinearizeResponse&& part)>;

/// Largest number of values of a message, 512 KiB of doubles.
inline constexpr int kValuesPerPart = 1 << 16;

/// Sends one tensor: its shape, then its numbers in row-major order.
class TensorWriter {
 public:
  /// @param part must outlive the object
  TensorWriter(v1::LinearTensorKind kind, int grid, const std::vector<Eigen::Index>& shape,
               const LinearPart& part);
  ~TensorWriter() = default;
  TensorWriter(const TensorWriter&) = delete;
  TensorWriter& operator=(const TensorWriter&) = delete;

  void add(double value);
  void add(const RowMajorMatrix& rows) {
    for (Eigen::Index i = 0; i < rows.size(); ++i) add(rows.data()[i]);
  }
  void finish() { part_(std::move(message_)); }

 private:
  void begin();

  v1::LinearTensorKind kind_;
  int grid_;
  const LinearPart& part_;
  v1::LinearizeResponse message_;
};

/// Sends a matrix that does not depend on frequency; the mean water velocity as a vector.
void write_matrix(v1::LinearTensorKind kind, const MatrixXd& matrix, const LinearPart& part);
/// Sends square matrices, one for each frequency of a grid.
void write_series(v1::LinearTensorKind kind, int grid, const std::vector<MatrixXd>& series,
                  Eigen::Index size, const LinearPart& part);
/// Sends complex matrices, one for each frequency of a grid, as pairs of real and imaginary part.
/// @param shape of the tensor, ends with 2
void write_complex(v1::LinearTensorKind kind, int grid, const std::vector<MatrixXcd>& series,
                   const std::vector<Eigen::Index>& shape, const LinearPart& part);

}  // namespace raftup::server
