#include "hydro/radiation/kernel/sampled_kernel.hpp"

#include <fmt/format.h>

#include "hydro/base/error.hpp"

namespace raftup::hydro {
namespace {

/// Largest kernel [bytes]: that of a hundred bodies over 800 s at steps of .25 s has 9.2e9. Chosen,
/// not swept.
constexpr double kLargestKernel = 1e10;

}  // namespace

void require_storable(double samples, Eigen::Index dofs) {
  const double size = samples * static_cast<double>(dofs * dofs) * sizeof(double);
  require(size <= kLargestKernel,
          fmt::format("radiation.kernel_duration must give a kernel of at most {:.3g} GB, gives "
                      "{:.3g} GB",
                      1e-9 * kLargestKernel, 1e-9 * size));
}

}  // namespace raftup::hydro
