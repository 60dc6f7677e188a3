#include "solver/contacts/solve_stages.hpp"

#include <algorithm>
#include <limits>

#include "hydro/numerics/dense.hpp"
#include "solver/nonsmooth/one_step/dense_matrix.hpp"
#include "solver/nonsmooth/one_step/friction_problem.hpp"
#include "solver/nonsmooth/one_step/scaled_problem.hpp"

namespace raftup::solver {

namespace {

using nonsmooth::FrictionCone;
using nonsmooth::OneStepProblem;
using nonsmooth::OneStepSolution;
using nonsmooth::ScaledMatrix;
using nonsmooth::ScaledProblem;
using Rows = std::vector<Eigen::Index>;

constexpr int kSweeps = 50;
constexpr double kBoundless = std::numeric_limits<double>::infinity();
/// Share of the largest friction above which a contact slips: sweeps reach the bound only
/// approximately.
constexpr double kSlips = 1.0 - 1e-6;

/// The element of an ascending list of cones or contacts that begins with a row; null if there is
/// none.
template <typename Of>
const Of* find_at(const std::vector<Of>& ascending, Eigen::Index normal) {
  const auto at = std::lower_bound(
      ascending.begin(), ascending.end(), normal,
      [](const auto& candidate, Eigen::Index row) { return candidate.normal < row; });
  return at != ascending.end() && at->normal == normal ? &*at : nullptr;
}

void hold(OneStepProblem& problem, Eigen::Index first, Eigen::Index count, const VectorXd& at) {
  problem.lower.segment(first, count) = at.segment(first, count);
  problem.upper.segment(first, count) = at.segment(first, count);
}

VectorXd picked(const VectorXd& from, const Rows& rows) {
  VectorXd values(static_cast<Eigen::Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    values[static_cast<Eigen::Index>(i)] = from[rows[i]];
  return values;
}

void put(const VectorXd& values, const Rows& rows, VectorXd& into) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    into[rows[i]] = values[static_cast<Eigen::Index>(i)];
}

/// True if all rows have fixed forces, so that there is nothing to solve.
bool is_held(const OneStepProblem& problem) {
  return problem.cones.empty() && problem.lower == problem.upper;
}

/// The matrix M of a problem, computed column by column.
MatrixXd written_out(const ScaledMatrix& matrix) {
  const VectorXd& units = matrix.units();
  MatrixXd M(units.size(), units.size());
  VectorXd unit = VectorXd::Zero(units.size()), column;
  for (Eigen::Index i = 0; i < units.size(); ++i) {
    unit[i] = units[i];
    matrix.multiply(unit, column);
    M.col(i) = units.cwiseProduct(column);
    unit[i] = 0.0;
  }
  return M;
}

/// Applies sweeps to a problem; rows with fixed forces are skipped.
void sweep_rows(const OneStepProblem& problem, const ScaledMatrix& matrix, VectorXd& multipliers) {
  VectorXd x = matrix.units().cwiseProduct(multipliers);
  nonsmooth::sweep(ScaledProblem(problem, matrix), {}, kSweeps, x);
  multipliers = x.cwiseQuotient(matrix.units());
}

/// Like sweep_rows(), but the free rows are always solved exactly:
///   lambda_f = -M_ff^+ (q_f + M_fr lambda_r),
/// with M_ff^+ of least norm, so that redundant joints share their load.
void sweep_without(const Rows& free, const OneStepProblem& problem, const ScaledMatrix& matrix,
                   VectorXd& multipliers) {
  Rows rest, place(static_cast<std::size_t>(problem.size()), -1);
  for (Eigen::Index i = 0; i < problem.size(); ++i) {
    if (std::find(free.begin(), free.end(), i) != free.end()) continue;
    place[static_cast<std::size_t>(i)] = static_cast<Eigen::Index>(rest.size());
    rest.push_back(i);
  }
  const MatrixXd M = written_out(matrix);
  const MatrixXd of_free = M(free, free);
  const MatrixXd of_rest = M(rest, free);
  const MatrixXd answer = solve_minimum_norm(of_free, MatrixXd(M(free, rest)));
  const VectorXd answer_of_offset = solve_minimum_norm(of_free, picked(problem.offset, free));
  OneStepProblem reduced{M(rest, rest) - of_rest * answer,
                         picked(problem.offset, rest) - of_rest * answer_of_offset,
                         picked(problem.lower, rest), picked(problem.upper, rest), problem.cones};
  for (FrictionCone& cone : reduced.cones) {
    cone.normal = place[static_cast<std::size_t>(cone.normal)];
  }
  VectorXd swept = picked(multipliers, rest);
  sweep_rows(reduced, nonsmooth::DenseMatrix(reduced), swept);
  put(swept, rest, multipliers);
  put(-(answer_of_offset + answer * swept), free, multipliers);
}

class Stages {
 public:
  Stages(const OneStepProblem& problem, const ScaledMatrix& matrix,
         const std::vector<StagedContact>& contacts, const VectorXd& guess, double residual_aim)
      : problem_(problem),
        matrix_(matrix),
        contacts_(contacts),
        residual_aim_(residual_aim),
        solution_{guess, 0, 0.0} {}

