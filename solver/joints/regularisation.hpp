#pragma once

namespace raftup::solver {

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
