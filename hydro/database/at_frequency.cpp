#include "hydro/database/at_frequency.hpp"

#include <algorithm>

namespace raftup::hydro {

MatrixXd at_frequency(const VectorXd& omega, const std::vector<MatrixXd>& values,
                      double frequency) {
  const double* begin = omega.data();
  const double* end = begin + omega.size();
  const auto above = static_cast<std::size_t>(std::lower_bound(begin, end, frequency) - begin);
  if (above == 0) return values.front();
  if (above == values.size()) return values.back();
  const double s = (frequency - begin[above - 1]) / (begin[above] - begin[above - 1]);
  return (1.0 - s) * values[above - 1] + s * values[above];
}

}  // namespace raftup::hydro
