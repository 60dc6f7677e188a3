#pragma once

#include <memory>
#include <vector>

#include "solver/joints/constraint_block.hpp"
#include "solver/numerics/linear/block_ldlt.hpp"
#include "solver/water/masses/system_matrix.hpp"

namespace raftup::solver {

/// The matrix S = G W^-1 G^T + Sigma [1/kg, 1/(kg m2)] of all constraints of an island, with which
/// the multipliers are the solution of
///   S lambda = right side.
/// S has blocks only between constraints that share a body or whose bodies are coupled by added
/// mass. For a chain of joints it is therefore block-tridiagonal, and the cost is proportional to
/// the length of the chain. The order of elimination is determined once for a structure and then
/// reused. The rows are numbered block by block: first those of block 0, then those of block 1.
/// Call order: analyze(), then for each pose assemble(), factorize(), and solve() any number of
/// times. Not thread-safe.
/// @source the Schur complement of the masses: Featherstone (2008)
class ConstraintMatrix {
 public:
  /// Determines the structure of S and the order of elimination.
  /// @param blocks  the constraints, of which only bodies and numbers of rows are read
  /// @param groups  bodies that are coupled by added mass [kg]; `masses` of assemble() has the same
  ///                order
  /// @param moving  by body of the model: true if forces can move the body; a body that they cannot
  ///                move couples no constraints
  void analyze(const std::vector<ConstraintBlock>& blocks, const std::vector<MassGroup>& groups,
               const std::vector<bool>& moving);

  Eigen::Index row_count() const { return row_count_; }

  /// Computes G W^-1 G^T [1/kg, 1/(kg m2)] at the poses of `bodies`, for which `masses` must be
  /// factorized.
  void assemble(const std::vector<ConstraintBlock>& blocks,
                const std::vector<std::unique_ptr<SystemMatrix>>& masses, const Kinematics& bodies);

  /// Diagonal of G W^-1 G^T [1/kg, 1/(kg m2)]. The regularization of a row is a share of its
  /// diagonal entry.
  const VectorXd& diagonal() const { return diagonal_; }

  /// False for a row that acts only on dofs that cannot move, which means that its diagonal entry
  /// is zero to rounding compared with the largest one.
  bool can_move(Eigen::Index row) const { return diagonal_[row] > least_mobility_; }

  /// Factorizes G W^-1 G^T + diag(sigma) for the active rows; rows that are not active are left
  /// out.
  /// @param sigma  one per row, > 0 [1/kg, 1/(kg m2)], so that redundant rows can be solved
  /// @param active true for each row that acts
  /// @throws Error(kInvalidArgument) if a sigma is not positive
  /// @throws Error(kInternal) if the matrix is not positive definite
  void factorize(const VectorXd& sigma, const std::vector<bool>& active);

  /// Computes how far each row is determined by the rows that were eliminated before it at the last
  /// factorize(): the ratio of its diagonal entry to its pivot. The ratio is 1 for an independent
  /// row. For a row that only repeats other rows it is diagonal / sigma, the largest possible
  /// value. For rows that are not active it is 0.
  void find_dependence(VectorXd& dependence) const;

  /// Replaces x by the solution S^-1 x over the active rows. The entries of rows that are not
  /// active become 0.
  void solve(VectorXd& x) const;

  /// Computes result = G W^-1 G^T x over all rows, without Sigma.
  void multiply(const VectorXd& x, VectorXd& result) const;

 private:
  /// One side of a constraint, which acts on a body of a group of bodies that are coupled by added
  /// mass [kg].
  struct Attachment {
    std::size_t place;  ///< number of the constraint in the order of elimination
    /// index of the constraint in `blocks`, and side 0 or 1: the place of the Jacobian
    std::size_t block, side;
    std::size_t member;  ///< index of the body in its group
  };
  /// The motion of one group of bodies under unit forces of one constraint [N, N m]: columns of
  /// W^-1 G^T. It contributes to the blocks of S for the constraints that measure this motion.
  struct Response {
    std::size_t place;
    std::size_t group;
    /// sides of the constraint whose forces [N, N m] act on the group
    std::vector<Attachment> forces;
    /// sides of this constraint and of constraints later in the order of elimination that act on
    /// bodies of the group
    std::vector<Attachment> measured;
    /// for each side in `measured` the index of its block in matrix_
    std::vector<std::size_t> targets;
  };

  void number_rows(const std::vector<ConstraintBlock>& blocks);
  void collect_responses(const std::vector<std::vector<Attachment>>& attachments);
  void apply_forces(const Response& response, const std::vector<ConstraintBlock>& blocks);
  template <std::size_t kWidth>
  void measure_twists(const Response& response, const std::vector<ConstraintBlock>& blocks);
  template <std::size_t kWidth>
  void scatter_blocks(const VectorXd& x, BlockVector& lanes) const;
  void scatter(const VectorXd& x, BlockVector& lanes) const;
  void gather(const BlockVector& lanes, VectorXd& x) const;

  Eigen::Index row_count_ = 0;
  std::vector<std::size_t> first_row_;   ///< first row of each block
  std::vector<std::size_t> group_size_;  ///< number of bodies of each group
  BlockPattern pattern_;
  std::vector<Response> responses_;
  std::vector<DofLanes> twists_;  ///< scratch memory: twists of the bodies of one group, world axes
  BlockValues matrix_, factor_;
  VectorXd diagonal_;
  /// diagonal entry above which a row counts as movable, see can_move()
  double least_mobility_ = 0.0;
  BlockVector active_;          ///< 1 in the active rows
  BlockVector inverse_pivots_;  ///< inverse pivots of factor_
  mutable BlockVector x_, product_;
};

/// Sigma of a rigid row as a share of its diagonal entry of G W^-1 G^T [1/kg]. The share is so
/// small that the error of the constrained acceleration is at most this share, and so large that
/// the matrix stays positive definite if rows are redundant. If other rows constrain most of the
/// motion of a row, as for a body with little inertia about its joint, the share is multiplied by
/// the result of ConstraintMatrix::find_dependence(). The number is a choice, not the result of a
/// measurement.
inline constexpr double kRegularization = 1e-10;

/// Sigma of a rigid row as a share of its diagonal entry [1/kg] if joints constrain a dof more than
/// once. If such joints are in conflict, their forces [N] grow as gap / sigma and the rounding
/// errors of the forces as the power 3/2 of that. With a share of 1e-10 the rounding errors
/// accelerated bodies visibly.
inline constexpr double kRedundantRegularization = 1e-9;

}  // namespace raftup::solver
