#pragma once

#include <array>
#include <span>
#include <vector>

#include "solver/loads/base/force_element.hpp"
#include "solver/loads/tanks/sloshing_mode.hpp"

namespace raftup::solver {

struct LiquidTank;

/// A mode of the liquid of a tank as a mass that slides along an axis of the body.
struct LiquidMode {
  SloshingMode mode;
  Vector3 axis;  ///< unit vector, body axes
  Vector3 arm;   ///< from the center of mass of the body to the mass at rest [m, body axes]

  /// Its axis and place, and their motion with the body; all in world axes.
  struct Motion {
    Vector3 axis, arm;
    Vector3 axis_rate;  ///< [1/s]
    Vector3 velocity;   ///< of the place [m/s]

    /// Row h of the velocity of the place along the axis, h.v with the velocity v of the body.
    Vector6 row() const {
      Vector6 h;
      h << axis, arm.cross(axis);
      return h;
    }
    /// Row of the vertical component of the axis: a small rotation of the body adds row.rotation.
    Vector6 tilt_row() const {
      Vector6 row = Vector6::Zero();
      row.tail<3>() = axis.cross(Vector3::UnitZ());
      return row;
    }
    /// Velocity of the place along the axis [m/s].
    double speed() const { return axis.dot(velocity); }
  };
  Motion motion(const BodyKinematics& body) const;
};

/// A horizontal axis of a tank, and what a level surface does along it when the tank is tilted.
struct LevelAxis {
  struct Surface {
    double stiffness;  ///< moment per angle that is taken from the restoring moment [N m]
    double elevation;  ///< fall of the surface at the wall ahead per vertical part of the axis [m]
  };
  Vector3 axis;          ///< unit vector, body axes
  Surface whole;         ///< all of it
  Surface beyond_modes;  ///< without the modes that are a LiquidMode
};

/// The liquid of a LiquidTank: its modes and what stays level. The moment of a level surface along the
/// axis e, with the vertical component e_z, is K e_z (e x z), which has the potential -K e_z^2/2.
class TankLiquid {
 public:
  TankLiquid(const LiquidTank& tank, const Model& model);

  std::size_t body() const { return body_; }  ///< index in the model
  double gravity() const { return gravity_; }
  double damping_ratio() const { return damping_ratio_; }
  const std::vector<LiquidMode>& modes() const { return modes_; }
  const std::array<LevelAxis, 2>& axes() const { return axes_; }

  /// The part of the surface that stays level.
  using Level = LevelAxis::Surface LevelAxis::*;
  void add_moment(Level level, const BodyKinematics& body, Vector6& wrench) const;
  Potential potential(Level level, const BodyKinematics& body) const;
  /// Returns the stiffness of the moment, about the center of mass in world axes [N m].
  Matrix6 stiffness(Level level, const BodyKinematics& body) const;
  /// Writes the elevations at the walls ahead along x and y [m].
  void write_elevations(Level level, const BodyKinematics& body,
                        std::span<double> elevations) const;

  /// Sum of -m_n h h^T over the modes [kg, kg m, kg m2], world axes: what W loses as the masses of the
  /// modes slide.
  Matrix6 sliding_mass(const BodyKinematics& body) const;

  /// Displacement of a mass with which the surface is level at this pose [m].
  double level_displacement(const LiquidMode& mode, const BodyKinematics& body) const;

 private:
  std::size_t body_;
  double gravity_;        ///< m/s2
  double damping_ratio_;  ///< of all modes [1]
  std::vector<LiquidMode> modes_;
  std::array<LevelAxis, 2> axes_;  ///< x, y
};

}  // namespace raftup::solver
