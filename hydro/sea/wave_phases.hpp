#pragma once

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// What the phases of all components of a sea are made of, in turns and as arrays:
/// omega t - k.x + phase. Padded with zeros to whole blocks of kLanes, so that sums over components
/// run in fixed lanes: the same order, hence the same bits, in every vector width.
struct WavePhases {
  static constexpr Eigen::Index kLanes = 8;

  VectorXd omega;         ///< turns/s
  VectorXd wavenumber_x;  ///< turns/m
  VectorXd wavenumber_y;  ///< turns/m
  VectorXd phase;         ///< turns

  Eigen::Index padded_size() const { return omega.size(); }
  static Eigen::Index padded(Eigen::Index count) { return (count + kLanes - 1) / kLanes * kLanes; }
};

}  // namespace raftup::hydro
