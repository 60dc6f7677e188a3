#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include "server/model/message_fields.hpp"
#include "server/model/session_builder.hpp"

namespace raftup::server {

namespace {

constexpr std::int64_t kDefaultLease = 15000;    // ms, three heartbeats of 5 s
constexpr std::int64_t kShortestPatience = 100;  // ms, delays of the network can be longer
constexpr std::int64_t kLongestPatience = 3600000;

std::optional<solver::Interpolation> interpolation_from_proto(v1::Interpolation interpolation) {
  switch (interpolation) {
    case v1::INTERPOLATION_HOLD:
      return solver::Interpolation::kHold;
    case v1::INTERPOLATION_LINEAR:
      return solver::Interpolation::kLinear;
    case v1::INTERPOLATION_HERMITE:
      return solver::Interpolation::kHermite;
    default:
      return std::nullopt;
  }
}

void check_patience(std::int64_t milliseconds, const std::string& path,
                    FieldViolations& violations) {
  violations.expect(milliseconds >= kShortestPatience && milliseconds <= kLongestPatience, path,
                    fmt::format("must be from {} to {} ms", kShortestPatience, kLongestPatience),
                    fmt::format("{} ms", milliseconds));
}

bool is_pose(const solver::Input& input) {
  const auto* motion = std::get_if<solver::KinematicMotion>(&input.kind);
  return motion != nullptr && motion->target == solver::KinematicTarget::kPose;
}

/// Builds the declaration of one participant.
class ParticipantBuilder {
 public:
  ParticipantBuilder(const v1::SessionSpec& spec, const solver::Model& model, std::string path,
                     v1::ParticipantSpec& message, FieldViolations& violations)
      : spec_(spec),
        model_(model),
        path_(std::move(path)),
        message_(message),
        violations_(violations) {}

  ParticipantDeclaration build(std::set<std::string>& ids, std::set<std::string>& owned) {
    const std::string& id = message_.participant_id();
    violations_.expect(!id.empty(), path_ + ".participant_id", "must be given");
    violations_.expect(ids.insert(id).second, path_ + ".participant_id", "must be unique", id);
    declaration_.participant_id = id;
    declaration_.required = message_.required();
    declaration_.interpolation = interpolation_from_proto(message_.interpolation());
    add_inputs(owned);
    add_silence();
    add_period();
    return std::move(declaration_);
  }

 private:
  void add_inputs(std::set<std::string>& owned) {
    std::map<std::string, std::size_t> inputs;
    for (const auto& input : model_.inputs) inputs.emplace(input.name, inputs.size());
    for (int k = 0; k < message_.input_variables_size(); ++k) {
      const std::string& name = message_.input_variables(k);
      const std::string path = fmt::format("{}.input_variables[{}]", path_, k);
      violations_.expect(owned.insert(name).second, path, "must have one writer", name);
      const auto input = inputs.find(name);
      if (violations_.expect(input != inputs.end(), path, "must be an input of the model", name)) {
        declaration_.inputs.push_back(input->second);
        violations_.expect(!model_.inputs[input->second].is_owned(), path,
                           "must be an input without a source of its own, that no event sets",
                           name);
      }
    }
  }

  void add_silence() {
    if (message_.silence_timeout_ms() == 0) message_.set_silence_timeout_ms(spec_.lease_ms());
    check_patience(message_.silence_timeout_ms(), path_ + ".silence_timeout_ms", violations_);
    SilenceRule& rule = declaration_.silence;
    MessageReader::read(message_, path_, rule, violations_);
    MessageWriter::write(rule, message_);
    rule.timeout = std::chrono::milliseconds(message_.silence_timeout_ms());
    check_duration(rule.policy == SilencePolicy::kExtrapolate, rule.max_extrapolation_ns,
                   "max_extrapolation_ns", "extrapolate");
    check_duration(rule.policy == SilencePolicy::kDecayToZero, rule.decay_ns, "decay_ns",
                   "decay_to_zero");
    for (const std::size_t input : declaration_.inputs) check_substitute(model_.inputs[input]);
  }

  void check_duration(bool needed, std::int64_t duration, const std::string& field,
                      const std::string& policy) {
    violations_.expect(
        needed ? duration > 0 : duration == 0, path_ + "." + field,
        needed ? "must be positive" : "must be left out unless silence_policy is " + policy,
        fmt::format("{} ns", duration));
  }

