#pragma once

#include <span>
#include <vector>

#include "solver/loads/rods/shared_column.hpp"

namespace raftup::solver::rods {

/// The symmetric equations A w = r of a chain of nodes with three unknowns each, in which a node is
/// coupled to its neighbors, and to the second next if the chain bends. The nodes between the kept
/// nodes of both ends are eliminated from the last to the first; what remains are the equations of
/// the kept nodes,
///   S w_kept = rho,
/// with the Schur complement S of A. The columns of kept nodes at the last end travel through the
/// elimination as a border. A moment that acts on all nodes at once may be added, see SharedColumn.
/// Call order: clear(), fill, eliminate(), write the kept nodes of `w`, substitute(). Not
/// thread-safe.
/// @source Golub and Van Loan (2013), Matrix Computations, section 4.5
class BlockBand {
 public:
  /// Columns of the kept nodes at the last end.
  using Border = Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::ColMajor, 3, 6>;

  /// @param nodes number of nodes
  /// @param kept_first, kept_last number of kept nodes at both ends, 0 to 2
  /// @param second_neighbors true if a node is coupled to the second next too
  BlockBand(std::size_t nodes, std::size_t kept_first, std::size_t kept_last,
            bool second_neighbors);

  void clear();  ///< sets A and r to 0, without a shared column
  std::size_t nodes() const { return diagonal_.size(); }

  Matrix3& diagonal(std::size_t node) { return diagonal_[node]; }
  const Matrix3& diagonal(std::size_t node) const { return diagonal_[node]; }
  /// Block in the rows of `node` and the columns of the next node.
  Matrix3& next(std::size_t node) { return next_[node]; }
  const Matrix3& next(std::size_t node) const { return next_[node]; }
  /// Block in the rows of `node` and the columns of the second next node.
  Matrix3& second_next(std::size_t node) { return second_next_[node]; }
  const Matrix3& second_next(std::size_t node) const { return second_next_[node]; }
  Vector3& right(std::size_t node) { return right_[node]; }
  const Vector3& right(std::size_t node) const { return right_[node]; }
  SharedColumn& column() { return column_; }
  bool has_second_neighbors() const { return !second_next_.empty(); }

  /// Eliminates all nodes that are not kept. A and r are overwritten.
  /// @param with_border false if the kept nodes at the last end do not move; S and rho are then
  ///        valid for the first end only
  /// @throws SolverFailure if A is not positive definite
  void eliminate(bool with_border);

  /// S of the kept nodes, those of the first end before those of the last, after
  /// eliminate(true).
  MatrixXd condensed_matrix() const;
  VectorXd condensed_right() const;  ///< rho, see condensed_matrix()

  /// Computes w of all other nodes from w of the kept nodes.
  void substitute(std::span<Vector3> w) const;

  /// A as a dense matrix, before eliminate().
  MatrixXd dense() const;

 private:
  /// A node after its elimination.
  struct Eliminated {
    PivotBlock pivot;
    /// D^-1 times the blocks to the previous and the second previous node.
    Matrix3 to_previous = Matrix3::Zero(), to_second_previous = Matrix3::Zero();
    Vector3 right = Vector3::Zero();  ///< D^-1 r
  };

  std::size_t first_kept_last() const { return nodes() - kept_last_; }
  double moment(std::span<const Vector3> w) const;
  void begin_border();
  void eliminate_node(std::size_t node);
  void eliminate_border(std::size_t node);
  void eliminate_column(std::size_t node);
  void finish_column();

  std::size_t kept_first_, kept_last_;
  bool with_border_ = false;
  std::vector<Matrix3> diagonal_, next_, second_next_;
  std::vector<Vector3> right_;
  std::vector<Eliminated> eliminated_;
  SharedColumn column_;
  std::vector<Border> border_, solved_border_;  ///< by node; empty without border
  Matrix6 border_matrix_ = Matrix6::Zero();     ///< S of the kept nodes at the last end
};

}  // namespace raftup::solver::rods
