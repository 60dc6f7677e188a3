#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "solver/loads/base/force_element.hpp"
#include "solver/water/groups/pair_configuration.hpp"

namespace raftup::solver {

/// A wave load over a family of databases: sum_k w_k(q) F_k, F_k what the database of node k gives
/// where the bodies are. Nodes are made when they first count and prepared in the steps in which
/// they do, both pure functions of model, state and step.
class BlendedForce final : public ForceElement {
 public:
  /// Makes the load of a group with one database.
  using Make = std::function<std::unique_ptr<ForceElement>(const HydrodynamicGroup& group)>;

  /// @param model what `make` needs of it must outlive the load
  BlendedForce(const Model& model, const HydrodynamicGroup& group, Make make);

  void prepare(const StepTimes& times, const State& state, const Kinematics& bodies) override;
  bool inputs_changed() noexcept override;
  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;

 private:
  struct Node {
    std::unique_ptr<ForceElement> load;  ///< null until it counts
    bool prepared = false;
  };

  ForceElement& load_of(std::size_t node);

  HydrodynamicGroup group_;
  PairConfiguration configuration_;
  Make make_;
  std::vector<Node> nodes_;
  std::optional<StepTimes> times_;  ///< of the prepared step
  Kinematics start_;                ///< where it begins
  Forces scratch_;
};

/// A wave load of a group: of its database, or blended over those of its family.
/// @param model what `make` needs of it must outlive the load
std::unique_ptr<ForceElement> over_nodes(const Model& model, const HydrodynamicGroup& group,
                                         BlendedForce::Make make);

}  // namespace raftup::solver
