#include "solver/loads/lines/line_surroundings.hpp"

namespace raftup::solver {

LineSurroundings::LineSurroundings(const ElasticLine& line, const rods::DiscreteRod& rod,
                                   std::span<const Vector3> places, const Model& model)
    : current_(model),
      waves_(wave_reach(line)
                 ? std::optional<WavesAroundLine>(std::in_place, model, places, *wave_reach(line))
                 : std::nullopt),
      water_(rod, waves_ ? static_cast<rods::WaterAround&>(*waves_) : current_),
      bottom_(make_bottom(line, model)),
      contact_(bottom_ ? std::optional(make_contact(line, rod, *bottom_, true)) : std::nullopt) {
  terms_.push_back(&water_);
  if (contact_) terms_.push_back(&*contact_);
}

void LineSurroundings::prepare(const StepTimes& times, const State& state,
                               const rods::RodState& rod) {
  if (waves_) waves_->prepare(times, state);
  water_.prepare(times.start, times.end - times.start, rod);
}

}  // namespace raftup::solver
