#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "hydro/numerics/types.hpp"
#include "solver/numerics/coupling/fixed_point.hpp"

namespace raftup::server {

/// The method by which the values of the next try of a step are computed. With kController the
/// controller computes them; with the other methods the server relaxes the answers of the
/// participants by a constant factor, by Aitken's method or by an interface quasi-Newton method
/// (IQN-ILS).
enum class IterationMethod { kController, kConstant, kAitken, kInterfaceQuasiNewton };

constexpr std::array<std::string_view, 4> names_of(IterationMethod /*of*/) {
  return {"controller", "constant", "aitken", "iqn_ils"};
}

/// What becomes of a step whose iteration has not converged.
enum class IterationFailure {
  kDiscard,  ///< the step is not committed
  kAccept,   ///< the step is committed with the last answers
};

constexpr std::array<std::string_view, 2> names_of(IterationFailure /*of*/) {
  return {"discard", "accept"};
}

/// The rule by which a step is repeated until the values that participants exchange agree.
struct IterationRule {
  /// Inputs whose values are iterated, as indices into Simulation::inputs().
  std::vector<std::size_t> inputs;
  IterationMethod method = IterationMethod::kAitken;
  /// Largest residual |H(x) - x| / max |H(x)|, with the maximum over the tries of the step [1].
  double tolerance = 1e-6;
  std::int64_t max_iterations = 50;
  double relaxation = 0.5;
  IterationFailure failure = IterationFailure::kDiscard;

  /// Lists the fields that are read from v1::Iteration; the inputs are read separately.
  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("method", self.method);
    field("tolerance", self.tolerance);
    field("max_iterations", self.max_iterations);
    field("relaxation", self.relaxation);
    field("failure", self.failure);
  }
};

/// The fixed-point iteration of one step. Values x of inputs are tried, and the participants answer
/// with new values H(x), until H(x) and x agree. Used in the session's strand only. Call order:
/// judge() with the first values that the participants send, and then with their answers to every
/// try; restart() before the next step.
class Iteration {
 public:
  enum class Verdict {
    kTry,      ///< a step with values() must be tried next
    kSettled,  ///< the step can be committed with the latest answers
    kFailed,   ///< the answers have not converged within the largest number of tries
  };

  explicit Iteration(IterationRule rule);

  bool by_server() const { return method_ != nullptr; }
  const IterationRule& rule() const { return rule_; }

  Verdict judge(const VectorXd& answers);
  const VectorXd& values() const { return values_; }
  std::int64_t count() const { return count_; }  ///< number of tries of this step
  double residual() const { return residual_; }  ///< residual of the last try [1]
  bool converged() const { return residual_ <= rule_.tolerance; }
  void restart();

 private:
  IterationRule rule_;
  std::unique_ptr<solver::FixedPoint> method_;  ///< null if the controller computes the values
  VectorXd values_;
  std::int64_t count_ = 0;
  double residual_ = 0.0;
  double largest_answer_ = 0.0;  ///< largest |H(x)| of the tries of this step
};

}  // namespace raftup::server