  OneStepSolution solve() {
    solve_directly([this](const StagedContact& contact, OneStepProblem& first) {
      hold_what_sweeps_solve(contact, first);
      if (contact.solve != FrictionSolve::kDirectAndIterative || contact.rows == 1) return;
      first.lower.segment(contact.normal + 1, 2).setConstant(-kBoundless);
      first.upper.segment(contact.normal + 1, 2).setConstant(kBoundless);
    });
    sweep();
    solve_directly([this](const StagedContact& contact, OneStepProblem& last) {
      hold_what_sweeps_solve(contact, last);
      if (contact.solve == FrictionSolve::kDirectAndIterative) bound_as_found(contact, last);
    });
    return solution_;
  }

 private:
  void hold_what_sweeps_solve(const StagedContact& contact, OneStepProblem& direct) const {
    const VectorXd& now = solution_.multipliers;
    if (contact.solve == FrictionSolve::kIterative) {
      hold(direct, contact.normal, contact.rows, now);
    } else if (contact.solve == FrictionSolve::kSplit) {
      hold(direct, contact.normal + 1, contact.rows - 1, now);
    }
  }

  /// Replaces the friction cone of a contact by bounds on its friction rows.
  void bound_as_found(const StagedContact& contact, OneStepProblem& last) const {
    const FrictionCone* cone = find_at(problem_.cones, contact.normal);
    if (cone == nullptr) return;  // given bounds
    const VectorXd& found = solution_.multipliers;
    const double most = cone->friction * std::max(0.0, found[contact.normal]);
    Vector2 bounds = Vector2::Constant(most);
    const Vector2 friction = found.segment<2>(contact.normal + 1);
    if (!cone->square && friction.norm() > kSlips * most) bounds = friction.cwiseAbs();
    last.lower.segment<2>(contact.normal + 1) = -bounds;
    last.upper.segment<2>(contact.normal + 1) = bounds;
  }

  /// @param change sets the rows of a contact that is not kDirect for this stage
  template <typename Change>
  void solve_directly(const Change& change) {
    OneStepProblem direct = problem_;
    direct.cones.clear();
    for (const StagedContact& contact : contacts_) {
      if (contact.solve != FrictionSolve::kDirect) {
        change(contact, direct);
      } else if (const FrictionCone* cone = find_at(problem_.cones, contact.normal)) {
        direct.cones.push_back(*cone);
      }
    }
    if (is_held(direct)) return;
    const OneStepSolution solved =
        nonsmooth::solve_friction_problem(direct, matrix_, solution_.multipliers, residual_aim_);
    solution_.multipliers = solved.multipliers;
    solution_.residual = solved.residual;
    solution_.iterations += solved.iterations;
  }

  void sweep() {
    OneStepProblem swept = problem_;
    for (FrictionCone& cone : swept.cones) {
      if (find_at(contacts_, cone.normal)->solve != FrictionSolve::kSplit) continue;
      cone.section = cone.friction * std::max(0.0, solution_.multipliers[cone.normal]);
    }
    const Rows joints = rows_of_joints();
    const bool eliminates = std::any_of(
        contacts_.begin(), contacts_.end(),
        [](const StagedContact& contact) { return contact.solve == FrictionSolve::kIterative; });
    Rows free;
    for (const Eigen::Index row : joints) {
      if (!eliminates) {
        hold(swept, row, 1, solution_.multipliers);
      } else if (swept.lower[row] == -kBoundless && swept.upper[row] == kBoundless) {
        free.push_back(row);
      }
    }
    if (free.empty()) {
      sweep_rows(swept, matrix_, solution_.multipliers);
    } else {
      sweep_without(free, swept, matrix_, solution_.multipliers);
    }
    solution_.iterations += kSweeps;
  }

  Rows rows_of_joints() const {
    std::vector<bool> of_contact(static_cast<std::size_t>(problem_.size()), false);
    for (const StagedContact& contact : contacts_) {
      std::fill_n(of_contact.begin() + contact.normal, contact.rows, true);
    }
    Rows rows;
    for (Eigen::Index i = 0; i < problem_.size(); ++i) {
      if (!of_contact[static_cast<std::size_t>(i)]) rows.push_back(i);
    }
    return rows;
  }

  const OneStepProblem& problem_;
  const ScaledMatrix& matrix_;
  const std::vector<StagedContact>& contacts_;
  double residual_aim_;
  OneStepSolution solution_;
};

}  // namespace

OneStepSolution solve_in_stages(const OneStepProblem& problem, const ScaledMatrix& matrix,
                                const std::vector<StagedContact>& contacts, const VectorXd& guess,
                                double residual_aim) {
  return Stages(problem, matrix, contacts, guess, residual_aim).solve();
}

}  // namespace raftup::solver
