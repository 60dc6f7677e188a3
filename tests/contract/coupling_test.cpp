/// @file Three participants on one session: the result depends on what they declare alone.
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <thread>

#include "tests/contract/coupled_session.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

constexpr int kSteps = 24;
constexpr int kPeriod = 3;                 // steps, of the autopilot
constexpr int kLookAhead = 2;              // samples beyond the last step, for the cubic
constexpr std::int64_t kTick = 5'000'000;  // ns

struct Partner {
  std::string id;
  std::string input;
  v1::Interpolation interpolation;
  int period;  ///< steps from sample to sample
};

const std::vector<Partner>& partners() {
  static const std::vector<Partner> all = {{"waves", "push_b", v1::INTERPOLATION_LINEAR, 1},
                                           {"autopilot", "push_a", v1::INTERPOLATION_HOLD, kPeriod},
                                           {"mooring", "tow_b", v1::INTERPOLATION_HERMITE, 1}};
  return all;
}

/// Two bodies and three participants that steps wait for.
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

double sample_of(const Partner& partner, int n) {
  const double phase = 0.4 * n + static_cast<double>(partner.id.size());
  return 1e5 * std::sin(phase);
}

void send_sample(client::Exchange& stream, const Partner& partner, int n) {
  const std::int64_t time = n * kStep;
  stream.send_inputs({&time, 1}, force_on_heave(sample_of(partner, n)));
}

using Hashes = std::vector<std::uint64_t>;

/// All streams of one session, and what each has still to send.
class CoupledRun {
 public:
  explicit CoupledRun(client::Client& client)
      : session_(client.start_session(with_three_participants()).name()),
        controller_(client.exchange(hashing_controller())) {
    for (const Partner& partner : partners()) {
      streams_.push_back(client.exchange(participant_of(session_, partner.id, partner.input)));
    }
  }

  /// Sends what everybody sends, each in its own order, otherwise in an order drawn from `seed`.
  Hashes run_shuffled(unsigned seed) {
    std::vector<int> order;  // whose turn it is; 3 = the controller
    for (int i = 0; i < 3; ++i) order.insert(order.end(), count_of(i), i);
    order.insert(order.end(), kSteps, 3);
    std::shuffle(order.begin(), order.end(), std::mt19937(seed));
    std::vector<int> next(3, 0);
    for (const int who : order) {
      if (who == 3) {
        controller_.send_advance(1);
        continue;
      }
      const Partner& partner = partners()[static_cast<std::size_t>(who)];
      int& n = next[static_cast<std::size_t>(who)];
      send_sample(streams_[static_cast<std::size_t>(who)], partner, n);
      n += partner.period;
    }
    return receive();
  }

  /// Everybody in a thread of their own, as fast as they can.
  Hashes run_at_once() {
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < streams_.size(); ++i) {
      threads.emplace_back([this, i] {
        const Partner& partner = partners()[i];
        for (int k = 0; k < count_of(static_cast<int>(i)); ++k) {
          send_sample(streams_[i], partner, k * partner.period);
        }
      });
    }
    for (int n = 0; n < kSteps; ++n) controller_.send_advance(1);
    Hashes hashes = receive();
    for (auto& thread : threads) thread.join();
    return hashes;
  }

  const std::string& session() const { return session_; }
  client::Exchange& controller() { return controller_; }
  client::Exchange& stream(std::size_t i) { return streams_[i]; }

 private:
  v1::Attach hashing_controller() const {
    v1::Attach attach = controller_of(session_);
    attach.set_state_hash(true);
    return attach;
  }

  static int count_of(int i) {
    const int last =
        kSteps + (partners()[static_cast<std::size_t>(i)].interpolation == v1::INTERPOLATION_HERMITE
                      ? kLookAhead
                      : 0);
    return last / partners()[static_cast<std::size_t>(i)].period + 1;
  }

  Hashes receive() {
    Hashes hashes;
    for (int n = 0; n < kSteps; ++n) hashes.push_back(controller_.receive_frame().state_hash());
    return hashes;
  }

  std::string session_;
  client::Exchange controller_;
  std::vector<client::Exchange> streams_;
};

Hashes reference() {
  static const Hashes hashes = [] {
    const RunningServer server(1);
    auto client = server.client();
    return CoupledRun(client).run_shuffled(0);
  }();
  return hashes;
}

void check_shuffles(int count) {
  const int workers = GENERATE(1, 2, 8);
  const RunningServer server(workers);
  auto client = server.client();
  int same = 0;
  for (int seed = 1; seed <= count; ++seed) {
    CoupledRun run(client);
    same += run.run_shuffled(static_cast<unsigned>(seed)) == reference() ? 1 : 0;
    client.delete_session(run.session());
  }
  CHECK(same == count);
}

