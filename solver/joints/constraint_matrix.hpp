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
/// Call order: analyse(), then per pose assemble(), factorise(), solve() any number of times.
/// Not thread-safe.
/// @source the Schur complement of the masses: Featherstone (2008)
class ConstraintMatrix {
 public:
  /// @param blocks      for their bodies and numbers of rows
  /// @param groups      of the bodies over added mass: `masses` of assemble() in the same order
  /// @param moving      by body of the model, whether forces can move it: where they cannot, it
  ///                    couples nothing
  void analyse(const std::vector<ConstraintBlock>& blocks, const std::vector<MassGroup>& groups,
               const std::vector<bool>& moving);

  Eigen::Index row_count() const { return row_count_; }

  /// Computes G W^-1 G^T at the poses of `bodies`, for which `masses` must be factorised.
  void assemble(const std::vector<ConstraintBlock>& blocks,
                const std::vector<std::unique_ptr<SystemMatrix>>& masses, const Kinematics& bodies);

  /// Diagonal of G W^-1 G^T [1/kg, 1/(kg m2)]: what regularisation is measured against.
  const VectorXd& diagonal() const { return diagonal_; }

  /// False for a row that holds only dofs that cannot move: next to the most mobile row it moves
  /// its bodies by no more than rounding.
  bool can_move(Eigen::Index row) const { return diagonal_[row] > least_mobility_; }

  /// Factorises G W^-1 G^T + diag(sigma) over the rows with `active`; the others are left out.
  /// @param sigma  one per row, > 0, so that redundant rows are no trouble
  /// @throws Error(kInvalidArgument) where a sigma is not positive
  /// @throws Error(kInternal) where the matrix is not positive definite
  void factorise(const VectorXd& sigma, const std::vector<bool>& active);

  /// How much of its mobility the rows before it take from each row at the last factorise():
  /// diagonal entry over pivot. 1 where they are indifferent to it, the share of sigma inverted
  /// where they hold what it holds; 0 of rows that are not active.
  void find_dependence(VectorXd& dependence) const;

  /// Replaces x by S^-1 x in the active rows; 0 in the others.
  void solve(VectorXd& x) const;

  /// result = G W^-1 G^T x (without Sigma), over all rows.
  void multiply(const VectorXd& x, VectorXd& result) const;

 private:
  /// A side of a constraint that acts on a body of a group.
  struct Attachment {
    std::size_t place;        ///< of the constraint in the order of elimination
    std::size_t block, side;  ///< where its Jacobian is
    std::size_t member;       ///< the body in its group
  };
  /// What the forces of one constraint do to one group: columns of W^-1 G^T.
  struct Response {
    std::size_t place;
    std::size_t group;
    std::vector<Attachment> forces;    ///< of the constraint itself
    std::vector<Attachment> measured;  ///< sides of it and later constraints that feel them
    std::vector<std::size_t> targets;  ///< of each measured side: its block in storage
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
  std::vector<std::size_t> first_row_;   ///< by block
  std::vector<std::size_t> group_size_;  ///< bodies
  BlockPattern pattern_;
  std::vector<Response> responses_;
  std::vector<DofLanes> twists_;  ///< scratch: of one group
  BlockValues matrix_, factor_;
  VectorXd diagonal_;
  double least_mobility_ = 0.0;  ///< of a row that can move
  BlockVector active_;           ///< 1 in the active rows
  BlockVector inverse_pivots_;   ///< of factor_
  mutable BlockVector x_, product_;
};

/// Sigma of a rigid row relative to its diagonal entry of G W^-1 G^T: so small that the row yields
/// by no more than that share of the acceleration it holds back, so large that redundant rows leave
/// the matrix definite. Where other rows hold most of what a row could move, as the turning of a
/// body with little inertia about its joint, the share grows by
/// ConstraintMatrix::find_dependence().
inline constexpr double kRegularisation = 1e-10;

/// The same where joints hold dofs twice. Where they conflict as well, forces grow as gap / sigma
/// and their rounding as its power 3/2: with 1e-10 it threw bodies about.
inline constexpr double kRedundantRegularisation = 1e-9;

}  // namespace raftup::solver
