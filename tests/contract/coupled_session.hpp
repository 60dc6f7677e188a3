/// @file Two bodies of which a participant pushes one, and what its clients send; the same with
/// three participants, where the result depends on what they send alone.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

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

inline constexpr int kPartnerSteps = 24;
inline constexpr int kAutopilotPeriod = 3;  ///< steps
inline constexpr int kCubicLookAhead = 2;   ///< samples beyond the last step, for the cubic

struct Partner {
  std::string id;
  std::string input;
  v1::Interpolation interpolation;
  int period;  ///< steps from sample to sample

  /// Samples that it sends for all steps.
  int sample_count() const;
};

const std::vector<Partner>& partners();

/// Two bodies and three participants that steps wait for.
v1::SessionSpec with_three_participants();

v1::Attach attach_of(const std::string& session, const Partner& partner);

/// The sample at step n.
void send_sample(client::Exchange& stream, const Partner& partner, int n);

/// Pauses of one who takes part in a race: fast or slow as a whole, and from message to message.
class RandomPauses {
 public:
  explicit RandomPauses(unsigned seed);
  void pause();

 private:
  std::mt19937 random_;
  int longest_;  ///< us
};

/// All samples, with pauses drawn from `seed`.
void send_samples_slowly(client::Exchange& stream, const Partner& partner, unsigned seed);

/// Frame.state_hash of each step.
using Hashes = std::vector<std::uint64_t>;

/// A controller whose frames have hashes.
v1::Attach hashing_controller(const std::string& session);

/// One frame a step.
Hashes receive_hashes(client::Exchange& controller);

/// What every order of arrival must give, from a server with one worker.
const Hashes& reference_hashes();

}  // namespace raftup::testing
