#pragma once

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// A function sampled every `spacing` from 0 on, a local cubic between its samples and 0 beyond the
/// last. Both functions return weights: what is asked = sum over k of weight[k] * sample[k].

/// The four samples whose cubic gives a value, and their weights.
struct CubicValue {
  static constexpr Eigen::Index kNodes = 4;
  Eigen::Index first;
  Eigen::Matrix<double, kNodes, 1> weights;
};

/// The value at `position` spacings from the first sample.
/// @param position in [0, sample_count - 1]
/// @param sample_count at least CubicValue::kNodes
CubicValue cubic_value(double position, Eigen::Index sample_count);

/// Integral of f(tau) exp(-i omega tau) over all samples, exact for the cubics (to 1e-12 while
/// omega * spacing < 2).
/// @param omega   [rad/s]
/// @param spacing [s], > 0
VectorXcd transform_weights(double omega, double spacing, Eigen::Index sample_count);

}  // namespace raftup::hydro
