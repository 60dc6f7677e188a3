#include "solver/linearisation/machines_in_sea.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hydro/base/error.hpp"
#include "solver/linearisation/motion_in_sea.hpp"

namespace raftup::solver {

namespace {

constexpr int kMostIterations = 30;   ///< of the motion and the machines in it; chosen, not swept
constexpr double kConverged = 0.01;   ///< change of the largest damper or spring
constexpr double kWorthSaying = 0.1;  ///< change of the last iteration that is told

std::vector<std::string> all_left_out(const Model& model, const std::string& why) {
  std::vector<std::string> sentences;
  for (const Machine& machine : model.machines) {
    sentences.push_back(fmt::format("machine {}: its forces are left out, {}", machine.name, why));
  }
  return sentences;
}

std::vector<std::string> replacements(const Model& model, const LinearMachines& machines,
                                      double change) {
  std::vector<std::string> sentences;
  for (std::size_t i = 0; i < model.machines.size(); ++i) {
    const VectorXd B = machines.dampers()[i].damping.diagonal();
    const VectorXd K = machines.dampers()[i].stiffness.diagonal();
    std::string sentence = fmt::format(
        "machine {}: its forces are those of the dampers, {:.4g} N s/m or N m s, and springs, "
        "{:.4g} N/m or N m, that take the same work in the model's sea",
        model.machines[i].name, fmt::join(B.begin(), B.end(), ", "),
        fmt::join(K.begin(), K.end(), ", "));
    if (change > kWorthSaying) {
      sentence += fmt::format("; they still changed by {:.0f} %", 100.0 * change);
    }
    sentences.push_back(std::move(sentence));
  }
  return sentences;
}

}  // namespace

std::vector<std::string> fit_machines(const Linearization& linear, LinearMachines& machines,
                                      LinearMatrices& matrices) {
  const Model& model = linear.model();
  if (!model.sea || model.sea->components().empty()) {
    return all_left_out(model, "there are no waves to replace them by dampers");
  }
  if (model.sea->components().size() > kMostSeaComponents) {
    return all_left_out(model, fmt::format("the sea has {} components, more than {}",
                                           model.sea->components().size(), kMostSeaComponents));
  }
  const WavesOfSea waves = waves_of_sea(linear);
  const MatrixXd restoring = matrices.restoring, damping = matrices.linear_damping;
  MatrixXd drag = MatrixXd::Zero(damping.rows(), damping.cols());
  machines.begin();
  double change = 1.0;
  try {
    for (int i = 0; i < kMostIterations && change > kConverged; ++i) {
      matrices.restoring = restoring + machines.stiffness();
      matrices.linear_damping = damping + machines.damping() + drag;
      const MotionInSea motion = motion_in_sea(linear, waves);
      change = machines.fit(motion);
      drag = drag_of_equal_work(matrices, motion);
    }
  } catch (const SolverFailure& failure) {
    matrices.restoring = restoring;
    matrices.linear_damping = damping;
    return all_left_out(model, fmt::format("as it cannot follow the motion: {}", failure.what()));
  }
  matrices.restoring = restoring + machines.stiffness();
  matrices.linear_damping = damping + machines.damping();
  return replacements(model, machines, change);
}

}  // namespace raftup::solver
