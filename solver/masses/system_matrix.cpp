#include "solver/masses/system_matrix.hpp"

#include <algorithm>
#include <numeric>

#include "solver/masses/heading_system_matrix.hpp"
#include "solver/masses/rigid_body_matrix.hpp"
#include "solver/masses/world_system_matrix.hpp"

namespace raftup::solver {

namespace {

/// Group label of every body: two bodies of one added mass get the same.
std::vector<std::size_t> label_groups(std::size_t body_count,
                                      const std::vector<AddedMass>& added_masses) {
  std::vector<std::size_t> label(body_count);
  std::iota(label.begin(), label.end(), std::size_t{0});
  for (const AddedMass& added_mass : added_masses) {
    const std::size_t kept = label[added_mass.bodies().front()];
    for (const std::size_t body : added_mass.bodies()) {
      std::replace(label.begin(), label.end(), std::size_t{label[body]}, kept);
    }
  }
  return label;
}

/// True where turning the body about z maps the set of its moving dofs onto itself.
bool invariant_under_yaw(const std::array<bool, 6>& moving) {
  return moving[0] == moving[1] && moving[3] == moving[4];
}

bool constant_in_heading_frame(const std::vector<RigidBody>& bodies,
                               const std::vector<AddedMass>& added_masses, const MassGroup& group) {
  return std::all_of(
             group.bodies.begin(), group.bodies.end(),
             [&](std::size_t body) { return invariant_under_yaw(moving_dofs(bodies[body])); }) &&
         std::all_of(group.added_masses.begin(), group.added_masses.end(),
                     [&](std::size_t i) { return added_masses[i].constant_in_heading_frames(); });
}

}  // namespace

std::vector<MassGroup> find_mass_groups(std::size_t body_count,
                                        const std::vector<AddedMass>& added_masses) {
  const std::vector<std::size_t> label = label_groups(body_count, added_masses);
  std::vector<MassGroup> groups;
  std::vector<std::size_t> group_of_label(body_count, body_count);
  std::vector<bool> placed(body_count, false);
  const auto group_with = [&](std::size_t body) -> MassGroup& {
    std::size_t& group = group_of_label[label[body]];
    if (group == body_count) {
      group = groups.size();
      groups.emplace_back();
    }
    return groups[group];
  };
  const auto place = [&](std::size_t body) {
    if (placed[body]) return;
    placed[body] = true;
    group_with(body).bodies.push_back(body);
  };
  for (std::size_t i = 0; i < added_masses.size(); ++i) {
    for (const std::size_t body : added_masses[i].bodies()) place(body);
    group_with(added_masses[i].bodies().front()).added_masses.push_back(i);
  }
  for (std::size_t body = 0; body < body_count; ++body) place(body);
  return groups;
}

std::array<bool, 6> moving_dofs(const RigidBody& body) {
  if (body.motion != Motion::kDynamic) return {};
  return body.free;
}

std::vector<bool> moving_bodies(const std::vector<RigidBody>& bodies) {
  std::vector<bool> moving;
  for (const RigidBody& body : bodies) moving.push_back(moving_dofs(body) != std::array<bool, 6>{});
  return moving;
}

std::unique_ptr<SystemMatrix> make_system_matrix(const std::vector<RigidBody>& bodies,
                                                 const std::vector<AddedMass>& added_masses,
                                                 const MassGroup& group) {
  if (group.bodies.size() == 1 && group.added_masses.empty()) {
    return std::make_unique<RigidBodyMatrix>(bodies[group.bodies.front()], group.bodies.front());
  }
  if (constant_in_heading_frame(bodies, added_masses, group)) {
    return std::make_unique<HeadingSystemMatrix>(bodies, added_masses, group);
  }
  return std::make_unique<WorldSystemMatrix>(bodies, added_masses, group);
}

}  // namespace raftup::solver
