#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// One rule that a model breaks. `path` is the path of the field, with the names of model.proto:
/// "bodies[1].mass".
struct Violation {
  std::string path;
  std::string rule;   ///< the rule, such as "must be positive"
  std::string value;  ///< the value that was given, such as "-3"
};

/// The list of rules that a model breaks.
class Violations {
 public:
  /// Adds a violation unless `holds` is true.
  void require(bool holds, const std::string& path, const std::string& rule,
               const std::string& value) {
    if (!holds) list_.push_back({path, rule, value});
  }
  void require_positive(double value, const std::string& path) {
    require(std::isfinite(value) && value > 0.0, path, "must be positive and finite",
            fmt::format("{}", value));
  }
  void require_not_negative(double value, const std::string& path) {
    require(std::isfinite(value) && value >= 0.0, path, "must not be negative and must be finite",
            fmt::format("{}", value));
  }
  template <typename Derived>
  void require_finite(const Eigen::MatrixBase<Derived>& value, const std::string& path) {
    for (Eigen::Index i = 0; i < value.rows(); ++i) {
      for (Eigen::Index j = 0; j < value.cols(); ++j) {
        if (std::isfinite(value(i, j))) continue;
        require(false, fmt::format("{}[{}]", path, i * value.cols() + j), "must be finite",
                fmt::format("{}", value(i, j)));
        return;
      }
    }
  }
  void require_finite(double value, const std::string& path) {
    require(std::isfinite(value), path, "must be finite", fmt::format("{}", value));
  }

  /// Records that the model breaks a rule that the caller has reported by other means. The rule is
  /// not added to the list.
  void note_reported() { reported_ = true; }

  /// True if the list is empty and note_reported() was not called.
  bool empty() const { return list_.empty() && !reported_; }
  const std::vector<Violation>& list() const { return list_; }

 private:
  std::vector<Violation> list_;
  bool reported_ = false;
};

}  // namespace raftup::solver
