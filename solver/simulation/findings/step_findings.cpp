#include <fmt/format.h>

#include <Eigen/Sparse>
#include <algorithm>
#include <cmath>
#include <optional>

#include "hydro/base/error.hpp"
#include "hydro/numerics/dense.hpp"
#include "solver/description/fields.hpp"
#include "solver/dynamics/islands/islands.hpp"
#include "solver/simulation/findings/model_findings.hpp"
#include "solver/water/groups/streamed_waves.hpp"

namespace raftup::solver {

namespace {

constexpr double kLongestOscillation = 1.0;  ///< largest omega h of rk4 without a finding
constexpr double kLongestDecay = 2.0;        ///< largest lambda h of rk4 without a finding
constexpr Eigen::Index kMostJoinedDofs =
    /// largest number of dofs of an island with joints for which the motions that the joints permit
    /// are computed; more would take seconds
    600;

using SparseMatrix = Eigen::SparseMatrix<double>;
using SparseCholesky = Eigen::SimplicialLLT<SparseMatrix>;

/// Assembles square matrices over those dofs of an island that forces can move.
class MovingDofs {
 public:
  explicit MovingDofs(const Masses& masses) {
    for (std::size_t body = 0; body < masses.body_count(); ++body) {
      for (Eigen::Index dof = 0; dof < kDofs; ++dof) {
        places_.push_back(masses.moving_dofs()[body][dof] > 0.0 ? count_++ : -1);
      }
    }
  }

  Eigen::Index count() const { return count_; }

  /// The sum of 6 x 6 blocks; the transpose of each block is added on the other side of the
  /// diagonal. The matrix is sparse, since many bodies are not connected: for a thousand bodies on
  /// springs it has 0.1 % of all entries.
  template <typename Blocks, typename ValueOf>
  SparseMatrix sum(const Blocks& blocks, const ValueOf& value_of) const {
    std::vector<Eigen::Triplet<double>> entries;
    for (const auto& block : blocks) {
      const Matrix6& value = value_of(block);
      for (Eigen::Index i = 0; i < kDofs; ++i) {
        for (Eigen::Index j = 0; j < kDofs; ++j) {
          const Eigen::Index a = place(block.row, i), b = place(block.column, j);
          if (a < 0 || b < 0) continue;
          entries.emplace_back(a, b, value(i, j));
          if (block.row != block.column) entries.emplace_back(b, a, value(i, j));
        }
      }
    }
    SparseMatrix total(count_, count_);
    total.setFromTriplets(entries.begin(), entries.end());
    return total;
  }

  /// Copies the entries of a row for a body to `total`.
  template <typename Row, typename Total>
  void set(std::size_t body, const Row& row, Total&& total) const {
    for (Eigen::Index dof = 0; dof < kDofs; ++dof) {
      if (place(body, dof) >= 0) total[place(body, dof)] = row[dof];
    }
  }

 private:
  Eigen::Index place(std::size_t body, Eigen::Index dof) const {
    return places_[static_cast<std::size_t>(kDofs * static_cast<Eigen::Index>(body) + dof)];
  }

