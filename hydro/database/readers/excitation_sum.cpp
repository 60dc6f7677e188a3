#include "hydro/database/readers/excitation_sum.hpp"

namespace raftup::hydro {

TransferFunction excitation_sum(const TransferFunction& froude_krylov,
                                const TransferFunction& diffraction) {
  TransferFunction sum = froude_krylov;
  for (std::size_t h = 0; h < sum.values.size(); ++h) sum.values[h] += diffraction.values[h];
  return sum;
}

}  // namespace raftup::hydro
