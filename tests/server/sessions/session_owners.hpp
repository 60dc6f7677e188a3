/// @file The owners of a session around a pushed point mass, without a server, and clients that
/// note what they are told.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hydro/base/bytes.hpp"
#include "server/sessions/advance_schedule.hpp"
#include "server/storage/record_codec.hpp"
#include "tests/support/models.hpp"

namespace raftup::testing {

inline constexpr std::int64_t kTenth = 100'000'000;  ///< ns, step of the pushed mass

/// m z'' = push_a + push_b with m = 0.5 kg, free in heave alone, steps of 0.1 s, at rest in the
/// beginning: z = F t^2 for a constant force F = push_a. Its outputs: mass.displacement.
inline solver::Model pushed_mass() {
  solver::Model model;
  model.step_ns = kTenth;
  model.bodies = {weightless_body("mass", 0.5, Vector3::Ones(), Vector3::Zero(),
                                  {false, false, true, false, false, false})};
  model.inputs = {{"push_a", solver::ExternalForce{"mass"}},
                  {"push_b", solver::ExternalForce{"mass"}}};
  return model;
}

/// Forces that no motion within the range of numbers follows: no step can be taken.
inline std::vector<server::StartValue> overflowing_push() {
  const std::vector<double> force{0.0, 0.0, 1e60, 0.0, 0.0, 0.0};
  return {{"push_a", force}, {"push_b", force}};
}

/// A participant that steps wait for; push_a is input 0, push_b input 1.
inline server::ParticipantDeclaration required_writer(const std::string& id, std::size_t input) {
  server::ParticipantDeclaration declaration;
  declaration.participant_id = id;
  declaration.required = true;
  declaration.inputs = {input};
  return declaration;
}

/// Keeps records as bytes, as a journal does.
class MemoryRecorder final : public server::SessionRecorder {
 public:
  std::vector<std::string> records;
  int commits = 0;
  int snapshots = 0;
  std::vector<std::string> checkpoints;  ///< ids
  bool full = false;                     ///< nothing can be kept

  void record(std::int64_t step_index, const server::SessionRecord& record) override {
    ByteWriter out;
    server::write_record(step_index, record, out);
    records.push_back(out.bytes());
  }
  void commit(const solver::State& /*state*/) override {
    require_room();
    ++commits;
  }
  bool wants_snapshot() const override { return snapshots < commits / 2; }
  void store_snapshot(std::shared_ptr<const server::Snapshot> /*snapshot*/) override {
    ++snapshots;
  }
  void keep_checkpoint(const server::Checkpoint& checkpoint,
                       const v1::SessionSpec& /*spec*/) override {
    require_room();
    checkpoints.push_back(checkpoint.id);
  }
  void forget_checkpoint(const std::string& id) override { std::erase(checkpoints, id); }

 private:
  void require_room() const {
    if (full) throw server::ServiceError(server::Reason::kStorageFull, "the disk is full");
  }
};

/// Notes what one client is told.
class NotingListener final : public server::StreamListener {
 public:
  std::deque<std::vector<double>> rows;  ///< of the frame to come
  std::vector<server::FrameSummary> frames;
  std::vector<std::vector<double>> frame_rows;  ///< heaves of each frame
  std::vector<std::string> notices;             ///< reasons
  std::vector<std::string> needs;
  std::vector<server::Reason> failures;
  std::optional<server::Reason> closed;
  bool has_left = false;

