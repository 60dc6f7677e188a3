#include "tests/contract/coupled_session.hpp"

#include <chrono>
#include <cmath>
#include <thread>

namespace raftup::testing {

double push(std::int64_t time_ns) { return 1e5 * std::sin(3e-9 * static_cast<double>(time_ns)); }

Values force_on_heave(double force) { return {0.0, 0.0, force, 0.0, 0.0, 0.0}; }

v1::SessionSpec with_participant() {
  v1::SessionSpec spec = two_bodies();
  auto& participant = *spec.add_participants();
  participant.set_participant_id("waves");
  participant.set_required(true);
  participant.add_input_variables("push_b");
  participant.set_interpolation(v1::INTERPOLATION_LINEAR);
  return spec;
}

v1::Attach participant_of(const std::string& session, const std::string& participant_id,
                          const std::string& input) {
  v1::Attach attach;
  attach.set_session(session);
  attach.set_role(v1::ROLE_PARTICIPANT);
  attach.set_participant_id(participant_id);
  attach.add_input_variables(input);
  return attach;
}

v1::Attach waves_of(const std::string& session) {
  return participant_of(session, "waves", "push_b");
}

void send_samples(client::Exchange& stream, int first, int last) {
  for (int n = first; n <= last; ++n) {
    const std::int64_t time = n * kStep;
    stream.send_inputs({&time, 1}, force_on_heave(push(time)));
  }
}

v1::ExchangeRequest heartbeat(std::int64_t nonce) {
  v1::ExchangeRequest request;
  request.mutable_heartbeat()->set_nonce(nonce);
  return request;
}

v1::Notice next_notice(client::Exchange& stream, const std::string& reason) {
  while (true) {
    const v1::ExchangeResponse& response = stream.receive();
    if (response.has_notice() && response.notice().reason() == reason) return response.notice();
  }
}

namespace {

constexpr std::int64_t kTick = 5'000'000;  // ns
constexpr int kLongestPause = 500;         // us

double force_at(const Partner& partner, int n) {
  const double phase = 0.4 * n + static_cast<double>(partner.id.size());
  return 1e5 * std::sin(phase);
}

/// Everything sent before the first step is ordered.
Hashes run_in_turn() {
  const RunningServer server(1);
  auto client = server.client();
  const std::string session = client.start_session(with_three_participants()).name();
  auto controller = client.exchange(hashing_controller(session));
  for (const Partner& partner : partners()) {
    auto stream = client.exchange(attach_of(session, partner));
    for (int k = 0; k < partner.sample_count(); ++k) {
      send_sample(stream, partner, k * partner.period);
    }
    stream.close();
  }
  for (int n = 0; n < kPartnerSteps; ++n) controller.send_advance(1);
  return receive_hashes(controller);
}

}  // namespace

int Partner::sample_count() const {
  const bool cubic = interpolation == v1::INTERPOLATION_HERMITE;
  return (kPartnerSteps + (cubic ? kCubicLookAhead : 0)) / period + 1;
}

const std::vector<Partner>& partners() {
  static const std::vector<Partner> all = {
      {"waves", "push_b", v1::INTERPOLATION_LINEAR, 1},
      {"autopilot", "push_a", v1::INTERPOLATION_HOLD, kAutopilotPeriod},
      {"mooring", "tow_b", v1::INTERPOLATION_HERMITE, 1}};
  return all;
}

v1::SessionSpec with_three_participants() {
  v1::SessionSpec spec = two_bodies();
  auto& tow = *spec.mutable_model()->add_inputs();
  tow.set_name("tow_b");
  tow.mutable_external_force()->set_body("b");
  spec.set_base_tick_ns(kTick);
  for (const Partner& partner : partners()) {
    auto& participant = *spec.add_participants();
    participant.set_participant_id(partner.id);
    participant.set_required(true);
    participant.add_input_variables(partner.input);
    participant.set_interpolation(partner.interpolation);
    if (partner.period > 1) participant.set_period_ticks(partner.period * kStep / kTick);
  }
  return spec;
}

v1::Attach attach_of(const std::string& session, const Partner& partner) {
  return participant_of(session, partner.id, partner.input);
}

void send_sample(client::Exchange& stream, const Partner& partner, int n) {
  const std::int64_t time = n * kStep;
  stream.send_inputs({&time, 1}, force_on_heave(force_at(partner, n)));
}

RandomPauses::RandomPauses(unsigned seed)
    : random_(seed), longest_(std::uniform_int_distribution<int>(0, kLongestPause)(random_)) {}

void RandomPauses::pause() {
  const int pause = std::uniform_int_distribution<int>(-longest_, longest_)(random_);
  if (pause > 0) std::this_thread::sleep_for(std::chrono::microseconds(pause));
}

void send_samples_slowly(client::Exchange& stream, const Partner& partner, unsigned seed) {
  RandomPauses pauses(seed + static_cast<unsigned>(partner.id.size()));
  for (int k = 0; k < partner.sample_count(); ++k) {
    pauses.pause();
    send_sample(stream, partner, k * partner.period);
  }
}

v1::Attach hashing_controller(const std::string& session) {
  v1::Attach attach = controller_of(session);
  attach.set_state_hash(true);
  return attach;
}

Hashes receive_hashes(client::Exchange& controller) {
  Hashes hashes;
  for (int n = 0; n < kPartnerSteps; ++n) {
    hashes.push_back(controller.receive_frame().state_hash());
  }
  return hashes;
}

const Hashes& reference_hashes() {
  static const Hashes hashes = run_in_turn();
  return hashes;
}

}  // namespace raftup::testing
