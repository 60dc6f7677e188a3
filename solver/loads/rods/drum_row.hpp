#pragma once

#include "hydro/numerics/types.hpp"
#include "solver/loads/rods/drum.hpp"

namespace raftup::solver::rods {

/// The tension of the element at a drum over one step, see AxialRow, of which it is the form for an
/// unstretched length that changes from L0 to L1:
///   T = EA (n/L - 1),   n = (1/2 + k) n1 + (1/2 - k) n0,   L = (1/2 + k) L1 + (1/2 - k) L0,
/// with the force T g. Where the drum keeps a force, T is known and L1 follows from n1.
class DrumRow {
 public:
  /// Begins a step. Arguments as for AxialRow::begin().
  /// @param drum must have begun the step and outlive it
  void begin(const Drum& drum, const Vector3& d0, double kept_tension, double h);
  void linearize(const Vector3& d1);

  bool is_taut() const { return taut_; }           ///< true if the element has a force in this step
  const Vector3& direction() const { return g_; }  ///< g
  double force() const { return force_; }          ///< T at the place of the linearization [N]
  double along() const { return along_; }          ///< force per dw along g [N s/m]
  double across() const { return across_; }        ///< force per dw across g [N s/m]
  double lag() const { return mean_.lag; }         ///< k of this step
  /// How much further the end node would have to move towards the inner one for the same change of
  /// tension as 1 m of unstretched length [1]: 1 + e.
  double stretch() const { return stretch_; }
  /// Change of the rate of the drum since the row was linearized [m/s].
  double rate_change() const { return drum_->rate() - rate_; }
  double tension() const { return tension_; }  ///< of the last solution [N]

  /// Stores tension and length for the solution dw [m/s] that leads to d1 [m].
  /// @returns energy that the linear force has created over the step [J]: the change of the elastic
  ///          energy less the work of the force, and of P on the length
  double solve(const Vector3& dw, const Vector3& d1);
  /// True if the tension of the solution is that of the drum for the length of the linear solution,
  /// to 1e-3 of it, so that the drum holds or turns as it did where the row was linearized.
  bool is_settled() const { return settled_; }

  double kept_tension() const;                      ///< for the next step [N]
  double length() const { return length_; }         ///< L1 [m]
  double energy() const { return energy1_; }        ///< elastic energy after solve() [J]
  double start_energy() const { return energy0_; }  ///< elastic energy at the start [J]

 private:
  const Drum* drum_ = nullptr;
  Drum::Mean mean_;
  double h_ = 0.0, n1_ = 0.0;
  bool taut_ = false, settled_ = true;
  Vector3 d0_ = Vector3::Zero(), g_ = Vector3::Zero();
  double energy0_ = 0.0, energy1_ = 0.0;
  double tension_ = 0.0, length_ = 0.0, stretch_ = 1.0, rate_ = 0.0;
  double force_ = 0.0, along_ = 0.0, across_ = 0.0;
};

}  // namespace raftup::solver::rods
