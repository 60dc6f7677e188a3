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

/// Everything that puts a force on the bodies of an island, summed in a fixed order: what programs
/// add for a step, weight, force fields, by group radiation, excitation, hydrostatics, damping and
/// second-order forces, the loads of the model, springs of joints, forces and wave fields of
/// clients. Added mass and what joints hold are none of it (Masses, ConstraintSet). Call order:
/// begin() where a step starts, prepare(), any number of evaluations, finish() and commit(). An
/// Error of a load of the model says which load failed, of which bodies, and when. Not thread-safe:
/// it keeps scratch.
class LoadSet {
 public:
  using Memories = std::vector<GroupMemories>;

  /// Index in the state of each body, hydrodynamic group and load of the model.
  struct Places {
    std::vector<std::size_t> bodies, groups, loads;

    /// Of a model whose own state it is.
    static Places of(const Model& model);
  };

  /// @param initial  bodies of `model` at t = 0
  /// @param joints   whose springs are loads; must outlive it
  /// @param memories one per hydrodynamic group
  LoadSet(const Model& model, const Kinematics& initial, const ConstraintSet& joints,
          const Memories& memories, const Places& places);
  LoadSet(const LoadSet&) = delete;
  LoadSet& operator=(const LoadSet&) = delete;
  ~LoadSet() = default;

  /// How the bodies of each hydrodynamic group move.
  const std::vector<GroupMotion>& groups() const { return groups_; }
  /// A load of the model.
  ForceElement& load(std::size_t index) const { return *entries_[loads_[index]].element; }

  /// The shapes of the model where contacts are loads, else null.
  const ContactSet* shapes() const { return shapes_; }

  /// Writes the states of all of them at t = 0.
  void initialize(const Kinematics& bodies, State& state) const;

  /// Forgets what is kept of a step: another begins, or bodies have been moved at its start.
  void begin() noexcept;
  /// Forgets what is kept of the inputs.
  void inputs_changed() noexcept;
  /// Computes what is known of a step at its start, unless that is done.
  void prepare(const StepTimes& times, const State& state, const Kinematics& bodies);

  /// Loads at a stage of the prepared step, which starts from `state`.
  void compute(const StageTime& at, const State& state, const Kinematics& bodies, Forces& forces);

  /// Adds one load of the model alone.
  void add_load(std::size_t index, const StageConditions& conditions, const Kinematics& bodies,
                Forces& forces) const;
  /// Writes what LoadDescription::outputs() lists of a load of the model.
  void read_load(std::size_t index, const StageConditions& conditions, const Kinematics& bodies,
                 std::span<double> outputs) const;

  /// Linearisation of the loads at a stage: of every load of the model, of the springs of joints,
  /// and of the hydrostatics and damping of hydrodynamic groups. Radiation and wave excitation are
  /// no stiff loads and have no part in it.
  void compute_jacobian(const StageTime& at, const State& state, const Kinematics& bodies,
                        LoadJacobian& jacobian) const;

  /// Computes what the added mass of loads needs to know of a step at its start, unless that is
  /// done: nothing that depends on how the bodies move.
  void prepare_added_masses(const StepTimes& times, const State& state, const Kinematics& bodies);
  /// Added mass of the loads that have some, in their order.
  void added_masses(const StageConditions& conditions, const Kinematics& bodies,
                    std::vector<LoadMass>& masses) const;
  /// Sum of ForceElement::added_mass_power() over bodies that move by forces.
  double added_mass_power(const StageConditions& conditions, const Kinematics& bodies) const;

  /// Sum of their potentials.
  Potential potential(const StageConditions& conditions, const Kinematics& bodies) const;

  /// What all of them are drawn by.
  std::vector<Drawing> drawings(const StageConditions& conditions, const Kinematics& bodies) const;

  /// How long after an instant an input must be known for the forces there [s].
  double look_ahead(std::size_t input) const;

  /// Computes the states at the end of a step, where the bodies are then.
  void finish(const StageConditions& conditions, const Kinematics& bodies);
  /// Writes them.
  void commit(State& state) noexcept;

 private:
  struct Entry {
    std::unique_ptr<ForceElement> element;
    std::string owner;  ///< "load 'line' of body 'buoy': "; empty: no load of the model
    bool prepared = false;
  };

  /// A load with added mass.
  struct WaterOfLoad {
    std::size_t body;   ///< index in the model
    bool moves;         ///< its body, by forces
    std::size_t entry;  ///< index in entries_
  };

  /// Calls for entries in their order. @param time of what they compute [s]
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
  std::vector<std::size_t> loads_;  ///< among them, those of the model
  std::vector<WaterOfLoad> water_;  ///< of those that have added mass
  std::vector<GroupMotion> groups_;
  const ContactSet* shapes_ = nullptr;  ///< of the CompliantContacts among entries_
};

}  // namespace raftup::solver
