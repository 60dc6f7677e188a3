#include "solver/dynamics/islands/model_part.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <variant>

#include "hydro/base/disjoint_sets.hpp"
#include "solver/description/named_bodies.hpp"
#include "solver/model/contacts/material.hpp"
#include "solver/water/groups/probed_points.hpp"
#include "solver/water/masses/added_mass_assembly.hpp"

namespace raftup::solver {

namespace {

using Names = std::vector<std::string>;

template <Described Item>
Names bodies_named_by(const Item& item) {
  return NamedBodies::of(item);
}
Names bodies_named_by(const Load& load) { return solver::bodies_of(load); }
Names bodies_named_by(const std::shared_ptr<const StrongInteraction>& interaction) {
  return interaction->bodies();
}
/// Bodies that an input connects: only an acceleration gain connects bodies.
Names bodies_named_by(const Input& input) {
  const auto* gain = std::get_if<AccelerationGain>(&input.kind);
  return gain == nullptr ? Names{} : gain->bodies;
}

bool moves_by_forces(const RigidBody& body) { return body.motion == Motion::kDynamic; }

/// The stepper that is named for a part. A load that acts over steps turns one that holds forces
/// through a step into the implicit one of its kind: its description permits that, or has refused it.
std::optional<StepperKind> stepper_of(const Model& part) {
  if (!loads_act_over_steps(part)) return part.stepper;
  if (part.stepper == StepperKind::kRungeKutta4) return StepperKind::kMidpoint;
  if (part.stepper == StepperKind::kSpook) return StepperKind::kMoreauJean;
  return part.stepper;
}

/// Sets of connected bodies of a model.
class Connections {
 public:
  explicit Connections(const Model& model) : model_(model), sets_(model.bodies.size()) {
    for (std::size_t i = 0; i < model.bodies.size(); ++i) index_[model.bodies[i].name] = i;
  }

  /// Merges the sets of the named bodies that forces move; the name "" is the world.
  void connect(const Names& names) {
    std::optional<std::size_t> first;
    for (const std::size_t body : indices(names)) {
      if (!moves_by_forces(model_.bodies[body])) continue;
      if (!first) first = body;
      sets_.link(*first, body);
    }
  }

  std::size_t label(std::size_t body) { return sets_.label(body); }

  std::vector<std::size_t> indices(const Names& names) const {
    std::vector<std::size_t> found;
    for (const std::string& name : names) {
      if (const auto at = index_.find(name); at != index_.end()) found.push_back(at->second);
    }
    return found;
  }

 private:
  const Model& model_;
  DisjointSets sets_;
  std::map<std::string, std::size_t> index_;
};

/// Assigns every item of a model to the part of the bodies that it names, and adds to that part the
/// named bodies that forces do not move.
class Splitter {
 public:
  explicit Splitter(const Model& model) : model_(model), connections_(model) {
    const auto connect = [this](const auto& items) {
      for (const auto& item : items) connections_.connect(bodies_named_by(item));
    };
    connect(model.hydrodynamics);
    connect(model.added_mass_interactions);
    connect(model.strong_interactions);
    connect(model.joints);
    connect(model.loads);
    connect(model.inputs);
    for (const Machine& machine : model.machines) connections_.connect(bodies_of(machine));
    connect_touching_bodies();
    for (std::size_t body = 0; body < model.bodies.size(); ++body) {
      if (moves_by_forces(model.bodies[body])) part_of_body(body);
    }
  }

  std::vector<ModelPart> split() {
    for (std::size_t i = 0; i < model_.hydrodynamics.size(); ++i) {
      ModelPart& part = part_of(model_.hydrodynamics[i]);
      part.model.sea = model_.sea;
      part.model.hydrodynamics.push_back(model_.hydrodynamics[i]);
      part.hydrodynamics.push_back(i);
      for (const ProbedPoint& probed : probed_points(model_, model_.hydrodynamics[i])) {
        part.model.probes.push_back(model_.probes[probed.probe]);
      }
    }
    for (std::size_t i = 0; i < model_.added_mass_interactions.size(); ++i) {
      ModelPart& part = part_of(model_.added_mass_interactions[i]);
      part.model.added_mass_interactions.push_back(model_.added_mass_interactions[i]);
      part.added_mass_interactions.push_back(i);
    }
    for (const auto& interaction : model_.strong_interactions) {
      part_of(interaction).model.strong_interactions.push_back(interaction);
    }
    for (std::size_t i = 0; i < model_.joints.size(); ++i) {
      ModelPart& part = part_of(model_.joints[i]);
      part.model.joints.push_back(model_.joints[i]);
      part.joints.push_back(i);
    }
    for (const StrongJoint& strong : model_.strong_joints) {
      const Joint& joint = model_.joints[find_joint(model_, strong.joint).value()];
      part_of(joint).model.strong_joints.push_back(strong);
    }
    for (std::size_t i = 0; i < model_.loads.size(); ++i) {
      ModelPart& part = part_of(model_.loads[i]);
      if (model_.loads[i].description().feels_waves()) part.model.sea = model_.sea;
      part.model.loads.push_back(model_.loads[i]);
      part.loads.push_back(i);
    }
    for (std::size_t i = 0; i < model_.machines.size(); ++i) {
      const Joint& joint = joint_named(model_.machines[i].joints().front());
      ModelPart& part = part_of(joint);
      part.model.machines.push_back(model_.machines[i]);
      part.machines.push_back(i);
    }
    for (const Input& input : model_.inputs) {
      if (!bodies_named_by(input).empty()) part_of(input);
    }
    add_contacts();
    add_bodies();
    for (ModelPart& part : parts_) part.model.stepper = stepper_of(part.model);
    return std::move(parts_);
  }

