#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "hydro/base/disjoint_sets.hpp"
#include "solver/joints/joint_dofs.hpp"
#include "solver/model/checks/field_checks.hpp"
#include "solver/simulation/checks/model_checks.hpp"

namespace raftup::solver {

namespace {

/// Checks the parts of one machine against each other and the joints of the model.
class MachineChecks {
 public:
  MachineChecks(const Model& model, const Machine& machine, std::string path,
                Violations& violations)
      : model_(model),
        machine_(machine),
        path_(std::move(path)),
        nodes_(machine.nodes()),
        pools_(nodes_.size()),
        violations_(violations) {}

  void run() {
    violations_.require(!machine_.joints().empty(), path_ + ".parts",
                        "must have a cylinder or gear, by which it acts on a joint", "none");
    for (std::size_t i = 0; i < machine_.parts.size(); ++i) {
      at_ = fmt::format("{}.parts[{}]", path_, i);
      std::visit([this](const auto& part) { check(part); }, machine_.parts[i].kind);
    }
    check_nodes();
    check_compliance();
    check_shafts();
  }

 private:
  void check(const HydraulicCylinder& part) {
    check_dof(part.joint, part.dof, ".cylinder");
    violations_.require(part.area_a > 0.0 || part.area_b > 0.0, at_ + ".cylinder",
                        "must have an area above 0", "none");
    check_chamber(part.area_a, part.a, ".cylinder.a");
    check_chamber(part.area_b, part.b, ".cylinder.b");
    count(part.area_a > 0.0 ? part.a : "");
    count(part.area_b > 0.0 ? part.b : "");
  }
  void check(const Accumulator& part) { check_store(part.node, ".accumulator.node"); }
  void check(const FluidVolume& part) { check_store(part.node, ".volume.node"); }
  void check(const Tank& part) {
    check_store(part.node, ".tank.node");
    violations_.require(tanks_.insert(part.node).second, at_ + ".tank.node",
                        "must not have a tank already", fmt::format("'{}'", part.node));
  }
  void check(const Orifice& part) { check_passage(part, ".orifice"); }
  void check(const CheckValve& part) { check_passage(part, ".check_valve"); }
  void check(const ReliefValve& part) { check_passage(part, ".relief_valve"); }
  void check(const HydraulicMotor& part) {
    check_passage(part, ".hydraulic_motor");
    check_shaft(part.shaft, ".hydraulic_motor.shaft");
    require_efficiency(part.volumetric_efficiency, ".hydraulic_motor.volumetric_efficiency");
    require_efficiency(part.mechanical_efficiency, ".hydraulic_motor.mechanical_efficiency");
  }
  void check(const Shaft& part) {
    violations_.require(!part.name.empty(), at_ + ".shaft.name", "must be given", "nothing");
    violations_.require(shafts_.insert(part.name).second, at_ + ".shaft.name",
                        "must be unique in its machine", fmt::format("'{}'", part.name));
  }
  void check(const Gear& part) {
    check_dof(part.joint, part.dof, ".gear");
    check_shaft(part.shaft, ".gear.shaft");
    violations_.require(part.ratio != 0.0, at_ + ".gear.ratio", "must not be 0", "0");
    violations_.require(geared_.insert(part.shaft).second, at_ + ".gear.shaft",
                        "must not have a gear already", fmt::format("'{}'", part.shaft));
  }
  void check(const Generator& part) {
    check_shaft(part.shaft, ".generator.shaft");
    require_efficiency(part.efficiency, ".generator.efficiency");
    if (!part.power.empty()) {
      check_power(part);
    } else {
      violations_.require(!part.speed.empty() && part.torque.size() == part.speed.size(),
                          at_ + ".generator.torque", "must have one number for each speed",
                          fmt::format("{} for {} speeds", part.torque.size(), part.speed.size()));
    }
    const std::size_t given = part.efficiencies.size();
    violations_.require(given == 0 || given == part.speed.size(), at_ + ".generator.efficiencies",
                        "must have one number for each speed",
                        fmt::format("{} for {} speeds", given, part.speed.size()));
    for (const double efficiency : part.efficiencies) {
      require_efficiency(efficiency, ".generator.efficiencies");
    }
    for (std::size_t i = 1; i < part.speed.size(); ++i) {
      violations_.require(!(part.speed[i] <= part.speed[i - 1]),
                          fmt::format("{}.generator.speed[{}]", at_, i), "must ascend strictly",
                          fmt::format("{} after {}", part.speed[i], part.speed[i - 1]));
    }
  }

  void check_power(const Generator& part) {
    const std::string field = at_ + ".generator.power";
    violations_.require(part.torque.empty(), field, "must be left out beside torque: one of them",
                        "both");
    violations_.require(part.power.size() == part.speed.size(), field,
                        "must have one number for each speed",
                        fmt::format("{} for {} speeds", part.power.size(), part.speed.size()));
    if (part.speed.empty()) return;
    violations_.require(part.speed.front() > 0.0, at_ + ".generator.speed[0]",
                        "must be above 0 with power, whose torque is power over speed",
                        fmt::format("{}", part.speed.front()));
  }

