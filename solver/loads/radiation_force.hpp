#pragma once

#include <array>
#include <memory>

#include "hydro/numerics/matrix_products.hpp"
#include "hydro/radiation/radiation_memory.hpp"
#include "solver/loads/force_element.hpp"
#include "solver/loads/group_motion.hpp"

namespace raftup::solver {

/// What the waves that the bodies of a group have radiated do to them: -mu of the fluid's memory of
/// their velocities through the water. Added mass is no part of it (AddedMass).
class RadiationForce final : public ForceElement {
 public:
  /// @param place of the memory's state in State::radiation
  RadiationForce(const GroupMotion& motion, std::shared_ptr<const hydro::RadiationMemory> memory,
                 std::size_t place);

  void initialise(const Kinematics& bodies, State& state) const override;
  void prepare(const StepTimes& times, const State& state, const Kinematics& bodies) override;
  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  void finish(const StageConditions& conditions, const Kinematics& bodies) override;
  void commit(State& state) noexcept override;

 private:
  GroupMotion motion_;
  std::shared_ptr<const hydro::RadiationMemory> memory_;
  std::size_t place_;
  std::array<ColumnMatrix, 3> instantaneous_;  ///< of the memory, by hydro::Stage; empty where zero
  hydro::StageTails tails_;                    ///< of the prepared step: what the past radiates
  VectorXd nu_, mu_;                           ///< scratch, 6N
  VectorXd end_velocities_;                    ///< of the finished step
};

}  // namespace raftup::solver
