/// @file Numbers of arrays with named dimensions, in the order of files: the last dimension varies
///       fastest.
#pragma once

#include <string>
#include <vector>

#include "hydro/database/arrays.hpp"

namespace raftup::hydro {

/// Appends the elements of a matrix, row after row.
template <typename Derived>
void append_rows(const Eigen::MatrixBase<Derived>& matrix, std::vector<double>& values) {
  const std::size_t start = values.size();
  values.resize(start + static_cast<std::size_t>(matrix.size()));
  Eigen::Map<RowMajorMatrix>(values.data() + start, matrix.rows(), matrix.cols()) = matrix;
}

/// Appends one part of forces in the order (omega, wave_direction, dof).
/// @param forces one matrix per wave direction, dofs x frequencies
/// @param part   function that returns the part of a column: the real or the imaginary one
template <typename Matrix, typename Part>
void append_forces(const std::vector<Matrix>& forces, const Part& part,
                   std::vector<double>& values) {
  const Eigen::Index frequencies = forces.empty() ? 0 : forces.front().cols();
  for (Eigen::Index k = 0; k < frequencies; ++k) {
    for (const Matrix& force : forces) append_rows(part(force.col(k)), values);
  }
}

/// Returns complex forces from their real and imaginary parts in the order (omega, wave_direction,
/// dof): one matrix per wave direction, dofs x frequencies.
std::vector<MatrixXcd> forces_of_parts(const double* re, const double* im, Eigen::Index dofs,
                                       Eigen::Index directions, Eigen::Index frequencies);

/// Returns the numbers of an array.
/// @throws Error(kInvalidArgument) with the name of the array if it is missing or has another shape
std::vector<double> numbers_of_shape(const ArraySource& source, const std::string& name,
                                     const std::vector<Eigen::Index>& shape);

/// Returns the numbers of an array of rank 1.
/// @throws Error(kInvalidArgument) with the name of the array if it is missing or has another rank
std::vector<double> numbers_of_list(const ArraySource& source, const std::string& name);

/// Returns the index of a body that an array names by a number.
/// @param name of the array
/// @throws Error(kInvalidArgument) with the name of the array if there is no such body
Eigen::Index body_of_number(const std::string& name, double number, Eigen::Index body_count);

}  // namespace raftup::hydro
