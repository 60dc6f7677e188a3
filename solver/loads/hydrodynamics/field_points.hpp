#pragma once

#include <array>
#include <span>
#include <vector>

#include "hydro/numerics/lanes.hpp"
#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/inputs/wave_field.hpp"

namespace raftup::solver {

/// Points fixed in a body, and the last sample of the water at each of them [m, m/s, Pa]. They are
/// stored in lanes in the order in which the force needs them, so that a thousand points cost about
/// as much as reading their numbers. Lanes are summed from the first point to the last and then
/// folded, with the same bits on every machine.
class FieldPoints {
 public:
  /// elevation [m], velocity [m/s], pressure [Pa]
  static constexpr std::size_t kValuesPerPoint = 5;

  /// @param center_of_mass of the body, in the model frame [m]
  FieldPoints(const WaveField& field, const Vector3& center_of_mass, double water_density);

  /// Stores a sample of the water at the points.
  /// @param sample [point][elevation m, velocity m/s in world axes, pressure Pa]
  void set_sample(std::span<const double> sample) noexcept;

  /// Sum over the points below the elevation of -p A n + density/2 C |u - v| (u - v) and of its
  /// moment about the centre of mass, world axes [N, N m]; v is the velocity of the point.
  Vector6 wrench(const BodyKinematics& body) const noexcept;

  /// Eight points, whose vectors are in body axes but for the velocity of the water.
  struct Block {
    std::array<LaneArray, 3> arm;       ///< from the centre of mass [m]
    std::array<LaneArray, 3> area;      ///< m2, out of the body
    LaneArray drag;                     ///< density/2 C [kg/m]
    LaneArray elevation;                ///< m
    std::array<LaneArray, 3> velocity;  ///< m/s, world axes
    LaneArray pressure;                 ///< Pa
  };

 private:
  std::size_t count_;
  std::vector<Block> blocks_;  ///< the last one is filled up with points without area
};

}  // namespace raftup::solver
