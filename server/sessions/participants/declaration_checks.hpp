/// @file Rules that the declarations of participants and the iteration of a session must fulfill.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "server/base/service_error.hpp"
#include "server/sessions/participants/iteration.hpp"
#include "server/sessions/recording/input_writers.hpp"
#include "solver/model/model.hpp"

namespace raftup::server {

/// Checks a time without a message after which a client loses its place or is silent [ms].
void check_patience(std::int64_t milliseconds, const std::string& path,
                    FieldViolations& violations);

/// Checks that a participant may write an input of a model.
/// @param path path of the name of the input
void check_written_input(const solver::Input& input, const std::string& path,
                         FieldViolations& violations);

/// Checks the silence rule of a participant against the inputs that it writes. Poses cannot be
/// scaled or extrapolated, and commands of winches cannot be extrapolated.
/// @param path path of the declaration, such as "participants[0]"
void check_silence(const ParticipantDeclaration& declaration, const solver::Model& model,
                   const std::string& path, FieldViolations& violations);

/// Times of the samples of a participant.
struct SamplePeriod {
  std::int64_t ticks = 0;    ///< multiple of the tick; 0 = samples at any time
  std::int64_t tick_ns = 0;  ///< ns, duration of a tick; 0 = none is given
  std::int64_t step_ns = 0;  ///< ns, step of the model; 0 = it breaks a rule of its own
};

/// The period of a participant [ns]; 0 = samples at any time, or the period breaks a rule.
/// @param path path of the number of ticks
std::int64_t checked_period_ns(const SamplePeriod& period, const std::string& path,
                               FieldViolations& violations);

/// Checks the numbers of an iteration. Paths of violations begin with "iteration".
void check_numbers(const IterationRule& rule, FieldViolations& violations);

/// Marks the participant that writes `input` as iterating and checks that it can iterate.
/// @param path path of the name of the input
void mark_owner(std::size_t input, const std::string& path,
                std::vector<ParticipantDeclaration>& participants, FieldViolations& violations);

}  // namespace raftup::server
