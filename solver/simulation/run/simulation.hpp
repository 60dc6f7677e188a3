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

namespace raftup::solver {

/// Bodies that influence one another within a step, and how they are stepped.
struct IslandReport {
  std::vector<std::size_t> bodies;  ///< indices in the model, those that do not move included
  std::vector<std::size_t> joints;  ///< indices in the model
  StepperKind stepper = StepperKind::kRungeKutta4;
};

class ContactEvents;
class DefectMemory;
class OutputReader;
class RunLimits;
class ShapeWorld;
class SimulatedModel;
class StatisticsRecorder;
struct ContactEvent;

/// Multibody dynamics of one model at a fixed step. Not thread-safe; one per session.
/// The state is a value: state(), restore(). A step completes or throws and leaves it untouched.
/// More for programs that link it: solver/simulation/run/embedding.hpp.
class Simulation {
 public:
  /// @param cache  of radiation fits, may be null
  /// @param meshes what was found in meshes of other models; may be null
  /// @throws Error(kInvalidArgument) with every broken rule of check(model), one a line
  explicit Simulation(Model model, hydro::FitCache* cache = nullptr,
                      DefectMemory* meshes = nullptr);
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  const Model& model() const;  ///< with the mass properties that its bodies have now
  /// One per group.
  const std::vector<hydro::RadiationReport>& radiation_reports() const;
  /// What is worth knowing about the model though no rule is broken: asymmetric added mass, a
  /// database made for another water density. Findings of a database itself stay with it.
  const Findings& findings() const { return findings_; }
  /// What the motion so far has passed of what the model can hold: RunLimits.
  Findings range_findings() const;

  std::vector<IslandReport> islands() const;  ///< in the order of their first bodies

  const State& state() const { return state_; }
  /// state().step_index * step_ns
  std::int64_t time_ns() const;
  /// Where a body is and how it moves, in its two frames.
  /// @param body index in model().bodies, see find_body()
  /// @throws Error(kInvalidArgument) where there is no such body
  BodyView body(std::size_t body) const;

  /// Takes over a state of the same model, bit for bit.
  /// @throws Error(kFailedPrecondition) where it belongs to another model
  void restore(const State& state);
  void reset();  ///< back to t = 0, inputs forgotten

  /// Advances by one step h.
  /// @throws Error(kInternal) when a value stops being finite; Error(kOutOfRange) when a body
  /// leaves
  ///         what the data cover. The state is then as before.
  void step();

  /// Gives an interaction of the model other blocks from the next step on: a new frequency, other
  /// water between the bodies. Nothing strikes the bodies, so that their velocities go on and their
  /// momenta are formed anew, p = W v.
  /// @throws Error(kNotFound) without an interaction of that name; Error(kInvalidArgument) where
  /// the
  ///         blocks are not finite or symmetric, or mass plus added mass is not positive definite.
  ///         The state is then as before.
  void set_added_mass(const std::string& interaction, const AddedMassBlocks& blocks);

  /// Lets an interaction act or not from the next step on; velocities go on as above.
  /// @throws Error as set_added_mass()
  void enable_added_mass(const std::string& interaction, bool enabled);

  /// Gives a body another mass [kg], inertia about its centre of mass [kg m2, body axes] and centre
  /// of mass [m, model frame] from the next step on. Every point of it moves on as it does, so that
  /// neither the model frame nor what is attached to it moves; momenta are formed anew. model()
  /// shows it. All parts are built anew, which costs as much as to make the simulation, radiation
  /// fits aside.
  /// @throws Error(kInvalidArgument) where there is no such body; mass or inertia is none that a
  ///         body may have, or indefinite with its added mass; the centre of mass moves though
  ///         hydrodynamic data or added mass are about it, or with a velocity in dofs that are not
  ///         free. The state is then as before.
  void set_mass_properties(std::size_t body, double mass, const Matrix3& inertia,
                           const Vector3& center_of_mass);

  const std::vector<Variable>& inputs() const { return inputs_; }
  const std::vector<Variable>& outputs() const;

  /// How far beyond the end of a step the samples of an input must reach for that step [ns].
  std::int64_t input_look_ahead_ns(std::size_t input) const;
  void set_input_interpolation(std::size_t input, Interpolation interpolation);
  /// Whether write_input() would take the values, of the input's width, at some time.
  /// @throws Error(kInvalidArgument) where a sample is nothing that the input can take
  void check_input(std::size_t input, std::span<const double> values) const;
  /// @throws Error(kInvalidArgument) on a wrong width, a non-finite value or a time that is past
  void write_input(std::size_t input, std::int64_t time_ns, std::span<const double> values);

  /// Sets the velocity of a kinematic body, [linear of the centre of mass; angular], world axes
  /// [m/s, rad/s]; it goes on with it. Bodies that it moves by joints or through the water follow
  /// at once.
  /// @throws Error(kInvalidArgument) where the body is not kinematic or a value not finite
  void set_velocity(std::size_t body, const Vector6& velocity);

  /// Adds a wrench at the centre of mass of a body, [force; torque] in world axes [N, N m], that
  /// acts through the next step and is gone after it. Wrenches add up; state() holds their sum.
  /// @throws Error(kInvalidArgument) where there is no such body or a value is not finite
  void add_wrench(std::size_t body, const Vector6& wrench);

  /// Writes the current values of `outputs` (indices into outputs()) one after another.
  void read(std::span<const std::size_t> outputs, std::span<double> values);

  /// What began or ceased to touch in the last step; nothing of a state that was taken over. What
  /// touches now is in state(): read_contacts().
  const std::vector<ContactEvent>& contact_events() const;
  /// The shapes of the model where they are now, to be asked for contacts with others. The first
  /// call makes them ready. Valid until the simulation is changed.
  const ShapeWorld& shapes() const;

  /// What Model::statistics asks for, of the steps taken so far, the last one as it is seen now.
  /// @throws Error(kFailedPrecondition) where the model has none; what reading its outputs throws
  StatisticsReport statistics();

 private:
  void change_added_mass(std::size_t interaction, const AddedMassState& next);
  /// SimulatedModel::set_masses()
  void set_masses(const State& state);
  void commit() noexcept;
  void move_start() noexcept;

  std::unique_ptr<SimulatedModel> simulated_;  ///< where others of the members see it
  Findings findings_;
  std::unique_ptr<OutputReader> outputs_;
  std::unique_ptr<StatisticsRecorder> statistics_;
  std::unique_ptr<RunLimits> limits_;
  std::unique_ptr<ContactEvents> contact_events_;
  mutable std::unique_ptr<ShapeWorld> shapes_;  ///< null until it is asked
  std::vector<Variable> inputs_;
  State state_;
};

}  // namespace raftup::solver
