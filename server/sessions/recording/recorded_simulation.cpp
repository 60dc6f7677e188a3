#include "server/sessions/recording/recorded_simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "solver/model/inputs/input.hpp"
#include "solver/model/model.hpp"

namespace raftup::server {

namespace {

/// Number of steps of a verification. It is large enough that every load and joint acts, and small
/// enough to take little time.
constexpr std::int64_t kVerificationSteps = 4;

/// Reads the values of inputs at the start of the next step.
void read_inputs(const solver::Simulation& simulation, const std::vector<std::size_t>& places,
                 std::span<double> values) {
  const double time = 1e-9 * static_cast<double>(simulation.time_ns());
  for (const std::size_t place : places) {
    const solver::InputSeries& series = simulation.state().inputs[place];
    const auto width = static_cast<std::size_t>(series.width());
    if (series.times_ns().empty()) {
      const solver::Model& model = simulation.model();
      std::ranges::copy(solver::start_value(model, model.inputs[place]), values.begin());
    } else {
      series.evaluate(time, values.first(width));
    }
    values = values.subspan(width);
  }
}

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

InputTiming timing(const solver::Simulation& simulation, std::size_t input) {
  const bool held =
      simulation.state().inputs[input].interpolation() == solver::Interpolation::kHold;
  return {held, held ? 0 : simulation.input_look_ahead_ns(input)};
}

/// @throws Error(kDataLoss) if a stored record refers to inputs that the model does not have, or if
///         its number of values does not match its samples
void check_values_of(std::span<const std::size_t> named, std::size_t samples, std::size_t values,
                     const std::vector<solver::Variable>& inputs) {
  std::size_t width = 0;
  for (const std::size_t input : named) {
    if (input >= inputs.size()) {
      throw Error(ErrorCode::kDataLoss,
                  fmt::format("a record must name inputs below {}, got {}", inputs.size(), input));
    }
    width += static_cast<std::size_t>(inputs[input].size);
  }
  if (values == width * samples) return;
  throw Error(ErrorCode::kDataLoss,
              fmt::format("a record of {} samples must have {} values, got {}", samples,
                          width * samples, values));
}

/// Writes one sample, a value of each of `inputs`, and moves `values` to the next sample.
void write_sample(solver::Simulation& simulation, std::span<const std::size_t> inputs,
                  std::int64_t time_ns, const double*& values) {
  for (const std::size_t input : inputs) {
    const auto size = static_cast<std::size_t>(simulation.inputs().at(input).size);
    simulation.write_input(input, time_ns, {values, size});
    values += size;
  }
}

/// Returns the inputs whose samples are written by a source in the model.
std::vector<std::size_t> sourced_inputs(const solver::Simulation& simulation) {
  std::vector<std::size_t> sourced;
  for (std::size_t input = 0; input < simulation.inputs().size(); ++input) {
    if (simulation.model().inputs[input].is_owned()) sourced.push_back(input);
  }
  return sourced;
}

/// Sets the interpolation of each input as its participant declares it.
void apply_interpolations(const InputWriters& writers, solver::Simulation& simulation) {
  for (const auto& writer : writers.all()) {
    if (!writer->declaration.interpolation) continue;
    for (const std::size_t input : writer->declaration.inputs) {
      simulation.set_input_interpolation(input, *writer->declaration.interpolation);
    }
  }
}

}  // namespace

RecordedSimulation::RecordedSimulation(SessionKey key, solver::Simulation simulation,
                                       OutputColumns outputs,
                                       std::vector<ParticipantDeclaration> participants,
                                       bool strict)
    : key_(std::move(key)),
      simulation_(std::move(simulation)),
      variables_{VariableIndex(simulation_.inputs()), std::move(outputs)},
      writers_(
          std::move(participants), [this](std::size_t input) { return timing(simulation_, input); },
          sourced_inputs(simulation_)),
      strict_(strict) {
  kept_.step_ns = step_ns();
  apply_interpolations(writers_, simulation_);
}

std::vector<double> RecordedSimulation::read(const std::vector<std::string>& names) {
  const auto is_input = [this](const std::string& name) {
    return variables_.inputs.contains(name);
  };
  if (!names.empty() && std::all_of(names.begin(), names.end(), is_input)) {
    const auto places = variables_.inputs.places(names, "variables");
    std::vector<double> values(variables_.inputs.width(places));
    read_inputs(simulation_, places, values);
    return values;
  }
  const Columns columns = variables_.outputs.select(names, 0, "variables");
  std::vector<double> values(columns.width);
  read(columns, values);
  return values;
}

void RecordedSimulation::read(const Columns& columns, std::span<double> values) {
  simulation_.read(columns.outputs, values);
  if (all_finite(values)) return;
  std::size_t first = first_not_finite(values);
  for (const std::size_t output : columns.outputs) {
    const solver::Variable& variable = simulation_.outputs()[output];
    const auto size = static_cast<std::size_t>(variable.size);
    if (first >= size) {
      first -= size;
      continue;
    }
    throw SolverFailure(fmt::format("output '{}' must stay finite, got {} at t = {:.9g} s",
                                    variable.name, values[first_not_finite(values)],
                                    1e-9 * static_cast<double>(time_ns())));
  }
}

Reason failure_reason(const Error& error) {
  return error.code() == ErrorCode::kOutOfRange ? Reason::kBeyondData : Reason::kSolverFailed;
}

solver::StatisticsReport RecordedSimulation::statistics() {
  if (!simulation_.model().statistics) {
    throw conflict(Reason::kWrongState,
                   "GetStatistics is not possible where the model asks for no statistics");
  }
  return simulation_.statistics();
}

void RecordedSimulation::require_state(bool allowed, const std::string& what) const {
  if (allowed) return;
  throw conflict(Reason::kWrongState,
                 fmt::format("{} is not possible in state {}", what, state_name(state_)));
}

ServiceError RecordedSimulation::conflict(Reason reason, const std::string& message) const {
  return ServiceError(reason, message)
      .with("session", key_.name)
      .with("step_index", std::to_string(step_index()));
}

// --- what changes its future --------------------------------------------------------------------

struct RecordedSimulation::Change {
  RecordedSimulation& self;

