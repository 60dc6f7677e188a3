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

/// All streams of one session, and what each has still to send.
class CoupledRun {
 public:
  explicit CoupledRun(client::Client& client)
      : session_(client.start_session(with_three_participants()).name()),
        controller_(client.exchange(hashing_controller(session_))) {
    for (const Partner& partner : partners()) {
      streams_.push_back(client.exchange(attach_of(session_, partner)));
    }
  }

  /// Sends what everybody sends, each in its own order, otherwise in an order drawn from `seed`.
  Hashes run_shuffled(unsigned seed) {
    std::vector<int> order;  // whose turn it is; 3 = the controller
    for (int i = 0; i < 3; ++i) {
      order.insert(order.end(), partners()[static_cast<std::size_t>(i)].sample_count(), i);
    }
    order.insert(order.end(), kPartnerSteps, 3);
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
    return receive_hashes(controller_);
  }

  /// Everybody in a thread of their own, as fast as they can.
  Hashes run_at_once() {
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < streams_.size(); ++i) {
      threads.emplace_back([this, i] {
        const Partner& partner = partners()[i];
        for (int k = 0; k < partner.sample_count(); ++k) {
          send_sample(streams_[i], partner, k * partner.period);
        }
      });
    }
    for (int n = 0; n < kPartnerSteps; ++n) controller_.send_advance(1);
    Hashes hashes = receive_hashes(controller_);
    for (auto& thread : threads) thread.join();
    return hashes;
  }

  const std::string& session() const { return session_; }
  client::Exchange& controller() { return controller_; }
  client::Exchange& stream(std::size_t i) { return streams_[i]; }

 private:
  std::string session_;
  client::Exchange controller_;
  std::vector<client::Exchange> streams_;
};

void check_shuffles(int count) {
  const int workers = GENERATE(1, 2, 8);
  const RunningServer server(workers);
  auto client = server.client();
  int same = 0;
  for (int seed = 1; seed <= count; ++seed) {
    CoupledRun run(client);
    same += run.run_shuffled(static_cast<unsigned>(seed)) == reference_hashes() ? 1 : 0;
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
  Hashes distinct = reference_hashes();
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
  for (int i = 0; i < 10; ++i) CHECK(CoupledRun(client).run_at_once() == reference_hashes());
}

TEST_CASE("coupling: a slow participant owes a sample only every period", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  CoupledRun run(client);
  for (int n = 0; n <= kPartnerSteps + kCubicLookAhead; ++n) {
    send_sample(run.stream(0), partners()[0], n);
    send_sample(run.stream(2), partners()[2], n);
  }
  send_sample(run.stream(1), partners()[1], 0);
  CHECK(run.controller().advance(kAutopilotPeriod).step_index() == kAutopilotPeriod);
  run.controller().send_advance(1);
  while (!run.controller().receive().has_need()) {
  }
  send_sample(run.stream(1), partners()[1], kAutopilotPeriod);
  CHECK(run.controller().receive_frame().step_index() == kAutopilotPeriod + 1);
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
    run.stream(1) = client.exchange(attach_of(run.session(), partners()[1]));
    CHECK(run.stream(1).attached().watermark_ns() == 0);
    for (int n = 0; n <= kPartnerSteps + kCubicLookAhead; ++n) {
      send_sample(run.stream(0), partners()[0], n);
      send_sample(run.stream(2), partners()[2], n);
      if (n % kAutopilotPeriod == 0 && n > 0) send_sample(run.stream(1), partners()[1], n);
    }
    run.controller().send_advance(kPartnerSteps);
    CHECK(run.controller().receive_frame().state_hash() == reference_hashes().back());
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
      for (std::int64_t n = first; n < first + kBatch; ++n)
        times.push_back(n * kAutopilotPeriod * kStep);
      run.stream(1).send_inputs(times, values);
    }
  });
  CHECK(error.code() == grpc::StatusCode::RESOURCE_EXHAUSTED);
  CHECK(error.reason() == "QUOTA_SAMPLES");
}
