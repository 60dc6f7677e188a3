#pragma once

#include <array>
#include <span>
#include <vector>

#include "hydro/numerics/lanes.hpp"
#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/inputs/wave_field.hpp"

namespace raftup::solver {

/// Points fixed in a body, and the latest sample of the water at each point: elevation [m],
/// velocity [m/s], pressure [Pa]. The values are stored in lanes (groups of eight) in the order in
/// which the force is computed, so that a thousand points take about as long as reading their
/// values. Each lane is summed from the first point to the last, and then the lanes are summed in a
/// fixed order, so that the result has the same bits on every machine.
class FieldPoints {
 public:
  /// Number of values of a sample per point: elevation [m], velocity [m/s, 3 components], pressure
  /// [Pa].
  static constexpr std::size_t kValuesPerPoint = 5;

  /// @param center_of_mass center of mass of the body in its model frame [m]
  FieldPoints(const WaveField& field, const Vector3& center_of_mass, double water_density);

  /// Stores a sample of the water at the points.
  /// @param sample [point][elevation [m], velocity [m/s, world axes], pressure [Pa]]
  void set_sample(std::span<const double> sample) noexcept;

  /// Returns the sum, over the points below the elevation, of the force -p A n + density/2 C |u -
  /// v| (u - v) and of its moment about the center of mass [N, N m, world axes]. p and u are the
  /// pressure and velocity of the water, A n the area vector, C the drag area and v the velocity of
  /// the point.
  Vector6 wrench(const BodyKinematics& body) const noexcept;

  /// Eight points. Vectors are in body axes, except the velocity of the water.
  struct Block {
    std::array<LaneArray, 3> arm;       ///< from the center of mass to the point [m]
    std::array<LaneArray, 3> area;      ///< area vector, pointing out of the body [m2]
    LaneArray drag;                     ///< density/2 times the drag area C [kg/m]
    LaneArray elevation;                ///< elevation of the water surface [m]
    std::array<LaneArray, 3> velocity;  ///< velocity of the water [m/s, world axes]
    LaneArray pressure;                 ///< pressure of the water [Pa]
  };

 private:
  std::size_t count_;
  std::vector<Block> blocks_;  ///< unused places of the last block are points without area
};

}  // namespace raftup::solver
