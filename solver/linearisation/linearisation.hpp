#pragma once

#include <memory>
#include <vector>

#include "solver/linearisation/equilibrium.hpp"
#include "solver/linearisation/gust_forces.hpp"
#include "solver/linearisation/linear_model.hpp"
#include "solver/linearisation/linear_water.hpp"
#include "solver/linearisation/wave_forces.hpp"

namespace raftup::solver {

/// Bodies of a model that is linearised, at most: its matrices have (6N)^2 entries each, and there
/// are some thirty of them at a time.
inline constexpr std::size_t kMostLinearBodies = 250;

/// The linear equations of a model in the frequency domain. Forces, rows of joints, added mass and
/// outputs are those that a simulation computes: C and D are their central differences of order 4,
/// so that a load needs nothing of its own here. What a load says of itself by add_jacobian() is
/// symmetrised and without the turning of frames, as an implicit step wants it; of a linear model
/// those parts are a part. Not thread-safe.
class Linearization {
 public:
  /// @param given checked; of its families of databases counts the blend where the bodies are
  /// @param state of a simulation of it, whose inputs, joints and loads then count as they are;
  ///              null = as the model starts, inputs giving nothing
  /// @param cache of radiation fits, may be null; only RadiationSource::kMemory asks it
  /// @throws NoEquilibrium; Error(kResourceExhausted) for more bodies than kMostLinearBodies;
  ///         Error(kInvalidArgument) where a database has too little
  Linearization(const Model& given, const State* state, const LinearizationOptions& options,
                hydro::FitCache* cache);

  const Model& model() const { return model_; }  ///< its families frozen
  const MeanPosition& mean() const { return mean_; }
  const LinearMatrices& matrices() const { return matrices_; }
  const LinearWater& water() const { return water_; }
  const WaveForceModel& waves() const { return *waves_; }
  const GustForces& gusts() const { return *gusts_; }
  /// First and last frequency that the databases of all groups hold [rad/s]; none without any.
  std::optional<std::array<double, 2>> omega_range() const;
  /// rad, of the dof axes of a body.
  double rest_heading(std::size_t body) const { return system_->rest(body).heading().angle(); }
  /// `<body>.displacement` in the mean [m, rad].
  Vector6 displacement(std::size_t body) const {
    return system_->rest(body).displacement(mean_.bodies[body]);
  }

  /// @throws Error(kResourceExhausted) as ModeSearch
  std::vector<NaturalMode> modes() const;
  std::vector<OutputDerivative> outputs() const;
  /// What lines, wetted meshes and propellers are drawn by in the mean position.
  std::vector<Drawing> drawings() const {
    return system_->loads().drawings({system_->time(), system_->state()}, mean_.bodies);
  }

 private:
  Balance balance(OperatingPoint point);
  void describe_mean(const Balance& balance, OperatingPoint point);

  Model model_;
  std::unique_ptr<StillWaterSystem> system_;
  MeanPosition mean_;
  LinearMatrices matrices_;
  LinearWater water_;
  std::unique_ptr<WaveForceModel> waves_;
  std::unique_ptr<GustForces> gusts_;
};

}  // namespace raftup::solver
