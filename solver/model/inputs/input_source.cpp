#include "solver/model/inputs/input_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/base/whole_number.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::solver {

namespace {

/// Index of the first row that is not later than the row before it; row_count() if there is none.
std::size_t first_not_later(const SampleTable& table) {
  std::size_t row = 1;
  while (row < table.row_count() && table.time_ns(row - 1) < table.time_ns(row)) ++row;
  return row;
}

}  // namespace

std::int64_t SampleTable::time_ns(std::size_t row) const {
  return to_integer<std::int64_t>(std::round(1e9 * time[row]), "time of a row in ns");
}

void SampleTable::read(std::size_t row, std::span<double> sample) const {
  const auto of = [](const std::vector<double>& numbers, std::size_t k, double otherwise) {
    return numbers.empty() ? otherwise : numbers[numbers.size() == 1 ? 0 : k];
  };
  for (std::size_t k = 0; k < sample.size(); ++k) {
    sample[k] = of(scale, k, 1.0) * values[row * sample.size() + k] + of(offset, k, 0.0);
  }
}

void SampleTable::check(const Model& /*model*/, const std::string& path,
                        Violations& violations) const {
  violations.require(
      !time.empty(), path + ".time",
      "must have at least one row; a file is read by the client that loads the model", "0");
  const auto far = std::find_if_not(time.begin(), time.end(),
                                    [](double each) { return std::abs(each) <= kLatest; });
  if (far != time.end()) {
    return violations.require(false, fmt::format("{}.time[{}]", path, far - time.begin()),
                              fmt::format("must lie within -{0:g} to {0:g} s", kLatest),
                              fmt::format("{}", *far));
  }
  const std::size_t row = first_not_later(*this);
  if (row < row_count()) {
    violations.require(false, fmt::format("{}.time[{}]", path, row),
                       "must be later than the one before it, by a nanosecond at least",
                       fmt::format("{} s after {} s", time[row], time[row - 1]));
  }
}

double Ramp::share(double time) const {
  if (time < start) return 0.0;
  if (time - start >= duration) return 1.0;
  const double s = (time - start) / duration;
  return shape == RampShape::kLinear ? s : 0.5 * (1.0 - sincos_turns(0.5 * s).cosine);
}

}  // namespace raftup::solver
