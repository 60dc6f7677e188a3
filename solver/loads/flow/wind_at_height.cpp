#include "solver/loads/flow/wind_at_height.hpp"

namespace raftup::solver {

WindAtHeight::WindAtHeight(const Model& model, double height)
    : history_(model.wind->climate, height, static_cast<std::uint64_t>(model.wind->seed)),
      fading_(fading_of(model.course.stages, model.step_ns, &Stage::wind)) {}

void WindAtHeight::prepare(const StepTimes& times) {
  if (gusts_[0].time == times.start && gusts_[2].time == times.end) return;
  const double start = speed(times.start);  // usually the end of the previous step
  gusts_ = {{{times.start, start},
             {times.middle, compute(times.middle)},
             {times.end, compute(times.end)}}};
}

double WindAtHeight::speed(double time) const {
  for (const Gust& gust : gusts_) {
    if (gust.time == time) return gust.speed;
  }
  return compute(time);
}

std::shared_ptr<WindAtHeight> WindsAtHeights::at(const Model& model, double height) {
  std::shared_ptr<WindAtHeight>& found = winds_[height];
  if (found == nullptr) found = std::make_shared<WindAtHeight>(model, height);
  return found;
}

}  // namespace raftup::solver
