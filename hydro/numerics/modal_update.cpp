#include "hydro/numerics/modal_update.hpp"

#include "hydro/numerics/lanes.hpp"

namespace raftup {

RAFTUP_CLONES
void update_modes(const ModalUpdate& update, const double velocity[4], std::size_t modes,
                  double* __restrict real, double* __restrict imaginary) noexcept {
  const double* __restrict dr = update.decay_real;
  const double* __restrict di = update.decay_imaginary;
  const double* __restrict ar = update.input_real[0];
  const double* __restrict ai = update.input_imaginary[0];
  const double* __restrict br = update.input_real[1];
  const double* __restrict bi = update.input_imaginary[1];
  const double* __restrict cr = update.input_real[2];
  const double* __restrict ci = update.input_imaginary[2];
  const double* __restrict er = update.input_real[3];
  const double* __restrict ei = update.input_imaginary[3];
  const double a = velocity[0], b = velocity[1], c = velocity[2], e = velocity[3];
  for (std::size_t k = 0; k < modes; ++k) {
    const double x = real[k], y = imaginary[k];
    real[k] = (dr[k] * x - di[k] * y) + ((ar[k] * a + br[k] * b) + (cr[k] * c + er[k] * e));
    imaginary[k] = (dr[k] * y + di[k] * x) + ((ai[k] * a + bi[k] * b) + (ci[k] * c + ei[k] * e));
  }
}

RAFTUP_CLONES
void update_driven_modes(const ModalUpdate& update, const double* const velocity_real[4],
                         const double* const velocity_imaginary[4], std::size_t modes,
                         double* __restrict real, double* __restrict imaginary) noexcept {
  const double* __restrict dr = update.decay_real;
  const double* __restrict di = update.decay_imaginary;
  for (std::size_t k = 0; k < modes; ++k) {
    const double x = real[k], y = imaginary[k];
    real[k] = dr[k] * x - di[k] * y;
    imaginary[k] = dr[k] * y + di[k] * x;
  }
  for (std::size_t j = 0; j < 4; ++j) {
    const double* __restrict ar = update.input_real[j];
    const double* __restrict ai = update.input_imaginary[j];
    const double* __restrict u = velocity_real[j];
    const double* __restrict v = velocity_imaginary[j];
    for (std::size_t k = 0; k < modes; ++k) {
      real[k] += ar[k] * u[k] - ai[k] * v[k];
      imaginary[k] += ar[k] * v[k] + ai[k] * u[k];
    }
  }
}

RAFTUP_CLONES
void turn_modes(const double* __restrict turn_real, const double* __restrict turn_imaginary,
                std::size_t modes, std::size_t dofs, const double* __restrict z,
                double* __restrict once, double* __restrict twice) noexcept {
  for (std::size_t real = 0; real < 2 * modes * dofs; real += 2 * modes) {
    const std::size_t imaginary = real + modes;
    for (std::size_t k = 0; k < modes; ++k) {
      const double x = turn_real[k] * z[real + k] - turn_imaginary[k] * z[imaginary + k];
      const double y = turn_real[k] * z[imaginary + k] + turn_imaginary[k] * z[real + k];
      once[real + k] = x;
      once[imaginary + k] = y;
      twice[real + k] = turn_real[k] * x - turn_imaginary[k] * y;
      twice[imaginary + k] = turn_real[k] * y + turn_imaginary[k] * x;
    }
  }
}

}  // namespace raftup
