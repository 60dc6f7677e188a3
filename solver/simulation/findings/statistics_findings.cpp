#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/base/whole_number.hpp"
#include "solver/model/state.hpp"
#include "solver/simulation/findings/model_findings.hpp"

namespace raftup::solver {

namespace {

constexpr std::int64_t kFewestSamples = 100;
/// Distance between the level and the mean, as a share of the standard deviation, above which a
/// finding is added. A normal process crosses a level at this distance by 1 - exp(-1/8), 12 %, less
/// often than its mean (Rice).
constexpr double kNotableOffset = 0.5;
constexpr double kRounding = 1e-9;  ///< share of the mean; a number that varies by less is constant
constexpr std::size_t kMostNamed = 3;

}  // namespace

void add_crossing_finding(const Model& model, const std::vector<Variable>& outputs,
                          const State& state, Findings& findings) {
  if (!model.statistics) return;
  const double warm_up_steps = 1e9 * model.statistics->warm_up / static_cast<double>(model.step_ns);
  const auto n = state.step_index - to_integer<std::int64_t>(warm_up_steps, "statistics.warm_up");
  if (n < kFewestSamples) return;
  std::vector<std::string> far;
  std::size_t number = 0;
  for (const std::string& name : model.statistics->outputs) {
    const auto output = std::find_if(outputs.begin(), outputs.end(),
                                     [&](const Variable& of) { return of.name == name; });
    const auto size = output == outputs.end() ? 0U : static_cast<std::size_t>(output->size);
    for (std::size_t i = 0; i < size && number < state.statistics.numbers.size(); ++i, ++number) {
      const NumberStatistics& of = state.statistics.numbers[number];
      const double std = std::sqrt(of.sum2 / static_cast<double>(n));
      if (!(std > kRounding * std::abs(of.mean))) continue;
      if (!(std::abs(of.level - of.mean) > kNotableOffset * std)) continue;
      const std::string component = size > 1 ? fmt::format("[{}]", i) : "";
      far.push_back(
          fmt::format("'{}'{} through {:.4g} with the mean {:.4g}, standard deviation "
                      "{:.3g}",
                      name, component, of.level, of.mean, std));
    }
  }
  if (far.empty()) return;
  const std::size_t more = far.size() - std::min(far.size(), kMostNamed);
  far.resize(far.size() - more);
  findings.push_back(
      {"crossing_level", Severity::kWarning,
       fmt::format("up_crossings should be counted through a level near the mean, are counted of {}"
                   "{}: give a statistics.warm_up whose mean is that of the run, 0 is the level "
                   "without one",
                   fmt::join(far, "; of "), more > 0 ? fmt::format(", and of {} more", more) : ""),
       static_cast<double>(far.size() + more)});
}

}  // namespace raftup::solver
