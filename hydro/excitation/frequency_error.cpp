#include "hydro/excitation/frequency_error.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "hydro/excitation/kept_by_data.hpp"
#include "hydro/excitation/refined_excitation.hpp"
#include "hydro/radiation/state_space/sharp_resonances.hpp"

namespace raftup::hydro {
namespace {

constexpr std::size_t kKeptErrors = 256;  ///< databases whose errors are kept, a few numbers each
/// Least distance of an added frequency from the ends of its interval, as a share of it.
constexpr double kFromEnds = 0.25;

std::vector<IntervalError> radiation_errors(const Database& database) {
  const Eigen::Index n = database.omega.size();
  std::vector<IntervalError> none(static_cast<std::size_t>(std::max<Eigen::Index>(n - 1, 0)));
  const FrequencyResponse response = scaled_radiation(database);
  if (none.empty() || response.real.cols() == 0) return none;
  ResonantSeries series;
  series.omega = database.omega;
  series.values = response.real.cast<Complex>() + Complex(0.0, 1.0) * response.imaginary;
  series.at_rest = Eigen::RowVectorXcd::Zero(series.values.cols());
  series.scale = Eigen::RowVectorXd::Ones(series.values.cols());
  series.poles = sharp_resonances(database);
  return refine_series(series).errors;
}

}  // namespace

std::vector<IntervalError> frequency_errors(const Database& database) {
  static KeptByData<std::vector<IntervalError>> kept(kKeptErrors);
  return *kept.of(database, [](const Database& data) {
    std::vector<IntervalError> errors = radiation_errors(data);
    if (data.excitation.empty() || data.omega.size() == 0) return errors;
    const std::vector<IntervalError>& others = refined_excitation(data)->errors();
    for (std::size_t i = 0; i < errors.size(); ++i) {
      if (others[i].relative > errors[i].relative) errors[i] = others[i];
    }
    return errors;
  });
}

IntervalError largest_error(const std::vector<IntervalError>& errors) {
  IntervalError largest;
  for (const IntervalError& error : errors) {
    if (error.relative > largest.relative) largest = error;
  }
  return largest;
}

std::vector<double> frequencies_between(const VectorXd& omega,
                                        const std::vector<IntervalError>& errors, double tolerance,
                                        std::size_t count) {
  std::vector<std::size_t> worst(errors.size());
  std::iota(worst.begin(), worst.end(), std::size_t{0});
  std::stable_sort(worst.begin(), worst.end(), [&](std::size_t a, std::size_t b) {
    return errors[a].relative > errors[b].relative;
  });
  std::vector<double> added;
  for (const std::size_t i : worst) {
    if (added.size() == count || errors[i].relative <= tolerance) break;
    const double low = omega[static_cast<Eigen::Index>(i)];
    const double high = omega[static_cast<Eigen::Index>(i) + 1], margin = kFromEnds * (high - low);
    added.push_back(std::clamp(errors[i].omega, low + margin, high - margin));
  }
  std::sort(added.begin(), added.end());
  return added;
}

}  // namespace raftup::hydro
