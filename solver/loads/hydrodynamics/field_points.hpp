#pragma once

#include <array>
#include <span>
#include <vector>

#include "hydro/numerics/lanes.hpp"
#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/inputs/wave_field.hpp"

namespace raftup::solver {

/// Points that go with a body and the water that was last seen at each of them, in the order in
/// which the force needs them: lane by lane, so that a thousand points cost about as much as one
/// reads their numbers. Lanes are summed from the first point to the last, then folded: the same
/// bits on every machine.
class FieldPoints {
 public:
  static constexpr std::size_t kValuesPerPoint = 5;  ///< elevation, velocity, pressure

  /// @param center_of_mass of the body, in the model frame [m]
  FieldPoints(const WaveField& field, const Vector3& center_of_mass, double water_density);

  /// Takes over the water at the points.
  /// @param sample [point][elevation m, velocity m/s in world axes, pressure Pa]
  void set_sample(std::span<const double> sample) noexcept;

  /// Sum over the points below the elevation of -p A n + density/2 C |u - v| (u - v) and of its
  /// moment about the centre of mass, world axes [N, N m]; v is the velocity of the point.
  Vector6 wrench(const BodyKinematics& body) const noexcept;

  /// Eight points, whose vectors are in body axes but for the velocity of the water.
  struct Block {
    std::array<LaneArray, 3> arm;       ///< m from the centre of mass
    std::array<LaneArray, 3> area;      ///< m2, out of the body
    LaneArray drag;                     ///< density/2 C [kg/m]
    LaneArray elevation;                ///< m
    std::array<LaneArray, 3> velocity;  ///< m/s, world axes
    LaneArray pressure;                 ///< Pa
  };

 private:
  std::size_t count_;
  std::vector<Block> blocks_;  ///< the last one filled up with points that feel nothing
};

}  // namespace raftup::solver
