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

/// Checks position [m] and attitude of a pose; `prefix` is the beginning of their paths.
void check_pose(const Pose& pose, const std::string& prefix, Violations& violations);

/// Checks a number of a model: its bound, and the range of numbers (kLargestNumber).
void check_number(double value, Bound bound, const std::string& path, Violations& violations);

/// Checks the numbers of a matrix; the violation names the first one that is wrong.
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

/// Visitor that reports the fields of a description that break the rule in its list, and then calls
/// the description's own
///   void check(const Model&, const std::string& path, Violations&) const
/// if it has one, for rules between several fields.
class FieldChecks {
 public:
  /// @param path of the description
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
  /// Flags, counts and enumerators, of which every value is allowed.
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
  std::string last_name_, last_text_;  ///< name and value of the text field before
};

}  // namespace raftup::solver
