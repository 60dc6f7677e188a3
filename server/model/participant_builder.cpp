#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "server/model/message_fields.hpp"
#include "server/model/session_builder.hpp"
#include "server/sessions/participants/declaration_checks.hpp"

namespace raftup::server {

namespace {

constexpr std::int64_t kDefaultLease = 15000;  // ms, three heartbeats of 5 s

/// Names that may occur once in all lists of a request.
struct UniqueNames {
  std::string rule;  ///< the rule that a repeated name breaks
  std::set<std::string> known = {};
};

/// Finds the inputs of a model by the names in a list, and calls `use` with the index of each input
/// and the path of its name. Unknown and repeated names are violations.
template <typename Names, typename Use>
void find_inputs(const Names& names, const std::string& list, const solver::Model& model,
                 UniqueNames& unique, FieldViolations& violations, const Use& use) {
  for (int k = 0; k < names.size(); ++k) {
    const std::string path = fmt::format("{}[{}]", list, k);
    violations.expect(unique.known.insert(names[k]).second, path, unique.rule, names[k]);
    const auto input = std::find_if(model.inputs.begin(), model.inputs.end(),
                                    [&](const auto& each) { return each.name == names[k]; });
    if (!violations.expect(input != model.inputs.end(), path, "must be an input of the model",
                           names[k])) {
      continue;
    }
    use(static_cast<std::size_t>(input - model.inputs.begin()), path);
  }
}

/// Reads the declaration of one participant and writes the defaults of its silence rule.
ParticipantDeclaration read_participant(const v1::SessionSpec& spec, const solver::Model& model,
                                        const std::string& path, v1::ParticipantSpec& message,
                                        UniqueNames& written, FieldViolations& violations) {
  if (message.silence_timeout_ms() == 0) message.set_silence_timeout_ms(spec.lease_ms());
  ParticipantDeclaration declaration;
  MessageReader::read(message, path, declaration, violations);
  MessageWriter::write(declaration.silence, message);
  declaration.silence.timeout = std::chrono::milliseconds(message.silence_timeout_ms());
  find_inputs(message.input_variables(), path + ".input_variables", model, written, violations,
              [&](std::size_t input, const std::string& at) {
                declaration.inputs.push_back(input);
                check_written_input(model.inputs[input], at, violations);
              });
  check_patience(message.silence_timeout_ms(), path + ".silence_timeout_ms", violations);
  check_silence(declaration, model, path, violations);
  declaration.period_ns =
      checked_period_ns({message.period_ticks(), spec.base_tick_ns(), model.step_ns},
                        path + ".period_ticks", violations);
  return declaration;
}

/// Checks that an identifier is given and occurs once.
void check_id(const std::string& id, const std::string& path, const char* rule,
              std::set<std::string>& ids, FieldViolations& violations) {
  violations.expect(!id.empty(), path, rule);
  violations.expect(ids.insert(id).second, path, "must be unique", id);
}

}  // namespace

std::vector<ParticipantDeclaration> build_participants(const solver::Model& model,
                                                       v1::SessionSpec& spec,
                                                       FieldViolations& violations) {
  if (spec.lease_ms() == 0) spec.set_lease_ms(kDefaultLease);
  check_patience(spec.lease_ms(), "lease_ms", violations);
  std::set<std::string> recorders, ids;
  for (int i = 0; i < spec.recorder_ids_size(); ++i) {
    check_id(spec.recorder_ids(i), fmt::format("recorder_ids[{}]", i), "must not be empty",
             recorders, violations);
  }
  UniqueNames written{"must have one writer"};
  std::vector<ParticipantDeclaration> declarations;
  for (int i = 0; i < spec.participants_size(); ++i) {
    const std::string path = fmt::format("participants[{}]", i);
    v1::ParticipantSpec& message = *spec.mutable_participants(i);
    check_id(message.participant_id(), path + ".participant_id", "must be given", ids, violations);
    declarations.push_back(read_participant(spec, model, path, message, written, violations));
  }
  return declarations;
}

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
  violations.expect(!message.input_variables().empty(), "iteration.input_variables",
                    "must name an input");
  UniqueNames unique{"must be named once"};
  find_inputs(message.input_variables(), "iteration.input_variables", model, unique, violations,
              [&](std::size_t input, const std::string& path) {
                rule.inputs.push_back(input);
                mark_owner(input, path, participants, violations);
              });
  return rule;
}

}  // namespace raftup::server
