#pragma once

#include <cstddef>

namespace raftup {

/// Coefficients of one step of scalar filters, one entry per mode.
struct ModalUpdate {
  const double* decay_real;
  const double* decay_imaginary;
  const double* input_real[4];
  const double* input_imaginary[4];
};

/// z = decay z + sum over j of input[j] velocity[j], complex, for every mode of one dof; the same
/// bits on every machine.
void update_modes(const ModalUpdate& update, const double velocity[4], std::size_t modes,
                  double* real, double* imaginary) noexcept;

/// The same with inputs of each mode's own: velocity[j] is complex and one entry per mode.
/// @param velocity_real,velocity_imaginary four of them
void update_driven_modes(const ModalUpdate& update, const double* const velocity_real[4],
                         const double* const velocity_imaginary[4], std::size_t modes, double* real,
                         double* imaginary) noexcept;

/// once = turn z and twice = turn once, complex, for every mode of `dofs` dofs; z and the results
/// hold per dof the real parts of all modes, then the imaginary parts.
void turn_modes(const double* turn_real, const double* turn_imaginary, std::size_t modes,
                std::size_t dofs, const double* z, double* once, double* twice) noexcept;

}  // namespace raftup
