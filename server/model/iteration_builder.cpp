#include "server/model/iteration_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

namespace raftup::server {

namespace {

constexpr double kDefaultTolerance = 1e-6;
constexpr double kDefaultRelaxation = 0.5;
constexpr std::int64_t kDefaultLimit = 50;
constexpr std::int64_t kLargestLimit = 1000;

IterationMethod method_from_proto(v1::IterationMethod method, Violations& violations) {
  switch (method) {
    case v1::ITERATION_METHOD_CONTROLLER:
      return IterationMethod::kController;
    case v1::ITERATION_METHOD_CONSTANT:
      return IterationMethod::kConstant;
    case v1::ITERATION_METHOD_AITKEN:
      return IterationMethod::kAitken;
    case v1::ITERATION_METHOD_IQN_ILS:
      return IterationMethod::kInterfaceQuasiNewton;
    default:
      violations.add("iteration.method", "must be controller, constant, aitken or iqn_ils");
      return IterationMethod::kController;
  }
}

void complete_iteration(v1::Iteration& message) {
  if (message.tolerance() == 0.0) message.set_tolerance(kDefaultTolerance);
  if (message.max_iterations() == 0) message.set_max_iterations(kDefaultLimit);
  if (message.relaxation() == 0.0) message.set_relaxation(kDefaultRelaxation);
  if (message.failure() == v1::ITERATION_FAILURE_UNSPECIFIED) {
    message.set_failure(v1::ITERATION_FAILURE_DISCARD);
  }
}

void check_numbers(const v1::Iteration& message, Violations& violations) {
  violations.expect(message.tolerance() > 0.0, "iteration.tolerance", "must be positive",
                    fmt::format("{}", message.tolerance()));
  violations.expect(message.max_iterations() >= 1 && message.max_iterations() <= kLargestLimit,
                    "iteration.max_iterations", fmt::format("must be from 1 to {}", kLargestLimit),
                    std::to_string(message.max_iterations()));
  violations.expect(message.relaxation() > 0.0 && message.relaxation() <= 1.0,
                    "iteration.relaxation", "must be above 0 and at most 1",
                    fmt::format("{}", message.relaxation()));
}

bool writes(const ParticipantDeclaration& participant, std::size_t input) {
  return std::find(participant.inputs.begin(), participant.inputs.end(), input) !=
         participant.inputs.end();
}

/// Marks who writes `input`, which must be able to answer.
void mark_owner(std::size_t input, const std::string& path,
                std::vector<ParticipantDeclaration>& participants, Violations& violations) {
  for (ParticipantDeclaration& participant : participants) {
    if (!participant.required || !writes(participant, input)) continue;
    participant.iterates = true;
    violations.expect(participant.period_ns == 0, path,
                      "must be of a participant with period_ticks 0", participant.participant_id);
    violations.expect(participant.interpolation != solver::Interpolation::kHermite, path,
                      "must be of a participant with interpolation hold or linear",
                      participant.participant_id);
    // What goes on by itself answers nothing.
    violations.expect(participant.silence.policy != SilencePolicy::kExtrapolate &&
                          participant.silence.policy != SilencePolicy::kDecayToZero,
                      path, "must be of a participant that is not extrapolated or decayed",
                      participant.participant_id);
    return;
  }
  violations.add(path, "must be an input of a participant declared as required");
}

}  // namespace

std::optional<IterationRule> build_iteration(const solver::Model& model, v1::SessionSpec& spec,
                                             std::vector<ParticipantDeclaration>& participants,
                                             Violations& violations) {
  if (!spec.has_iteration()) return std::nullopt;
  v1::Iteration& message = *spec.mutable_iteration();
  complete_iteration(message);
  check_numbers(message, violations);
  IterationRule rule;
  rule.method = method_from_proto(message.method(), violations);
  rule.tolerance = message.tolerance();
  rule.max_iterations = message.max_iterations();
  rule.relaxation = message.relaxation();
  rule.accept_failure = message.failure() == v1::ITERATION_FAILURE_ACCEPT;
  violations.expect(!message.input_variables().empty(), "iteration.input_variables",
                    "must name an input");
  std::set<std::string> named;
  for (int k = 0; k < message.input_variables_size(); ++k) {
    const std::string& name = message.input_variables(k);
    const std::string path = fmt::format("iteration.input_variables[{}]", k);
    violations.expect(named.insert(name).second, path, "must be named once", name);
    const auto input = std::find_if(model.inputs.begin(), model.inputs.end(),
                                    [&](const auto& each) { return each.name == name; });
    if (!violations.expect(input != model.inputs.end(), path, "must be an input of the model",
                           name)) {
      continue;
    }
    rule.inputs.push_back(static_cast<std::size_t>(input - model.inputs.begin()));
    mark_owner(rule.inputs.back(), path, participants, violations);
  }
  return rule;
}

}  // namespace raftup::server
