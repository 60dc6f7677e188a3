#pragma once

#include <map>
#include <vector>

#include "solver/loads/members/surrounding_water.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// The undisturbed sea at the point of a probe at one instant.
struct ProbedWater {
  double height = 0.0;     ///< height z of the point [m, world]
  double elevation = 0.0;  ///< elevation eta of the sea above the point [m, world]
  double pressure = 0.0;   ///< pressure above that of the air [Pa]; 0 at a dry point
  /// velocity of the water including current [m/s, world]; 0 at a dry point
  Vector3 velocity = Vector3::Zero();
  /// acceleration of the water [m/s2, world]; 0 at a dry point
  Vector3 acceleration = Vector3::Zero();

  bool is_wet() const { return height <= elevation; }
};

/// Computes the undisturbed sea at the probes of a model. Probes with the same wave stretching
/// share the computation of the waves at an instant.
class ProbeReading {
 public:
  /// @param model the model; must outlive this object
  explicit ProbeReading(const Model& model);

  /// Computes the sea at a probe.
  /// @param probe  index in Model::probes
  /// @param point  position of the probe [m, world]
  /// @param times  times of the step that begins at this instant
  /// @param inputs inputs of the state, which include waves that clients stream
  ProbedWater read(std::size_t probe, const Vector3& point, const StepTimes& times,
                   const std::vector<InputSeries>& inputs);

 private:
  const Model& model_;
  std::map<hydro::WaveStretching, SurroundingWater> waters_;
};

}  // namespace raftup::solver
