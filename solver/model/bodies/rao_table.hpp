#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <functional>
#include <vector>

#include "solver/model/bodies/prescribed_motion.hpp"

namespace raftup::solver {

/// Complex displacement RAOs R of six motions [m/m, rad/m] over frequency [rad/s] and wave
/// direction [rad]. A wave a cos(omega t + phase) at the phase origin moves the vessel by Re{a R
/// exp(i (omega t + phase))}.
class RaoTable {
 public:
  using Motions = std::array<std::complex<double>, 6>;

  /// @param rao a description that has been checked
  explicit RaoTable(const DisplacementRao& rao);

  double lowest() const { return omega_.front(); }  ///< lowest frequency of the table [rad/s]
  double highest() const { return omega_.back(); }  ///< highest frequency of the table [rad/s]
  /// Interpolates R bilinearly in its real and imaginary parts. Below the lowest frequency it uses
  /// the values at the lowest frequency; above the highest frequency R is 0.
  /// @param omega     [rad/s]
  /// @param direction direction that the waves go to, relative to the bow [rad]
  Motions at(double omega, double direction) const;

  /// Interpolates dR/d(direction) [m/m, rad/m per rad] in the same way. At a direction of the table
  /// it is the slope on the side of greater directions.
  Motions slope_at(double omega, double direction) const;

 private:
  /// The place of a direction between two directions of the table.
  struct Cell {
    std::size_t column;  ///< the direction below
    double share;        ///< 0 at the direction below, 1 at the one above
    double width;        ///< deg
  };
  using OfRow = std::function<Motions(std::size_t row)>;

  const Motions& entry(std::size_t row, std::size_t column) const {
    return entries_[row * directions_.size() + column];
  }
  Cell cell(double direction) const;
  Motions value_in(std::size_t row, const Cell& cell) const;
  Motions slope_in(std::size_t row, const Cell& cell) const;
  Motions over_omega(double omega, const OfRow& of_row) const;

  /// Frequencies [rad/s], and directions [deg], of which the last is the first one plus a full
  /// turn.
  std::vector<double> omega_, directions_;
  std::vector<Motions> entries_;
};

}  // namespace raftup::solver
