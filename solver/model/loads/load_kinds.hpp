#pragma once

#include <variant>

#include "solver/model/loads/autopilot.hpp"
#include "solver/model/loads/bushing.hpp"
#include "solver/model/loads/catenary_line.hpp"
#include "solver/model/loads/constant_force.hpp"
#include "solver/model/loads/current_drag.hpp"
#include "solver/model/loads/damper.hpp"
#include "solver/model/loads/drag_plate.hpp"
#include "solver/model/loads/dynamic_line.hpp"
#include "solver/model/loads/dynamic_positioning.hpp"
#include "solver/model/loads/elastic_line.hpp"
#include "solver/model/loads/fender.hpp"
#include "solver/model/loads/hull.hpp"
#include "solver/model/loads/linear_mooring.hpp"
#include "solver/model/loads/liquid_tank.hpp"
#include "solver/model/loads/load.hpp"
#include "solver/model/loads/manoeuvring.hpp"
#include "solver/model/loads/mooring_system.hpp"
#include "solver/model/loads/morison.hpp"
#include "solver/model/loads/point_spring.hpp"
#include "solver/model/loads/propeller.hpp"
#include "solver/model/loads/resistance.hpp"
#include "solver/model/loads/rope.hpp"
#include "solver/model/loads/rudder.hpp"
#include "solver/model/loads/thruster.hpp"
#include "solver/model/loads/winch.hpp"
#include "solver/model/loads/wind_force.hpp"

namespace raftup::solver {

/// The list of all kinds of load. Only code that iterates over all kinds includes this file.
struct LoadKinds {
  using Kinds =
      std::variant<ConstantForce, PointSpring, LinearMooring, Winch, Bushing, Damper, CatenaryLine,
                   CurrentDrag, WindForce, Fender, Morison, DragPlate, DynamicLine, Rope,
                   Manoeuvring, Propeller, Rudder, Thruster, Autopilot, DynamicPositioning,
                   MooringSystem, Resistance, HullLoad, ElasticLine, LiquidTank>;
};

}  // namespace raftup::solver
