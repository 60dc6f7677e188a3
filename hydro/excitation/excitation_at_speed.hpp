/// @file Excitation of bodies that move ahead [N/m, N], between the speeds of a database.
#pragma once

#include <vector>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// The share of one speed of a database in the excitation at another speed.
struct SpeedWeight {
  std::size_t speed;  ///< index of the speed
  double weight;      ///< share [1], > 0
};

/// Share of the last speed by which a speed may lie outside the speeds of a database: the speed of a
/// ship varies a little in waves. The value at the edge is then used. Chosen, not swept.
inline constexpr double kSpeedMargin = 0.02;

/// Returns the weights for linear interpolation between speeds; they add up to 1.
/// @param speeds m/s, ascending from 0, at least one
/// @param speed  m/s
/// @throws Error(kOutOfRange) if the speed lies outside the speeds by more than the margin
std::vector<SpeedWeight> speed_weights(const VectorXd& speeds, double speed);

/// Returns a copy of a database whose excitation is the weighted sum of its excitation at speeds. Its
/// diffraction force is what remains without the Froude-Krylov force, if the database has that.
/// @param database with excitation at speed
Database with_excitation_at(const Database& database, const std::vector<SpeedWeight>& weights);

}  // namespace raftup::hydro
