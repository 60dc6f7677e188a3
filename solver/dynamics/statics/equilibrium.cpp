#include "solver/dynamics/statics/equilibrium.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "hydro/base/cancellation.hpp"
#include "hydro/base/disjoint_sets.hpp"
#include "hydro/numerics/dense.hpp"

namespace raftup::solver {

namespace {

constexpr int kMostIterations = 200;
/// Longest step [m]; 0.1 rad for rotations. Beyond it a tangent predicts the forces poorly.
constexpr double kLongestStep = 1.0;
/// Longest step [m] after half of the iterations, if the search has not converged.
constexpr double kLongStride = 5.0;
constexpr double kConverged = 1e-10;  ///< largest step of a converged search [m, rad]
constexpr double kOpen = 1e-6;        ///< gap above which a joint counts as open [m, rad]
/// Relative size below which pivots of a minimum-norm solution count as 0.
constexpr double kNegligible = 1e-10;
/// Largest change of a reaction at convergence, relative and [N].
constexpr double kSettled = 1e-9;
/// Shift of K, relative to its most negative stiffness: above 1, so that K becomes positive.
constexpr double kShift = 1.5;
/// Shortest step of the line search, as a share of a Newton step.
constexpr double kShortestStep = 1e-3;
/// Threshold of findings, as a share of the weight of all bodies or of the largest stiffness.
constexpr double kWorthSaying = 1e-6;
/// The free motion of least stiffness, and its stiffness.
struct SoftestMotion {
  double stiffness = 0.0;
  VectorXd motion;
};

/// The matrix [K, -G^T; G, 0] of a step of Newton's method.
MatrixXd bordered(const MatrixXd& K, const MatrixXd& G) {
  const Eigen::Index dofs = K.rows(), held = G.rows();
  MatrixXd matrix = MatrixXd::Zero(dofs + held, dofs + held);
  matrix.topLeftCorner(dofs, dofs) = K;
  matrix.topRightCorner(dofs, held) = -G.transpose();
  matrix.bottomLeftCorner(held, dofs) = G;
  return matrix;
}

/// Sets of unknowns of bordered(K, G) that are coupled with one another; bodies that neither
/// stiffness nor joints couple are in different sets. The sets are ordered by their first unknowns,
/// and each is in ascending order.
std::vector<std::vector<Eigen::Index>> coupled_sets(const MatrixXd& K, const MatrixXd& G) {
  const MatrixXd matrix = bordered(K, G);
  const auto place = [&](Eigen::Index k) {  // of a body its first dof
    return static_cast<std::size_t>(k < K.rows() ? k - k % kDofs : k);
  };
  DisjointSets joined(static_cast<std::size_t>(matrix.rows()));
  for (Eigen::Index column = 0; column < matrix.cols(); ++column) {
    for (Eigen::Index row = 0; row < matrix.rows(); ++row) {
      if (matrix(row, column) != 0.0) joined.link(place(row), place(column));
    }
  }
  std::map<std::size_t, std::vector<Eigen::Index>> by_label;
  for (Eigen::Index k = 0; k < matrix.rows(); ++k) by_label[joined.label(place(k))].push_back(k);
  std::vector<std::vector<Eigen::Index>> sets;
  for (auto& [label, members] : by_label) sets.push_back(std::move(members));
  return sets;
}

/// The motion of least stiffness among the motions that the rows G leave free.
/// @param K          stiffness, n x n
/// @param G          rows of constraints, m x n
/// @param negligible motions of stiffness above -negligible count as stiffness 0. Most sets have
///         only such motions, and a Cholesky factorization detects this at a thirtieth of the cost
///         of eigenvalues
SoftestMotion softest_motion(const MatrixXd& K, const MatrixXd& G, double negligible) {
  const MatrixXd free = null_space(G);
  SoftestMotion none{0.0, VectorXd::Zero(K.rows())};
  if (free.cols() == 0) return none;
  const MatrixXd symmetric = 0.5 * (K + K.transpose());
  const MatrixXd of_free =
      G.rows() == 0 ? symmetric : MatrixXd(free.transpose() * symmetric * free);
  const MatrixXd unit = MatrixXd::Identity(of_free.rows(), of_free.cols());
  if (is_positive_definite(of_free + negligible * unit)) return none;
  const SymmetricEigen modes = symmetric_eigen(of_free);
  return {modes.values[0], free * modes.vectors.col(0)};
}

/// The motion of least stiffness of all sets of coupled motions.
/// @param sets coupled_sets(K, G)
SoftestMotion softest_motion(const MatrixXd& K, const MatrixXd& G, double negligible,
                             const std::vector<std::vector<Eigen::Index>>& sets) {
  SoftestMotion softest{0.0, VectorXd::Zero(K.rows())};
  for (const std::vector<Eigen::Index>& set : sets) {
    std::vector<Eigen::Index> dofs, rows;
    for (const Eigen::Index k : set) {
      if (k < K.rows()) {
        dofs.push_back(k);
      } else {
        rows.push_back(k - K.rows());
      }
    }
    if (dofs.empty()) continue;
    const SoftestMotion found = softest_motion(K(dofs, dofs), G(rows, dofs), negligible);
    if (found.stiffness >= softest.stiffness) continue;
    softest.stiffness = found.stiffness;
    softest.motion.setZero();
    softest.motion(dofs) = found.motion;
  }
  return softest;
}

/// Solves solve_minimum_norm(A, b, kNegligible) separately for each set of unknowns: N equal sets
/// take 1 / N^2 of the time. For one set the result is identical to the bit.
/// @param sets of indices; all entries of A between different sets are 0
VectorXd solve_by_sets(const MatrixXd& A, const VectorXd& right_side,
                       const std::vector<std::vector<Eigen::Index>>& sets) {
  if (sets.size() == 1) return solve_minimum_norm(A, right_side, kNegligible);
  // what the decomposition takes for the largest action: its first pivot
  const double largest = A.colwise().norm().maxCoeff();
  VectorXd solution = VectorXd::Zero(A.cols());
  for (const std::vector<Eigen::Index>& set : sets) {
    const MatrixXd part = A(set, set);
    const double of_part = part.colwise().norm().maxCoeff();
    if (of_part <= kNegligible * largest) continue;
    solution(set) =
        solve_minimum_norm(part, VectorXd(right_side(set)), kNegligible * largest / of_part);
  }
  return solution;
}

/// An iterate of Newton's method.
struct Iterate {
  Kinematics bodies;
  VectorXd force;  ///< force on the bodies without reactions
  StillWaterSystem::HeldRows held;
  VectorXd multipliers;
};

class EquilibriumSearch {
 public:
  explicit EquilibriumSearch(StillWaterSystem& system)
      : system_(system), scale_(system.dof_count()) {
    for (Eigen::Index k = 0; k < scale_.size(); ++k)
      scale_[k] = k % kDofs < 3 ? 1.0 : kRotationLength;
    for (const RigidBody& body : system.model().bodies) weight_ += kStandardGravity * body.mass;
  }

