#pragma once

#include <memory>
#include <vector>

#include "solver/dynamics/statics/equilibrium.hpp"
#include "solver/linearisation/gust_forces.hpp"
#include "solver/linearisation/linear_model.hpp"
#include "solver/linearisation/linear_water.hpp"
#include "solver/linearisation/wave_forces.hpp"

namespace raftup::solver {

/// The linear equations of a model in the frequency domain. Forces [N, N m], rows of joints, added
/// mass and outputs are those that a simulation computes; C and D are their central differences of
/// order 4, so that a load needs no code of its own here. The derivatives that a load gives by
/// add_jacobian() are not used, since they are symmetrised and without the turning of frames, as an
/// implicit step needs them. Not thread-safe.
class Linearization {
 public:
  /// @param given a checked model; families of databases are blended at the poses of the bodies
  /// @param state of a simulation of the model, whose inputs, joints and loads are then used; null
  ///         means the model at t = 0 without samples of inputs
  /// @param cache of radiation fits, may be null; used for RadiationSource::kMemory only
  /// @throws NoEquilibrium; Error(kInvalidArgument) for an offset of what does not move; Error(kResourceExhausted) for more bodies than kMostLinearBodies;
  ///         Error(kInvalidArgument) if a database lacks data
  Linearization(const Model& given, const State* state, const LinearizationOptions& options,
                hydro::FitCache* cache);

  const Model& model() const { return model_; }  ///< its families frozen
  const MeanPosition& mean() const { return mean_; }
  const LinearMatrices& matrices() const { return matrices_; }
  const LinearWater& water() const { return water_; }
  const WaveForceModel& waves() const { return *waves_; }
  const GustForces& gusts() const { return *gusts_; }
  /// First and last frequency for which the databases of all groups have data [rad/s]; nothing
  /// where no group has a database.
  std::optional<std::array<double, 2>> omega_range() const;
  /// rad, of the dof axes of a body.
  double rest_heading(std::size_t body) const { return system_->rest(body).heading().angle(); }
  /// `<body>.displacement` in the mean [m, rad].
  Vector6 displacement(std::size_t body) const {
    return system_->rest(body).displacement(mean_.bodies[body]);
  }

  /// Returns the natural modes of the linear equations.
  /// @throws Error(kResourceExhausted) as ModeSearch
  std::vector<NaturalMode> modes() const;
  std::vector<OutputDerivative> outputs() const;
  /// Drawings of lines, wetted meshes and propellers in the mean position [m, world frame].
  std::vector<Drawing> drawings() const {
    return system_->loads().drawings({system_->time(), system_->state()}, mean_.bodies);
  }

 private:
  Balance balance(OperatingPoint point);
  /// Holds dofs away from the equilibrium.
  /// @throws Error(kInvalidArgument) where that cannot be
  void hold(const LinearizationOptions& options, const std::vector<MatrixXd>& infinite_added_mass,
            const State* state);
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
