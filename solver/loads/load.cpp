#include "solver/loads/load.hpp"

#include "solver/loads/force_element.hpp"
#include "solver/model.hpp"

namespace raftup::solver {

std::optional<double> initial_distance(const Model& model, const LineEnds& ends) {
  const auto in_world = [&](const std::string& body,
                            const Vector3& point) -> std::optional<Vector3> {
    if (body.empty()) return point;
    if (!has_body(model, body)) return std::nullopt;
    const Pose& pose = model.bodies[find_body(model, body)].pose;
    return Vector3(pose.position + pose.attitude * point);
  };
  const auto first = in_world(ends.body1, ends.point1);
  const auto second = in_world(ends.body2, ends.point2);
  if (!first || !second) return std::nullopt;
  return (*second - *first).norm();
}

std::span<const LoadOutput> outputs_of(const Load& load) {
  return std::visit(
      [](const auto& kind) -> std::span<const LoadOutput> {
        using Kind = std::remove_cvref_t<decltype(kind)>;
        if constexpr (requires { Kind::kOutputs; }) {
          return Kind::kOutputs;
        } else {
          return {};
        }
      },
      load.kind);
}

bool has_added_mass(const Load& load) {
  return std::visit(
      [](const auto& kind) {
        if constexpr (requires { kind.has_added_mass(); }) return kind.has_added_mass();
        return false;
      },
      load.kind);
}

bool feels_waves(const Load& load) {
  return std::visit(
      [](const auto& kind) {
        return requires { kind.stretching; };
      },
      load.kind);
}

void complete(Load& load, const Model& model) {
  std::visit(
      [&model](auto& kind) {
        if constexpr (requires { kind.complete(model); }) kind.complete(model);
      },
      load.kind);
}

std::unique_ptr<ForceElement> make_force_element(const Load& load, const Model& model,
                                                 const Kinematics& initial, std::size_t place) {
  const LoadSite site{model, load.name, initial, place};
  return std::visit([&site](const auto& kind) { return make_element(kind, site); }, load.kind);
}

}  // namespace raftup::solver
