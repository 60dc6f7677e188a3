#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "solver/description/fields.hpp"

namespace raftup::solver {

// The parts of a machine. Those with fluid are joined by the names of their nodes, each of which
// has one pressure p [Pa]. A flow q [m3/s] through a part counts from its node `from` to its node
// `to`, and dp = p_from - p_to.

/// Cylinder on a free dof x of a joint. Its force on body 1 along the dof is
///   F = area_a p_a - area_b p_b,
/// and as x grows by dx, chamber a takes area_a dx from node a and chamber b gives area_b dx to b.
struct HydraulicCylinder {
  static constexpr std::string_view kKind = "cylinder";

  std::string joint;
  int dof = 0;          ///< a free dof of the joint, numbered as JointType says
  double area_a = 0.0;  ///< m2, or m3/rad of a dof that is an angle
  double area_b = 0.0;  ///< m2 or m3/rad
  std::string a, b;     ///< nodes; one of them may be empty if its area is 0

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("joint", self.joint);
    field("dof", self.dof);
    field("area_a", self.area_a, Bound::kNotNegative);
    field("area_b", self.area_b, Bound::kNotNegative);
    field("a", self.a);
    field("b", self.b);
  }
};

/// Gas behind a piston or bladder: p V^n stays what it is at the start; V is its volume [m3].
struct Accumulator {
  static constexpr std::string_view kKind = "accumulator";

  std::string node;
  double gas_volume = 0.0;    ///< m3, at t = 0
  double gas_pressure = 0.0;  ///< Pa, at t = 0
  double exponent = 1.4;      ///< n: 1 = isothermal, 1.4 = adiabatic

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("node", self.node);
    field("gas_volume", self.gas_volume, {"m3", Bound::kPositive});
    field("gas_pressure", self.gas_pressure, {"Pa", Bound::kPositive});
    field("exponent", self.exponent, Bound::kPositive);
  }
};

/// Fluid that is compressed: dV = volume dp / bulk_modulus.
struct FluidVolume {
  static constexpr std::string_view kKind = "volume";

  std::string node;
  double volume = 0.0;        ///< m3
  double bulk_modulus = 0.0;  ///< Pa
  double pressure = 0.0;      ///< Pa, at t = 0

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("node", self.node);
    field("volume", self.volume, {"m3", Bound::kPositive});
    field("bulk_modulus", self.bulk_modulus, {"Pa", Bound::kPositive});
    field("pressure", self.pressure, {"Pa", Bound::kNotNegative});
  }
};

/// A tank, which keeps its node at a constant pressure [Pa].
struct Tank {
  static constexpr std::string_view kKind = "tank";

  std::string node;
  double pressure = 0.0;  ///< Pa

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("node", self.node);
    field("pressure", self.pressure, {"Pa", Bound::kNotNegative});
  }
};

/// Orifice: q = discharge area sqrt(2 |dp| / fluid_density) in the direction of dp; proportional to
/// dp below 1 Pa.
struct Orifice {
  static constexpr std::string_view kKind = "orifice";

  std::string from, to;
  double area = 0.0;        ///< m2
  double discharge = 0.62;  ///< coefficient

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("from", self.from);
    field("to", self.to);
    field("area", self.area, {"m2", Bound::kPositive});
    field("discharge", self.discharge, Bound::kPositive);
  }
};

/// Valve that lets fluid through from `from` to `to` alone:
///   0 <= q,  dp <= cracking_pressure + drop(q),  of which one is an equation;
/// drop(q) is that of an orifice of `area` with the discharge coefficient .62, 0 without an area.
struct CheckValve {
  static constexpr std::string_view kKind = "check_valve";

  std::string from, to;
  double cracking_pressure = 0.0;   ///< Pa
  std::optional<double> area = {};  ///< m2

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("from", self.from);
    field("to", self.to);
    field("cracking_pressure", self.cracking_pressure, {"Pa", Bound::kNotNegative});
    field("area", self.area, {"m2", Bound::kPositive});
  }
};

