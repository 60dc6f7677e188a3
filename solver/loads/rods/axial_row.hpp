#pragma once

#include "hydro/numerics/types.hpp"
#include "solver/loads/rods/stretch.hpp"

namespace raftup::solver::rods {

/// The tension of one element over one step, as an unknown with a row of its own, so that stiff
/// elements converge as soft ones do. With d0, d1 the vectors along the element at the start and
/// the end of the step, n0, n1 their lengths [m] and l the unstretched length,
///   (l/EA) T = (1/2 + k) n1 + (1/2 - k) n0 - l,   force T g,   g = (d0 + d1)/(n0 + n1).
/// T g . (d1 - d0) = T (n1 - n0), so that the work is exact and the element loses the energy
/// (EA/l) k (n1 - n0)^2. The row is solved with the linear force
///   T g + T' h/(n0 + n1) (I - g g^T) dw,   T = T(d1) + (EA/l) (1/2 + k) h g . dw,
/// where dw is the difference of the unknown velocities of both nodes and T' the tension of the
/// linearization before.
///
/// An element with a tension curve f, or with creep, has in place of EA (n/l - 1), with strains e,
///   T = (F(e1) - F(e0))/(e1 - e0) + K s + k c (n1 - n0),   s = ((e0 + e1)/2 - a0)/(1 + h/(2 t_r)),
///   a1 = a0 + s h/t_r,   c = (f'(e0) + K)/l,
/// so that with the energy l (F + K (e - a)^2/2) it loses c k (n1 - n0)^2 + l K s^2 h/t_r. From slack it
/// is f(e1) + K/(1 + h/t_r) (e1 - a0).
///
/// An element that does not carry compression is taut in a step if it was at the start, or as soon
/// as a linearization finds it stretched; then it stays so for the step. A negative tension is
/// allowed for that one step, and 0 is kept.
/// @source the discrete gradient of O. Gonzalez, Time integration and discrete Hamiltonian systems,
///         Journal of Nonlinear Science 6 (1996) 449-467
class AxialRow {
 public:
  /// Least k: damping of oscillations along the element that a step does not resolve.
  static constexpr double kLeastLag = 0.1;

  /// Begins a step.
  /// @param d0 vector along the element [m]
  /// @param kept_tension tension of the step before [N]
  /// @param creep a0
  /// @param h duration of the step [s]
  void begin(const Element& element, const Vector3& d0, double kept_tension, double creep,
             double h);

  /// Linearizes at d1 [m], with the tension of the linearization before.
  void linearize(const Vector3& d1);

  /// True if the element has a force in this step.
  bool is_taut() const { return taut_; }
  const Vector3& direction() const { return g_; }  ///< g
  double force() const { return force_; }          ///< T at the place of the linearization [N]
  double along() const { return along_; }          ///< force per dw along g [N s/m]
  double across() const { return across_; }        ///< force per dw across g [N s/m]
  double start_length() const { return n0_; }      ///< n0 [m]
  double lag() const { return lag_; }              ///< k of this step

  /// Stores the tension for the solution dw [m/s].
  /// @param d1 vector along the element for this solution [m]
  /// @returns energy that the linear force has created over the step [J]: the change of the elastic
  ///          energy less the work of the force
  double solve(const Vector3& dw, const Vector3& d1);

  /// Tension to be kept for the next step [N].
  double kept_tension() const { return compression_ || tension_ > 0.0 ? tension_ : 0.0; }
  double creep() const { return creep1_; }          ///< a1 after solve()
  double energy() const { return energy1_; }        ///< elastic energy after solve() [J]
  double start_energy() const { return energy0_; }  ///< elastic energy at the start [J]

 private:
  double strain(double n) const { return n / l_ - 1.0; }
  /// The tension for n1 and its derivative [N, N/m].
  struct Tension {
    double value, slope;
  };
  Tension curved_tension(double n1) const;
  double creep_at(double n1) const;

  const Element* element_ = nullptr;
  bool was_slack_ = false;
  double creep0_ = 0.0, creep1_ = 0.0, free_length_ = 1.0;
  double l_ = 1.0, stiffness_ = 0.0, h_ = 0.0, lag_ = 0.0;
  bool compression_ = false, taut_ = false;
  Vector3 d0_ = Vector3::Zero(), g_ = Vector3::Zero();
  double n0_ = 0.0, energy0_ = 0.0, energy1_ = 0.0;
  double tension_ = 0.0;  ///< T' before solve(), T after it [N]
  double force_ = 0.0, along_ = 0.0, across_ = 0.0;
};

}  // namespace raftup::solver::rods
