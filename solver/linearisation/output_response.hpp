#pragma once

#include <string>
#include <vector>

#include "hydro/sea/sea.hpp"
#include "solver/linearisation/linearisation.hpp"

namespace raftup::solver {

/// Response of one number of an output to waves, H [unit of the output per metre of amplitude]: a
/// wave a cos(omega t - k.x) makes Re{a H e^(i omega t)} of it, by
///   [-omega^2 (M + A) + i omega (B + D) + C] X = F,   H = (y_x + i omega y_v - omega^2 y_a) X,
/// where y_x, y_v and y_a are the derivatives of the output by displacement, velocity and
/// acceleration. Quadratic damping is left out. Waves without data of excitation have no force.
/// @param output    its name: "hull.displacement"
/// @param component its number within the output, from 0
/// @param waves     omega [rad/s] > 0 and direction [rad]; amplitudes and phases are not used
/// @returns H of each wave
/// @throws BrokenRule if the linear model has no such output, or no such component of it
std::vector<Complex> output_response(const Linearization& linear, const std::string& output,
                                     Eigen::Index component,
                                     const std::vector<hydro::WaveComponent>& waves);

}  // namespace raftup::solver
