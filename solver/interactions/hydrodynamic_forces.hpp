#pragma once

#include <array>
#include <memory>
#include <vector>

#include "hydro/excitation/elevation_excitation.hpp"
#include "hydro/hydrostatics/linear_hydrostatics.hpp"
#include "hydro/numerics/column_matrix.hpp"
#include "hydro/radiation/radiation_memory.hpp"
#include "solver/input_series.hpp"
#include "solver/interactions/hydro_frame.hpp"
#include "solver/interactions/wave_excitation.hpp"
#include "solver/loads/forces.hpp"
#include "solver/loads/load_jacobian.hpp"
#include "solver/model.hpp"
#include "solver/steppers/stage_time.hpp"

namespace raftup::solver {

/// Whether a client's force or wave field takes the place of a body's own wave excitation.
bool excitation_is_replaced(const Model& model, const std::string& body);

/// Loads of one hydrodynamic group on its bodies: where hydro meets the bodies. Added mass is not
/// among them (AddedMass). Radiation and damping are those of the velocity through the water: in a
/// current a body that drifts with it feels none.
/// Call order per step: prepare(), then add() per stage. Not thread-safe: it keeps scratch vectors.
class HydrodynamicForces {
 public:
  /// @param group  index into model.hydrodynamics of a checked model
  /// @param memory its radiation memory
  HydrodynamicForces(const Model& model, std::size_t group,
                     std::shared_ptr<const hydro::RadiationMemory> memory);

  const hydro::RadiationMemory& memory() const { return *memory_; }

  /// nu, 6N: velocities through the water in the hydro frames, as the radiation memory wants them.
  void hydro_velocities(const Kinematics& bodies, VectorXd& nu) const;

  /// Computes what is known of the stages of a step at its start: what the past radiates, and the
  /// excitation about the poses that the velocities lead to. A stage's own pose is off by
  /// O(h^2), hence its force, linear about there, by O(h^4): the step keeps its order 4.
  void prepare(const hydro::MemoryState& state, const StepTimes& times,
               const std::vector<InputSeries>& inputs, const Kinematics& bodies);

  /// Clients stream waves as components or spectra: prepare() depends on the inputs.
  bool has_streamed_waves() const { return excitation_.is_streamed(); }

  /// Adds excitation, radiation, hydrostatics and damping of a stage.
  void add(const StageTime& at, const std::vector<InputSeries>& inputs, const Kinematics& bodies,
           Forces& forces);

  /// Adds the linearisation of hydrostatics and damping about the pose of rest, turned with the
  /// headings.
  void add_jacobian(const Kinematics& bodies, LoadJacobian& jacobian) const;

  /// T of the impulse response to the elevation that `input` of the model streams [s]; 0 where the
  /// input is none.
  double elevation_look_ahead(std::size_t input) const;

 private:
  struct Member {
    std::size_t body;  ///< index in the model
    hydro::LinearHydrostatics hydrostatics;
    Matrix6 linear_damping, quadratic_damping;  ///< heading frame
    bool damped;
    bool excited;  ///< false where a client's force replaces the excitation
    Heading rest_heading;
  };
  struct StreamedElevation {
    std::size_t input;  ///< index in the model
    hydro::ElevationExcitation excitation;
  };

  void make_members(const Model& model, const HydrodynamicGroup& group);
  void make_elevations(const Model& model, const HydrodynamicGroup& group);

  void add_radiation(hydro::Stage stage, const Kinematics& bodies, Forces& forces);
  Vector6 velocity_through_water(const BodyKinematics& body, std::size_t index) const;
  void linearise_excitation(const StepTimes& times, const std::vector<InputSeries>& inputs,
                            const Kinematics& bodies);
  void add_excitation(hydro::Stage stage, const Kinematics& bodies, Forces& forces);
  void add_streamed_elevation(double time, const std::vector<InputSeries>& inputs, Forces& forces);
  void add_hydrostatics_and_damping(const Kinematics& bodies, Forces& forces) const;

  HydroFrame frame_;
  Matrix3 world_frame_;
  bool hydrostatics_;
  bool at_body_position_;
  std::vector<Member> members_;  ///< in the order of the database
  std::shared_ptr<const hydro::RadiationMemory> memory_;
  std::array<ColumnMatrix, 3> instantaneous_;  ///< of the memory, by hydro::Stage; empty where zero
  WaveExcitation excitation_;
  BodyVectors current_;          ///< past each body of the model; empty in still water
  hydro::UniformMotion motion_;  ///< scratch: where the velocities lead to
  std::vector<StreamedElevation> elevations_;
  hydro::StageTails tails_;
  std::vector<hydro::HorizontalPose> poses_;  ///< scratch
  VectorXd nu_, mu_, excitation_force_;       ///< scratch, 6N
};

}  // namespace raftup::solver