  Balance run();

 private:
  Iterate at(Kinematics bodies, VectorXd multipliers);
  Iterate begin();  ///< at rest at the initial poses
  /// Multipliers of all joint rows, 0 in rows that are not held.
  VectorXd spread(const Iterate& at) const;
  MatrixXd scaled_stiffness(const Iterate& at);
  MatrixXd scaled_rows(const Iterate& at) const { return at.held.jacobian * scale_.asDiagonal(); }
  /// Force that reactions do not balance, scaled to lengths by scale_.
  VectorXd unbalanced(const Iterate& at) const;
  double badness(const Iterate& at) const;
  static Kinematics moved(const Kinematics& bodies, const VectorXd& step);
  bool advance(Iterate& now);
  Iterate search_line(const Iterate& now, const VectorXd& step, const VectorXd& multipliers);
  /// @param reason known cause of the failure, in words; may be empty
  NoEquilibrium restless(const Iterate& last, const std::string& reason) const;
  static void check_closed(const Iterate& found);
  void note_drift(const Iterate& found, Findings& findings) const;
  void note_instability(const Iterate& found, Balance& balance);
  /// The free motion of least stiffness, if its stiffness is negative.
  /// @param K scaled_stiffness()
  std::optional<SoftestMotion> unstable_motion(const Iterate& at, const MatrixXd& K) const;
  /// The text of Balance::instability.
  std::string instability(const Iterate& at, const SoftestMotion& softest, const MatrixXd& K) const;
  std::string name_of(Eigen::Index dof) const {
    return system_.model().bodies[static_cast<std::size_t>(dof / kDofs)].name;
  }

