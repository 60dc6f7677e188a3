#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "solver/loads/base/force_element.hpp"
#include "solver/water/groups/pair_configuration.hpp"

namespace raftup::solver {

/// A wave load of a group with a family of databases [N, N m]: sum_k w_k(q) F_k, where F_k is the
/// load with the database of node k at the poses q of the bodies and w_k the weight of the node.
/// The load of a node is made when the node first has a weight above 0, and prepared in the steps
/// in which it has one. Both are pure functions of model, state and step.
class BlendedForce final : public ForceElement {
 public:
  /// Function that makes the load of a group with a single database.
  using Make = std::function<std::unique_ptr<ForceElement>(const HydrodynamicGroup& group)>;

  /// @param model the parts of it that `make` uses must outlive this object
  BlendedForce(const Model& model, const HydrodynamicGroup& group, Make make);

  void prepare(const StepTimes& times, const State& state, const Kinematics& bodies) override;
  bool inputs_changed() noexcept override;
  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;

 private:
  struct Node {
    std::unique_ptr<ForceElement> load;  ///< null until its node first has a weight above 0
    bool prepared = false;
  };

  ForceElement& load_of(std::size_t node);

  HydrodynamicGroup group_;
  PairConfiguration configuration_;
  Make make_;
  std::vector<Node> nodes_;
  std::optional<StepTimes> times_;  ///< times of the prepared step
  Kinematics start_;                ///< motion of the bodies at the start of the prepared step
  Forces scratch_;
};

/// Makes a wave load of a group: the load with its database or, for a family of databases, a blend
/// of the loads of the nodes.
/// @param model the parts of it that `make` uses must outlive the result
std::unique_ptr<ForceElement> over_nodes(const Model& model, const HydrodynamicGroup& group,
                                         BlendedForce::Make make);

}  // namespace raftup::solver
