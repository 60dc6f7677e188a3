#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "solver/loads/base/force_element.hpp"
#include "solver/water/groups/pair_configuration.hpp"

namespace raftup::solver {

/// A wave load with a family of databases: sum_k w_k(q) F_k, where F_k is the load with the
/// database of node k at the poses of the bodies [N, N m]. The load of a node is made when the node
/// first has a weight, and prepared in the steps in which it has one; both are pure functions of
/// model, state and step.
class BlendedForce final : public ForceElement {
 public:
  /// Makes the load of a group with one database.
  using Make = std::function<std::unique_ptr<ForceElement>(const HydrodynamicGroup& group)>;

  /// @param model what `make` needs of it must outlive this object
  BlendedForce(const Model& model, const HydrodynamicGroup& group, Make make);

  void prepare(const StepTimes& times, const State& state, const Kinematics& bodies) override;
  bool inputs_changed() noexcept override;
  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;

 private:
  struct Node {
    std::unique_ptr<ForceElement> load;  ///< null until its node first has a weight
    bool prepared = false;
  };

  ForceElement& load_of(std::size_t node);

  HydrodynamicGroup group_;
  PairConfiguration configuration_;
  Make make_;
  std::vector<Node> nodes_;
  std::optional<StepTimes> times_;  ///< of the prepared step
  Kinematics start_;                ///< motion at the start of that step
  Forces scratch_;
};

/// A wave load of a group: of its database, or a blend over the databases of its family.
/// @param model what `make` needs of it must outlive the result
std::unique_ptr<ForceElement> over_nodes(const Model& model, const HydrodynamicGroup& group,
                                         BlendedForce::Make make);

}  // namespace raftup::solver
