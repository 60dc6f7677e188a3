#include "server/model/session_status.hpp"

#include <google/protobuf/util/time_util.h>

#include <algorithm>
#include <cmath>

#include "hydro/base/whole_number.hpp"
#include "server/base/conversions.hpp"
#include "server/model/message_fields.hpp"
#include "server/model/model_parts.hpp"
#include "server/model/session_builder.hpp"
#include "solver/loads/lines/broken_lines.hpp"

namespace raftup::server {

namespace {

/// Largest number of firings in the status of a session.
constexpr std::size_t kMostFirings = 1000;

void stages_to_proto(const solver::Model& model, v1::Session& message) {
  for (const solver::StageSteps& steps : solver::steps_of(model.course.stages, model.step_ns)) {
    auto& span = *message.add_stages();
    span.set_first_step(steps.first_step);
    span.set_end_step(steps.end_step);
  }
  message.set_first_recorded_step(solver::first_recorded_step(model.course.stages, model.step_ns));
}

void events_to_proto(const RecordedSimulation& recorded, v1::Session& message) {
  const std::vector<FiredEvents::Firing>& firings = recorded.events().all();
  message.set_firing_count(static_cast<std::int64_t>(firings.size()));
  for (std::size_t i = 0; i < std::min(firings.size(), kMostFirings); ++i) {
    const solver::Event& event = recorded.simulation().model().events[firings[i].event];
    auto& firing = *message.add_firings();
    firing.set_event(event.name);
    firing.set_time_ns(firings[i].step_index * recorded.step_ns());
    firing.set_text(event.text());
  }
  if (!recorded.events().end()) return;
  const solver::RunEnd& end = *recorded.events().end();
  message.mutable_run_end()->set_event(end.event);
  message.mutable_run_end()->set_reason(end.reason);
  message.mutable_run_end()->set_time_ns(end.step_index * recorded.step_ns());
}

void broken_lines_to_proto(const solver::Simulation& simulation, v1::Session& message) {
  for (const auto& broken : solver::broken_loads(simulation.model(), simulation.state())) {
    auto& line = *message.add_broken_lines();
    line.set_load(simulation.model().loads[broken.load].name);
    line.set_time_ns(to_integer<std::int64_t>(std::round(1e9 * broken.at.time), "time of a break"));
    line.set_arc(broken.at.arc);
    line.set_tension(broken.at.tension);
    line.set_lost_energy(broken.at.lost_energy);
  }
}

}  // namespace

void session_status_to_proto(const Session& session, v1::Session& message) {
  message.set_name(session.name());
  message.set_state(session_state_to_proto(session.state()));
  message.set_step_index(session.recorded().written().step_index);
  message.set_time_ns(session.recorded().written().time_ns);
  message.set_step_ns(session.recorded().step_ns());
  *message.mutable_create_time() = google::protobuf::util::TimeUtil::NanosecondsToTimestamp(
      to_unix_ns(session.origin().create_time));
  for (const auto& writer : session.recorded().writers().all()) {
    auto& status = *message.add_participants();
    status.set_participant_id(writer->declaration.participant_id);
    status.set_attached(writer->attached);
    if (writer->watermark_ns != kNoWatermark) status.set_watermark_ns(writer->watermark_ns);
  }
  const auto& reports = session.simulation().radiation_reports();
  const auto& groups = session.simulation().model().hydrodynamics;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    radiation_report_to_proto(reports[i], groups[i].name, *message.add_radiation());
  }
  for (const auto& finding : session_findings(session.simulation(), session.spec().model(),
                                              session.origin().record_findings)) {
    finding_to_proto(finding, *message.add_findings());
  }
  for (const auto& island : session.simulation().islands()) {
    island_to_proto(island, session.simulation().model(), *message.add_islands());
  }
  stages_to_proto(session.simulation().model(), message);
  events_to_proto(session.recorded(), message);
  broken_lines_to_proto(session.simulation(), message);
  message.set_paused(session.schedule().paused());
  for (const auto& id : session.schedule().waiting_for()) message.add_waiting_for(id);
  const SessionTimes times = session.schedule().times();
  message.set_compute_ns(times.compute.count());
  message.set_wait_ns(times.wait.count());
}

v1::SessionState session_state_to_proto(SessionState state) {
  switch (state) {
    case SessionState::kCreated:
      return v1::SESSION_STATE_CREATED;
    case SessionState::kInitialized:
      return v1::SESSION_STATE_INITIALIZED;
    case SessionState::kRunning:
      return v1::SESSION_STATE_RUNNING;
    case SessionState::kTerminated:
      return v1::SESSION_STATE_TERMINATED;
  }
  return v1::SESSION_STATE_UNSPECIFIED;
}

void radiation_report_to_proto(const hydro::RadiationReport& report, const std::string& group,
                               v1::RadiationReport& message) {
  message.set_group(group);
  MutableField(message, "form")
      .set_enumerator(names_of(report.form), static_cast<std::size_t>(report.form));
  message.set_pole_count(report.pole_count);
  message.set_kernel_duration(report.kernel_duration);
  message.set_kernel_error(report.error_kernel);
  message.set_added_mass_error(report.error_added_mass);
  message.set_damping_error(report.error_damping);
  message.set_data_residual(report.data_residual);
  message.set_infinite_added_mass_error(report.error_infinite_added_mass);
  message.set_response_error(report.error_response);
  message.set_sea_error(report.error_sea);
  message.set_frequency_error(report.error_between);
  message.set_frequency_error_omega(report.error_between_omega);
  for (const double omega : report.frequencies_to_add) message.add_frequencies_to_add(omega);
  for (const auto& finding : report.findings) finding_to_proto(finding, *message.add_findings());
}

void island_to_proto(const solver::IslandReport& island, const solver::Model& model,
                     v1::IslandReport& message) {
  for (const std::size_t body : island.bodies) {
    if (model.bodies[body].carrier_of.empty()) message.add_bodies(model.bodies[body].name);
  }
  for (const std::size_t joint : island.joints) message.add_joints(model.joints[joint].name);
  message.set_stepper(stepper_to_proto(island.stepper));
}

}  // namespace raftup::server
