#pragma once

#include "solver/loads/base/force_element.hpp"
#include "solver/loads/control/actuator.hpp"
#include "solver/loads/control/command.hpp"
#include "solver/loads/propulsion/hull_motion.hpp"
#include "solver/loads/propulsion/open_water.hpp"
#include "solver/model/loads/propeller.hpp"

namespace raftup::solver {

/// The working condition of a propeller at a stage, for its own load and for a rudder behind it.
/// Everything follows from the State and from the motion of the hull.
class PropellerFlow {
 public:
  /// State of a propeller: LoadState::values.
  enum Value : std::size_t { kSpeed, kBeyond, kValueCount };

  struct Working {
    HullMotion hull;  ///< motion of the hull at midship
    double speed;     ///< n [1/s]
    double inflow;    ///< u_P [m/s]
    PropellerThrust propeller;
  };

  PropellerFlow(const Propeller& load, const LoadSite& site);

  Working at(const StageConditions& conditions, const Kinematics& bodies) const;
  double speed(const StageConditions& conditions) const;
  const OpenWater& open_water() const { return open_water_; }

 private:
  double wake_factor(const HullMotion& hull) const;  ///< 1 - w

  Propeller load_;
  Attachment midship_;
  Vector2 current_;  ///< m/s, world
  double behind_;    ///< x_P [m]
  OpenWater open_water_;
  Actuator shaft_;
  Command command_;
  std::size_t place_;
};

}  // namespace raftup::solver
