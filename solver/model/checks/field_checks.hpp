#pragma once

#include <cmath>
#include <string>

#include "solver/description/any_kind.hpp"
#include "solver/description/violations.hpp"
#include "solver/model/bodies/rigid_body.hpp"

namespace raftup::solver {

struct Model;

void require_body(const Model& model, const std::string& name, const std::string& path,
                  Violations& violations);

/// Checks that the position of a pose [m] is finite and that its attitude is a unit quaternion.
/// @param prefix beginning of the paths in violations, before "position" or "attitude_deg"
void check_pose(const Pose& pose, const std::string& prefix, Violations& violations);

/// Checks a number of a model: it must fulfill `bound`, and its absolute value must not exceed
/// kLargestNumber. A positive number must be at least kLeastPositive.
void check_number(double value, Bound bound, const std::string& path, Violations& violations);

/// Checks that the numbers of a matrix are finite and not too large. A violation is added for the
/// first number that breaks the rule.
template <Matrix Value>
void check_finite(const Value& value, const std::string& path, Violations& violations) {
  for (Eigen::Index i = 0; i < value.rows(); ++i) {
    for (Eigen::Index j = 0; j < value.cols(); ++j) {
      if (is_within_range(value(i, j))) continue;
      return check_number(value(i, j), Bound::kFinite,
                          fmt::format("{}[{}]", path, i * value.cols() + j), violations);
    }
  }
}

/// Visitor that checks each field of a description against the rule in its list of fields. It then
/// calls the description's own function
///   void check(const Model&, const std::string& path, Violations&) const
/// if the description has one, which checks rules between several fields.
class FieldChecks {
 public:
  /// Adds the violations of a description.
  /// @param path path of the description in the model
  template <typename Description>
  static void run(const Description& description, const Model& model, const std::string& path,
                  Violations& violations) {
    FieldChecks visitor(model, path, violations);
    Description::fields(description, visitor);
    if constexpr (requires { description.check(model, path, violations); }) {
      description.check(model, path, violations);
    }
  }

  void operator()(std::string_view name, double value, FieldRule rule = {}) {
    require(value, rule.bound, at(name));
  }
  template <Matrix Value>
  void operator()(std::string_view name, const Value& value, FieldRule rule = {}) {
    if (rule.bound == Bound::kFinite) return check_finite(value, at(name), violations_);
    for (Eigen::Index i = 0; i < value.size(); ++i) {
      require(value.data()[i], rule.bound, fmt::format("{}[{}]", at(name), i));
    }
  }
  void operator()(std::string_view name, const std::string& value, FieldRule rule = {}) {
    if (rule.reference == Reference::kBody) require_body(model_, value, at(name), violations_);
    if (rule.reference == Reference::kOtherBody) require_other_body(name, value);
    if (rule.reference == Reference::kAnyBody && !value.empty()) {
      require_body(model_, value, at(name), violations_);
    }
    last_name_ = name;
    last_text_ = value;
  }
  template <typename Value>
  void operator()(std::string_view name, const std::optional<Value>& value, FieldRule rule = {}) {
    if (value) (*this)(name, *value, rule);
  }
  template <Sequence Value>
  void operator()(std::string_view name, const Value& value, FieldRule rule = {}) {
    std::size_t i = 0;
    for (const auto& item : value) (*this)(fmt::format("{}[{}]", name, i++), item, rule);
  }
  template <Described Value>
  void operator()(std::string_view name, const Value& value, FieldRule /*rule*/ = {}) {
    run(value, model_, at(name), violations_);
  }
  /// Does nothing: every value of a flag, a count or an enumerator is permitted.
  template <typename Value>
  requires std::is_integral_v<Value> || std::is_enum_v<Value>
  void operator()(std::string_view /*name*/, Value /*value*/, FieldRule /*rule*/ = {}) {}

  void pose(std::string_view prefix, const Pose& pose) {
    check_pose(pose, at(prefix), violations_);
  }
  void pose(std::string_view prefix, const std::optional<Pose>& given) {
    if (given) pose(prefix, *given);
  }
  template <typename Kinds>
  void one_of(const Kinds& kinds) {
    visit_kind([this](const auto& kind) { run(kind, model_, at(kind.kKind), violations_); }, kinds);
  }
  template <typename Value>
  void beside(const Value& /*value*/) {}

 private:
  FieldChecks(const Model& model, const std::string& path, Violations& violations)
      : model_(model), path_(path), violations_(violations) {}

  std::string at(std::string_view name) const { return fmt::format("{}.{}", path_, name); }
  void require(double value, Bound bound, const std::string& path) {
    check_number(value, bound, path, violations_);
  }
  void require_other_body(std::string_view name, const std::string& body);

  const Model& model_;
  const std::string& path_;
  Violations& violations_;
  std::string last_name_, last_text_;  ///< name and value of the text field that was visited last
};

}  // namespace raftup::solver
