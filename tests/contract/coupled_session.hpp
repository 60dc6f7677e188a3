/// @file Two bodies of which a participant pushes one, and what its clients send.
#pragma once

#include <string>

#include "tests/contract/running_server.hpp"

namespace raftup::testing {

inline constexpr std::int64_t kStep = 20'000'000;  ///< ns, of two_bodies()

/// Force on one body as a function of time, that no interpolation hits by accident [N].
double push(std::int64_t time_ns);

/// A sample of push_a or push_b.
Values force_on_heave(double force);

/// Declares that "waves" writes push_b, linear in between, and that steps wait for it.
v1::SessionSpec with_participant();

v1::Attach participant_of(const std::string& session, const std::string& participant_id,
                          const std::string& input);
v1::Attach waves_of(const std::string& session);

/// push() at the steps `first` to `last`, one message each.
void send_samples(client::Exchange& stream, int first, int last);

v1::ExchangeRequest heartbeat(std::int64_t nonce = 0);

/// The next notice, which must be of this reason; what else comes before is left out.
v1::Notice next_notice(client::Exchange& stream, const std::string& reason);

}  // namespace raftup::testing
