#include "solver/linearisation/motion_in_sea.hpp"

#include <cmath>
#include <numbers>

#include "solver/linearisation/output_response.hpp"

namespace raftup::solver {

WavesOfSea waves_of_sea(const Linearization& linear) {
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

MotionInSea motion_in_sea(const Linearization& linear, const WavesOfSea& waves) {
  MotionInSea motion{waves.selection.omega, {}};
  const auto unit = motion_response(linear, waves.selection, waves.forces);
  for (std::size_t n = 0; n < unit.size(); ++n) {
    motion.dofs.emplace_back(unit[n].col(0) * waves.amplitudes[static_cast<Eigen::Index>(n)]);
  }
  return motion;
}

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

}  // namespace raftup::solver
