#include "solver/loads/flow/wind_at_height.hpp"

namespace raftup::solver {

WindAtHeight::WindAtHeight(const Wind& wind, double height)
    : history_(wind.climate, height, static_cast<std::uint64_t>(wind.seed)) {}

void WindAtHeight::prepare(const StepTimes& times) {
  if (gusts_[0].time == times.start && gusts_[2].time == times.end) return;
  const double start = speed(times.start);  // usually the end of the previous step
  gusts_ = {{{times.start, start},
             {times.middle, history_.speed(times.middle)},
             {times.end, history_.speed(times.end)}}};
}

double WindAtHeight::speed(double time) const {
  for (const Gust& gust : gusts_) {
    if (gust.time == time) return gust.speed;
  }
  return history_.speed(time);
}

std::shared_ptr<WindAtHeight> WindsAtHeights::at(const Wind& wind, double height) {
  std::shared_ptr<WindAtHeight>& found = winds_[height];
  if (found == nullptr) found = std::make_shared<WindAtHeight>(wind, height);
  return found;
}

}  // namespace raftup::solver