  void operator()(const InitializedRecord& record) const {
    const double* values = record.start_values.data();
    write_sample(self.simulation_, record.inputs, 0, values);
    self.state_ = SessionState::kInitialized;
  }

  void operator()(const SamplesRecord& record) const {
    const double* values = record.values.data();
    for (const std::int64_t time : record.times_ns) {
      const std::int64_t effective = self.step_index() > 0 ? std::max(time, self.time_ns()) : time;
      write_sample(self.simulation_, record.inputs, effective, values);
    }
    self.writers_.set_watermark(record.participant_id, record.watermark_ns);
  }

  void operator()(const SteppedRecord& record) const {
    const std::uint64_t hash = solver::motion_hash(self.simulation_.state());
    if (hash == record.motion_hash) return;
    throw Error(ErrorCode::kDataLoss,
                fmt::format("step {} must lead to the motion {:016x}, got {:016x}",
                            self.step_index(), record.motion_hash, hash));
  }

  void operator()(const RestoredRecord& record) const {
    // The interpolation of samples belongs to the session and is not taken from the snapshot.
    std::vector<solver::Interpolation> interpolations;
    for (const auto& input : self.simulation_.state().inputs) {
      interpolations.push_back(input.interpolation());
    }
    self.simulation_.restore(record.snapshot->state);
    for (std::size_t input = 0; input < interpolations.size(); ++input) {
      self.simulation_.set_input_interpolation(input, interpolations[input]);
    }
    self.writers_.restore(record.snapshot->watermarks);
    self.variables_.events.go_on_from(self.step_index(), record.snapshot->firings);
    self.state_ = record.snapshot->session_state;
  }

  void operator()(const ResetRecord& /*record*/) const {
    self.simulation_.reset();
    apply_interpolations(self.writers_, self.simulation_);
    self.writers_.restore({});
    self.variables_.events.return_to(self.step_index());
    self.state_ = SessionState::kCreated;
  }

