#include "solver/nonsmooth/nonsmooth_system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "hydro/base/bytes.hpp"
#include "hydro/base/error.hpp"

namespace raftup::solver::nonsmooth {

namespace {

std::string subject(const Interaction& interaction) {
  return fmt::format("interaction '{}'", interaction.name);
}

std::optional<std::size_t> find(const std::vector<DynamicalSystem>& systems,
                                const std::string& name) {
  for (std::size_t i = 0; i < systems.size(); ++i) {
    if (name_of(systems[i]) == name) return i;
  }
  return std::nullopt;
}

SystemState initial(const DynamicalSystem& system) {
  const VectorXd& coordinates = coordinates_of(system);
  const auto* second = std::get_if<SecondOrderSystem>(&system);
  return {coordinates, second != nullptr ? second->velocity : VectorXd(),
          VectorXd::Zero(coordinates.size())};
}

const char* text(SystemOrder order) { return order == SystemOrder::kFirst ? "first" : "second"; }

void require_unique(std::set<std::string>& names, const char* what, const std::string& name) {
  require(names.insert(name).second,
          fmt::format("{} names must be unique, got '{}' twice", what, name));
}

}  // namespace

NonsmoothSystem::NonsmoothSystem(std::vector<DynamicalSystem> systems,
                                 std::vector<Interaction> interactions)
    : systems_(std::move(systems)),
      interactions_(std::move(interactions)),
      interactions_of_(systems_.size()) {
  std::set<std::string> system_names, interaction_names;
  for (const DynamicalSystem& system : systems_) {
    require_unique(system_names, "system", name_of(system));
    check(system);
    initial_state_.systems.push_back(initial(system));
  }
  for (std::size_t alpha = 0; alpha < interactions_.size(); ++alpha) {
    require_unique(interaction_names, "interaction", interactions_[alpha].name);
    connect(alpha);
    check_interaction(alpha);
    const std::vector<VectorXd> levels(level_count(order_of(alpha)),
                                       VectorXd::Zero(size_of(interactions_[alpha].law)));
    initial_state_.interactions.push_back({levels, levels});
  }
  update_outputs(initial_state_);
}

void NonsmoothSystem::connect(std::size_t interaction) {
  const Interaction& alpha = interactions_[interaction];
  std::vector<std::size_t> members;
  std::vector<Eigen::Index> offsets{0};
  for (const std::string& name : alpha.systems) {
    const std::optional<std::size_t> member = find(systems_, name);
    require(member.has_value(),
            fmt::format("{}: systems must exist, got '{}'", subject(alpha), name));
    require(std::find(members.begin(), members.end(), *member) == members.end(),
            fmt::format("{}: systems must be different, got '{}' twice", subject(alpha), name));
    members.push_back(*member);
    offsets.push_back(offsets.back() + coordinates_of(systems_[*member]).size());
    interactions_of_[*member].push_back(interaction);
  }
  require(!members.empty(),
          fmt::format("{}: must link at least one system, got none", subject(alpha)));
  systems_of_.push_back(std::move(members));
  offsets_.push_back(std::move(offsets));
}

void NonsmoothSystem::check_interaction(std::size_t interaction) const {
  const Interaction& alpha = interactions_[interaction];
  const DynamicalSystem& first = systems_[systems_of_[interaction].front()];
  const SystemOrder order = nonsmooth::order_of(first);
  for (const std::size_t member : systems_of_[interaction]) {
    require(nonsmooth::order_of(systems_[member]) == order,
            fmt::format("{}: systems must be of one order, got '{}' of {} and '{}' of {} order",
                        subject(alpha), name_of(first), text(order), name_of(systems_[member]),
                        text(nonsmooth::order_of(systems_[member]))));
  }
  check(alpha.law, subject(alpha), order);
  check(alpha.relation, subject(alpha), concatenated_coordinates(interaction, initial_state_),
        size_of(alpha.law), order);
}

std::vector<std::size_t> NonsmoothSystem::shared_systems(std::size_t alpha,
                                                         std::size_t beta) const {
  std::vector<std::size_t> of_alpha = systems_of_[alpha];
  std::vector<std::size_t> of_beta = systems_of_[beta];
  std::sort(of_alpha.begin(), of_alpha.end());
  std::sort(of_beta.begin(), of_beta.end());
  std::vector<std::size_t> shared;
  std::set_intersection(of_alpha.begin(), of_alpha.end(), of_beta.begin(), of_beta.end(),
                        std::back_inserter(shared));
  return shared;
}

std::vector<std::pair<std::size_t, std::size_t>> NonsmoothSystem::coupling_graph() const {
  std::set<std::pair<std::size_t, std::size_t>> edges;
  for (const std::vector<std::size_t>& together : interactions_of_) {
    for (std::size_t i = 0; i < together.size(); ++i) {
      for (std::size_t j = i + 1; j < together.size(); ++j) {
        edges.emplace(together[i], together[j]);
      }
    }
  }
  return {edges.begin(), edges.end()};
}

SystemOrder NonsmoothSystem::order_of(std::size_t interaction) const {
  return nonsmooth::order_of(systems_[systems_of_[interaction].front()]);
}

std::optional<std::size_t> NonsmoothSystem::member(std::size_t interaction,
                                                   std::size_t system) const {
  const std::vector<std::size_t>& members = systems_of_[interaction];
  const auto found = std::find(members.begin(), members.end(), system);
  if (found == members.end()) return std::nullopt;
  return static_cast<std::size_t>(found - members.begin());
}

VectorXd NonsmoothSystem::concatenate(std::size_t interaction, const State& state,
                                      VectorXd SystemState::*part) const {
  VectorXd all(offsets_[interaction].back());
  for (std::size_t place = 0; place < systems_of_[interaction].size(); ++place) {
    const VectorXd& one = state.systems[systems_of_[interaction][place]].*part;
    all.segment(offset(interaction, place), one.size()) = one;
  }
  return all;
}

void NonsmoothSystem::update_outputs(State& state) const {
  for (std::size_t alpha = 0; alpha < interactions_.size(); ++alpha) {
    InteractionState& local = state.interactions[alpha];
    const LinearizedRelation relation =
        linearize(interactions_[alpha].relation, concatenated_coordinates(alpha, state));
    local.y[0] = relation.output + relation.D * local.lambda[0];
    if (local.y.size() > 1) local.y[1] = relation.C * concatenated_velocities(alpha, state);
  }
}

std::size_t level_count(SystemOrder order) { return order == SystemOrder::kFirst ? 1 : 2; }

namespace {

void write(const std::vector<VectorXd>& levels, ByteWriter& out) {
  out.write(std::uint64_t{levels.size()});
  for (const VectorXd& level : levels) out.write_matrix(level);
}

std::string bytes_of(const State& state) {
  ByteWriter out;
  out.write(state.step_index);
  out.write(std::uint64_t{state.systems.size()});
  for (const SystemState& system : state.systems) {
    out.write_matrix(system.coordinates);
    out.write_matrix(system.velocity);
    out.write_matrix(system.input);
  }
  out.write(std::uint64_t{state.interactions.size()});
  for (const InteractionState& interaction : state.interactions) {
    write(interaction.y, out);
    write(interaction.lambda, out);
  }
  return out.bytes();
}

}  // namespace

bool identical(const State& a, const State& b) { return bytes_of(a) == bytes_of(b); }

std::vector<std::size_t> active_set(const NonsmoothSystem& system, const State& state,
                                    double step) {
  std::vector<std::size_t> active;
  for (std::size_t alpha = 0; alpha < system.interactions().size(); ++alpha) {
    const bool has_gap = system.order_of(alpha) == SystemOrder::kSecond &&
                         unilateral(system.interactions()[alpha].law);
    const std::vector<VectorXd>& y = state.interactions[alpha].y;
    if (!has_gap || closes(y[0][0], y[1][0], step)) active.push_back(alpha);
  }
  return active;
}

}  // namespace raftup::solver::nonsmooth
