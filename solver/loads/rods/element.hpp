#pragma once

#include <limits>
#include <memory>

namespace raftup::solver::rods {

class TensionCurve;

/// The properties of one straight element of a rod, the part between two neighboring nodes. A rod
/// is a mooring line, a tow wire, a cable or a riser, see DiscreteRod.
struct Element {
  double length = 1.0;               ///< unstretched length l [m], > 0
  double axial_stiffness = 0.0;      ///< EA [N], > 0
  double mass = 0.0;                 ///< mass per unstretched meter m [kg/m], > 0
  double weight = 0.0;               ///< weight per meter under water, net of buoyancy [N/m]
  double buoyancy = 0.0;             ///< rho g A, which is missing above the water [N/m], >= 0
  double bending_stiffness = 0.0;    ///< EI [N m2], >= 0
  double torsional_stiffness = 0.0;  ///< GJ [N m2], >= 0
  /// Internal damping C/EA of the tension T = EA e + C de/dt [s], >= 0.
  double damping_time = 0.0;
  /// Tension f(e) at rest in place of EA e; null for most elements.
  std::shared_ptr<const TensionCurve> curve = nullptr;
  /// Where K > 0, the tension is f(e) + K (e - a) with the creep strain a' = (e - a)/t_r: a rope that
  /// is stiffer when it is pulled fast.
  double creep_stiffness = 0.0;  ///< K [N], >= 0
  double relaxation_time = 0.0;  ///< t_r [s], > 0 where K > 0
  /// True if the element can push, as a rod does; a rope has no force when it is slack.
  bool carries_compression = false;
  double diameter = 0.0;          ///< diameter [m], where it lies on the bottom or in the water
  double displaced_mass = 0.0;    ///< rho A, mass of the water that it displaces [kg/m], >= 0
  double added_mass = 0.0;        ///< rho A C_a, for motion across the element [kg/m], >= 0
  double axial_added_mass = 0.0;  ///< for motion along the element [kg/m], >= 0
  double drag = 0.0;              ///< rho/2 C_d D, for the flow across the element [kg/m2], >= 0
  double axial_drag = 0.0;        ///< rho/2 C_da pi D, for the flow along the element [kg/m2], >= 0
};

/// What a node has in addition to the halves of its elements: a clump weight, a float or a body
/// that is as small as a point.
struct Lump {
  double mass = 0.0;            ///< mass [kg], >= 0
  double weight = 0.0;          ///< weight net of buoyancy [N], downwards
  double displaced_mass = 0.0;  ///< mass of the water that it displaces [kg], >= 0
  double added_mass = 0.0;      ///< added mass in every direction [kg], >= 0
  double drag = 0.0;            ///< rho/2 C_d S, in every direction [kg/m], >= 0
};

/// How an end of a rod is held.
enum class EndKind {
  kFree,    ///< the end node moves as any other node
  kPinned,  ///< the end node moves with a body or with the world; the rod turns freely
  /// The end node and the direction of the rod there are those of a body or of the world. A
  /// director node in front of the end node, on the axis of the clamp, has this direction.
  kClamped,
};

/// An end of a rod.
struct End {
  EndKind kind = EndKind::kPinned;
  /// Stiffness of a clamp against turning [N m/rad], > 0.
  double turning_stiffness = std::numeric_limits<double>::infinity();
};

}  // namespace raftup::solver::rods