  StillWaterSystem& system_;
  VectorXd scale_;  ///< unit of each dof: 1 m for translations, kRotationLength [rad] for rotations
  double weight_ = 0.0;                 ///< weight of all bodies [N]
  double size_ = 1.0;                   ///< largest stiffness of the last step, scaled [N/m]
  double longest_step_ = kLongestStep;  ///< longest step of this iteration [m]
  Eigen::Index furthest_ = 0;           ///< the dof that the last step moved most
};

Iterate EquilibriumSearch::at(Kinematics bodies, VectorXd multipliers) {
  Iterate result{std::move(bodies), {}, {}, std::move(multipliers)};
  result.force = system_.forces(result.bodies, Drag::kWith);
  result.held = system_.held_rows(result.bodies);
  return result;
}

VectorXd EquilibriumSearch::spread(const Iterate& at) const {
  VectorXd all = VectorXd::Zero(system_.system().constraints.row_count());
  for (std::size_t i = 0; i < at.held.rows.size(); ++i) {
    all[at.held.rows[i]] = at.multipliers[static_cast<Eigen::Index>(i)];
  }
  return all;
}

MatrixXd EquilibriumSearch::scaled_stiffness(const Iterate& at) {
  return scale_.asDiagonal() * system_.stiffness(at.bodies, spread(at), Drag::kWith) *
         scale_.asDiagonal();
}

VectorXd EquilibriumSearch::unbalanced(const Iterate& at) const {
  VectorXd force = scale_.cwiseProduct(at.force);
  const MatrixXd G = scaled_rows(at);
  if (G.rows() == 0) return force;
  return force - G.transpose() * solve_minimum_norm(G.transpose(), force, kNegligible);
}

/// The measure that the line search reduces [m]: gaps of the rows plus the unbalanced force divided
/// by a stiffness.
double EquilibriumSearch::badness(const Iterate& at) const {
  return unbalanced(at).norm() / size_ + at.held.violation.norm();
}

Kinematics EquilibriumSearch::moved(const Kinematics& bodies, const VectorXd& step) {
  Kinematics next = bodies;
  for (std::size_t i = 0; i < next.size(); ++i) {
    const Vector6 of_body = step.segment<kDofs>(kDofs * static_cast<Eigen::Index>(i));
    next[i].place(next[i].position + of_body.head<3>(),
                  (exponential(of_body.tail<3>()) * next[i].attitude).normalized());
  }
  return next;
}

/// @returns true if the iteration has converged
bool EquilibriumSearch::advance(Iterate& now) {
  MatrixXd K = scaled_stiffness(now);
  const MatrixXd G = scaled_rows(now);
  size_ = std::max(K.cwiseAbs().maxCoeff(), 1.0);
  const Eigen::Index dofs = K.rows();
  const auto sets = coupled_sets(K, G);
  const double softest = softest_motion(K, G, kWorthSaying * size_, sets).stiffness;
  const bool shifted = softest < -kWorthSaying * size_;
  for (Eigen::Index k = 0; shifted && k < dofs; ++k) {
    // A shift would make a load drive what nothing holds, such as surge, ever further.
    const double held = std::max(K.col(k).cwiseAbs().maxCoeff(), K.row(k).cwiseAbs().maxCoeff());
    if (held > kNegligible * size_) K(k, k) -= kShift * softest;
  }
  VectorXd right(dofs + G.rows());
  right << scale_.cwiseProduct(now.force) / size_, -now.held.violation;
  const VectorXd solution = solve_by_sets(bordered(K / size_, G), right, sets);
  VectorXd step = scale_.cwiseProduct(solution.head(dofs));
  const VectorXd multipliers = size_ * solution.segment(dofs, now.multipliers.size());
  const bool settled =
      (multipliers - now.multipliers).norm() <= kSettled * (1.0 + multipliers.norm());
  double longest = 0.0;
  for (Eigen::Index k = 0; k < dofs; ++k) {
    check_cancelled();
    const double length = std::abs(step[k]) / longest_step_ * (k % kDofs < 3 ? 1.0 : 10.0);
    if (length <= longest) continue;
    longest = length;
    furthest_ = k;
  }
  const bool still = step.cwiseAbs().maxCoeff() < kConverged;
  step /= std::max(1.0, longest);
  now = still || shifted ? at(moved(now.bodies, step), multipliers)
                         : search_line(now, step, multipliers);
  return still && settled;
}

/// Halves the step until less is unbalanced than before. If no step achieves this, returns the best
/// one.
Iterate EquilibriumSearch::search_line(const Iterate& now, const VectorXd& step,
                                       const VectorXd& multipliers) {
  const double before = badness(now);
  std::optional<Iterate> best;
  double least = 0.0;
  for (double length = 1.0; length >= kShortestStep; length *= 0.5) {
    Iterate next = at(moved(now.bodies, length * step), multipliers);
    const double left = badness(next);
    if (left < before) return next;
    if (!best || left < least) {
      best = std::move(next);
      least = left;
    }
  }
  return *std::move(best);
}

Iterate EquilibriumSearch::begin() {
  Kinematics bodies = system_.start();
  for (BodyKinematics& body : bodies) body.velocity.setZero();
  Iterate first = at(std::move(bodies), {});
  first.multipliers = VectorXd::Zero(static_cast<Eigen::Index>(first.held.rows.size()));
  return first;
}

Balance EquilibriumSearch::run() {
  Iterate now = begin();
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    check_cancelled();
    longest_step_ = 2 * iteration < kMostIterations ? kLongestStep : kLongStride;
    if (!advance(now)) continue;
    check_closed(now);
    Balance found{now.bodies, now.held, now.multipliers, {}, {}, {}};
    found.unbalanced = unbalanced(now).cwiseQuotient(scale_);
    note_drift(now, found.findings);
    note_instability(now, found);
    return found;
  }
  const Iterate first = begin();
  const MatrixXd K = scaled_stiffness(first);
  const std::optional<SoftestMotion> unstable = unstable_motion(first, K);
  throw restless(now, unstable ? instability(first, *unstable, K) : std::string());
}

std::string EquilibriumSearch::instability(const Iterate& at, const SoftestMotion& softest,
                                           const MatrixXd& K) const {
  // of the body that moves most, about or along an axis of its heading
  Eigen::Index worst = 0;
  softest.motion.cwiseAbs().maxCoeff(&worst);
  const Eigen::Index first = worst - worst % kDofs;
  const auto index = static_cast<std::size_t>(first / kDofs);
  const Heading& heading = at.bodies[index].heading;
  Eigen::Index dof = 0;
  heading.from_world(softest.motion.segment<kDofs>(first)).cwiseAbs().maxCoeff(&dof);
  const Vector6 axis =
      heading.to_world(Vector6::Unit(dof)).cwiseQuotient(scale_.segment<kDofs>(first));
  const double stiffness = axis.dot(K.block<kDofs, kDofs>(first, first) * axis);
  const RigidBody& body = system_.model().bodies[index];
  const double weight = body.gravity ? body.mass * system_.model().gravity : 0.0;
  const std::string motion =
      fmt::format("{} is unstable in {}", body.name, kDofNames[static_cast<std::size_t>(dof)]);
  if ((dof == 3 || dof == 4) && weight > 0.0) {
    return fmt::format("{}: GM {:.3g} m", motion, stiffness / weight);
  }
  return fmt::format("{}: stiffness {:.4g} {}", motion, stiffness, dof < 3 ? "N/m" : "N m/rad");
}

NoEquilibrium EquilibriumSearch::restless(const Iterate& last, const std::string& reason) const {
  return {"bodies",
          fmt::format("must have a static equilibrium: none was found from their poses at t = 0, "
                      "{} comes to no rest in {}, with {:.3g} {} unbalanced{}{}",
                      name_of(furthest_), kDofNames[static_cast<std::size_t>(furthest_ % kDofs)],
                      unbalanced(last)[furthest_] / scale_[furthest_],
                      furthest_ % kDofs < 3 ? "N" : "N m", reason.empty() ? "" : "; ", reason)};
}

void EquilibriumSearch::check_closed(const Iterate& found) {
  if (found.held.violation.size() == 0) return;
  const double gap = found.held.violation.cwiseAbs().maxCoeff();
  if (gap <= kOpen) return;
  throw NoEquilibrium("joints",
                      fmt::format("must not contradict each other: one stays open by {:.3g} m or "
                                  "rad",
                                  gap));
}

void EquilibriumSearch::note_drift(const Iterate& found, Findings& findings) const {
  const VectorXd left = unbalanced(found);
  Eigen::Index worst = 0;
  left.cwiseAbs().maxCoeff(&worst);
  if (std::abs(left[worst]) <= kWorthSaying * weight_) return;
  const double load = left[worst] / scale_[worst];
  findings.push_back(
      {"mean_load_unbalanced", Severity::kWarning,
       fmt::format("nothing holds {} against a mean load of {:.4g} {} in {}: it drifts, and the "
                   "motions are those about where it starts",
                   name_of(worst), load, worst % kDofs < 3 ? "N" : "N m",
                   kDofNames[static_cast<std::size_t>(worst % kDofs)]),
       load});
}

void EquilibriumSearch::note_instability(const Iterate& found, Balance& balance) {
  const MatrixXd K = scaled_stiffness(found);
  const std::optional<SoftestMotion> unstable = unstable_motion(found, K);
  if (!unstable) return;
  Eigen::Index worst = 0;
  unstable->motion.cwiseAbs().maxCoeff(&worst);
  balance.findings.push_back(
      {"equilibrium_unstable", Severity::kWarning,
       fmt::format("the static equilibrium is unstable, mostly in {} of {}",
                   kDofNames[static_cast<std::size_t>(worst % kDofs)], name_of(worst)),
       unstable->stiffness});
  balance.instability = instability(found, *unstable, K);
}

std::optional<SoftestMotion> EquilibriumSearch::unstable_motion(const Iterate& at,
                                                                const MatrixXd& K) const {
  const MatrixXd G = scaled_rows(at);
  const double negligible = kWorthSaying * std::max(K.cwiseAbs().maxCoeff(), 1.0);
  SoftestMotion softest = softest_motion(K, G, negligible, coupled_sets(K, G));
  if (softest.stiffness >= -negligible) return std::nullopt;
  return softest;
}

}  // namespace

Balance find_equilibrium(StillWaterSystem& system) { return EquilibriumSearch(system).run(); }

Balance assume_balanced(StillWaterSystem& system, const Kinematics& bodies) {
  Balance taken{bodies, system.held_rows(bodies), {}, {}, {}, {}};
  taken.multipliers = VectorXd::Zero(static_cast<Eigen::Index>(taken.held.rows.size()));
  return taken;
}

}  // namespace raftup::solver
