#include "solver/simulation/limits/curve_ends.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace raftup::solver {

CurveEnds::CurveEnds(const Model& model) : model_(&model), bodies_(model.bodies.size()) {
  for (std::size_t i = 0; i < model.loads.size(); ++i) {
    std::optional<CurveEnd> end = model.loads[i].description().curve_end(model, i);
    if (end) curves_.push_back({i, *std::move(end)});
  }
  std::stable_partition(curves_.begin(), curves_.end(), [](const Curve& curve) {
    return curve.end.over == CurveEnd::Over::kCompression;
  });
}

void CurveEnds::watch(std::uint64_t first_limit, State& state) {
  for (const Curve& curve : curves_) {
    const double value = curve.end.read(state, bodies_);
    if (value > curve.end.value) note_limit(first_limit + curve.load, value, state);
  }
}

DescribedLimit CurveEnds::describe(std::uint64_t load, const PassedLimit& passed) const {
  const Load& said = model_->loads[load];
  const CurveEnd end = said.description().curve_end(*model_, load).value();
  const char* const unit = end.over == CurveEnd::Over::kCompression ? " m" : "";
  return {"beyond_curve",
          fmt::format(fmt::runtime(end.sentence), said.name, end.value, passed.value), end.remedy,
          fmt::format("{:.4g}{}", passed.worst, unit)};
}

}  // namespace raftup::solver