  /// Checks that the values which replace those of a silent participant are allowed for an input.
  /// Poses cannot be scaled or extrapolated, and commands of winches cannot be extrapolated.
  void check_substitute(const solver::Input& input) {
    const SilencePolicy policy = declaration_.silence.policy;
    const bool extrapolates = policy == SilencePolicy::kExtrapolate;
    const bool scales = extrapolates || policy == SilencePolicy::kDecayToZero;
    violations_.expect(!(scales && is_pose(input)), path_ + ".silence_policy",
                       "must not be extrapolate or decay_to_zero with the pose of a body",
                       input.name);
    violations_.expect(!(extrapolates && solver::commands_drum(model_, input)),
                       path_ + ".silence_policy",
                       "must not be extrapolate with the command of a winch", input.name);
  }

  void add_period() {
    const std::int64_t ticks = message_.period_ticks();
    const std::int64_t tick = spec_.base_tick_ns();
    const std::string path = path_ + ".period_ticks";
    if (!violations_.expect(ticks >= 0, path, "must not be negative", std::to_string(ticks))) {
      return;
    }
    if (ticks == 0) return;
    if (!violations_.expect(tick > 0, path, "must come with base_tick_ns", std::to_string(ticks))) {
      return;
    }
    const std::int64_t longest = kLongestPeriod / tick;
    if (!violations_.expect(ticks <= longest, path, fmt::format("must be at most {}", longest),
                            std::to_string(ticks))) {
      return;
    }
    declaration_.period_ns = ticks * tick;
    if (model_.step_ns <= 0) return;  // the step is reported as a violation of its own
    violations_.expect(declaration_.period_ns % model_.step_ns == 0, path,
                       fmt::format("must make a whole multiple of the step, {} ns", model_.step_ns),
                       fmt::format("{} ns", declaration_.period_ns));
  }

  static constexpr std::int64_t kLongestPeriod = 86'400'000'000'000;  // ns, a day

  const v1::SessionSpec& spec_;
  const solver::Model& model_;
  std::string path_;
  v1::ParticipantSpec& message_;
  FieldViolations& violations_;
  ParticipantDeclaration declaration_;
};

}  // namespace

std::vector<ParticipantDeclaration> build_participants(const solver::Model& model,
                                                       v1::SessionSpec& spec,
                                                       FieldViolations& violations) {
  if (spec.lease_ms() == 0) spec.set_lease_ms(kDefaultLease);
  check_patience(spec.lease_ms(), "lease_ms", violations);
  std::set<std::string> recorders;
  for (int i = 0; i < spec.recorder_ids_size(); ++i) {
    const std::string& id = spec.recorder_ids(i);
    const std::string path = fmt::format("recorder_ids[{}]", i);
    violations.expect(!id.empty(), path, "must not be empty");
    violations.expect(recorders.insert(id).second, path, "must be unique", id);
  }
  std::set<std::string> ids;
  std::set<std::string> owned;
  std::vector<ParticipantDeclaration> declarations;
  for (int i = 0; i < spec.participants_size(); ++i) {
    ParticipantBuilder builder(spec, model, fmt::format("participants[{}]", i),
                               *spec.mutable_participants(i), violations);
    declarations.push_back(builder.build(ids, owned));
  }
  return declarations;
}

namespace {

constexpr std::int64_t kLargestLimit = 1000;

void check_numbers(const IterationRule& rule, FieldViolations& violations) {
  violations.expect(rule.tolerance > 0.0, "iteration.tolerance", "must be positive",
                    fmt::format("{}", rule.tolerance));
  violations.expect(rule.max_iterations >= 1 && rule.max_iterations <= kLargestLimit,
                    "iteration.max_iterations", fmt::format("must be from 1 to {}", kLargestLimit),
                    std::to_string(rule.max_iterations));
  violations.expect(rule.relaxation > 0.0 && rule.relaxation <= 1.0, "iteration.relaxation",
                    "must be above 0 and at most 1", fmt::format("{}", rule.relaxation));
}

bool writes(const ParticipantDeclaration& participant, std::size_t input) {
  return std::find(participant.inputs.begin(), participant.inputs.end(), input) !=
         participant.inputs.end();
}

/// Marks the participant that writes `input` as iterating and checks that it can iterate.
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

}  // namespace

std::optional<IterationRule> build_iteration(const solver::Model& model, v1::SessionSpec& spec,
                                             std::vector<ParticipantDeclaration>& participants,
                                             FieldViolations& violations) {
  if (!spec.has_iteration()) return std::nullopt;
  v1::Iteration& message = *spec.mutable_iteration();
  IterationRule rule;
  MessageReader::read(message, "iteration", rule, violations);
  check_numbers(rule, violations);
  violations.expect(v1::IterationMethod_IsValid(message.method()) &&
                        message.method() != v1::ITERATION_METHOD_UNSPECIFIED,
                    "iteration.method", "must be controller, constant, aitken or iqn_ils");
  MessageWriter::write(rule, message);
  if (message.failure() == v1::ITERATION_FAILURE_UNSPECIFIED) {
    message.set_failure(v1::ITERATION_FAILURE_DISCARD);
  }
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
