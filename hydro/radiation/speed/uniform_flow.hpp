#pragma once

#include "hydro/numerics/matrix_products.hpp"

namespace raftup::hydro {

/// Added mass A [kg, kg m, kg m2] and radiation damping B [N s/m, N s, N m s] of N bodies at one
/// frequency, 6N x 6N in the heading frames of the bodies.
struct RadiationAtFrequency {
  MatrixXd added_mass, damping;
};

/// Radiation by bodies that move ahead, with the steady flow past a hull taken as a uniform flow of
/// speed U along its bow. A bow that is down by the pitch angle theta then meets the water with the
/// heave velocity w~ = w + U theta; sway needs no such term, since its velocity v is that across the
/// heading and contains -U psi already. Surge is the difference from U. With the velocities nu~ of
/// this water problem, the impulse P of the water and the force on the bodies in the heading frame
/// are
///   P = A_inf nu~ + I,  dI/dt = mu~ = integral K(tau) nu~(t - tau) dtau,
///   F = -dP/dt,  M_y += U P_z,  M_z -= U P_y.
/// U changes slowly; its derivative is neglected.
///
/// In the frequency domain, with the matrix T of flow_turning(), nu~ = (i omega + T) x, and
///   F = -(i omega - T^T) (A + B/(i omega)) (i omega + T) x,
/// so that the water takes the mean power nu~^H B nu~ / 2 from the bodies, which is never negative if B
/// is passive. For one hull these are the relations of Salvesen, Tuck and Faltinsen without terms of
/// a transom. The added mass of surge has no part in the moments.
/// @source Salvesen, Tuck and Faltinsen, Ship motions and sea loads, SNAME Transactions 78 (1970)
class UniformFlow {
 public:
  /// @param added_mass A_inf of the system matrix, 6N x 6N, heading frames [kg, kg m, kg m2]
  explicit UniformFlow(const MatrixXd& added_mass);

  /// Changes the velocities nu of the bodies through the water to those of the water problem, nu~.
  /// @param speeds  U, N values [m/s]
  /// @param pitches theta from the upright attitude, bow down positive, N values [rad]
  /// @param nu      6N [m/s, rad/s, heading frames]
  static void to_water_problem(const VectorXd& speeds, const VectorXd& pitches, VectorXd& nu);

  /// Adds the forces of the flow to `force`, 6N [N, N m, heading frames]. The force -A_inf a with the
  /// accelerations a of the bodies in the world is excluded, because A_inf is part of the system
  /// matrix, and so is the force -mu~. What remains of -dP/dt is A_inf (U r in sway, -U q in heave),
  /// with the pitch rate q and the yaw rate r, since dv/dt = a_y - U r in the turning frame.
  /// @param speeds  U, N values [m/s]
  /// @param nu      nu~, 6N [m/s, rad/s]
  /// @param impulse I, 6N [N s, N m s]
  void add_force(const VectorXd& speeds, const VectorXd& nu, const VectorXd& impulse,
                 VectorXd& force);

 private:
  ColumnMatrix added_mass_;
  VectorXd rates_, momentum_;  ///< scratch memory, 6N
};

/// The matrix T [1/s] of velocities T x that the displacements x cause in a uniform flow: U theta in
/// heave and -U psi in sway for each body, 6N x 6N.
/// @param speeds U, N values [m/s]
MatrixXd flow_turning(const VectorXd& speeds);

/// A and B for bodies that move ahead, for which
///   -omega^2 A + i omega B = (i omega - T^T) (A_0 + B_0/(i omega)) (i omega + T).
/// Neither is symmetric.
/// @param at_rest coefficients A_0, B_0 at the frequency of encounter
/// @param omega   frequency of encounter [rad/s], > 0
/// @param speeds  U, N values [m/s]
/// @throws Error(kInvalidArgument) if the frequency is not positive or the sizes do not match
RadiationAtFrequency in_uniform_flow(const RadiationAtFrequency& at_rest, double omega,
                                     const VectorXd& speeds);

}  // namespace raftup::hydro