  /// index of each dof in the matrices; -1 for dofs that forces cannot move
  std::vector<Eigen::Index> places_;
  Eigen::Index count_ = 0;
};

/// The largest eigenvalue of a matrix K with respect to W, K x = value W x.
struct Strongest {
  double value = 0.0;  ///< the eigenvalue
  VectorXd motion;     ///< eigenvector x, of length 1 in the norm of W; empty if K is 0
};

/// Finds the largest eigenvalue by von Mises's power iteration. The result is some per cent too
/// low, which is enough for a comparison with limits.
Strongest find_strongest(const SparseMatrix& K, const SparseCholesky& W, const VectorXd& inertias) {
  constexpr int kIterations = 40;
  VectorXd x = inertias.cwiseSqrt().cwiseInverse();
  double value = 0.0;
  for (int i = 0; i < kIterations; ++i) {
    const VectorXd Kx = K * x;
    const VectorXd next = W.solve(Kx);
    const double size = std::sqrt(Kx.dot(next));  // of next, in the norm of W
    if (!(size > 0.0)) return {};
    value = size;
    x = next / size;
  }
  return {value, x};
}

/// The Rayleigh quotient of another matrix for this eigenvector; at least 0.
double share_in(const Strongest& strongest, const SparseMatrix& other) {
  if (strongest.motion.size() == 0) return 0.0;
  return std::max(0.0, strongest.motion.dot(other * strongest.motion));
}

/// The stiffness and damping of the loads of an island at its present poses.
LoadJacobian jacobian_of(const Island& island, const State& state, const Kinematics& bodies) {
  const LoadSet& loads = island.system().loads;
  const StepTimes times(state.step_index, island.part().model.step_ns);
  const StageTime at{hydro::Stage::kStart, times.start, times.start};
  Forces unused(bodies.size());
  for (std::size_t i = 0; i < island.part().loads.size(); ++i) {
    loads.load(i).prepare(times, state, bodies);
    loads.load(i).add({at, state}, bodies, unused);
  }
  LoadJacobian jacobian;
  loads.compute_jacobian(at, state, bodies, jacobian);
  return jacobian;
}

std::string bodies_of_part(const ModelPart& part) {
  std::vector<std::string> names;
  for (const RigidBody& body : part.model.bodies) names.push_back(body.name);
  return fmt::format("'{}'", fmt::join(names, "', '"));
}

bool does_nothing(const LoadJacobian& jacobian) {
  return std::all_of(jacobian.blocks().begin(), jacobian.blocks().end(), [](const auto& block) {
    return block.stiffness.isZero(0.0) && block.damping.isZero(0.0);
  });
}

bool holds_rigidly(const ConstraintSet& constraints, Eigen::Index row) {
  const RowLaw& law = constraints.law(row);
  return constraints.enabled(row) && law.compliance == 0.0 && !law.bounded();
}

/// The constraint rows of joints that hold dofs rigidly and without limits, at the start of the
/// simulation.
MatrixXd held_rows(const ConstraintSet& constraints, const MovingDofs& dofs) {
  MatrixXd rows = MatrixXd::Zero(constraints.row_count(), dofs.count());
  Eigen::Index count = 0, row = 0;
  for (const ConstraintBlock& block : constraints.blocks()) {
    for (int k = 0; k < block.rows; ++k, ++row) {
      if (!holds_rigidly(constraints, row)) continue;
      for (std::size_t side = 0; side < 2; ++side) {
        if (block.bodies[side] == ConstraintBlock::kWorld) continue;
        dofs.set(block.bodies[side], block.jacobian[side].row(k), rows.row(count));
      }
      if (!rows.row(count).isZero(0.0)) ++count;
    }
  }
  return rows.topRows(count);
}

/// The equations of small motion of an island, W x'' + D x' + K x = 0, for the motions that its
/// joints permit.
struct SmallMotion {
  SparseMatrix W, K, D;

  void restrict_to(const MatrixXd& free) {
    for (SparseMatrix* matrix : {&W, &K, &D}) {
      const MatrixXd restricted = free.transpose() * (*matrix * free);
      *matrix = restricted.sparseView();
    }
  }
};

SmallMotion small_motion(const Island& island, const Kinematics& bodies,
                         const LoadJacobian& jacobian, const MovingDofs& dofs) {
  using Block = LoadJacobian::Block;
  std::vector<MassBlock> masses;
  island.system().masses.add_blocks(bodies, masses);
  const auto value = [](const MassBlock& block) -> const Matrix6& { return block.value; };
  const auto stiffness = [](const Block& block) -> const Matrix6& { return block.stiffness; };
  const auto damping = [](const Block& block) -> const Matrix6& { return block.damping; };
  SmallMotion motion{dofs.sum(masses, value), dofs.sum(jacobian.blocks(), stiffness),
                     dofs.sum(jacobian.blocks(), damping)};
  const MatrixXd held = held_rows(island.system().constraints, dofs);
  if (held.rows() > 0) motion.restrict_to(null_space(held));
  return motion;
}

/// The products of the step with frequency and decay rate of the motions of an island, and their
/// limits.
struct StepMeasure {
  StepperKind stepper;
  StepperKind other;                        ///< stepper that has no such limit
  double oscillation, most_oscillation;     ///< omega h
  double decay, most_decay;                 ///< lambda h
  double stable_oscillation, stable_decay;  ///< limits above which motions grow without bound

