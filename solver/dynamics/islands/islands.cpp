#include "solver/dynamics/islands/islands.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hydro/base/cancellation.hpp"
#include "hydro/base/error.hpp"
#include "solver/water/masses/added_mass_assembly.hpp"
#include "solver/water/masses/system_matrix.hpp"

namespace raftup::solver {

namespace {

void require_definite(const Model& model, const Islands::Memories& memories) {
  const std::vector<AddedMass> added_masses =
      assemble_added_masses(model, infinite_added_masses(memories), initial_added_masses(model));
  if (const auto dof =
          find_indefinite_dof(model.bodies, added_masses, configured_kinematics(model))) {
    throw Error(ErrorCode::kInvalidArgument,
                fmt::format("bodies[{}].mass must make mass plus added mass positive definite, "
                            "got {}",
                            dof->body, dof->description));
  }
}

std::vector<ModelPart> definite_parts(const Model& model, const Islands::Memories& memories) {
  require_definite(model, memories);
  return split_into_parts(model);
}

}  // namespace

Islands::Islands(const Model& model, const Memories& memories)
    : Islands(definite_parts(model, memories), memories) {}

Islands::Islands(const std::vector<ModelPart>& parts, const Memories& memories) {
  for (const ModelPart& part : parts) {
    islands_.push_back(std::make_unique<Island>(part, memories));
  }
  find_places();
}

void Islands::find_places() {
  const auto put = [](std::size_t whole, const Place& place, std::vector<Place>& places) {
    places.resize(std::max(places.size(), whole + 1));
    places[whole] = place;
  };
  for (const auto& island : islands_) {
    const ModelPart& part = island->part();
    for (const std::size_t body : part.owned) put(part.bodies[body], {island.get(), body}, bodies_);
    for (std::size_t i = 0; i < part.joints.size(); ++i) {
      put(part.joints[i], {island.get(), i}, joints_);
    }
    for (std::size_t i = 0; i < part.loads.size(); ++i) {
      put(part.loads[i], {island.get(), i}, loads_);
    }
  }
}

void Islands::use_steppers_of(const Islands& other) {
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    const StepperKind kind = other.islands_[i]->stepper_kind();
    if (islands_[i]->stepper_kind() != kind) islands_[i]->use_stepper(kind);
  }
}

void Islands::initialize(State& state, const Kinematics* start) {
  for (const auto& island : islands_) island->initialize(state, start);
}

void Islands::renew_loads(State& state) const {
  for (const auto& [island, place] : loads_) {
    const std::vector<std::size_t>& of = island->part().bodies;
    Kinematics bodies(of.size());
    for (std::size_t i = 0; i < of.size(); ++i) read_motion(state.bodies[of[i]], bodies[i]);
    island->system().loads.load(place).renew(bodies, state);
  }
}

void Islands::move_to(const State& state, const StepTimes& times) noexcept {
  for (const auto& island : islands_) island->move_to(state, times);
}

void Islands::inputs_changed() noexcept {
  for (const auto& island : islands_) island->inputs_changed();
}

void Islands::compute(const State& state) {
  for (const auto& island : islands_) {
    check_cancelled();
    island->compute(state);
  }
}

void Islands::commit(State& state) noexcept {
  for (const auto& island : islands_) island->commit(state);
}

std::vector<Island*> Islands::set_added_masses(const std::vector<AddedMassState>& interactions,
                                               const State& at, const State& present) {
  std::vector<Island*> changed;
  try {
    for (const auto& island : islands_) {
      if (island->set_added_masses(interactions, at)) changed.push_back(island.get());
    }
  } catch (...) {
    for (Island* island : changed) island->set_added_masses(present.added_masses, present);
    throw;
  }
  return changed;
}

std::vector<Island*> Islands::with_body(std::size_t body) const {
  std::vector<Island*> found;
  for (const auto& island : islands_) {
    const std::vector<std::size_t>& bodies = island->part().bodies;
    if (std::find(bodies.begin(), bodies.end(), body) != bodies.end()) {
      found.push_back(island.get());
    }
  }
  return found;
}

double Islands::look_ahead(std::size_t input) const {
  double longest = 0.0;
  for (const auto& island : islands_) {
    longest = std::max(longest, island->system().loads.look_ahead(input));
  }
  return longest;
}

}  // namespace raftup::solver
