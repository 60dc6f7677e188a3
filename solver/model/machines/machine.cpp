#include "solver/model/machines/machine.hpp"

#include <algorithm>

namespace raftup::solver {

namespace {

/// The nodes that a part joins, in order; empty names are of chambers that are not there.
struct NodesOf {
  using Names = std::vector<std::string>;

  Names operator()(const HydraulicCylinder& part) const { return {part.a, part.b}; }
  Names operator()(const Accumulator& part) const { return {part.node}; }
  Names operator()(const FluidVolume& part) const { return {part.node}; }
  Names operator()(const Tank& part) const { return {part.node}; }
  Names operator()(const Orifice& part) const { return {part.from, part.to}; }
  Names operator()(const CheckValve& part) const { return {part.from, part.to}; }
  Names operator()(const ReliefValve& part) const { return {part.from, part.to}; }
  Names operator()(const HydraulicMotor& part) const { return {part.from, part.to}; }
  Names operator()(const Shaft& /*part*/) const { return {}; }
  Names operator()(const Gear& /*part*/) const { return {}; }
  Names operator()(const Generator& /*part*/) const { return {}; }
};

}  // namespace

std::vector<std::string> Machine::nodes() const {
  std::vector<std::string> names;
  for (const MachinePart& part : parts) {
    for (std::string& node : std::visit(NodesOf{}, part.kind)) {
      if (node.empty() || std::find(names.begin(), names.end(), node) != names.end()) continue;
      names.push_back(std::move(node));
    }
  }
  return names;
}

std::vector<std::string> Machine::joints() const {
  std::vector<std::string> names;
  for (const MachinePart& part : parts) {
    if (const auto* cylinder = std::get_if<HydraulicCylinder>(&part.kind))
      names.push_back(cylinder->joint);
    if (const auto* gear = std::get_if<Gear>(&part.kind)) names.push_back(gear->joint);
  }
  return names;
}

}  // namespace raftup::solver