 private:
  const Joint& joint_named(const std::string& name) const {
    return model_.joints[find_joint(model_, name).value()];
  }

  Names bodies_of(const Machine& machine) const {
    Names names;
    for (const std::string& name : machine.joints()) {
      for (std::string& body : bodies_named_by(joint_named(name))) names.push_back(std::move(body));
    }
    return names;
  }

  ModelPart& part_of_body(std::size_t body) {
    const auto [at, created] = part_of_label_.try_emplace(connections_.label(body), parts_.size());
    if (created) {
      ModelPart part;
      part.model.gravity = model_.gravity;
      part.model.gravity_field = model_.gravity_field;
      part.model.force_fields = model_.force_fields;
      part.model.mooring_library = model_.mooring_library;
      part.model.water_density = model_.water_density;
      part.model.water_depth = model_.water_depth;
      part.model.current = model_.current;
      part.model.wind = model_.wind;
      part.model.inputs = model_.inputs;
      part.model.stepper = model_.stepper;
      part.model.theta = model_.theta;
      part.model.step_ns = model_.step_ns;
      part.model.course.stages = model_.course.stages;
      parts_.push_back(std::move(part));
      present_.emplace_back(model_.bodies.size(), false);
    }
    if (!present_[at->second][body]) {
      present_[at->second][body] = true;
      parts_[at->second].bodies.push_back(body);
    }
    return parts_[at->second];
  }

  /// The part of the first body of the item that forces move, or of its first body if there is
  /// none.
  template <typename Item>
  ModelPart& part_of(const Item& item) {
    const std::vector<std::size_t> bodies = connections_.indices(bodies_named_by(item));
    const auto moving = std::find_if(bodies.begin(), bodies.end(), [this](std::size_t body) {
      return moves_by_forces(model_.bodies[body]);
    });
    const std::size_t leader = moving != bodies.end() ? *moving : bodies.front();
    const std::size_t index = part_index(leader);
    for (const std::size_t body : bodies) bring(body, index);
    return parts_[index];
  }

  std::size_t part_index(std::size_t body) {
    part_of_body(body);
    return part_of_label_.at(connections_.label(body));
  }

  void bring(std::size_t body, std::size_t part) {
    if (present_[part][body]) return;
    present_[part][body] = true;
    parts_[part].bodies.push_back(body);
  }

  /// Bodies that may touch or whose shapes are sensors are always in one part: decisions/0020.
  void connect_touching_bodies() {
    if (can_touch(model_)) connections_.connect(bodies_with_shapes());
  }

  Names bodies_with_shapes() const {
    Names names;
    for (const ContactShape& shape : model_.shapes) {
      if (!shape.body.empty() && participates(shape.role)) names.push_back(shape.body);
    }
    return names;
  }

  void add_contacts() {
    if (!can_touch(model_)) return;
    const std::vector<std::size_t> bodies = connections_.indices(bodies_with_shapes());
    const auto leader = std::find_if(bodies.begin(), bodies.end(), [this](std::size_t body) {
      return moves_by_forces(model_.bodies[body]);
    });
    const std::size_t part = part_index(leader == bodies.end() ? bodies.front() : *leader);
    for (const std::size_t body : bodies) bring(body, part);
    Model& whole = parts_[part].model;
    whole.shapes = model_.shapes;
    whole.materials = model_.materials;
    whole.contact_materials = model_.contact_materials;
    whole.contact_exceptions.pairs = model_.contact_exceptions.pairs;
    whole.contact_readers = model_.contact_readers;
    whole.contact_exceptions.filter = model_.contact_exceptions.filter;
  }

  void add_bodies() {
    for (std::size_t body = 0; body < model_.bodies.size(); ++body) {
      const bool placed = std::any_of(present_.begin(), present_.end(),
                                      [body](const auto& present) { return present[body]; });
      if (!placed) part_of_body(body);
    }
    std::vector<bool> owned(model_.bodies.size(), false);
    for (ModelPart& part : parts_) {
      std::sort(part.bodies.begin(), part.bodies.end());
      for (const std::size_t body : part.bodies) {
        if (!owned[body]) part.owned.push_back(part.model.bodies.size());
        owned[body] = true;
        part.model.bodies.push_back(model_.bodies[body]);
        if (model_.bodies[body].prescribed) part.model.sea = model_.sea;
      }
    }
  }

  const Model& model_;
  Connections connections_;
  std::map<std::size_t, std::size_t> part_of_label_;
  std::vector<ModelPart> parts_;
  /// For each part and body, true if the body is in the part.
  std::vector<std::vector<bool>> present_;
};

}  // namespace

std::vector<ModelPart> split_into_parts(const Model& model) { return Splitter(model).split(); }

}  // namespace raftup::solver
