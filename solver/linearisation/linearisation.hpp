#pragma once

#include <memory>
#include <vector>

#include "solver/dynamics/statics/equilibrium.hpp"
#include "solver/linearisation/given_motions.hpp"
#include "solver/linearisation/gust_forces.hpp"
#include "solver/linearisation/linear_lines.hpp"
#include "solver/linearisation/linear_model.hpp"
#include "solver/linearisation/linear_water.hpp"
#include "solver/linearisation/probed_waves.hpp"
#include "solver/linearisation/wave_forces.hpp"

namespace raftup::solver {

/// The linear equations of a model in the frequency domain. Forces [N, N m], rows of joints, added
/// mass and outputs are those that a simulation computes. C and D are central differences of order
/// 4 of the forces, so that loads need no additional code for them. The derivatives by
/// ForceElement::add_jacobian() are not used, since they are symmetrized and exclude the rotation
/// of frames, as an implicit step requires. Not thread-safe.
class Linearization {
 public:
  /// @param given a checked model; families of databases are blended at the poses of the bodies
  /// @param state of a simulation of the model, whose inputs, joints and loads are then used; null
  ///         means the model at t = 0 without samples of inputs
  /// @param cache of radiation fits, may be null; only used for RadiationSource::kMemory
  /// @throws NoEquilibrium if the operating point is an equilibrium and none is found;
  ///         Error(kInvalidArgument) for an offset of a dof that cannot move, or if a database
  ///         lacks data; Error(kResourceExhausted) for more bodies than kMostLinearBodies
  Linearization(const Model& given, const State* state, const LinearizationOptions& options,
                hydro::FitCache* cache);

  /// The given model, with each family of databases replaced by one database.
  const Model& model() const { return model_; }
  const MeanPosition& mean() const { return mean_; }
  const LinearMatrices& matrices() const { return matrices_; }
  const LinearWater& water() const { return water_; }
  const WaveForceModel& waves() const { return *waves_; }
  /// Motions that displacement RAOs give to kinematic bodies [m, rad].
  const GivenMotions& given_motions() const { return *given_motions_; }
  /// Waves that bodies diffract and radiate, at disturbed probes.
  const ProbedWaves& probed_waves() const { return *probed_waves_; }
  /// Lines, whose impedance is to be added to the equations at every frequency [N/m, N, N m].
  const LinearLines& lines() const { return *lines_; }
  const GustForces& gusts() const { return *gusts_; }
  /// First and last frequency for which the databases of all groups have data [rad/s]; nothing if
  /// no group has a database.
  std::optional<std::array<double, 2>> omega_range() const;
  /// Headings of the dof axes of all bodies.
  std::vector<Heading> rest_headings() const;
  /// Heading of the dof axes of a body [rad].
  double rest_heading(std::size_t body) const { return system_->rest(body).heading().angle(); }
  /// The output `<body>.displacement` in the mean position [m, rad].
  Vector6 displacement(std::size_t body) const {
    return system_->rest(body).displacement(mean_.bodies[body]);
  }

  /// Returns the natural modes of the linear equations, in which lines have their inertia and damping
  /// of slow motions.
  /// @throws Error(kResourceExhausted) for too many free motions, as ModeSearch
  std::vector<NaturalMode> modes() const;
  /// Returns the derivatives of the outputs about the mean position: output_derivatives().
  std::vector<OutputDerivative> outputs() const;
  /// Drawings of lines, wetted meshes and propellers in the mean position [m, world frame].
  std::vector<Drawing> drawings() const {
    return system_->loads().drawings({system_->time(), system_->state()}, mean_.bodies);
  }

 private:
  Balance balance(OperatingPoint point);
  /// Holds the dofs of LinearizationOptions::offsets away from the equilibrium.
  /// @throws Error(kInvalidArgument) for an unknown body or a dof that cannot move
  void hold(const LinearizationOptions& options, const std::vector<MatrixXd>& infinite_added_mass,
            const State* state);
  void describe_mean(const Balance& balance, OperatingPoint point);
  /// Adds the springs and dampers of the machines in the waves of the sea to the matrices, or says
  /// why a machine is left out.
  void add_machines(const State* state);
  /// Fits the drag of the lines to the sea.
  std::vector<std::string> fit_drag();
  void say(std::vector<std::string> sentences);

  Model model_;
  std::unique_ptr<StillWaterSystem> system_;
  MeanPosition mean_;
  LinearMatrices matrices_;
  LinearWater water_;
  std::unique_ptr<LinearLines> lines_;
  std::unique_ptr<WaveForceModel> waves_;
  std::unique_ptr<ProbedWaves> probed_waves_;
  std::unique_ptr<GivenMotions> given_motions_;
  std::unique_ptr<GustForces> gusts_;
};

}  // namespace raftup::solver