/// A relief valve, which opens above a pressure [Pa]: q = max(0, dp - pressure) slope.
struct ReliefValve {
  static constexpr std::string_view kKind = "relief_valve";

  std::string from, to;
  double pressure = 0.0;  ///< Pa
  double slope = 0.0;     ///< m3/s per Pa

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("from", self.from);
    field("to", self.to);
    field("pressure", self.pressure, {"Pa", Bound::kNotNegative});
    field("slope", self.slope, {"m3/(s Pa)", Bound::kPositive});
  }
};

/// Hydraulic motor on a shaft of speed w: as a motor (dp w > 0) q = D w/eta_v with the torque
/// D dp eta_m; as a pump q = D w eta_v with the torque D dp/eta_m. D is the displacement, eta_v and
/// eta_m the volumetric and the mechanical efficiency; between both, over dp of 1 kPa, they blend.
struct HydraulicMotor {
  static constexpr std::string_view kKind = "hydraulic_motor";

  std::string from, to;
  double displacement = 0.0;  ///< m3/rad
  std::string shaft;
  double volumetric_efficiency = 1.0;
  double mechanical_efficiency = 1.0;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("from", self.from);
    field("to", self.to);
    field("displacement", self.displacement, {"m3/rad", Bound::kPositive});
    field("shaft", self.shaft);
    field("volumetric_efficiency", self.volumetric_efficiency, Bound::kFraction);
    field("mechanical_efficiency", self.mechanical_efficiency, Bound::kFraction);
  }
};

/// A shaft that turns by itself, or as a gear makes it turn.
struct Shaft {
  static constexpr std::string_view kKind = "shaft";

  std::string name;
  double inertia = 0.0;  ///< kg m2
  double damping = 0.0;  ///< N m s/rad
  double speed = 0.0;    ///< rad/s, at t = 0; of a geared shaft that of its dof

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("name", self.name);
    field("inertia", self.inertia, {"kg m2", Bound::kPositive});
    field("damping", self.damping, {"N m s/rad", Bound::kNotNegative});
    field("speed", self.speed, "rad/s");
  }
};

/// Turns a shaft by a free dof x of a joint: w = ratio dx/dt.
struct Gear {
  static constexpr std::string_view kKind = "gear";

  std::string joint;
  int dof = 0;  ///< a free dof of the joint, numbered as JointType says
  std::string shaft;
  double ratio = 1.0;  ///< rad/m, or 1 of a dof that is an angle

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("joint", self.joint);
    field("dof", self.dof);
    field("shaft", self.shaft);
    field("ratio", self.ratio);
  }
};

/// Generator on a shaft: a torque T [N m] against its motion by a curve over the speed w [rad/s],
/// straight between its values and held beyond them. Instead of T, the power P = T w [W] that it takes
/// from the shaft can be given: T = P(w)/w then, P is held above the last speed, and below the first
/// speed T is. It gives the electric power T w efficiency; where it drives the shaft it takes
/// T w / efficiency.
struct Generator {
  static constexpr std::string_view kKind = "generator";

  std::string shaft;
  std::vector<double> speed;  ///< rad/s, strictly ascending
  /// N m, one for each speed, against the motion; empty if `power` is given.
  std::vector<double> torque;
  double efficiency = 1.0;  ///< electric over mechanical power, at every speed
  /// Electric over mechanical power, one for each speed, in place of `efficiency`; may be empty.
  std::vector<double> efficiencies;
  /// W, one for each speed, which are above 0 then; empty if `torque` is given.
  std::vector<double> power = {};

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("shaft", self.shaft);
    field("speed", self.speed, "rad/s");
    field("torque", self.torque, "N m");
    field("efficiency", self.efficiency, Bound::kFraction);
    field("efficiencies", self.efficiencies, FieldRule(Bound::kFraction).added_late());
    field("power", self.power, FieldRule("W").added_late());
  }
};

/// Every kind of part.
using MachinePartKind =
    std::variant<HydraulicCylinder, Accumulator, FluidVolume, Tank, Orifice, CheckValve,
                 ReliefValve, HydraulicMotor, Shaft, Gear, Generator>;

}  // namespace raftup::solver
