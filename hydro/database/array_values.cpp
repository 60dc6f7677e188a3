#include "hydro/database/array_values.hpp"

#include <fmt/format.h>

#include <utility>

#include "hydro/base/whole_number.hpp"

namespace raftup::hydro {

using Eigen::Index;

std::vector<MatrixXcd> forces_of_parts(const double* re, const double* im, Index dofs,
                                       Index directions, Index frequencies) {
  std::vector<MatrixXcd> forces(static_cast<std::size_t>(directions), MatrixXcd(dofs, frequencies));
  for (Index k = 0; k < frequencies; ++k) {
    for (MatrixXcd& force : forces) {
      force.col(k).real() = Eigen::Map<const VectorXd>(re, dofs);
      force.col(k).imag() = Eigen::Map<const VectorXd>(im, dofs);
      re += dofs;
      im += dofs;
    }
  }
  return forces;
}

std::vector<double> numbers_of_shape(const ArraySource& source, const std::string& name,
                                     const std::vector<Index>& shape) {
  FiledArray filed = source.numbers(name);
  require_shape("/" + name, filed, shape);
  return std::move(filed.values);
}

std::vector<double> numbers_of_list(const ArraySource& source, const std::string& name) {
  FiledArray filed = source.numbers(name);
  if (filed.shape.size() != 1) refuse("/" + name, "must have rank 1");
  return std::move(filed.values);
}

Index body_of_number(const std::string& name, double number, Index body_count) {
  if (!(number >= 0.0) || number >= static_cast<double>(body_count)) {
    refuse("/" + name, fmt::format("must be 0 to {}, is {}", body_count - 1, number));
  }
  return to_integer<Index>(number, name);
}

}  // namespace raftup::hydro
