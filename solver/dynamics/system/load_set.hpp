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

namespace raftup::solver {

/// All forces and moments on the bodies of an island except those of constraints [N, N m, world
/// axes], summed in a fixed order: wrenches that programs add for one step, weight, force fields;
/// for each hydrodynamic group radiation, excitation, hydrostatics, damping and second-order
/// forces; the loads of the model; springs of joints; forces and wave fields of clients. Added mass
/// belongs to Masses, the reactions of joints to ConstraintSet. Call order: begin() at the start of
/// a step, prepare(), any number of evaluations, finish() and commit(). An Error of a load names
/// the load, its bodies and the time. Not thread-safe, since it keeps scratch memory.
class LoadSet {
 public:
  using Memories = std::vector<GroupMemories>;

  /// Index in the state of each body, hydrodynamic group, load and machine of the model.
  struct Places {
    std::vector<std::size_t> bodies, groups, loads, machines;

    /// The places in a state of the model itself.
    static Places of(const Model& model);
  };

  /// @param initial  bodies of `model` at t = 0
  /// @param joints   whose springs are loads; must outlive this object
  /// @param memories one per hydrodynamic group
  LoadSet(const Model& model, const Kinematics& initial, const ConstraintSet& joints,
          const Memories& memories, const Places& places);
  LoadSet(const LoadSet&) = delete;
  LoadSet& operator=(const LoadSet&) = delete;
  ~LoadSet() = default;

  /// The motion of the bodies of each hydrodynamic group.
  const std::vector<GroupMotion>& groups() const { return groups_; }
  /// The force element of a load of the model.
  ForceElement& load(std::size_t index) const { return *entries_[loads_[index]].element; }

  /// The shapes of the model if its contacts are loads, else null.
  const ContactSet* shapes() const { return shapes_; }

  /// Writes the states of all loads at t = 0.
  void initialize(const Kinematics& bodies, State& state) const;

  /// Discards all that was computed of a step, because another step begins or bodies have been
  /// moved at its start.
  void begin() noexcept;
  /// Discards all that was computed from the inputs.
  void inputs_changed() noexcept;
  /// Lets the loads act that do so in the step from `step_start` [s]. A load that does not act has no
  /// force, no potential and no added mass, its outputs are 0, and its state stands.
  void switch_loads(const std::vector<InputSeries>& inputs, double step_start);
  /// Prepares all loads for a step that starts from `state`, unless that has been done.
  void prepare(const StepTimes& times, const State& state, const Kinematics& bodies);

  /// Loads at a stage of the prepared step, which starts from `state`.
  void compute(const StageTime& at, const State& state, const Kinematics& bodies, Forces& forces);

  /// Adds the force of one load of the model [N, N m].
  void add_load(std::size_t index, const StageConditions& conditions, const Kinematics& bodies,
                Forces& forces) const;
  /// Writes what LoadDescription::outputs() lists of a load of the model.
  void read_load(std::size_t index, const StageConditions& conditions, const Kinematics& bodies,
                 std::span<double> outputs) const;

  /// Stiffness [N/m, N, N m] and damping [N s/m, N s, N m s] of the loads at a stage, world axes:
  /// of every load of the model, of the springs of joints, and of the hydrostatics and damping of
  /// hydrodynamic groups. Radiation and wave excitation are not included, since they are not stiff.
  void compute_jacobian(const StageTime& at, const State& state, const Kinematics& bodies,
                        LoadJacobian& jacobian) const;

  /// Prepares the added mass of loads for a step, unless that has been done. It does not depend on
  /// the motion of the bodies during the step.
  void prepare_added_masses(const StepTimes& times, const State& state, const Kinematics& bodies);
  /// Writes the added mass of each load that has some, in their order [kg, kg m, kg m2, world
  /// axes].
  void added_masses(const StageConditions& conditions, const Kinematics& bodies,
                    std::vector<LoadMass>& masses) const;
  /// Sum of ForceElement::added_mass_power() over the bodies that forces move [W].
  double added_mass_power(const StageConditions& conditions, const Kinematics& bodies) const;

  /// Sum of the potentials of all loads [J].
  Potential potential(const StageConditions& conditions, const Kinematics& bodies) const;

  /// The lines and points by which all loads are drawn.
  std::vector<Drawing> drawings(const StageConditions& conditions, const Kinematics& bodies) const;

  /// How far beyond an instant the samples of an input must be known for the forces at that instant
  /// [s].
  double look_ahead(std::size_t input) const;

  /// Computes the states of the loads at the end of a step, at the poses that the bodies have
  /// there.
  void finish(const StageConditions& conditions, const Kinematics& bodies);
  /// Writes these states.
  void commit(State& state) noexcept;

 private:
  struct Entry {
    std::unique_ptr<ForceElement> element;
    /// "load 'line' of body 'buoy': "; empty for a force that is no load of the model
    std::string owner;
    bool prepared = false;
    bool acts = true;
  };

  /// An input of the model that lets a load act or not.
  struct Switch {
    std::size_t input;
    std::size_t entry;  ///< index in entries_
    bool initially;     ///< before the first sample
  };

  /// A load that has added mass [kg, kg m, kg m2].
  struct WaterOfLoad {
    std::size_t body;   ///< index in the model
    bool moves;         ///< true if forces move its body
    std::size_t entry;  ///< index in entries_
  };

  /// Calls `call` for entries in their order.
  /// @param time of the evaluation [s], for error messages
  template <typename Entries, typename Call>
  static void each(Entries&& entries, double time, const Call& call);
  std::span<const Entry> entry_of(std::size_t load) const { return {&entries_[loads_[load]], 1}; }

  static void prepare(Entry& entry, const StepTimes& times, const State& state,
                      const Kinematics& bodies);
  void add(std::unique_ptr<ForceElement> element, std::string owner = {});
  void add_group(const Model& model, std::size_t group, const GroupMemories& memories,
                 const Places& places);
  void add_inputs(const Model& model);

  std::vector<Entry> entries_;      ///< in the order of summation
  std::vector<std::size_t> loads_;  ///< indices in entries_ of the loads of the model
  std::vector<WaterOfLoad> water_;  ///< the loads with added mass
  std::vector<Switch> switches_;
  std::vector<GroupMotion> groups_;
  /// of the CompliantContacts among the entries; null without
  const ContactSet* shapes_ = nullptr;
};

}  // namespace raftup::solver