  std::span<double> add_row(std::int64_t /*time_ns*/, std::size_t columns) override {
    return rows.emplace_back(columns);  // a deque, so that earlier spans stay valid
  }
  void discard_rows() override { rows.clear(); }
  void send_frame(const server::FrameSummary& summary) override {
    frames.push_back(summary);
    auto& heaves = frame_rows.emplace_back();
    for (const auto& row : rows) heaves.push_back(row.at(2));
    rows.clear();
  }
  void step_failed(const server::ServiceError& error, std::int64_t /*step_index*/) override {
    failures.push_back(error.reason());
  }
  void send_need(const std::vector<std::string>& ids, std::int64_t /*until_time_ns*/) override {
    needs.insert(needs.end(), ids.begin(), ids.end());
  }
  void send_notice(const server::SessionNotice& notice) override {
    notices.push_back(notice.reason);
  }
  void left() override { has_left = true; }
  void close(const server::ServiceError& error) override { closed = error.reason(); }
};

inline std::shared_ptr<NotingListener> listener() { return std::make_shared<NotingListener>(); }

/// Everything of a session but the session.
class SessionOwners {
 public:
  explicit SessionOwners(std::vector<server::ParticipantDeclaration> participants = {},
                         std::optional<server::IterationRule> rule = std::nullopt,
                         std::int64_t stop_time_ns = 0, std::int64_t lease_ms = 15000,
                         const solver::Model& model = pushed_mass())
      : spec(with_lease(lease_ms)),
        recorded(
            {"tenant", "sessions/mass"}, solver::Simulation(model),
            server::OutputColumns(solver::Simulation(model).outputs(), {"mass.displacement"}, 1),
            std::move(participants), false),
        checkpoints(recorded, spec, nullptr),
        subscribers(recorded, checkpoints, measures, spec),
        tentative_steps(recorded, subscribers, measures, std::move(rule), interruption),
        schedule(recorded, subscribers, tentative_steps, measures, stop_time_ns,
                 [this](const server::Task& task) {
                   posted.push_back(task);
                   if (!defers) run_posted();
                 }) {
    auto owned = std::make_unique<MemoryRecorder>();
    recorder = owned.get();
    recorded.record_to(std::move(owned));
  }

  v1::SessionSpec spec;
  server::SessionMeasures measures;
  server::RecordedSimulation recorded;
  MemoryRecorder* recorder = nullptr;
  server::SessionCheckpoints checkpoints;
  server::Subscribers subscribers;
  Cancellation interruption;
  server::TentativeSteps tentative_steps;
  bool defers = false;  ///< what is posted waits for run_posted()
  std::deque<server::Task> posted;
  server::AdvanceSchedule schedule;

  /// Attaches to the initialised session with this input, if any.
  server::SessionStream& attach(server::AttachOrder order,
                                const std::shared_ptr<NotingListener>& listener) {
    order.check();
    auto [stream, replaced] = subscribers.admit(order, listener);
    if (replaced != nullptr) {
      schedule.evict(*replaced, recorded.conflict(server::Reason::kLeaseLost, "replaced"));
    }
    return subscribers.add(std::move(stream));
  }

  /// A force from `time_ns` on.
  void push(server::SessionStream& stream, std::int64_t time_ns, double force) {
    const std::vector<double> values{0.0, 0.0, force, 0.0, 0.0, 0.0};
    server::InputSamples samples;
    samples.sequence = stream.port.next_sequence;
    samples.times_ns = {&time_ns, 1};
    samples.values = values;
    accept_samples(recorded, stream.port, samples);
    schedule.proceed();
  }

  void advance(server::SessionStream& stream, std::int64_t count,
               server::AdvanceKind kind = server::AdvanceKind::kFinal) {
    schedule.advance(stream, {recorded.step_index(), count, kind});
  }

  void run_posted() {
    while (!posted.empty()) {
      const server::Task task = std::move(posted.front());
      posted.pop_front();
      task();
    }
  }

  double heave() { return recorded.read({"mass.displacement"}).at(2); }
  std::string bytes() const { return solver::serialize(recorded.simulation().state()); }

 private:
  static v1::SessionSpec with_lease(std::int64_t lease_ms) {
    v1::SessionSpec spec;
    spec.set_lease_ms(lease_ms);
    return spec;
  }
};

inline server::AttachOrder controller_order(std::vector<std::string> inputs = {}) {
  server::AttachOrder order;
  order.role = server::Role::kController;
  order.inputs = std::move(inputs);
  order.credit = 100;
  return order;
}

inline server::AttachOrder participant_order(const std::string& id, const std::string& input) {
  server::AttachOrder order;
  order.role = server::Role::kParticipant;
  order.participant_id = id;
  order.inputs = {input};
  order.credit = 100;
  return order;
}

inline server::AttachOrder observer_order(std::int64_t credit) {
  server::AttachOrder order;
  order.credit = credit;
  return order;
}

}  // namespace raftup::testing
