#include "server/sessions/participants/declaration_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

namespace raftup::server {

namespace {

constexpr std::int64_t kShortestPatience = 100;  // ms, delays of the network can be longer
constexpr std::int64_t kLongestPatience = 3600000;
constexpr std::int64_t kLongestPeriod = 86'400'000'000'000;  // ns, a day
constexpr std::int64_t kMostIterations = 1000;

bool is_pose(const solver::Input& input) {
  const auto* motion = std::get_if<solver::KinematicMotion>(&input.kind);
  return motion != nullptr && motion->target == solver::KinematicTarget::kPose;
}

/// Checks a duration of a silence rule that only one policy needs.
void check_duration(bool needed, std::int64_t duration, const std::string& path,
                    const std::string& policy, FieldViolations& violations) {
  violations.expect(
      needed ? duration > 0 : duration == 0, path,
      needed ? "must be positive" : "must be left out unless silence_policy is " + policy,
      fmt::format("{} ns", duration));
}

bool writes(const ParticipantDeclaration& participant, std::size_t input) {
  return std::find(participant.inputs.begin(), participant.inputs.end(), input) !=
         participant.inputs.end();
}

}  // namespace

void check_patience(std::int64_t milliseconds, const std::string& path,
                    FieldViolations& violations) {
  violations.expect(milliseconds >= kShortestPatience && milliseconds <= kLongestPatience, path,
                    fmt::format("must be from {} to {} ms", kShortestPatience, kLongestPatience),
                    fmt::format("{} ms", milliseconds));
}

void check_written_input(const solver::Input& input, const std::string& path,
                         FieldViolations& violations) {
  violations.expect(!input.is_owned(), path,
                    "must be an input without a source of its own, that no event sets", input.name);
}

void check_silence(const ParticipantDeclaration& declaration, const solver::Model& model,
                   const std::string& path, FieldViolations& violations) {
  const SilenceRule& rule = declaration.silence;
  const bool extrapolates = rule.policy == SilencePolicy::kExtrapolate;
  const bool decays = rule.policy == SilencePolicy::kDecayToZero;
  check_duration(extrapolates, rule.max_extrapolation_ns, path + ".max_extrapolation_ns",
                 "extrapolate", violations);
  check_duration(decays, rule.decay_ns, path + ".decay_ns", "decay_to_zero", violations);
  for (const std::size_t index : declaration.inputs) {
    const solver::Input& input = model.inputs[index];
    violations.expect(!((extrapolates || decays) && is_pose(input)), path + ".silence_policy",
                      "must not be extrapolate or decay_to_zero with the pose of a body",
                      input.name);
    violations.expect(!(extrapolates && solver::commands_drum(model, input)),
                      path + ".silence_policy",
                      "must not be extrapolate with the command of a winch", input.name);
  }
}

std::int64_t checked_period_ns(const SamplePeriod& period, const std::string& path,
                               FieldViolations& violations) {
  const auto [ticks, tick, step] = period;
  const std::string given = std::to_string(ticks);
  if (!violations.expect(ticks >= 0, path, "must not be negative", given) || ticks == 0) return 0;
  if (!violations.expect(tick > 0, path, "must come with base_tick_ns", given)) return 0;
  const std::int64_t longest = kLongestPeriod / tick;
  if (!violations.expect(ticks <= longest, path, fmt::format("must be at most {}", longest),
                         given)) {
    return 0;
  }
  violations.expect(step <= 0 || ticks * tick % step == 0, path,
                    fmt::format("must make a whole multiple of the step, {} ns", step),
                    fmt::format("{} ns", ticks * tick));
  return ticks * tick;
}

void check_numbers(const IterationRule& rule, FieldViolations& violations) {
  violations.expect(rule.tolerance > 0.0, "iteration.tolerance", "must be positive",
                    fmt::format("{}", rule.tolerance));
  violations.expect(rule.max_iterations >= 1 && rule.max_iterations <= kMostIterations,
                    "iteration.max_iterations",
                    fmt::format("must be from 1 to {}", kMostIterations),
                    std::to_string(rule.max_iterations));
  violations.expect(rule.relaxation > 0.0 && rule.relaxation <= 1.0, "iteration.relaxation",
                    "must be above 0 and at most 1", fmt::format("{}", rule.relaxation));
}

void mark_owner(std::size_t input, const std::string& path,
                std::vector<ParticipantDeclaration>& participants, FieldViolations& violations) {
  for (ParticipantDeclaration& participant : participants) {
    if (!participant.required || !writes(participant, input)) continue;
    participant.iterates = true;
    violations.expect(participant.period_ns == 0, path,
                      "must be of a participant with period_ticks 0", participant.participant_id);
    violations.expect(participant.interpolation != solver::Interpolation::kHermite, path,
                      "must be of a participant with interpolation hold or linear",
                      participant.participant_id);
    // A participant whose values are extrapolated or decayed does not answer.
    violations.expect(participant.silence.policy != SilencePolicy::kExtrapolate &&
                          participant.silence.policy != SilencePolicy::kDecayToZero,
                      path, "must be of a participant that is not extrapolated or decayed",
                      participant.participant_id);
    return;
  }
  violations.add(path, "must be an input of a participant declared as required");
}

}  // namespace raftup::server
