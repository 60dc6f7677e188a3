#pragma once

#include <memory>
#include <vector>

#include "solver/joints/constraint_block.hpp"
#include "solver/numerics/linear/block_ldlt.hpp"
#include "solver/water/masses/system_matrix.hpp"

namespace raftup::solver {

/// S = G W^-1 G^T + Sigma of all constraints of an island: the matrix that gives the multipliers
///   S lambda = right side.
/// Blocks of S exist only between constraints that share a body, or bodies coupled by added mass,
/// so a chain of joints is block-tridiagonal and costs its length. The order of elimination is
/// analysed once per structure and kept.
/// Rows are numbered through the blocks: those of block 0, then of block 1.
/// Call order: analyze(), then per pose assemble(), factorize(), solve() any number of times.
/// Not thread-safe.
/// @source the Schur complement of the masses: Featherstone (2008)
class ConstraintMatrix {
 public:
  /// @param blocks  give the bodies and numbers of rows
  /// @param groups  bodies that added mass [kg] couples; `masses` of assemble() has the same order
  /// @param moving  by body of the model: true if forces can move it; a body that they cannot move
  ///         couples nothing
  void analyze(const std::vector<ConstraintBlock>& blocks, const std::vector<MassGroup>& groups,
               const std::vector<bool>& moving);

  Eigen::Index row_count() const { return row_count_; }

  /// Computes G W^-1 G^T [1/kg, 1/(kg m2)] at the poses of `bodies`, at which `masses` must be
  /// factorised.
  void assemble(const std::vector<ConstraintBlock>& blocks,
                const std::vector<std::unique_ptr<SystemMatrix>>& masses, const Kinematics& bodies);

  /// Diagonal of G W^-1 G^T [1/kg, 1/(kg m2)], to which the regularization is relative.
  const VectorXd& diagonal() const { return diagonal_; }

  /// False for a row that holds only dofs that cannot move: compared with the most mobile row, it
  /// moves its bodies by no more than rounding.
  bool can_move(Eigen::Index row) const { return diagonal_[row] > least_mobility_; }

  /// Factorises G W^-1 G^T + diag(sigma) over the active rows; the others are left out.
  /// @param sigma  one per row, > 0 [1/kg, 1/(kg m2)], so that redundant rows can be solved
  /// @throws Error(kInvalidArgument) if a sigma is not positive
  /// @throws Error(kInternal) if the matrix is not positive definite
  void factorize(const VectorXd& sigma, const std::vector<bool>& active);

  /// The share of its mobility that the rows before it take from each row at the last factorize():
  /// the ratio of diagonal entry to pivot. It is 1 for a row that is independent of them, the
  /// inverse of the share of sigma for one that holds what they hold, and 0 for rows that are not
  /// active.
  void find_dependence(VectorXd& dependence) const;

  /// Replaces x by S^-1 x in the active rows; 0 in the others.
  void solve(VectorXd& x) const;

  /// result = G W^-1 G^T x (without Sigma), over all rows.
  void multiply(const VectorXd& x, VectorXd& result) const;

 private:
  /// A side of a constraint that acts on a body of a group.
  struct Attachment {
    std::size_t place;        ///< number of the constraint in the order of elimination
    std::size_t block, side;  ///< where its Jacobian is
    std::size_t member;       ///< number of the body in its group
  };
  /// The motion that the forces of one constraint [N, N m] give to one group: columns of W^-1 G^T.
  struct Response {
    std::size_t place;
    std::size_t group;
    std::vector<Attachment> forces;  ///< the sides of the constraint itself
    /// its sides and those of later constraints that this motion moves
    std::vector<Attachment> measured;
    std::vector<std::size_t> targets;  ///< for each measured side the index of its block in storage
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
  std::vector<std::size_t> group_size_;  ///< number of bodies
  BlockPattern pattern_;
  std::vector<Response> responses_;
  std::vector<DofLanes> twists_;  ///< scratch of one group
  BlockValues matrix_, factor_;
  VectorXd diagonal_;
  double least_mobility_ = 0.0;  ///< least mobility of a row that can move
  BlockVector active_;           ///< 1 in the active rows
  BlockVector inverse_pivots_;   ///< inverse pivots of factor_
  mutable BlockVector x_, product_;
};

/// Sigma of a rigid row as a share of its diagonal entry of G W^-1 G^T [1/kg]. It is so small that
/// the row yields by no more than that share of the acceleration which it prevents, and so large
/// that redundant rows leave the matrix positive definite. If other rows hold most of the mobility
/// of a row, as they do for a body with little inertia about its joint, the share grows by
/// ConstraintMatrix::find_dependence(). Chosen, not swept.
inline constexpr double kRegularization = 1e-10;

/// The same if joints hold dofs more than once. If they conflict as well, forces [N] grow as gap /
/// sigma and their rounding as the power 3/2 of it: with 1e-10 bodies were thrown about.
inline constexpr double kRedundantRegularization = 1e-9;

}  // namespace raftup::solver