  void operator()(const TerminatedRecord& /*record*/) const {
    self.state_ = SessionState::kTerminated;
  }
};

void RecordedSimulation::change(const SessionRecord& record) {
  const std::int64_t accepted_at = step_index();
  std::visit(Change{*this}, record);
  kept_.recorder->record(accepted_at, record);
}

void RecordedSimulation::change_bodies(const std::function<void(solver::Simulation&)>& change) {
  const solver::State before = simulation_.state();
  try {
    change(simulation_);
  } catch (...) {
    simulation_.restore(before);
    throw;
  }
  // The changes are contained in the state, so that a snapshot of it is a sufficient record.
  this->change(RestoredRecord{snapshot()});
}

void RecordedSimulation::initialize(const std::vector<StartValue>& start_values) {
  require_state(state_ == SessionState::kCreated, "InitializeSession");
  std::vector<std::string> names;
  names.reserve(start_values.size());
  for (const auto& start : start_values) names.push_back(start.name);
  const auto places = variables_.inputs.places(names, "start_values");
  std::vector<double> values;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto size = variables_.inputs.width({places[i]});
    if (simulation_.model().inputs[places[i]].is_owned()) {
      throw bad_field(fmt::format("start_values[{}].name", i),
                      "must be of an input without a source of its own, that no event sets",
                      names[i]);
    }
    if (start_values[i].values.size() != size) {
      throw bad_field(fmt::format("start_values[{}].values", i),
                      fmt::format("must have {} values", size),
                      std::to_string(start_values[i].values.size()));
    }
    values.insert(values.end(), start_values[i].values.begin(), start_values[i].values.end());
  }
  change(InitializedRecord{places, values});
}

void RecordedSimulation::step() {
  const std::optional<Position> before = strict_ ? std::optional(position()) : std::nullopt;
  variables_.events.step(simulation_);
  if (before) {
    const std::size_t known = before->state.passed_limits.size();
    if (simulation_.state().passed_limits.size() != known) {
      const std::string message = simulation_.range_findings()[known].message;
      return_to(*before);
      throw Error(ErrorCode::kOutOfRange, message);
    }
  }
  state_ = SessionState::kRunning;
}

void RecordedSimulation::replay(std::int64_t step_index, const SessionRecord& record) {
  if (step_index < this->step_index()) {
    throw Error(ErrorCode::kDataLoss,
                fmt::format("a record of step {} must not follow one of step {}", step_index,
                            this->step_index()));
  }
  if (const auto* samples = std::get_if<SamplesRecord>(&record)) {
    check_values_of(samples->inputs, samples->times_ns.size(), samples->values.size(),
                    simulation_.inputs());
  }
  if (const auto* start = std::get_if<InitializedRecord>(&record)) {
    check_values_of(start->inputs, 1, start->start_values.size(), simulation_.inputs());
  }
  while (this->step_index() < step_index) step();
  std::visit(Change{*this}, record);
}

// --- what is kept -------------------------------------------------------------------------------

void RecordedSimulation::record_to(std::unique_ptr<SessionRecorder> recorder) {
  kept_.recorder = std::move(recorder);
  kept_.written_step = step_index();
}

std::shared_ptr<const Snapshot> RecordedSimulation::snapshot() const {
  return std::make_shared<const Snapshot>(
      Snapshot{simulation_.state(), state_, writers_.watermarks(), events().all()});
}

void RecordedSimulation::commit() {
  kept_.recorder->commit(simulation_.state());
  kept_.written_step = step_index();
}

// NOLINTNEXTLINE(readability-make-member-function-const): changes what the session keeps
void RecordedSimulation::renew_snapshot() {
  if (kept_.recorder->wants_snapshot()) kept_.recorder->store_snapshot(snapshot());
}

// --- steps that are undone ----------------------------------------------------------------------

void RecordedSimulation::return_to(const Position& position) {
  simulation_.restore(position.state);
  state_ = position.session_state;
  variables_.events.return_to(step_index());
}

Verification RecordedSimulation::verify(const solver::State& state) {
  const solver::State present = simulation_.state();
  Verification verification;
  simulation_.restore(state);
  verification.renewed = solver::state_hash(simulation_.state()) != solver::state_hash(state);
  try {
    while (verification.step_count < kVerificationSteps) {
      simulation_.step();
      ++verification.step_count;
    }
  } catch (const Error&) {
    // The number of steps before the error is part of the result.
  }
  verification.state_hash = solver::state_hash(simulation_.state());
  simulation_.restore(present);
  return verification;
}

}  // namespace raftup::server
