#include "server/sessions/participants/iteration.hpp"

#include <algorithm>
#include <utility>

namespace raftup::server {

namespace {

std::unique_ptr<solver::FixedPoint> make_method(const IterationRule& rule) {
  switch (rule.method) {
    case IterationMethod::kController:
      break;
    case IterationMethod::kConstant:
      return std::make_unique<solver::ConstantRelaxation>(rule.relaxation);
    case IterationMethod::kAitken:
      return std::make_unique<solver::AitkenRelaxation>(rule.relaxation);
    case IterationMethod::kInterfaceQuasiNewton:
      return std::make_unique<solver::InterfaceQuasiNewton>(rule.relaxation);
  }
  return nullptr;
}

}  // namespace

Iteration::Iteration(IterationRule rule) : rule_(std::move(rule)), method_(make_method(rule_)) {}

void Iteration::restart() {
  count_ = 0;
  residual_ = 0.0;
  largest_answer_ = 0.0;
  if (method_ != nullptr) method_->reset();
}

Iteration::Verdict Iteration::judge(const VectorXd& answers) {
  if (count_ == 0) {
    values_ = answers;
    count_ = 1;
    return Verdict::kTry;
  }
  const double difference = (answers - values_).norm();
  largest_answer_ = std::max(largest_answer_, answers.norm());
  residual_ = difference == 0.0 ? 0.0 : difference / largest_answer_;
  if (converged()) return Verdict::kSettled;
  if (count_ == rule_.max_iterations) {
    return rule_.failure == IterationFailure::kAccept ? Verdict::kSettled : Verdict::kFailed;
  }
  values_ = method_->next(values_, answers);
  ++count_;
  return values_.allFinite() ? Verdict::kTry : Verdict::kFailed;
}

}  // namespace raftup::server
