#include "solver/linearisation/machines_in_sea.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <numbers>

#include "hydro/base/error.hpp"
#include "solver/linearisation/output_response.hpp"

namespace raftup::solver {

namespace {

constexpr int kMostIterations = 30;  ///< of the motion and the machines in it; chosen, not swept
/// Largest number of components of a sea for which the motion is computed in every iteration.
constexpr std::size_t kMostComponents = 5000;
constexpr double kConverged = 0.01;   ///< change of the largest damper or spring
constexpr double kWorthSaying = 0.1;  ///< change of the last iteration that is told

/// The waves of a sea, and what they do to the bodies.
struct WavesOfSea {
  WaveSelection selection;
  WaveForces forces;
  VectorXcd amplitudes;  ///< m, with the phases
};

WavesOfSea waves_of(const Linearization& linear) {
  WavesOfSea waves;
  const std::vector<hydro::WaveComponent>& components = linear.model().sea->components();
  const auto count = static_cast<Eigen::Index>(components.size());
  waves.selection = {VectorXd(count), VectorXd(count), true};
  waves.amplitudes.resize(count);
  for (Eigen::Index n = 0; n < count; ++n) {
    const hydro::WaveComponent& wave = components[static_cast<std::size_t>(n)];
    waves.selection.omega[n] = wave.omega;
    waves.selection.direction[n] = wave.direction;
    waves.amplitudes[n] = std::polar(wave.amplitude, wave.phase);
  }
  waves.forces = linear.waves().at(waves.selection);
  return waves;
}

MotionInSea motion_in(const Linearization& linear, const WavesOfSea& waves) {
  MotionInSea motion{waves.selection.omega, {}};
  const auto unit = motion_response(linear, waves.selection, waves.forces);
  for (std::size_t n = 0; n < unit.size(); ++n) {
    motion.dofs.emplace_back(unit[n].col(0) * waves.amplitudes[static_cast<Eigen::Index>(n)]);
  }
  return motion;
}

/// Linear damping that takes the work of the quadratic damping Q |nu| nu: Q sqrt(8/pi) sigma in a
/// random motion, Q 8/(3 pi) times the amplitude in a harmonic one. Mean velocities are left out.
MatrixXd drag_of_equal_work(const LinearMatrices& matrices, const MotionInSea& motion) {
  VectorXd variance = VectorXd::Zero(matrices.mass.rows());
  for (Eigen::Index n = 0; n < motion.omega.size(); ++n) {
    const VectorXcd& x = motion.dofs[static_cast<std::size_t>(n)];
    const VectorXcd nu =
        Complex(0.0, motion.omega[n]) * (matrices.water_velocity_by_velocity.cast<Complex>() * x);
    variance += 0.5 * nu.cwiseAbs2();
  }
  const bool harmonic = motion.omega.size() == 1;
  const double factor = harmonic ? 8.0 * std::numbers::sqrt2 / (3.0 * std::numbers::pi)
                                 : std::sqrt(8.0 / std::numbers::pi);
  const VectorXd slope = factor * variance.cwiseSqrt();
  return matrices.water_velocity_by_velocity.transpose() * matrices.quadratic_damping *
         slope.asDiagonal() * matrices.water_velocity_by_velocity;
}

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
  if (model.sea->components().size() > kMostComponents) {
    return all_left_out(model, fmt::format("the sea has {} components, more than {}",
                                           model.sea->components().size(), kMostComponents));
  }
  const WavesOfSea waves = waves_of(linear);
  const MatrixXd restoring = matrices.restoring, damping = matrices.linear_damping;
  MatrixXd drag = MatrixXd::Zero(damping.rows(), damping.cols());
  machines.begin();
  double change = 1.0;
  try {
    for (int i = 0; i < kMostIterations && change > kConverged; ++i) {
      matrices.restoring = restoring + machines.stiffness();
      matrices.linear_damping = damping + machines.damping() + drag;
      const MotionInSea motion = motion_in(linear, waves);
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