  bool is_too_long() const { return oscillation > most_oscillation || decay > most_decay; }
  bool is_unstable() const { return oscillation > stable_oscillation || decay > stable_decay; }
};

constexpr double kLongestStableOscillation = 2.828;  ///< omega h of rk4, 2 sqrt(2)
constexpr double kLongestStableDecay = 2.785;        ///< lambda h of rk4

/// @param taken the stepper with which the stepper of the island was replaced; none: the finding
///              recommends another one
void report_step(const StepMeasure& measure, double h, const ModelPart& part,
                 std::optional<StepperKind> taken, Findings& findings) {
  const auto add = [&](const char* what, double limit, double value) {
    const std::string way_out =
        taken ? fmt::format("for a motion as it is; {} was taken, with which it stays bounded",
                            name_of(*taken))
              : fmt::format("or choose the stepper {}", name_of(measure.other));
    findings.push_back(
        {"step_too_long", Severity::kWarning,
         fmt::format("integration.step, {:.4g} s, should keep {} of the loads on {} below {:.3g} "
                     "with {}, got {:.3g}: shorten it below {:.2g} s{} {}",
                     h, what, bodies_of_part(part), limit, name_of(measure.stepper), value,
                     h * limit / value, taken ? "" : ",", way_out),
         value});
  };
  if (measure.oscillation > measure.most_oscillation) {
    add("step times natural frequency on the stiffness", measure.most_oscillation,
        measure.oscillation);
  }
  if (measure.decay > measure.most_decay) {
    add("step times damping over mass", measure.most_decay, measure.decay);
  }
}

double step_of(const Island& island) {
  return 1e-9 * static_cast<double>(island.part().model.step_ns);
}

/// True if steps of spook may be of order 1, see MiddleOfStep.
bool may_go_from_start(const Island& island) {
  const ConstraintSet& constraints = island.system().constraints;
  const Model& model = island.part().model;
  if (!island.system().contacts.empty() || !model.strong_interactions.empty()) return true;
  for (Eigen::Index row = 0; row < constraints.row_count(); ++row) {
    if (constraints.law(row).compliance > 0.0 || constraints.law(row).bounded()) return true;
  }
  return false;
}

StepMeasure measure_of_spook(const Strongest& stiffest, const Strongest& most_damped,
                             const SmallMotion& motion, double h, bool touches) {
  const double y = h * share_in(stiffest, motion.D);
  const double square_there = h * h * share_in(most_damped, motion.K);
  const double touching = std::max(4.0 - 2.0 * y, 0.0);
  const double oscillation = std::sqrt(touches ? touching : 4.0 - 2.0 * y + y * y);
  const double decay = touches ? std::max(2.0 - 0.5 * square_there, 0.0) : 2.0;
  return {StepperKind::kSpook,
          StepperKind::kMoreauJean,
          h * std::sqrt(stiffest.value),
          oscillation,
          h * most_damped.value,
          decay,
          oscillation,
          decay};
}

StepMeasure measure_of_runge_kutta(const Strongest& stiffest, const Strongest& most_damped,
                                   double h) {
  return {StepperKind::kRungeKutta4, StepperKind::kMidpoint, h * std::sqrt(stiffest.value),
          kLongestOscillation,       h * most_damped.value,  kLongestDecay,
          kLongestStableOscillation, kLongestStableDecay};
}

/// The measure that exceeds a limit of the stepper of an island; none if the step is short enough.
std::optional<StepMeasure> find_too_long_step(const Island& island, const State& state) {
  Kinematics bodies(island.part().bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    read_motion(state.bodies[island.part().bodies[i]], bodies[i]);
  }
  const LoadJacobian jacobian = jacobian_of(island, state, bodies);
  const MovingDofs dofs(island.system().masses);
  if (does_nothing(jacobian)) return {};
  if (!island.part().model.joints.empty() && dofs.count() > kMostJoinedDofs) return {};
  const SmallMotion motion = small_motion(island, bodies, jacobian, dofs);
  const SparseCholesky factor(motion.W);
  if (factor.info() != Eigen::Success) return {};  // W itself is refused elsewhere
  const double h = step_of(island);
  const Strongest stiffest = find_strongest(motion.K, factor, motion.W.diagonal());
  const Strongest most_damped = find_strongest(motion.D, factor, motion.W.diagonal());
  const StepperKind stepper = island.stepper_kind();
  if (stepper != StepperKind::kSpook) {
    const StepMeasure measure = measure_of_runge_kutta(stiffest, most_damped, h);
    if (measure.is_too_long()) return measure;
  }
  if (stepper != StepperKind::kRungeKutta4) {
    const StepMeasure measure =
        measure_of_spook(stiffest, most_damped, motion, h, may_go_from_start(island));
    if (measure.is_too_long()) return measure;
  }
  return {};
}

/// Calls find_too_long_step() for islands whose stepper has limits and whose forces do not depend
/// on streamed waves.
std::optional<StepMeasure> look_at_step(const Island& island, const State& state) {
  const StepperKind stepper = island.stepper_kind();
  const bool stable = stepper == StepperKind::kMidpoint || stepper == StepperKind::kMoreauJean;
  if (stable || !StreamedWaves::all_of(island.part().model).empty()) return {};
  try {
    return find_too_long_step(island, state);
  } catch (const Error&) {
    // A load that cannot act where the bodies stand says so in the first step, which moves them.
    return {};
  }
}

}  // namespace

void add_step_findings(const Islands& islands, const State& state, Findings& findings) {
  for (const auto& island : islands.all()) {
    const auto measure = look_at_step(*island, state);
    if (measure) report_step(*measure, step_of(*island), island->part(), {}, findings);
  }
}

bool choose_stable_steppers(Islands& islands, const State& state, Findings& findings) {
  bool chosen = false;
  for (const auto& island : islands.all()) {
    if (island->part().model.stepper) continue;
    const auto measure = look_at_step(*island, state);
    if (!measure || !measure->is_unstable()) continue;
    island->use_stepper(measure->other);
    report_step(*measure, step_of(*island), island->part(), measure->other, findings);
    chosen = true;
  }
  return chosen;
}

}  // namespace raftup::solver
