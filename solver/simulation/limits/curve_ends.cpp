#include "solver/simulation/limits/curve_ends.hpp"

#include <fmt/format.h>

#include "solver/loads/springs/fender_past.hpp"
#include "solver/model/loads/fender.hpp"
#include "solver/model/loads/point_spring.hpp"

namespace raftup::solver {

CurveEnds::CurveEnds(const Model& model) : model_(&model), bodies_(model.bodies.size()) {
  for (std::size_t i = 0; i < model.loads.size(); ++i) {
    if (const auto* fender = model.loads[i].kind.get_if<Fender>()) {
      fenders_.push_back({i, fender->compression.back()});
    }
    const auto* line = model.loads[i].kind.get_if<PointSpring>();
    if (line == nullptr || line->strain.empty()) continue;
    const double rest_length =
        line->rest_length ? *line->rest_length : initial_distance(model, *line).value_or(0.0);
    lines_.push_back({i, Attachment(line->body1, line->point1, model),
                      Attachment(line->body2, line->point2, model), rest_length,
                      line->strain.back()});
  }
}

void CurveEnds::watch(std::uint64_t first_limit, State& state) {
  for (const FenderCurve& fender : fenders_) {
    const double compression = FenderPast(state.loads[fender.load].values).last;
    if (compression > fender.end) note_limit(first_limit + fender.load, compression, state);
  }
  for (const LineCurve& line : lines_) {
    for (const Attachment* point : {&line.point1, &line.point2}) {
      if (point->body()) read_motion(state.bodies[*point->body()], bodies_[*point->body()]);
    }
    const double length = (line.point2.position(bodies_) - line.point1.position(bodies_)).norm();
    const double strain = length / line.rest_length - 1.0;
    if (strain > line.end) note_limit(first_limit + line.load, strain, state);
  }
}

DescribedLimit CurveEnds::describe(std::uint64_t load, const PassedLimit& passed) const {
  const Load& said = model_->loads[load];
  if (const auto* fender = said.kind.get_if<Fender>()) {
    return {"beyond_curve",
            fmt::format("fender '{}' should keep to its curve, which ends at a compression of "
                        "{:.4g} m, was pressed by {:.4g} m",
                        said.name, fender->compression.back(), passed.value),
            "give the curve further, take a larger fender, or come in slower",
            fmt::format("{:.4g} m", passed.worst)};
  }
  return {"beyond_curve",
          fmt::format("line '{}' should keep to its curve, which ends at a strain of {:.4g}, was "
                      "stretched to {:.4g}",
                      said.name, said.kind.get<PointSpring>().strain.back(), passed.value),
          "give the curve further, or take a stronger line", fmt::format("{:.4g}", passed.worst)};
}

}  // namespace raftup::solver
