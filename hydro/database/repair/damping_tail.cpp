#include "hydro/database/repair/damping_tail.hpp"

#include "hydro/numerics/elementary.hpp"

namespace raftup::hydro {

namespace {

constexpr double kEnd = 10.0;  ///< of the last frequency: beyond it a tail adds nothing to K
constexpr Eigen::Index kPoints = 128;

}  // namespace

DampingTail damping_tail(double end) {
  DampingTail tail{VectorXd(kPoints), VectorXd(kPoints)};
  for (Eigen::Index k = 0; k < kPoints; ++k) {
    const double ratio = power(kEnd, static_cast<double>(k + 1) / kPoints);
    tail.omega[k] = ratio * end;
    tail.fall[k] = ratio * ratio * ratio;
  }
  return tail;
}

}  // namespace raftup::hydro
