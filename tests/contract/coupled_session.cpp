#include "tests/contract/coupled_session.hpp"

#include <cmath>

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

}  // namespace raftup::testing
