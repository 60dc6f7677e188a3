#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "hydro/radiation/base/radiation_options.hpp"
#include "solver/description/variable.hpp"
#include "solver/model/body_view.hpp"
#include "solver/model/model.hpp"
#include "solver/model/state.hpp"
#include "solver/model/statistics/statistics.hpp"
#include "solver/water/groups/group_memories.hpp"

namespace raftup::solver {

/// The parts of an island, which consists of bodies that influence one another within a step, and
/// its stepper.
struct IslandReport {
  std::vector<std::size_t> bodies;  ///< indices in the model, including bodies that do not move
  std::vector<std::size_t> joints;  ///< indices of the joints in the model
  StepperKind stepper = StepperKind::kRungeKutta4;
};

class DefectMemory;
class ShapeWorld;
class SimulatedModel;
struct ContactEvent;

/// Multibody dynamics of one model with a fixed time step. The state is a value, read by state()
/// and set by restore(). A step either completes, or throws and leaves the state unchanged.
/// Programs that link the solver find further functions in solver/simulation/run/embedding.hpp. Not
/// thread-safe.
class Simulation {
 public:
  /// @param cache  cache of radiation fits; may be null
  /// @param meshes memory of the defects found in meshes of other models; may be null
  /// @param judge  judges memories whose error in the sea is above hydro::kSeaFarOff [1] in the
  ///         motions of freely floating bodies; null: these errors remain
  /// @throws Error(kInvalidArgument) with all broken rules of check(model), one per line
  explicit Simulation(Model model, hydro::FitCache* cache = nullptr, DefectMemory* meshes = nullptr,
                      MemoryJudge judge = nullptr);
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  /// the model with the present mass properties of its bodies [kg, m, kg m2]
  const Model& model() const;
  /// Reports on the fits of the radiation memory, one for each hydrodynamic group.
  const std::vector<hydro::RadiationReport>& radiation_reports() const;
  /// Warnings about the model although it breaks no rule, for instance of asymmetric added mass, or
  /// of a database computed for another water density. Findings about a database itself are stored
  /// with the database.
  const Findings& findings() const { return findings_; }
  /// Findings about the loads at the start of the run: ForceElement::add_findings().
  Findings load_findings() const;
  /// Findings about the limits of validity that the motion has exceeded so far: see RunLimits.
  Findings range_findings() const;

  /// the islands of the model, in the order of their first bodies
  std::vector<IslandReport> islands() const;

  const State& state() const { return state_; }
  /// Present time: state().step_index times the step [ns].
  std::int64_t time_ns() const;
  /// Pose and motion of a body, in the world frame and in its own frame.
  /// @param body index in model().bodies, see find_body()
  /// @throws Error(kInvalidArgument) if there is no such body
  BodyView body(std::size_t body) const;

  /// Replaces the state, bit for bit, by another state of the same model.
  /// @throws Error(kFailedPrecondition) if the state belongs to another model
  void restore(const State& state);
  void reset();  ///< Sets the state to that at t = 0 and removes all samples of inputs.

  /// Advances by one step h.
  /// @throws RunEnded if an event of the model has ended the run at the present time or before;
  ///         Error(kInternal) if a value is not finite any more; Error(kOutOfRange) if a body
  ///         leaves the range of its data, or if the table of an input has ended. The state is then
  ///         unchanged.
  void step();

  /// Replaces the blocks [kg, kg m, kg m2] of an added-mass interaction from the next step on, for
  /// instance to use values at another frequency. The velocities v of the bodies do not change;
  /// their momenta become p = W v with the new matrix W of mass plus added mass.
  /// @throws Error(kNotFound) if there is no interaction of that name; Error(kInvalidArgument) if
  ///         the blocks are not finite or not symmetric, or mass plus added mass is not positive
  ///         definite. The state is then unchanged.
  void set_added_mass(const std::string& interaction, const AddedMassBlocks& blocks);