v1::ExchangeRequest samples(std::int64_t sequence, std::int64_t time_ns, const Values& values) {
  v1::ExchangeRequest request;
  request.mutable_inputs()->set_sequence(sequence);
  request.mutable_inputs()->add_sample_time_ns(time_ns);
  request.mutable_inputs()->mutable_values()->Assign(values.begin(), values.end());
  return request;
}

}  // namespace

TEST_CASE("coupling: a hundred orders of arrival and any number of workers, one hash chain",
          "[contract]") {
  Hashes distinct = reference();
  std::sort(distinct.begin(), distinct.end());
  CHECK(std::unique(distinct.begin(), distinct.end()) == distinct.end());
  check_shuffles(100);
}

TEST_CASE("coupling: a thousand orders of arrival, one hash chain", "[contract][.long]") {
  check_shuffles(1000);
}

TEST_CASE("coupling: participants that race each other give the same hash chain", "[contract]") {
  const RunningServer server(8);
  auto client = server.client();
  for (int i = 0; i < 10; ++i) CHECK(CoupledRun(client).run_at_once() == reference());
}

TEST_CASE("coupling: a slow participant owes a sample only every period", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  CoupledRun run(client);
  for (int n = 0; n <= kSteps + kLookAhead; ++n) {
    send_sample(run.stream(0), partners()[0], n);
    send_sample(run.stream(2), partners()[2], n);
  }
  send_sample(run.stream(1), partners()[1], 0);
  CHECK(run.controller().advance(kPeriod).step_index() == kPeriod);
  run.controller().send_advance(1);
  while (!run.controller().receive().has_need()) {
  }
  send_sample(run.stream(1), partners()[1], kPeriod);
  CHECK(run.controller().receive_frame().step_index() == kPeriod + 1);
}

TEST_CASE("coupling: a participant that lies is refused, and nobody else is any the worse",
          "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const double nan = std::nan("");
  const std::int64_t third = 3 * kStep;
  v1::ExchangeRequest back;
  back.mutable_inputs()->set_sequence(2);
  back.mutable_inputs()->set_watermark_ns(-kStep);
  struct Lie {
    const char* what;
    const char* message;
    v1::ExchangeRequest request;
  };
  const std::vector<Lie> lies = {
      {"not a number", "inputs.values[2] must be finite, got nan",
       samples(2, third, force_on_heave(nan))},
      {"one value too few", "inputs.values must have 6 values, got 5",
       samples(2, third, Values(5, 0.0))},
      {"a watermark that goes back",
       "inputs.watermark_ns must not go back from 0 ns, got -20000000 ns", back},
      {"a sample off its period",
       "inputs.sample_time_ns[0] must be a multiple of the participant's period, 60000000 ns, got "
       "80000000 ns",
       samples(2, third + kStep, force_on_heave(0.0))},
      {"a sample of the past", "inputs.sample_time_ns[0] must be later than 0 ns, got 0 ns",
       samples(2, 0, force_on_heave(0.0))},
      {"a gap in the sequence", "inputs.sequence must be 2, got 3",
       samples(3, third, force_on_heave(0.0))},
  };
  for (const Lie& lie : lies) {
    INFO(lie.what);
    CoupledRun run(client);
    send_sample(run.stream(1), partners()[1], 0);
    run.stream(1).send(lie.request);
    const auto error = error_of([&] {
      while (true) run.stream(1).receive();
    });
    CHECK(std::string(error.what()) == lie.message);
    run.stream(1) =
        client.exchange(participant_of(run.session(), partners()[1].id, partners()[1].input));
    CHECK(run.stream(1).attached().watermark_ns() == 0);
    for (int n = 0; n <= kSteps + kLookAhead; ++n) {
      send_sample(run.stream(0), partners()[0], n);
      send_sample(run.stream(2), partners()[2], n);
      if (n % kPeriod == 0 && n > 0) send_sample(run.stream(1), partners()[1], n);
    }
    run.controller().send_advance(kSteps);
    CHECK(run.controller().receive_frame().state_hash() == reference().back());
  }
}

TEST_CASE("coupling: samples too far ahead are refused where memory would grow", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  CoupledRun run(client);
  CHECK(run.stream(1).attached().input_credit() == 262144);
  constexpr std::int64_t kBatch = 50000;
  const Values values(kBatch * 6, 0.0);
  const auto error = error_of([&] {
    for (std::int64_t first = 0;; first += kBatch) {
      std::vector<std::int64_t> times;
      for (std::int64_t n = first; n < first + kBatch; ++n) times.push_back(n * kPeriod * kStep);
      run.stream(1).send_inputs(times, values);
    }
  });
  CHECK(error.code() == grpc::StatusCode::RESOURCE_EXHAUSTED);
  CHECK(error.reason() == "QUOTA_SAMPLES");
}
