#include "solver/simulation/outputs/probe_reading.hpp"

namespace raftup::solver {

ProbeReading::ProbeReading(const Model& model) : model_(model) {
  for (const Probe& probe : model.probes) {
    waters_.try_emplace(probe.stretching, model, probe.stretching, SurroundingWater::Points{});
  }
}

ProbedWater ProbeReading::read(std::size_t probe, const Vector3& point, const StepTimes& times,
                               const std::vector<InputSeries>& inputs) {
  SurroundingWater& water = waters_.at(model_.probes[probe].stretching);
  water.prepare(times, inputs);
  const hydro::PointRow row{point.head<2>(), Vector2::Zero()};
  ProbedWater read;
  read.height = point.z();
  water.elevations(hydro::Stage::kStart, row, {&read.elevation, 1});
  if (!read.is_wet()) return read;
  hydro::WaterMotion motion;
  water.motions(hydro::Stage::kStart, row, {&read.height, 1}, {&motion, 1});
  read.pressure = model_.water_density * (motion.pressure - model_.gravity * read.height);
  read.velocity = motion.velocity;
  read.acceleration = motion.acceleration;
  return read;
}

}  // namespace raftup::solver