  /// Enables or disables an added-mass interaction from the next step on. Velocities [m/s, rad/s]
  /// do not change, as with set_added_mass().
  /// @throws Error as set_added_mass()
  void enable_added_mass(const std::string& interaction, bool enabled);

  /// Changes the mass [kg] of a body, its inertia about the center of mass [kg m2, body axes] and
  /// its center of mass [m, model frame] from the next step on. The velocity of every material
  /// point of the body stays the same, and the pose of its model frame too; the momentum is
  /// computed from the new mass. model() has the new values. All islands are rebuilt, which takes
  /// as long as constructing the simulation without its radiation fits.
  /// @throws Error(kInvalidArgument) if there is no such body; if mass or inertia is not valid, or
  ///         not positive definite with the added mass of the body; if the center of mass changes
  ///         although hydrodynamic data or added mass refer to it; or if the new center of mass
  ///         would have a velocity in a dof that is not free. The state is then unchanged.
  void set_mass_properties(std::size_t body, double mass, const Matrix3& inertia,
                           const Vector3& center_of_mass);

  const std::vector<Variable>& inputs() const;
  const std::vector<Variable>& outputs() const;

  /// Time beyond the end of a step [ns] to which the samples of an input must reach before the
  /// step.
  std::int64_t input_look_ahead_ns(std::size_t input) const;
  void set_input_interpolation(std::size_t input, Interpolation interpolation);
  /// Checks that write_input() accepts these values, whose number must be the width of the input.
  /// @throws Error(kInvalidArgument) if the input does not accept the values
  void check_input(std::size_t input, std::span<const double> values) const;
  /// Writes a sample of an input at a time [ns].
  /// @throws Error(kInvalidArgument) if the number of values is wrong, a value is not finite,
  ///         `time_ns` has passed, or a source or event of the model writes the input
  void write_input(std::size_t input, std::int64_t time_ns, std::span<const double> values);

  /// Sets the velocity of a kinematic body, [linear of the center of mass; angular], world axes
  /// [m/s, rad/s]. The body keeps it until it is set again. The velocities of bodies that are
  /// coupled to it by joints or added mass change at once.
  /// @throws Error(kInvalidArgument) if the body is not kinematic or a value is not finite
  void set_velocity(std::size_t body, const Vector6& velocity);

  /// Adds a wrench at the center of mass of a body, [force; torque] in world axes [N, N m], that
  /// acts during the next step only. Several wrenches are summed; the sum is in state().
  /// @throws Error(kInvalidArgument) if there is no such body or a value is not finite
  void add_wrench(std::size_t body, const Vector6& wrench);

  /// Reads outputs at the present time.
  /// @param outputs indices into outputs()
  /// @param values  receives the numbers of the outputs, one output after another
  /// @throws Error(kInvalidArgument) if an index or the size of `values` is wrong
  void read(std::span<const std::size_t> outputs, std::span<double> values);

  /// Contacts that began or ended in the last step; empty after restore(). Present contacts are
  /// read from state() by read_contacts().
  const std::vector<ContactEvent>& contact_events() const;
  /// The shapes of the model at their present poses [world], for contact queries with other shapes.
  /// The first call takes time to prepare the shapes. The reference is valid until the simulation
  /// changes.
  const ShapeWorld& shapes() const;

  /// The statistics that Model::statistics selects, over the steps taken so far.
  /// @throws Error(kFailedPrecondition) if the model selects none; any error of read() for their
  ///         outputs
  StatisticsReport statistics();

 private:
  struct Observers;  ///< objects that write inputs and read states

  void change_added_mass(std::size_t interaction, const AddedMassState& next);
  /// Calls SimulatedModel::set_masses() and updates the other members if masses have changed.
  void set_masses(const State& state);
  void commit() noexcept;

  /// on the heap, since other members have references to it
  std::unique_ptr<SimulatedModel> simulated_;
  Findings findings_;
  std::unique_ptr<Observers> observers_;
  State state_;
};

}  // namespace raftup::solver
