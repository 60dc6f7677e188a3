#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/numerics/elementary.hpp"
#include "solver/simulation/checks/model_checks.hpp"

namespace raftup::solver {

namespace {

using hydro::AxisQuantity;

/// Largest difference of heights [m] and angles [rad] at rest that are taken as equal.
constexpr double kSameRest = 1e-6;

/// Checks one axis of a family of databases over axes.
class AxisCheck {
 public:
  AxisCheck(const Model& model, const HydrodynamicGroup& group, std::size_t index, std::string path,
            Violations& violations)
      : model_(model),
        group_(group),
        axis_(group.configurations->axes[index]),
        index_(static_cast<Eigen::Index>(index)),
        path_(std::move(path)),
        violations_(violations) {}

  void run() const {
    const AxisQuantity filed = group_.family->axes[static_cast<std::size_t>(index_)];
    const bool fits = axis_.of == filed;
    require(fits, ".of", fmt::format("must be that of the database, {}", hydro::name_of(filed)),
            std::string(hydro::name_of(axis_.of)));
    if (!fits) return;
    check_names();
    switch (filed) {
      case AxisQuantity::kDraught:
        check_heights();
        break;
      case AxisQuantity::kTrim:
        check_trims();
        break;
      case AxisQuantity::kSpeed:
        require(axis_.filter.has_value(), ".filter",
                "must be given for a speed: added mass cannot depend on the present velocity",
                "nothing");
        break;
      case AxisQuantity::kJointAngle:
        check_joint();
        break;
      default:
        check_input();
    }
  }

 private:
  void require(bool holds, const char* field, const std::string& rule,
               const std::string& value) const {
    violations_.require(holds, path_ + field, rule, value);
  }

  /// Checks that the names that the axis needs are given, and no others.
  void check_names() const {
    const auto check = [this](const char* field, const std::string& name, bool needed) {
      const std::string of(hydro::name_of(axis_.of));
      if (needed) {
        require(!name.empty(), field, "must be given for " + of, "nothing");
      } else {
        require(name.empty(), field, "must be left out for " + of, "'" + name + "'");
      }
    };
    const bool of_body = axis_.of == AxisQuantity::kDraught || axis_.of == AxisQuantity::kTrim ||
                         axis_.of == AxisQuantity::kSpeed;
    check(".body", axis_.body, of_body);
    check(".joint", axis_.joint, axis_.of == AxisQuantity::kJointAngle);
    check(".input", axis_.input, axis_.of == AxisQuantity::kInput);
    require(axis_.bodies.empty(), ".bodies", "must be left out: they are of relative_position",
            fmt::format("{}", axis_.bodies.size()));
    require(axis_.at_start == 0.0 || axis_.of == AxisQuantity::kJointAngle, ".at_start_deg",
            "must be left out except for joint_angle",
            fmt::format("{}", axis_.at_start / kRadiansPerDegree));
    if (of_body && !axis_.body.empty()) {
      require(member() != nullptr, ".body", "must name a body of the group",
              "'" + axis_.body + "'");
    }
  }

  const GroupBody* member() const {
    const auto found = std::find_if(group_.bodies.begin(), group_.bodies.end(),
                                    [this](const GroupBody& of) { return of.body == axis_.body; });
    return found == group_.bodies.end() ? nullptr : &*found;
  }

  /// Coefficients refer to one point of the hull, which lies deeper by the draught.
  void check_heights() const {
    if (member() == nullptr) return;
    const auto body = static_cast<std::size_t>(member()->database_body);
    const auto keel = [&](std::size_t node) {
      return group_.family->nodes[node]->bodies[body].center_of_gravity.z() +
             group_.family->grid.node(node)[index_];
    };
    for (std::size_t k = 1; k < group_.family->nodes.size(); ++k) {
      if (std::abs(keel(k) - keel(0)) <= kSameRest) continue;
      require(
          false, "",
          fmt::format("must have nodes whose centre of gravity lies at the same height above the "
                      "keel, {:.6g} m as at node 0",
                      keel(0)),
          fmt::format("{:.6g} m at node {}", keel(k), k));
      return;
    }
  }

