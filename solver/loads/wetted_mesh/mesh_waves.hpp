#pragma once

#include <memory>
#include <vector>

#include "hydro/wetted_mesh/hull_waves.hpp"
#include "solver/model/inputs/input_series.hpp"
#include "solver/model/model.hpp"
#include "solver/water/groups/streamed_waves.hpp"

namespace raftup::solver {

/// The undisturbed waves at the hull of one body: the sea of the model, and waves that clients
/// stream as components or spectra. Not thread-safe, since it contains scratch memory.
class MeshWaves {
 public:
  /// @param radius radius of the hull about its center [m]
  MeshWaves(const Model& model, double radius);

  bool empty() const { return sea_ == nullptr && streams_.empty(); }
  bool is_streamed() const { return !streams_.empty(); }

  /// Reads the waves that clients stream at the start of a step [s].
  void prepare(const std::vector<InputSeries>& inputs, double step_start);

  /// Returns all waves at a time [s] about a point [m, world frame]. The result is valid until the
  /// next call.
  const std::vector<hydro::HullWaves*>& at(const std::vector<InputSeries>& inputs, double time,
                                           const Vector2& center) const;

 private:
  struct Stream {
    StreamedWaves waves;
    std::unique_ptr<hydro::HullWaves> at_hull;  ///< null if nothing is streamed at present
  };

  double radius_;
  std::unique_ptr<hydro::HullWaves> sea_;  ///< null without a sea
  std::vector<Stream> streams_;
  mutable std::vector<hydro::HullWaves*> acting_;  ///< scratch memory
  mutable hydro::AmplitudeFactors factors_;
};

}  // namespace raftup::solver