  void require_efficiency(double value, const char* field) {
    violations_.require(value > 0.0, at_ + field, "must be above 0", fmt::format("{}", value));
  }
  void check_dof(const std::string& joint, int dof, const char* part) {
    const auto place = find_joint(model_, joint);
    violations_.require(place.has_value(), at_ + part + ".joint", "must name a joint of the model",
                        fmt::format("'{}'", joint));
    if (!place) return;
    const std::size_t dofs = free_dofs(model_.joints[*place].type).size();
    violations_.require(dof >= 0 && std::cmp_less(dof, dofs), at_ + part + ".dof",
                        fmt::format("must be one of the {} free dofs of the joint", dofs),
                        fmt::format("{}", dof));
  }
  void check_chamber(double area, const std::string& node, const char* field) {
    violations_.require(area == 0.0 || !node.empty(), at_ + field,
                        "must name a node, as the chamber has an area", "nothing");
  }
  void check_store(const std::string& node, const char* field) {
    violations_.require(!node.empty(), at_ + field, "must name a node", "nothing");
    count(node);
    stored_.insert(node);
  }
  template <typename Part>
  void check_passage(const Part& part, const std::string& kind) {
    violations_.require(!part.from.empty(), at_ + kind + ".from", "must name a node", "nothing");
    violations_.require(!part.to.empty() && part.to != part.from, at_ + kind + ".to",
                        "must name another node", fmt::format("'{}'", part.to));
    count(part.from);
    count(part.to);
    if (!part.from.empty() && !part.to.empty()) pools_.link(index(part.from), index(part.to));
  }
  void check_shaft(const std::string& name, const char* field) {
    const std::vector<const Shaft*> all = machine_.parts_of<Shaft>();
    const bool exists = std::any_of(all.begin(), all.end(),
                                    [&](const Shaft* shaft) { return shaft->name == name; });
    violations_.require(exists, at_ + field, "must name a shaft of the machine",
                        fmt::format("'{}'", name));
    turned_.insert(name);
  }

  void count(const std::string& node) {
    if (!node.empty()) ++uses_[node];
  }
  std::size_t index(const std::string& node) const {
    return static_cast<std::size_t>(std::find(nodes_.begin(), nodes_.end(), node) - nodes_.begin());
  }

  void check_nodes() {
    for (const std::string& node : nodes_) {
      violations_.require(uses_[node] != 1, path_ + ".parts",
                          fmt::format("must join node '{}' to a second part", node), "one");
    }
  }
  /// Fluid that comes into a pool of nodes must go somewhere.
  void check_compliance() {
    std::set<std::size_t> compliant;
    for (const std::string& node : stored_) {
      if (!node.empty()) compliant.insert(pools_.label(index(node)));
    }
    for (const HydraulicCylinder* cylinder : machine_.parts_of<HydraulicCylinder>()) {
      const bool balanced = cylinder->area_a == cylinder->area_b && !cylinder->a.empty() &&
                            !cylinder->b.empty() &&
                            pools_.label(index(cylinder->a)) == pools_.label(index(cylinder->b));
      if (balanced) continue;
      for (const auto& [area, node] :
           {std::pair(cylinder->area_a, cylinder->a), std::pair(cylinder->area_b, cylinder->b)}) {
        if (area == 0.0 || node.empty()) continue;
        violations_.require(
            compliant.contains(pools_.label(index(node))), path_ + ".parts",
            fmt::format("must have a tank, an accumulator or a volume among the nodes that fluid "
                        "reaches from '{}', which a cylinder fills",
                        node),
            "none");
      }
    }
  }
  void check_shafts() {
    for (const std::string& shaft : shafts_) {
      violations_.require(turned_.contains(shaft), path_ + ".parts",
                          fmt::format("must have a motor, gear or generator on shaft '{}'", shaft),
                          "none");
    }
  }

  const Model& model_;
  const Machine& machine_;
  std::string path_, at_;  ///< of the machine, of the part that is checked
  std::vector<std::string> nodes_;
  DisjointSets pools_;  ///< of nodes that passages and motors join
  std::map<std::string, int> uses_;
  std::set<std::string> stored_, tanks_, shafts_, geared_, turned_;
  Violations& violations_;
};

}  // namespace

void check_machines(const Model& model, Violations& violations) {
  if (model.machines.empty()) return;
  check_names(model.machines, "machines", violations);
  for (std::size_t i = 0; i < model.machines.size(); ++i) {
    const std::string path = fmt::format("machines[{}]", i);
    FieldChecks::run(model.machines[i], model, path, violations);
    check_own_outputs(model.machines[i].name, path, violations);
    MachineChecks(model, model.machines[i], path, violations).run();
  }
  const bool by_impulses = !model.stepper || *model.stepper == StepperKind::kMoreauJean ||
                           *model.stepper == StepperKind::kSpook;
  violations.require(by_impulses, "integration.stepper",
                     "must be omitted, moreau_jean or spook for a model with machines",
                     by_impulses ? "" : std::string(name_of(*model.stepper)));
}

}  // namespace raftup::solver
