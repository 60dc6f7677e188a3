#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "solver/loads/base/force_element.hpp"
#include "solver/loads/hydrodynamics/hydrodynamic_forces.hpp"

namespace raftup::solver {

/// A wave load of a group with several databases [N, N m]: sum_k w_k F_k, where F_k is the load with
/// the database of node k and w_k the weight of the node, at a relative position of two bodies or at
/// a forward speed. The load of a node is made when the node first has a weight above 0, and
/// prepared in the steps in which it has one. Both are pure functions of model, state and step.
class BlendedForce final : public ForceElement {
 public:
  /// The weight of a node [1].
  struct Share {
    std::size_t node;
    double weight;
  };
  /// Function that writes the weights of nodes at a stage to `shares`, which is empty before.
  using Weights = std::function<void(const StageConditions& conditions, const Kinematics& bodies,
                                     std::vector<Share>& shares)>;
  /// Function that makes the load with the database of a node.
  using MakeNode = std::function<std::unique_ptr<ForceElement>(std::size_t node)>;
  /// Function that makes the load of a group with a single database.
  using Make = std::function<std::unique_ptr<ForceElement>(const HydrodynamicGroup& group)>;

  /// @param bodies number of bodies of the model
  /// @param nodes  number of nodes
  /// @param make   makes loads whose frequencies are equal at all nodes
  BlendedForce(std::size_t bodies, std::size_t nodes, Weights weights, MakeNode make);

  void prepare(const StepTimes& times, const State& state, const Kinematics& bodies) override;
  bool inputs_changed() noexcept override;
  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;

 private:
  struct Node {
    std::unique_ptr<ForceElement> load;  ///< null until its node first has a weight above 0
    bool prepared = false;
  };

  ForceElement& load_of(std::size_t node);

  Weights weights_;
  MakeNode make_;
  std::vector<Node> nodes_;
  std::optional<StepTimes> times_;  ///< times of the prepared step
  Kinematics start_;                ///< motion of the bodies at the start of the prepared step
  Forces scratch_;
  std::vector<Share> shares_;  ///< scratch memory
};

/// Makes a wave load of a group: the load with its database or, for a family of databases, a blend
/// of the loads of the nodes.
/// @param model the parts of it that `make` uses must outlive the result
std::unique_ptr<ForceElement> over_nodes(const Model& model, const HydrodynamicGroup& group,
                                         BlendedForce::Make make);

/// Makes the excitation of a group: the load with its database or, in a uniform flow with a database
/// that has excitation at speed, a blend of the loads at its speeds by the mean filtered speed of the
/// bodies along their bows [m/s]. A step fails with Error(kOutOfRange) if that speed lies outside.
/// @param model the parts of it that `make` uses must outlive the result
/// @param place index of the group in State::flow_memories
std::unique_ptr<ForceElement> over_speeds(const Model& model, const HydrodynamicGroup& group,
                                          std::size_t place, BlendedForce::Make make);

}  // namespace raftup::solver
