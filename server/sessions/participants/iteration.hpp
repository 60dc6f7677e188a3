#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "hydro/numerics/types.hpp"
#include "solver/numerics/coupling/fixed_point.hpp"

namespace raftup::server {

/// Who computes the values of the next try.
enum class IterationMethod { kController, kConstant, kAitken, kInterfaceQuasiNewton };

constexpr std::array<std::string_view, 4> names_of(IterationMethod /*of*/) {
  return {"controller", "constant", "aitken", "iqn_ils"};
}

/// The rule of the iteration between participants and a step.
struct IterationRule {
  std::vector<std::size_t> inputs;  ///< indices in Simulation::inputs()
  IterationMethod method = IterationMethod::kAitken;
  double tolerance = 1e-6;  ///< of |H(x) - x|, relative to the largest |H(x)| of the step
  std::int64_t max_iterations = 50;
  double relaxation = 0.5;
  bool accept_failure = false;  ///< true to commit a step that has not converged

  /// The numbers and the method of v1::Iteration.
  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("method", self.method);
    field("tolerance", self.tolerance);
    field("max_iterations", self.max_iterations);
    field("relaxation", self.relaxation);
  }
};

/// The iteration of one step: values x are tried, and the participants answer H(x), until both
/// agree. Used in the session's strand only. Call order: judge() with the values that the
/// participants sent first, and then with their answers to every try; restart() before the next
/// step.
class Iteration {
 public:
  enum class Verdict {
    kTry,      ///< values() must be tried
    kSettled,  ///< the step can be committed with the answers
    kFailed,   ///< the answers do not converge
  };

  explicit Iteration(IterationRule rule);

  bool by_server() const { return method_ != nullptr; }
  const IterationRule& rule() const { return rule_; }

  Verdict judge(const VectorXd& answers);
  const VectorXd& values() const { return values_; }
  std::int64_t count() const { return count_; }  ///< tries of this step
  double residual() const { return residual_; }  ///< of the last try
  bool converged() const { return residual_ <= rule_.tolerance; }
  void restart();

 private:
  IterationRule rule_;
  std::unique_ptr<solver::FixedPoint> method_;  ///< null if the controller decides
  VectorXd values_;
  std::int64_t count_ = 0;
  double residual_ = 0.0;
  double largest_answer_ = 0.0;  ///< of this step, so that agreement near zero counts too
};

}  // namespace raftup::server
