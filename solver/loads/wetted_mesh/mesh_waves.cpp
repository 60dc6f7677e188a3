#include "solver/loads/wetted_mesh/mesh_waves.hpp"

#include <utility>

namespace raftup::solver {

MeshWaves::MeshWaves(const Model& model, double radius) : radius_(radius) {
  if (model.sea) sea_ = std::make_unique<hydro::HullWaves>(*model.sea, radius);
  for (StreamedWaves& waves : StreamedWaves::all_of(model)) {
    Stream& stream = streams_.emplace_back(Stream{std::move(waves), nullptr});
    if (!stream.waves.has_factors()) continue;
    stream.at_hull = std::make_unique<hydro::HullWaves>(stream.waves.sea(), radius);
  }
}

void MeshWaves::prepare(const std::vector<InputSeries>& inputs, double step_start) {
  for (Stream& stream : streams_) {
    if (stream.waves.follow(inputs[stream.waves.input()], step_start)) stream.at_hull.reset();
    if (stream.at_hull || stream.waves.sea().components().empty()) continue;
    stream.at_hull = std::make_unique<hydro::HullWaves>(stream.waves.sea(), radius_);
  }
}

const std::vector<hydro::HullWaves*>& MeshWaves::at(const std::vector<InputSeries>& inputs,
                                                    double time, const Vector2& center) const {
  acting_.clear();
  if (sea_ != nullptr) {
    sea_->follow(time, center);
    acting_.push_back(sea_.get());
  }
  for (const Stream& stream : streams_) {
    const InputSeries& series = inputs[stream.waves.input()];
    if (stream.at_hull == nullptr || series.times_ns().empty()) continue;
    if (stream.waves.has_factors()) {
      stream.waves.amplitude_factors(series, time, factors_);
      stream.at_hull->follow(time, center, factors_);
    } else {
      stream.at_hull->follow(time, center);
    }
    acting_.push_back(stream.at_hull.get());
  }
  return acting_;
}

}  // namespace raftup::solver
