#include "server/sessions/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hydro/error.hpp"
#include "server/sessions/streams/session_stream.hpp"

namespace raftup::server {

namespace {

const char* state_name(SessionState state) {
  switch (state) {
    case SessionState::kCreated:
      return "CREATED";
    case SessionState::kInitialized:
      return "INITIALIZED";
    case SessionState::kRunning:
      return "RUNNING";
    case SessionState::kTerminated:
      return "TERMINATED";
  }
  return "";
}

}  // namespace

Session::Session(std::string name, SessionSetup setup, WorkerPool& pool)
    : name_(std::move(name)),
      tenant_(std::move(setup.tenant)),
      shares_(std::move(setup.shares)),
      ledger_(setup.ledger),
      strand_(pool),
      simulation_(std::move(setup.simulation)),
      spec_(std::move(setup.spec)),
      inputs_(simulation_.inputs()),
      outputs_(simulation_.outputs()),
      writers_(std::move(setup.participants), [this](std::size_t input) { return timing(input); }),
      default_outputs_(std::move(setup.default_outputs)),
      default_output_stride_(setup.output_stride),
      create_time_(setup.create_time),
      lease_duration_(std::chrono::milliseconds(spec_.lease_ms())) {
  if (setup.iteration) iteration_.emplace(std::move(*setup.iteration));
  apply_interpolations();
}

Session::~Session() = default;

InputTiming Session::timing(std::size_t input) const {
  const bool held =
      simulation_.state().inputs[input].interpolation() == solver::Interpolation::kHold;
  return {held, held ? 0 : simulation_.input_look_ahead_ns(input)};
}

void Session::apply_interpolations() {
  for (const auto& writer : writers_.all()) {
    if (!writer->declaration.interpolation) continue;
    for (const std::size_t input : writer->declaration.inputs) {
      simulation_.set_input_interpolation(input, *writer->declaration.interpolation);
    }
  }
}

void Session::require_state(bool allowed, const std::string& what) const {
  if (allowed) return;
  throw conflict(Reason::kWrongState,
                 fmt::format("{} is not possible in state {}", what, state_name(state_)));
}

ServiceError Session::conflict(Reason reason, const std::string& message) const {
  return ServiceError(reason, message)
      .with("session", name_)
      .with("step_index", std::to_string(step_index()));
}

void Session::initialize(const std::vector<StartValue>& start_values) {
  require_state(state_ == SessionState::kCreated, "InitializeSession");
  std::vector<std::string> names;
  names.reserve(start_values.size());
  for (const auto& start : start_values) names.push_back(start.name);
  const auto places = inputs_.places(names, "start_values");
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto size = inputs_.width({places[i]});
    if (start_values[i].values.size() != size) {
      throw bad_field(fmt::format("start_values[{}].values", i),
                      fmt::format("must have {} values", size),
                      std::to_string(start_values[i].values.size()));
    }
  }
  std::vector<double> values;
  for (const auto& start : start_values) {
    values.insert(values.end(), start.values.begin(), start.values.end());
  }
  change(InitializedRecord{places, values});
  commit();
  log(hydro::Severity::kInfo, "SESSION_INITIALIZED", "the session may take steps");
}

void Session::reset() {
  require_state(state_ != SessionState::kTerminated, "ResetSession");
  require_state(controller_ == nullptr || controller_->orders.empty(),
                "ResetSession during an Advance");
  change(ResetRecord{});
  commit();
  forget_rows();
  notify_all(hydro::Severity::kWarning, "SESSION_RESET", "the session is back at t = 0");
}

void Session::terminate() {
  change(TerminatedRecord{});
  cut_advances_short();
  commit();
  notify_all(hydro::Severity::kInfo, "SESSION_TERMINATED", "the session takes no more steps");
}

void Session::close(const ServiceError& reason) {
  state_ = SessionState::kTerminated;
  let_all_go(reason);
  absent_.clear();
  telemetry_.close(reason);
}

void Session::drain() {
  cut_advances_short();
  notify_all(hydro::Severity::kWarning, "DRAINING", "the server is about to stop");
  close(conflict(Reason::kDraining, "the server is about to stop"));
}

std::vector<double> Session::read(const std::vector<std::string>& names) {
  const auto places = outputs_.places(names.empty() ? default_outputs_ : names, "variables");
  std::vector<double> values(outputs_.width(places));
  simulation_.read(places, values);
  return values;
}

solver::StatisticsReport Session::statistics() {
  if (!simulation_.model().statistics) {
    throw conflict(Reason::kWrongState,
                   "GetStatistics is not possible where the model asks for no statistics");
  }
  return simulation_.statistics();
}

}  // namespace raftup::server
