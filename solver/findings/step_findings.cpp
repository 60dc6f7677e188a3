#include <fmt/format.h>

#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/numerics/dense.hpp"
#include "solver/findings/model_findings.hpp"
#include "solver/interactions/streamed_waves.hpp"
#include "solver/islands.hpp"

namespace raftup::solver {

namespace {

constexpr double kLongestOscillation = 1.0;  ///< omega h
constexpr double kLongestDecay = 2.0;        ///< lambda h

/// Square matrices of the dofs of an island that move by forces.
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

  /// total += block, and its transpose on the other side of the diagonal.
  void add(std::size_t row, std::size_t column, const Matrix6& block, MatrixXd& total) const {
    for (Eigen::Index i = 0; i < kDofs; ++i) {
      for (Eigen::Index j = 0; j < kDofs; ++j) {
        const Eigen::Index a = place(row, i), b = place(column, j);
        if (a < 0 || b < 0) continue;
        total(a, b) += block(i, j);
        if (row != column) total(b, a) += block(i, j);
      }
    }
  }

 private:
  Eigen::Index place(std::size_t body, Eigen::Index dof) const {
    return places_[static_cast<std::size_t>(kDofs * static_cast<Eigen::Index>(body) + dof)];
  }

  std::vector<Eigen::Index> places_;  ///< -1 of dofs that do not move by forces
  Eigen::Index count_ = 0;
};

/// Largest value of K x = value W x in size, by von Mises's iteration, which finds it to some per
/// cent from below: enough to compare.
double largest_value(const MatrixXd& K, const CholeskyFactor& W, const VectorXd& inertias) {
  constexpr int kIterations = 40;
  VectorXd x = inertias.cwiseSqrt().cwiseInverse();
  double value = 0.0;
  for (int i = 0; i < kIterations; ++i) {
    const VectorXd Kx = K * x;
    const VectorXd next = W.solve(Kx);
    const double size = std::sqrt(Kx.dot(next));  // of next, in the norm of W
    if (!(size > 0.0)) return 0.0;
    value = size;
    x = next / size;
  }
  return value;
}

/// What the loads of an island do where it stands.
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

void add_island_finding(const Island& island, const State& state, Findings& findings) {
  Kinematics bodies(island.part().bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    read_motion(state.bodies[island.part().bodies[i]], bodies[i]);
  }
  const LoadJacobian jacobian = jacobian_of(island, state, bodies);
  const MovingDofs dofs(island.system().masses);
  const MatrixXd none = MatrixXd::Zero(dofs.count(), dofs.count());
  MatrixXd W = none, K = none, D = none;
  std::vector<MassBlock> masses;
  island.system().masses.add_blocks(bodies, masses);
  for (const MassBlock& block : masses) dofs.add(block.row, block.column, block.value, W);
  for (const LoadJacobian::Block& block : jacobian.blocks()) {
    dofs.add(block.row, block.column, block.stiffness, K);
    dofs.add(block.row, block.column, block.damping, D);
  }
  const double h = 1e-9 * static_cast<double>(island.part().model.step_ns);
  const VectorXd inertias = W.diagonal();
  const auto factor = CholeskyFactor::of(W);
  if (!factor) return;  // W itself is refused elsewhere
  const double oscillation = h * std::sqrt(largest_value(K, *factor, inertias));
  const double decay = h * largest_value(D, *factor, inertias);
  const auto add = [&](const char* what, double limit, double value) {
    findings.push_back(
        {"step_too_long", Severity::kWarning,
         fmt::format("integration.step, {:.4g} s, should keep {} of the loads on {} below {} with "
                     "rk4, got {:.3g}: shorten it below {:.2g} s, or choose the stepper midpoint",
                     h, what, bodies_of_part(island.part()), limit, value, h * limit / value),
         value});
  };
  if (oscillation > kLongestOscillation) {
    add("step times natural frequency on the stiffness", kLongestOscillation, oscillation);
  }
  if (decay > kLongestDecay) add("step times damping over mass", kLongestDecay, decay);
}

}  // namespace

void add_step_findings(const Islands& islands, const State& state, Findings& findings) {
  for (const auto& island : islands.all()) {
    const Model& model = island->part().model;
    const StepperKind stepper = island->stepper_kind();
    const bool free = (stepper == StepperKind::kRungeKutta4 || stepper == StepperKind::kByReach) &&
                      model.joints.empty();
    if (!free || !StreamedWaves::all_of(model).empty()) continue;
    try {
      add_island_finding(*island, state, findings);
    } catch (const Error&) {
      // A load that cannot act where the bodies stand says so in the first step, which moves them.
    }
  }
}

}  // namespace raftup::solver
