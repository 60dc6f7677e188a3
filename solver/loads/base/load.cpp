#include "solver/model/loads/load.hpp"

#include <algorithm>
#include <utility>

#include "solver/description/named_bodies.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/model/loads/load_kinds.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

Load::Load() : kind(ConstantForce()) {}
Load::Load(std::string called, LoadKind of_kind)
    : name(std::move(called)), kind(std::move(of_kind)) {}

LoadDescription::~LoadDescription() = default;

const LoadDescription& Load::description() const {
  return visit_kind([](const auto& of_kind) -> const LoadDescription& { return of_kind; }, kind);
}
LoadDescription& Load::description() {
  return const_cast<LoadDescription&>(std::as_const(*this).description());
}

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

std::string_view kind_of(const Load& load) {
  return visit_kind([](const auto& kind) -> std::string_view { return kind.kKind; }, load.kind);
}

const Load* find_load(const std::vector<Load>& loads, const std::string& name) {
  const auto found =
      std::find_if(loads.begin(), loads.end(), [&](const Load& load) { return load.name == name; });
  return found == loads.end() ? nullptr : &*found;
}

std::unique_ptr<ForceElement> make_force_element(const Load& load, const Model& model,
                                                 const Kinematics& initial, std::size_t place,
                                                 std::span<const std::size_t> places,
                                                 SharedByLoads shared) {
  const LoadSite site{model, load.name, initial, place, places, std::move(shared)};
  return visit_kind([&site](const auto& kind) { return make_element(kind, site); }, load.kind);
}

}  // namespace raftup::solver
