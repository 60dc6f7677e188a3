#pragma once

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Lowest eigenvalues of the damping of a kernel that ends at T,
///   B_K(omega) = integral_0^T K(tau) cos(omega tau) dtau,
/// each dof divided by its scale, so that 1 is the peak of the data.
struct KernelPassivity {
  double lowest_before = 0.0;
  double lowest_omega = 0.0;  ///< where that was [rad/s]
  double lowest_after = 0.0;
};

/// Makes a sampled kernel passive: B_K positive semidefinite, so that the memory never gives
/// energy. A kernel is cut at T and its data are known at some frequencies only, so B_K falls
/// below zero beside steep resonances and, worst, near omega = 0, where what has no stiffness but
/// a mooring's then grows. What B_K lacks is added as
///   K(tau) += w(tau) sum_m N_m cos(omega_m tau),   N_m positive semidefinite,
/// w being Bohman's window, which ends at T and whose own transform is nowhere negative: of all
/// such windows the one of least spectral variance. So every term adds damping close to omega_m and
/// takes none anywhere. Each sweep adds at every frequency what lacks there, shared between the
/// frequencies that reach it, on grids ever finer; far less than what is cut of the kernel changes.
///
/// @param samples    row k is K(k spacing) flattened, symmetric; the last is at T
/// @param spacing    [s], > 0
/// @param dof_scale  sqrt(max B_ii); 0 marks a dof without memory, left alone
/// @param last_omega the data's last frequency [rad/s]; B_K is looked at up to twice that
/// @source Bohman (1961), Approximate Fourier analysis of distribution functions
KernelPassivity make_kernel_passive(RowMajorMatrix& samples, double spacing,
                                    const VectorXd& dof_scale, double last_omega);

}  // namespace raftup::hydro
