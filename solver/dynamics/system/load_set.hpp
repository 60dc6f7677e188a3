#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "solver/contacts/contact_set.hpp"
#include "solver/joints/constraint_set.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/loads/hydrodynamics/hydrodynamic_forces.hpp"
#include "solver/water/groups/group_memories.hpp"
#include "solver/water/masses/held_masses.hpp"
#include "solver/water/masses/masses.hpp"

namespace raftup::solver {

/// All forces and moments on the bodies of an island except those of constraints [N, N m, world
/// axes]. They are summed in a fixed order: forces that a program adds for one step, weight, force
/// fields; for each hydrodynamic group radiation, excitation, hydrostatics, damping and
/// second-order forces; the loads of the model; springs of joints; compliant contacts; forces and
/// wave fields that clients stream; the damping of the stages of a run. Added mass belongs to Masses, and reactions of joints belong to
/// ConstraintSet.
/// Call order: begin() at the start of a step, prepare(), any number of evaluations, finish() and
/// commit(). The message of an Error of a load contains the load, its bodies and the time. Not
/// thread-safe, since it keeps scratch memory.
class LoadSet {
 public:
  using Memories = std::vector<GroupMemories>;

  /// For each body, hydrodynamic group, load and machine of the model, its index in the state.
  struct Places {
    std::vector<std::size_t> bodies, groups, loads, machines;

    /// The indices for a state that belongs to this model alone.
    static Places of(const Model& model);
  };

  /// @param initial  bodies of `model` at t = 0
  /// @param joints   constraints whose springs are loads; must outlive this object
  /// @param memories radiation memories, one per hydrodynamic group
  /// @param places   indices in the state
  /// @param masses   of the model; must outlive this object
  LoadSet(const Model& model, const Kinematics& initial, const ConstraintSet& joints,
          const Memories& memories, const Places& places, Masses& masses);
  LoadSet(const LoadSet&) = delete;
  LoadSet& operator=(const LoadSet&) = delete;
  ~LoadSet() = default;

  /// The motion of the bodies of each hydrodynamic group.
  const std::vector<GroupMotion>& groups() const { return groups_; }
  /// The force element of a load of the model.
  ForceElement& load(std::size_t index) const { return *entries_[loads_[index]].element; }

  /// The contact shapes of the model if its contacts are loads, else null.
  const ContactSet* shapes() const { return shapes_; }

  /// Writes the initial states of all loads, at t = 0.
  void initialize(const Kinematics& bodies, State& state) const;

  /// Discards everything that was computed for a step, because another step begins or bodies have
  /// been moved at the start of the step.
  void begin() noexcept;
  /// Discards everything that was computed from the inputs.
  void inputs_changed() noexcept;
  /// Enables or disables loads by the inputs that switch them, for the step from `step_start` [s].
  /// A disabled load has no force, no potential and no added mass; its outputs are 0, and its state
  /// does not change.
  void switch_loads(const std::vector<InputSeries>& inputs, double step_start);
  /// Prepares all enabled loads for a step that starts from `state`. Loads that are already
  /// prepared are skipped.
  void prepare(const StepTimes& times, const State& state, const Kinematics& bodies);

  /// Computes the loads at a stage of the prepared step.
  /// @param state at the start of the step
  void compute(const StageTime& at, const State& state, const Kinematics& bodies, Forces& forces);

  /// Adds the force of one load of the model [N, N m].
  void add_load(std::size_t index, const StageConditions& conditions, const Kinematics& bodies,
                Forces& forces) const;
  /// Writes the output values of a load of the model, in the order of LoadDescription::outputs().
  void read_load(std::size_t index, const StageConditions& conditions, const Kinematics& bodies,
                 std::span<double> outputs) const;

  /// Computes stiffness [N/m, N, N m] and damping [N s/m, N s, N m s] of the loads at a stage,
  /// world axes. It includes every load of the model, the springs of joints, and the hydrostatics
  /// and damping of hydrodynamic groups. Radiation and wave excitation are excluded, since they are
  /// not stiff.
  void compute_jacobian(const StageTime& at, const State& state, const Kinematics& bodies,
                        LoadJacobian& jacobian) const;

  /// True if ForceElement::jacobian_changed() is for any load.
  bool jacobian_changed() const;

  /// Prepares the loads that have added mass for a step, unless they are already prepared. The
  /// preparation does not depend on the motion of the bodies during the step.
  void prepare_added_masses(const StepTimes& times, const State& state, const Kinematics& bodies);
  /// Writes the added mass of each load that has added mass, in the order of the loads [kg, kg m,
  /// kg m2, world axes].
  void added_masses(const StageConditions& conditions, const Kinematics& bodies,
                    std::vector<LoadMass>& masses) const;
  /// Sum of ForceElement::added_mass_power() over the loads on bodies that forces move [W].
  double added_mass_power(const StageConditions& conditions, const Kinematics& bodies) const;

  /// Sum of the potential energies of all loads [J] and of their rates [W].
  Potential potential(const StageConditions& conditions, const Kinematics& bodies) const;

  /// The linear equations of all loads that have masses inside, about rest.
  std::vector<std::unique_ptr<InnerDynamics>> inner_dynamics(double time,
                                                             const Kinematics& bodies) const;

  /// The lines and points with which all loads are drawn.
  std::vector<Drawing> drawings(const StageConditions& conditions, const Kinematics& bodies) const;

  /// Time beyond an instant up to which samples of an input must be known, so that the forces at
  /// that instant can be computed [s].
  double look_ahead(std::size_t input) const;

  /// Computes the states of the loads at the end of a step, for the poses of the bodies there.
  void finish(const StageConditions& conditions, const Kinematics& bodies);
  /// Writes the states that finish() has computed.
  void commit(State& state) noexcept;

 private:
  struct Entry {
    std::unique_ptr<ForceElement> element;
    /// Prefix of error messages, such as "load 'line' of body 'buoy': "; empty for a force that is
    /// no load of the model.
    std::string owner;
    bool prepared = false;
    bool acts = true;
  };

  /// An input of the model that enables or disables a load.
  struct Switch {
    std::size_t input;
    std::size_t entry;  ///< index of the load in entries_
    bool initially;     ///< true if the load is enabled before the first sample
  };

  /// A load that has added mass [kg, kg m, kg m2].
  struct WaterOfLoad {
    std::size_t body;   ///< index of its body in the model
    bool moves;         ///< true if forces move the body of the load
    std::size_t entry;  ///< index of the load in entries_
  };

  /// Calls `call` for all entries in their order, and prefixes the message of an Error with the
  /// load.
  /// @param time time of the evaluation [s], for error messages
  template <typename Entries, typename Call>
  static void each(Entries&& entries, double time, const Call& call);
  std::span<const Entry> entry_of(std::size_t load) const { return {&entries_[loads_[load]], 1}; }

  static void prepare(Entry& entry, const StepTimes& times, const State& state,
                      const Kinematics& bodies);
  void add(std::unique_ptr<ForceElement> element, std::string owner = {});
  void add_group(const Model& model, std::size_t group, const GroupMemories& memories,
                 const Places& places);
  void add_inputs(const Model& model);

  std::vector<Entry> entries_;      ///< all force elements, in the order of summation
  std::vector<std::size_t> loads_;  ///< for each load of the model, its index in entries_
  std::vector<WaterOfLoad> water_;  ///< the loads with added mass
  std::vector<Switch> switches_;
  std::vector<GroupMotion> groups_;
  /// The shapes of the CompliantContacts among the entries; null if there are none.
  const ContactSet* shapes_ = nullptr;
};

}  // namespace raftup::solver
