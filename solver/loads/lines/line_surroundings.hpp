#pragma once

#include <memory>
#include <optional>

#include "solver/loads/lines/line_rod.hpp"
#include "solver/loads/lines/line_water.hpp"
#include "solver/loads/rods/rod_step.hpp"

namespace raftup::solver {

/// What acts on a line in a simulation: the water, with waves or without, and the bottom.
class LineSurroundings {
 public:
  /// @param rod of the line; must outlive the object
  /// @param places positions of the nodes at rest [m, world frame]
  LineSurroundings(const ElasticLine& line, const rods::DiscreteRod& rod,
                   std::span<const Vector3> places, const Model& model);
  LineSurroundings(const LineSurroundings&) = delete;
  LineSurroundings& operator=(const LineSurroundings&) = delete;
  ~LineSurroundings() = default;

  /// Takes over the lengths of the rod where they have changed.
  void take_lengths() {
    if (contact_) contact_->take_lengths();
  }

  bool has_waves() const { return waves_.has_value(); }
  /// The contact with the bottom; null without bottom.
  const rods::BottomContact* contact() const { return contact_ ? &*contact_ : nullptr; }

  /// Prepares a step that begins with the rod in a state.
  void prepare(const StepTimes& times, const State& state, const rods::RodState& rod);
  /// The forces [N, world frame] and masses [kg] in the step that was prepared, without the positions
  /// of the ends.
  rods::StepLoads loads() const { return {{}, water_.force(), water_.mass(), terms_}; }

 private:
  CurrentAroundLine current_;
  std::optional<WavesAroundLine> waves_;
  rods::RodWater water_;
  std::unique_ptr<rods::Bottom> bottom_;
  std::optional<rods::BottomContact> contact_;
  rods::NodeTerms terms_;
};

}  // namespace raftup::solver
