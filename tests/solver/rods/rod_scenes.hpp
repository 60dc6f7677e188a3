/// @file Rods that several tests use.
#pragma once

#include <vector>

#include "solver/loads/rods/rod_elasticity.hpp"
#include "solver/loads/rods/rod_motion.hpp"
#include "solver/loads/rods/rod_statics.hpp"
#include "solver/loads/rods/rod_water.hpp"
#include "tests/solver/rods/dry_rod.hpp"

namespace raftup::testing {

using namespace raftup::solver::rods;

inline constexpr double kGravity = 9.81;  ///< [m/s2]

/// An element of a uniform line in air.
inline Element element_of(double length, double axial_stiffness, double mass) {
  Element element;
  element.length = length;
  element.axial_stiffness = axial_stiffness;
  element.mass = mass;
  element.weight = mass * kGravity;
  return element;
}

/// A line in air between ends that are held or free, with its motion.
struct LineAlone {
  DiscreteRod rod;
  RodState state;
  std::vector<NodeMass> mass;
  std::vector<Vector3> force;
  std::vector<Vector3> kept;  ///< positions of kept nodes at the end of the next step [m]
  NodeTerms terms;
  const TwistLoad* twist = nullptr;
  RodMotion motion;

  LineAlone(const DiscreteRod& line, const Vector3& first, const Vector3& last)
      : rod(line),
        state(RodState::at_rest(rod.straight(first, last))),
        mass(dry_masses(rod)),
        force(weights(rod)),
        kept(state.position),
        motion(rod) {}
  LineAlone(const LineAlone&) = delete;
  LineAlone& operator=(const LineAlone&) = delete;

  StepLoads loads() const { return {kept, force, mass, terms, twist}; }
  void step(double h) { motion.advance(state, loads(), h); }
  /// Makes a step in the water; the terms must include it.
  void step_in(RodWater& water, double time, double h) {
    water.prepare(time, h, state);
    force.assign(water.force().begin(), water.force().end());
    mass.assign(water.mass().begin(), water.mass().end());
    step(h);
  }
  RestReport rest() { return bring_to_rest(rod, loads(), state); }

  /// Kinetic energy, energy of elements and bends, and potential energy of the forces [J].
  double energy() const {
    double sum = elastic_energy(rod, state.position, 1.0);
    for (std::size_t i = 0; i < mass.size(); ++i) {
      if (rod.is_kept(i)) continue;
      sum += 0.5 * mass[i].across * state.velocity[i].squaredNorm();
      sum -= force[i].dot(state.position[i]);
    }
    return sum;
  }
};

}  // namespace raftup::testing