  void check_trims() const {
    if (member() == nullptr) return;
    const auto body = static_cast<std::size_t>(member()->database_body);
    for (std::size_t k = 0; k < group_.family->nodes.size(); ++k) {
      const double value = group_.family->grid.node(k)[index_];
      const double pitch = group_.family->attitude(k, body).y();
      if (std::abs(pitch - value) <= kSameRest) continue;
      require(
          false, "",
          fmt::format("must have nodes at rest with the pitch of the axis, {:.6g} deg at node {}",
                      value / kRadiansPerDegree, k),
          fmt::format("{:.6g} deg", pitch / kRadiansPerDegree));
      return;
    }
  }

  void check_joint() const {
    if (axis_.joint.empty()) return;
    const auto found = find_joint(model_, axis_.joint);
    require(found.has_value(), ".joint", "must name a joint of the model", "'" + axis_.joint + "'");
    if (!found) return;
    const Joint& joint = model_.joints[*found];
    require(joint.type == JointType::kHinge || joint.type == JointType::kCylindrical, ".joint",
            "must be a hinge or a cylindrical joint", "another");
    for (const std::string& body : {joint.body1, joint.body2}) {
      const bool known =
          body.empty() || std::any_of(group_.bodies.begin(), group_.bodies.end(),
                                      [&](const GroupBody& of) { return of.body == body; });
      require(known, ".joint", "must join bodies of the group, or one of them and the world",
              "'" + body + "'");
    }
  }

  void check_input() const {
    if (axis_.input.empty()) return;
    const auto found =
        std::find_if(model_.inputs.begin(), model_.inputs.end(),
                     [this](const Input& input) { return input.name == axis_.input; });
    const bool fits =
        found != model_.inputs.end() && std::holds_alternative<ConfigurationInput>(found->kind);
    require(fits, ".input", "must name an input of the kind configuration",
            "'" + axis_.input + "'");
    if (!fits) return;
    require(axis_.filter || interpolation_of(*found) != Interpolation::kHold, ".filter",
            "must be given for an input whose samples are held, so that it does not jump",
            "nothing");
  }

  const Model& model_;
  const HydrodynamicGroup& group_;
  const ConfigurationAxis& axis_;
  Eigen::Index index_;
  std::string path_;
  Violations& violations_;
};

/// Checks the axes that a model may name for a family over relative position: this one alone.
void check_position(const HydrodynamicGroup& group, const std::string& path,
                    Violations& violations) {
  const std::vector<ConfigurationAxis>& axes = group.configurations->axes;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const std::string at = fmt::format("{}[{}]", path, i);
    const bool fits = i == 0 && axes[i].of == AxisQuantity::kRelativePosition;
    violations.require(fits, at + ".of",
                       "must be relative_position alone, which the database is over",
                       std::string(hydro::name_of(axes[i].of)));
    if (!fits) return;
    violations.require(group.family->nodes.size() > 1, at, "must have two nodes or more", "one");
    for (const std::string& body : axes[i].bodies) {
      const bool known = std::any_of(group.bodies.begin(), group.bodies.end(),
                                     [&](const GroupBody& of) { return of.body == body; });
      violations.require(known, at + ".bodies", "must name bodies of the group", "'" + body + "'");
    }
    violations.require(!axes[i].filter, at + ".filter", "must be left out for relative_position",
                       fmt::format("{}", axes[i].filter.value_or(0.0)));
    violations.require(
        axes[i].margin == 0.0, at + ".margin",
        "must be left out for relative_position: configurations.margin stands beside",
        fmt::format("{}", axes[i].margin));
  }
}

}  // namespace

void check_axes(const Model& model, const HydrodynamicGroup& group, const std::string& path,
                Violations& violations) {
  const std::vector<ConfigurationAxis>& axes = group.configurations->axes;
  if (group.family->axes.empty()) return check_position(group, path, violations);
  violations.require(axes.size() == group.family->axes.size(), path,
                     fmt::format("must name the {} axes of the database in their order",
                                 group.family->axes.size()),
                     fmt::format("{}", axes.size()));
  if (axes.size() != group.family->axes.size()) return;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    AxisCheck(model, group, i, fmt::format("{}[{}]", path, i), violations).run();
  }
}

}  // namespace raftup::solver
