/// @file The kernels of Eigen's products of real matrices, compiled once (product_kernels.cpp):
/// each file that multiplies two matrices would compile them anew. Read through
/// deploy/cmake/precompiled.hpp; everything is the same without.
#pragma once

#include <Eigen/Core>

namespace raftup::kernels {

using Eigen::ColMajor, Eigen::Index, Eigen::RowMajor;
using Traits = Eigen::internal::gebp_traits<double, double>;
using Columns = Eigen::internal::const_blas_data_mapper<double, Index, ColMajor>;
using Rows = Eigen::internal::const_blas_data_mapper<double, Index, RowMajor>;
using Result = Eigen::internal::blas_data_mapper<double, Index, ColMajor>;

}  // namespace raftup::kernels

// NOLINTBEGIN(bugprone-macro-parentheses): `what` is no expression
#define RAFTUP_VECTOR_PRODUCT(what, Matrix, order, Vector)                        \
  what struct Eigen::internal::general_matrix_vector_product<                     \
      Eigen::Index, double, raftup::kernels::Matrix, Eigen::order, false, double, \
      raftup::kernels::Vector, false, Eigen::Specialized>;
#define RAFTUP_PACKED_OPERANDS(what, Matrix, order)                                         \
  what struct Eigen::internal::gemm_pack_lhs<                                               \
      double, Eigen::Index, raftup::kernels::Matrix, raftup::kernels::Traits::mr,           \
      raftup::kernels::Traits::LhsProgress, raftup::kernels::Traits::LhsPacket4Packing,     \
      Eigen::order>;                                                                        \
  what struct Eigen::internal::gemm_pack_rhs<double, Eigen::Index, raftup::kernels::Matrix, \
                                             raftup::kernels::Traits::nr, Eigen::order>;
/// `what` is "template" where they are compiled, "extern template" elsewhere.
#define RAFTUP_PRODUCT_KERNELS(what)                                                              \
  what struct Eigen::internal::gebp_kernel<double, double, Eigen::Index, raftup::kernels::Result, \
                                           raftup::kernels::Traits::mr,                           \
                                           raftup::kernels::Traits::nr>;                          \
  RAFTUP_PACKED_OPERANDS(what, Columns, ColMajor)                                                 \
  RAFTUP_PACKED_OPERANDS(what, Rows, RowMajor)                                                    \
  RAFTUP_VECTOR_PRODUCT(what, Columns, ColMajor, Columns)                                         \
  RAFTUP_VECTOR_PRODUCT(what, Columns, ColMajor, Rows)                                            \
  RAFTUP_VECTOR_PRODUCT(what, Rows, RowMajor, Columns)
// NOLINTEND(bugprone-macro-parentheses)

RAFTUP_PRODUCT_KERNELS(extern template)
