#include "solver/model/checks/field_checks.hpp"

#include "solver/model/model.hpp"

namespace raftup::solver {

namespace {

constexpr double kUnitTolerance = 1e-6;  // of a quaternion's norm: round-off of decimal input

struct BoundRule {
  bool holds;
  const char* rule;
};

BoundRule apply(Bound bound, double value) {
  const bool finite = std::isfinite(value);
  switch (bound) {
    case Bound::kNotNegative:
      return {finite && value >= 0.0, "must not be negative and must be finite"};
    case Bound::kPositive:
      return {finite && value > 0.0, "must be positive and finite"};
    case Bound::kPositiveOrInfinite:
      return {value > 0.0, "must be positive"};
    case Bound::kAboveMinusOne:
      return {finite && value > -1.0, "must be larger than -1 and finite"};
    case Bound::kFraction:
      return {value >= 0.0 && value <= 1.0, "must lie within 0 to 1"};
    case Bound::kFinite:
      break;
  }
  return {finite, "must be finite"};
}

}  // namespace

void check_pose(const Pose& pose, const std::string& prefix, Violations& violations) {
  check_finite(pose.position, prefix + "position", violations);
  const double norm = pose.attitude.norm();
  violations.require(std::abs(norm - 1.0) <= kUnitTolerance, prefix + "attitude_deg",
                     "must be a unit quaternion", fmt::format("a norm of {}", norm));
}

void check_number(double value, Bound bound, const std::string& path, Violations& violations) {
  const auto refuse = [&](const std::string& rule) {
    violations.require(false, path, rule, fmt::format("{}", value));
  };
  const auto [holds, rule] = apply(bound, value);
  if (!holds) return refuse(rule);
  const bool positive = bound == Bound::kPositive || bound == Bound::kPositiveOrInfinite;
  if (positive && value < kLeastPositive) {
    refuse(fmt::format("must be at least {:g}", kLeastPositive));
  } else if (std::isfinite(value) && !is_within_range(value)) {
    refuse(fmt::format("must be of a magnitude up to {:g}", kLargestNumber));
  }
}

void require_body(const Model& model, const std::string& name, const std::string& path,
                  Violations& violations) {
  violations.require(has_body(model, name), path, "must name a body of the model",
                     fmt::format("'{}'", name));
}

void FieldChecks::require_other_body(std::string_view name, const std::string& body) {
  if (!body.empty()) require_body(model_, body, at(name), violations_);
  if (body != last_text_) return;
  violations_.require(false, at(name), "must differ from " + last_name_, fmt::format("'{}'", body));
}

}  // namespace raftup::solver
