#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "hydro/base/whole_number.hpp"
#include "server/model/message_fields.hpp"
#include "server/model/model_parts.hpp"

namespace raftup::server {

namespace {

/// Converts a duration [s] to whole nanoseconds. Returns 0 and adds a violation if this is
/// impossible.
std::int64_t whole_nanoseconds(double seconds, const std::string& path,
                               FieldViolations& violations) {
  constexpr double kLongest = 1e9;             // s, so that the nanoseconds fit an int64 with room
  constexpr double kRoundingTolerance = 1e-3;  // ns; decimal fractions of a second are not exact
  const double nanoseconds = seconds * 1e9;
  const bool whole = std::abs(nanoseconds - std::round(nanoseconds)) <= kRoundingTolerance;
  const bool valid = seconds > 0.0 && seconds <= kLongest && whole && nanoseconds >= 0.5;
  if (!violations.expect(valid, path, "must be a positive whole number of nanoseconds",
                         fmt::format("{} s", seconds))) {
    return 0;
  }
  return to_integer<std::int64_t>(std::round(nanoseconds), path);
}

/// Returns nothing for the default, for which each island chooses a suitable stepper.
std::optional<solver::StepperKind> stepper_from_proto(v1::Stepper stepper) {
  switch (stepper) {
    case v1::STEPPER_RK4:
      return solver::StepperKind::kRungeKutta4;
    case v1::STEPPER_MIDPOINT:
      return solver::StepperKind::kMidpoint;
    case v1::STEPPER_SPOOK:
      return solver::StepperKind::kSpook;
    case v1::STEPPER_MOREAU_JEAN:
      return solver::StepperKind::kMoreauJean;
    case v1::STEPPER_BY_REACH:
      return solver::StepperKind::kByReach;
    default:
      return std::nullopt;
  }
}

std::int64_t output_stride(const v1::Integration& message, std::int64_t step_ns,
                           FieldViolations& violations) {
  if (!message.has_output_step() || step_ns == 0) return 1;
  const std::string path = "integration.output_step";
  const auto output_ns = whole_nanoseconds(message.output_step(), path, violations);
  const bool whole =
      violations.expect(output_ns % step_ns == 0, path,
                        fmt::format("must be a whole multiple of step, {} s", message.step()),
                        fmt::format("{} s", message.output_step()));
  return whole && output_ns > 0 ? output_ns / step_ns : 1;
}

}  // namespace

std::int64_t build_integration(const v1::Integration& message, solver::Model& model,
                               FieldViolations& violations) {
  model.stepper = stepper_from_proto(message.stepper());
  if (message.has_theta()) model.theta = message.theta();
  if (message.start() == v1::START_EQUILIBRIUM) model.course.start = solver::Start::kEquilibrium;
  violations.expect(message.duration() >= 0.0, "integration.duration", "must not be negative",
                    fmt::format("{}", message.duration()));
  MessageReader::read_each(message.stages(), "integration.stages", model.course.stages, violations);
  violations.expect(model.course.stages.empty() || message.duration() == 0.0,
                    "integration.duration",
                    "must be omitted where integration.stages has durations of its own",
                    fmt::format("{} s", message.duration()));
  model.step_ns = whole_nanoseconds(message.step(), "integration.step", violations);
  return output_stride(message, model.step_ns, violations);
}

double run_duration(const v1::Integration& message) {
  double duration = message.duration();
  for (const v1::Stage& stage : message.stages()) duration += stage.duration();
  return duration;
}

void complete_integration(solver::Model& model, v1::Integration& message) {
  for (int i = 0; i < message.stages_size(); ++i) {
    MessageWriter::write(model.course.stages[static_cast<std::size_t>(i)],
                         *message.mutable_stages(i));
  }
  message.set_stepper(model.stepper ? stepper_to_proto(*model.stepper) : v1::STEPPER_AUTOMATIC);
  if (model.stepper == solver::StepperKind::kMoreauJean && !message.has_theta()) {
    message.set_theta(solver::kDefaultTheta);
  }
  if (!message.has_output_step()) message.set_output_step(message.step());
}

v1::Stepper stepper_to_proto(solver::StepperKind stepper) {
  switch (stepper) {
    case solver::StepperKind::kMidpoint:
      return v1::STEPPER_MIDPOINT;
    case solver::StepperKind::kSpook:
      return v1::STEPPER_SPOOK;
    case solver::StepperKind::kMoreauJean:
      return v1::STEPPER_MOREAU_JEAN;
    case solver::StepperKind::kByReach:
      return v1::STEPPER_BY_REACH;
    case solver::StepperKind::kRungeKutta4:
      break;
  }
  return v1::STEPPER_RK4;
}

}  // namespace raftup::server
