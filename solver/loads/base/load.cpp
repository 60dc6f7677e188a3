#include "solver/model/loads/load.hpp"

#include <utility>

#include "solver/description/named_bodies.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/model/loads/load_kinds.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

Load::Load() : kind(ConstantForce()) {}
Load::Load(std::string called, LoadKind of_kind)
    : name(std::move(called)), kind(std::move(of_kind)) {}

std::optional<Vector3> initial_position(const Model& model, const std::string& body,
                                        const Vector3& point) {
  if (body.empty()) return point;
  if (!has_body(model, body)) return std::nullopt;
  const Pose& pose = model.bodies[find_body(model, body)].pose;
  return Vector3(pose.position + pose.attitude * point);
}

std::optional<double> initial_distance(const Model& model, const LineEnds& ends) {
  const auto first = initial_position(model, ends.body1, ends.point1);
  const auto second = initial_position(model, ends.body2, ends.point2);
  if (!first || !second) return std::nullopt;
  return (*second - *first).norm();
}

std::vector<std::string> bodies_of(const Load& load) { return NamedBodies::of(load); }

std::vector<LoadOutput> outputs_of(const Load& load) {
  return visit_kind(
      [](const auto& kind) -> std::vector<LoadOutput> {
        using Kind = std::remove_cvref_t<decltype(kind)>;
        if constexpr (requires { kind.outputs(); }) {
          return kind.outputs();
        } else if constexpr (requires { Kind::kOutputs; }) {
          return {Kind::kOutputs.begin(), Kind::kOutputs.end()};
        } else {
          return {};
        }
      },
      load.kind);
}

std::span<const LoadOutput> commands_of(const Load& load) {
  return visit_kind(
      [](const auto& kind) -> std::span<const LoadOutput> {
        if constexpr (requires { kind.commands(); }) {
          return kind.commands();
        } else {
          return {};
        }
      },
      load.kind);
}

std::vector<ControlledChannel> controlled_by(const Load& load, const Model& model) {
  return visit_kind(
      [&](const auto& kind) -> std::vector<ControlledChannel> {
        if constexpr (requires { kind.controls(model); }) {
          return kind.controls(model);
        } else {
          return {};
        }
      },
      load.kind);
}

bool has_added_mass(const Load& load) {
  return visit_kind(
      [](const auto& kind) {
        if constexpr (requires { kind.has_added_mass(); }) return kind.has_added_mass();
        return false;
      },
      load.kind);
}

bool feels_waves(const Load& load) {
  return visit_kind(
      [](const auto& kind) {
        return requires { kind.stretching; };
      },
      load.kind);
}

bool feels_wind(const Load& load) {
  return visit_kind(
      [](const auto& kind) {
        return requires { kind.kFeelsWind; };
      },
      load.kind);
}

bool feels_current(const Load& load) {
  return visit_kind(
      [](const auto& kind) {
        return requires { kind.kFeelsCurrent; };
      },
      load.kind);
}

void complete(Load& load, const Model& model) {
  visit_kind(
      [&model](auto& kind) {
        if constexpr (requires { kind.complete(model); }) kind.complete(model);
      },
      load.kind);
}

std::unique_ptr<ForceElement> make_force_element(const Load& load, const Model& model,
                                                 const Kinematics& initial, std::size_t place,
                                                 std::span<const std::size_t> places,
                                                 SharedByLoads shared) {
  const LoadSite site{model, load.name, initial, place, places, std::move(shared)};
  return visit_kind([&site](const auto& kind) { return make_element(kind, site); }, load.kind);
}

}  // namespace raftup::solver
