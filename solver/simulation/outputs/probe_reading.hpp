#pragma once

#include <map>
#include <vector>

#include "solver/loads/members/surrounding_water.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// The undisturbed sea at a probe.
struct ProbedWater {
  double height = 0.0;                     ///< z of the point [m, world]
  double elevation = 0.0;                  ///< eta above it [m]
  double pressure = 0.0;                   ///< Pa, above that of the air; 0 where dry
  Vector3 velocity = Vector3::Zero();      ///< m/s, world, current included; 0 where dry
  Vector3 acceleration = Vector3::Zero();  ///< m/s2, world; 0 where dry

  bool is_wet() const { return height <= elevation; }
};

/// Reads the sea at the probes of a model. Probes of one stretching share the waves of an instant.
class ProbeReading {
 public:
  /// @param model must outlive the object
  explicit ProbeReading(const Model& model);

  /// @param probe  index in Model::probes
  /// @param point  where it is [m, world]
  /// @param times  of the step that begins at the instant
  /// @param inputs of the state, with the waves that clients stream
  ProbedWater read(std::size_t probe, const Vector3& point, const StepTimes& times,
                   const std::vector<InputSeries>& inputs);

 private:
  const Model& model_;
  std::map<hydro::WaveStretching, SurroundingWater> waters_;
};

}  // namespace raftup::solver
