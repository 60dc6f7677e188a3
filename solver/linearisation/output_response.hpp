#pragma once

#include <string>
#include <vector>

#include "hydro/sea/sea.hpp"
#include "solver/linearisation/linearisation.hpp"

namespace raftup::solver {

/// Computes the motions of all bodies in waves of 1 m amplitude with phase 0 at the world origin,
///   [-omega^2 (M + A) + i omega (B + D) + C + Z] x = X,
/// where quadratic damping is excluded. Bodies that displacement RAOs move have these motions.
/// @param waves  with frequencies [rad/s] > 0
/// @param forces of these waves
/// @returns for each omega x [m, rad] per meter of amplitude, 6N x directions, dof axes
std::vector<MatrixXcd> motion_response(const Linearization& linear, const WaveSelection& waves,
                                       const WaveForces& forces);

/// Computes the motions as above with A and B of another water, for instance of radiation memories.
std::vector<MatrixXcd> motion_response(const Linearization& linear, const WaveSelection& waves,
                                       const WaveForces& forces, const LinearWater& water);

/// Computes the response H of one number of an output to waves [unit of the output per meter of
/// amplitude]. A wave a cos(omega t - k.x) causes Re{a H e^(i omega t)} in the output, by
///   [-omega^2 (M + A) + i omega (B + D) + C + Z] X = F,   H = (y_x + i omega y_v - omega^2 y_a) X,
/// where y_x, y_v and y_a are the derivatives of the output by displacement, velocity and
/// acceleration. To the tension of a line its masses between the bodies add LinearLines::output_by_motion()
/// X and LinearLines::output_by_wave(). Quadratic damping is excluded. Waves without excitation data have no force.
/// @param output    name of the output, such as "hull.displacement"
/// @param component index of the number in the output, from 0
/// @param waves     omega [rad/s] > 0 and direction [rad]; amplitudes and phases are not used
/// @returns H of each wave
/// @throws BrokenRule if the linear model has no such output, or the output no such component
std::vector<Complex> output_response(const Linearization& linear, const std::string& output,
                                     Eigen::Index component,
                                     const std::vector<hydro::WaveComponent>& waves);

/// How outputs of lines [N, m] follow motions and waves, see LinearLines, one matrix for each frequency
/// of a selection of waves. Rows are the numbers of the outputs, one output after the other.
struct LineOutputResponse {
  Eigen::Index size = 0;             ///< count of the numbers
  std::vector<MatrixXcd> by_motion;  ///< numbers x 6N, dof axes [unit of the output per m and rad]
  /// Numbers x directions, while the bodies are held; 0 in waves that the current stops [unit of the
  /// output per m].
  std::vector<MatrixXcd> by_wave;
};

/// @param outputs names of LinearLines::outputs()
/// @throws BrokenRule for another output
LineOutputResponse line_output_response(const Linearization& linear,
                                        const std::vector<std::string>& outputs,
                                        const WaveSelection& waves);

}  // namespace raftup::solver
