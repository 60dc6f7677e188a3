#pragma once

#include <span>
#include <vector>

#include "solver/loads/rods/pivot_block.hpp"

namespace raftup::solver::rods {

/// A moment m that acts on all nodes of a chain at once, along a column g with a compliance c, as the
/// torque of a rod does: m = g . w/c. It adds g g^T/c to the matrix of the chain, and is eliminated
/// after the inner nodes. What it then adds to the kept nodes, with their part g_k of the column, is
///   g_k g_k^T/p in the matrix,  -g_k q/p on the right side,  m = (q + g_k . w_k)/p,
/// with p = c + g^T D^-1 g and q = g^T D^-1 r over the eliminated nodes.
class SharedColumn {
 public:
  explicit SharedColumn(std::size_t nodes) : column_(nodes), solved_(nodes) {}

  void clear() { compliance_ = 0.0; }
  /// Begins the use of the column, whose parts are then to be written.
  /// @param compliance c > 0
  void use(double compliance) { compliance_ = compliance; }
  bool is_used() const { return compliance_ > 0.0; }
  double compliance() const { return compliance_; }  ///< c
  Vector3& at(std::size_t node) { return column_[node]; }
  const Vector3& at(std::size_t node) const { return column_[node]; }

  void begin_elimination() {
    pivot_ = compliance_;
    right_ = 0.0;
  }
  /// Takes the part of a node into p and q.
  /// @param solved_right D^-1 r of the node
  /// @returns D^-1 g of the node
  const Vector3& eliminate(std::size_t node, const PivotBlock& pivot, const Vector3& solved_right) {
    solved_[node] = pivot.solve(column_[node]);
    pivot_ += column_[node].dot(solved_[node]);
    right_ += column_[node].dot(solved_right);
    return solved_[node];
  }
  const Vector3& solved(std::size_t node) const { return solved_[node]; }  ///< D^-1 g
  double per_pivot() const { return 1.0 / pivot_; }                        ///< 1/p
  double right() const { return right_; }                                  ///< q

 private:
  double compliance_ = 0.0, pivot_ = 0.0, right_ = 0.0;
  std::vector<Vector3> column_, solved_;
};

}  // namespace raftup::solver::rods
