#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hydro/numerics/types.hpp"
#include "solver/numerics/coupling/fixed_point.hpp"

namespace raftup::server {

/// Who finds the values to try.
enum class IterationMethod { kController, kConstant, kAitken, kInterfaceQuasiNewton };

/// How participants and steps find to each other.
struct IterationRule {
  std::vector<std::size_t> inputs;  ///< places in Simulation::inputs()
  IterationMethod method = IterationMethod::kAitken;
  double tolerance = 1e-6;  ///< of |H(x) - x|, relative to the largest |H(x)| of the step
  std::int64_t max_iterations = 50;
  double relaxation = 0.5;
  bool accept_failure = false;  ///< takes a step that has not converged
};

/// Iteration of one step: x -> answers H(x) until both agree. Used in the session's strand only.
/// Call order: judge() with the values that the participants sent unasked, then with their answers
/// to every try; restart() before the next step.
class Iteration {
 public:
  enum class Verdict {
    kTry,      ///< values() are to be tried
    kSettled,  ///< the step is to be taken with the answers
    kFailed,   ///< there are no answers that agree
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
  std::unique_ptr<solver::FixedPoint> method_;  ///< null where the controller decides
  VectorXd values_;
  std::int64_t count_ = 0;
  double residual_ = 0.0;
  double largest_answer_ = 0.0;  ///< of this step: agreement near zero counts too
};

}  // namespace raftup::server
