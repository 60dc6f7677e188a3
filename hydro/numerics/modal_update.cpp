#include "hydro/numerics/modal_update.hpp"

#include "hydro/numerics/clones.hpp"

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

}  // namespace raftup
