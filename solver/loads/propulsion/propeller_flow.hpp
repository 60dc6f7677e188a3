#pragma once

#include "solver/loads/base/force_element.hpp"
#include "solver/loads/control/actuator.hpp"
#include "solver/loads/control/command.hpp"
#include "solver/loads/propulsion/hull_motion.hpp"
#include "solver/loads/propulsion/open_water.hpp"
#include "solver/model/loads/propeller.hpp"

namespace raftup::solver {

/// The operating condition of a propeller at a stage, which the load of the propeller and that of a
/// rudder behind it use. All values follow from the State and the motion of the hull.
class PropellerFlow {
 public:
  /// Indices of the values of a propeller in LoadState::values: shaft speed, and number of steps
  /// beyond the open-water data.
  enum Value : std::size_t { kSpeed, kBeyond, kValueCount };

  struct Working {
    HullMotion hull;  ///< motion of the hull relative to the water, at midship
    double speed;     ///< shaft speed n [1/s]
    double inflow;    ///< inflow velocity u_P, after the wake of the hull [m/s]
    PropellerThrust propeller;
  };

  PropellerFlow(const Propeller& load, const LoadSite& site);

  Working at(const StageConditions& conditions, const Kinematics& bodies) const;
  double speed(const StageConditions& conditions) const;
  const OpenWater& open_water() const { return open_water_; }

 private:
  double wake_factor(const HullMotion& hull) const;  ///< factor 1 - w of the wake fraction w

  Propeller load_;
  Attachment midship_;
  FadedCurrent current_;
  double behind_;  ///< position x_P of the propeller from midship [m]
  OpenWater open_water_;
  Actuator shaft_;
  Command command_;
  std::size_t place_;
};

}  // namespace raftup::solver
