/// @file Steps that are tried and undone, and participants that give their own added mass.
#include <cmath>
#include <thread>

#include "clients/cpp/exchange.hpp"
#include "tests/contract/coupled_session.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

constexpr double kMassB = 0.6e6;

std::int64_t step_index_of(client::Client& client, const std::string& session) {
  v1::GetSessionRequest request;
  request.set_name(session);
  return client.call(&client::Client::Stub::GetSession, request).session().step_index();
}

std::string values_in(client::Client& client, const std::string& session) {
  v1::ReadValuesRequest request;
  request.set_session(session);
  return client.call(&client::Client::Stub::ReadValues, request).SerializeAsString();
}

/// Body b alone is moved by a participant "tank" that is heavier than it.
v1::SessionSpec with_tank(v1::IterationMethod method) {
  v1::SessionSpec spec = two_bodies();
  spec.mutable_model()->clear_added_mass_interactions();
  auto& tank = *spec.add_participants();
  tank.set_participant_id("tank");
  tank.set_required(true);
  tank.add_input_variables("push_b");
  auto& iteration = *spec.mutable_iteration();
  iteration.add_input_variables("push_b");
  iteration.set_method(method);
  iteration.set_tolerance(1e-10);
  iteration.set_max_iterations(60);
  return spec;
}

v1::Attach tank_of(const std::string& session) {
  v1::Attach attach = participant_of(session, "tank", "push_b");
  attach.add_output_variables("b.linear_acceleration");
  return attach;
}

constexpr double kTankMass = 1.5 * kMassB;

/// F = -m a.
class Tank final : public client::Partner {
 public:
  Values answer(const v1::Frame& frame) override {
    return force_on_heave(-kTankMass * frame.values(2));
  }
  void accept() override { ++accepted; }

  int accepted = 0;
};

/// Takes steps, the tank guessing first and then answering every try.
/// @param tries ends before the answer to so many tries of the last step; 0 = not before the end
Values guess_and_answer(client::Client& client, const std::string& session, int from, int to,
                        int tries = 0) {
  auto controller = client.exchange(controller_of(session));
  auto tank = client.exchange(tank_of(session));
  if (from > 0) CHECK(tank.attached().watermark_ns() == (from - 1) * kStep);
  Values rows;
  for (int step = from; step < to; ++step) {
    const std::int64_t time = step * kStep;
    double force = 1e4;
    for (int tried = 0;; ++tried) {
      tank.send_inputs({&time, 1}, force_on_heave(force));
      if (tried == 0) controller.send_advance(1);
      const v1::Frame& frame = tank.receive_frame();
      if (frame.result() != v1::STEP_RESULT_TENTATIVE) break;
      if (step == to - 1 && tried + 1 == tries) return rows;
      force = 1e5 - kTankMass * frame.values(2);
    }
    const Values row = values_of(controller.receive_frame());
    rows.insert(rows.end(), row.begin(), row.end());
  }
  return rows;
}

struct TankRun {
  Values rows;
  std::int64_t most_tries = 0;
};

TankRun run_with_tank(client::Client& client, v1::IterationMethod method, int steps) {
  const auto session = client.start_session(with_tank(method));
  auto controller = client.exchange(controller_of(session.name(), {"push_a"}));
  auto tank = client.exchange(tank_of(session.name()));
  Tank partner;
  std::thread other([&] { couple(tank, partner, force_on_heave(1.0e4), steps); });
  TankRun run;
  const std::int64_t start = 0;
  controller.send_inputs({&start, 1}, force_on_heave(2e5), steps * kStep);
  for (int step = 0; step < steps; ++step) {
    const v1::Frame& frame = controller.advance(1);
    const Values row = values_of(frame);
    run.rows.insert(run.rows.end(), row.begin(), row.end());
    run.most_tries = std::max(run.most_tries, frame.iteration());
    CHECK(frame.iteration_residual() <= 1e-10);
  }
  other.join();
  CHECK(partner.accepted == steps);
  return run;
}

/// The tank as what it is: a mass that is bolted on.
Values run_with_heavier_body(client::Client& client, int steps) {
  v1::SessionSpec spec = two_bodies();
  spec.mutable_model()->clear_added_mass_interactions();
  spec.mutable_model()->mutable_bodies(1)->set_mass(kMassB + kTankMass);
  const auto session = client.start_session(spec);
  auto controller = client.exchange(controller_of(session.name(), {"push_a"}));
  Values rows;
  for (int step = 0; step < steps; ++step) {
    const Values row = values_of(controller.step(force_on_heave(2e5)));
    rows.insert(rows.end(), row.begin(), row.end());
  }
  return rows;
}

double largest_difference(const Values& a, const Values& b) {
  REQUIRE(a.size() == b.size());
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

/// Added mass of two_bodies() as a gain.
Values gain_of_two_bodies() {
  Values gain(144, 0.0);
  gain[12 * 2 + 2] = 0.8e6;
  gain[12 * 8 + 8] = 0.5e6;
  gain[12 * 2 + 8] = gain[12 * 8 + 2] = -0.15e6;
  return gain;
}

v1::SessionSpec with_gain() {
  v1::SessionSpec spec = two_bodies();
  spec.mutable_model()->clear_added_mass_interactions();
  auto& input = *spec.mutable_model()->add_inputs();
  input.set_name("gain");
  input.mutable_acceleration_gain()->add_bodies("a");
  input.mutable_acceleration_gain()->add_bodies("b");
  return spec;
}

}  // namespace

TEST_CASE("tentative steps: however often tried, the committed run has the same bytes",
          "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto plain = client.start_session(two_bodies());
  auto straight = client.exchange(controller_of(plain.name(), {"push_a"}));
  const auto tried = client.start_session(two_bodies());
  auto iterated = client.exchange(controller_of(tried.name(), {"push_a"}));
  for (int step = 0; step < 100; ++step) {
    const Values force = force_on_heave(push(step * kStep));
    const Values expected = values_of(straight.step(force));
    for (int k = 0; k < step % 4; ++k) {
      const v1::Frame& frame = iterated.try_step(force_on_heave(1e5 * k));
      CHECK(frame.result() == v1::STEP_RESULT_TENTATIVE);
      CHECK(frame.iteration() == k + 1);
      CHECK(frame.step_index() == step + 1);
    }
    CHECK(step_index_of(client, tried.name()) == step);
    CHECK(same_bytes(values_of(iterated.try_step(force)), expected));
    CHECK(same_bytes(values_of(iterated.try_step()), expected));  // the same samples again
    const v1::Frame& frame = iterated.commit_step();
    CHECK(frame.result() == v1::STEP_RESULT_COMMITTED);
    CHECK(frame.iteration() == step % 4 + 2);
    CHECK(same_bytes(values_of(frame), expected));
  }
}

TEST_CASE("tentative steps: a participant that iterates answers every try, the last one counts",
          "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(with_tank(v1::ITERATION_METHOD_CONTROLLER));
  auto controller = client.exchange(controller_of(session.name()));
  auto tank = client.exchange(tank_of(session.name()));
  const std::int64_t start = 0;
  Values rows;
  for (const double force : {1e5, 3e5, 2e5}) {
    tank.send_inputs({&start, 1}, force_on_heave(force));
    rows = values_of(controller.try_step());
    CHECK(tank.receive_frame().result() == v1::STEP_RESULT_TENTATIVE);
  }
  // An answer to the last try that nobody asks for changes nothing, before or after the commit.
  tank.send_inputs({&start, 1}, force_on_heave(9e5));
  CHECK(same_bytes(values_of(controller.commit_step()), rows));
  CHECK(tank.receive_frame().result() == v1::STEP_RESULT_COMMITTED);
  tank.send_inputs({&start, 1}, force_on_heave(8e5));
  const std::int64_t next = kStep;
  tank.send_inputs({&next, 1}, force_on_heave(1e5));
  CHECK(controller.advance(1).step_index() == 2);
  const std::int64_t ahead = 3 * kStep;
  tank.send_inputs({&ahead, 1}, force_on_heave(1e5));
  CHECK(error_of([&] {
          while (true) tank.receive();
        }).reason() == "BAD_FIELD");
}

TEST_CASE("tentative steps: what makes no sense is refused", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(two_bodies());
  const auto refused = [&](v1::Advance advance) {
    auto stream = client.exchange(controller_of(session.name()));
    v1::ExchangeRequest request;
    if (advance.step_count() == 0) advance.set_step_count(1);
    *request.mutable_advance() = advance;
    stream.send(request);
    return error_of([&] {
             while (true) stream.receive();
           })
        .reason();
  };
  v1::Advance commit, many, both;
  commit.set_commit(true);
  CHECK(refused(commit) == "STEP_CONFLICT");
  many.set_tentative(true);
  many.set_step_count(101);
  CHECK(refused(many) == "BAD_FIELD");
  both.set_tentative(true);
  both.set_commit(true);
  CHECK(refused(both) == "BAD_FIELD");
  CHECK(step_index_of(client, session.name()) == 0);
}

TEST_CASE("iteration by the server: a tank heavier than its body converges by every method",
          "[contract]") {
  const RunningServer server;
  auto client = server.client();
  constexpr int kSteps = 40;
  const Values monolithic = run_with_heavier_body(client, kSteps);
  const TankRun constant = run_with_tank(client, v1::ITERATION_METHOD_CONSTANT, kSteps);
  const TankRun aitken = run_with_tank(client, v1::ITERATION_METHOD_AITKEN, kSteps);
  const TankRun newton = run_with_tank(client, v1::ITERATION_METHOD_IQN_ILS, kSteps);
  CHECK(largest_difference(constant.rows, aitken.rows) < 1e-8);  // tolerance, summed over steps
  CHECK(largest_difference(newton.rows, aitken.rows) < 1e-8);
  // The tank's force is held through a step: of order 1, 4e-2 m/s2 s of a motion of .02 s steps.
  CHECK(largest_difference(aitken.rows, monolithic) < 0.05);
  CHECK(aitken.most_tries <= 5);  // exact in two, and two for the rounding of the rest
  CHECK(newton.most_tries <= 5);
  CHECK(constant.most_tries > aitken.most_tries);
  CHECK(same_bytes(run_with_tank(client, v1::ITERATION_METHOD_AITKEN, kSteps).rows, aitken.rows));
}

TEST_CASE(
    "iteration by the server: what does not converge is not taken, or taken if that is wanted",
    "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const bool accept = GENERATE(false, true);
  v1::SessionSpec spec = with_tank(v1::ITERATION_METHOD_CONSTANT);
  spec.mutable_iteration()->set_relaxation(1.0);  // plain exchange: the error grows by 1.5 a try
  spec.mutable_iteration()->set_max_iterations(8);
  if (accept) spec.mutable_iteration()->set_failure(v1::ITERATION_FAILURE_ACCEPT);
  const auto session = client.start_session(spec);
  auto controller = client.exchange(controller_of(session.name()));
  auto tank = client.exchange(tank_of(session.name()));
  const std::string before = values_in(client, session.name());
  controller.send_advance(1);
  const std::int64_t time = 0;
  tank.send_inputs({&time, 1}, force_on_heave(1e4));
  for (int k = 0; k < 8; ++k) {
    const v1::Frame& frame = tank.receive_frame();
    CHECK(frame.iteration() == k + 1);
    tank.send_inputs({&time, 1}, force_on_heave(-kTankMass * frame.values(2)));
  }
  const v1::Frame& frame = controller.receive_frame();
  REQUIRE(controller.notices().size() == (accept ? 1 : 2));
  CHECK(controller.notices()[0].reason() == "ITERATION_NOT_CONVERGED");
  CHECK_THAT(controller.notices()[0].message(),
             Catch::Matchers::Contains("residual must be at most 1e-10 within 8 tries, got"));
  CHECK(frame.result() == (accept ? v1::STEP_RESULT_COMMITTED : v1::STEP_RESULT_DISCARDED));
  CHECK(frame.step_index() == (accept ? 1 : 0));
  if (!accept) CHECK(values_in(client, session.name()) == before);
}

TEST_CASE("iteration: a spec that nobody could follow is refused with every violation",
          "[contract]") {
  const RunningServer server;
  auto client = server.client();
  v1::SessionSpec spec = two_bodies();
  auto& iteration = *spec.mutable_iteration();
  iteration.add_input_variables("push_a");
  iteration.add_input_variables("pull");
  iteration.set_relaxation(2.0);
  const auto error = error_of([&] { client.start_session(spec); });
  for (const char* part :
       {"iteration.method must be controller, constant, aitken or iqn_ils",
        "iteration.relaxation must be above 0 and at most 1",
        "iteration.input_variables[0] must be an input of a participant declared as required",
        "iteration.input_variables[1] must be an input of the model"}) {
    CHECK_THAT(error.what(), Catch::Matchers::Contains(part));
  }
}

TEST_CASE("acceleration gain: one pass through the service is the monolithic answer",
          "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto own = client.start_session(two_bodies());
  auto monolithic = client.exchange(controller_of(own.name()));
  const Values expected = values_of(monolithic.advance(500));
  const auto given = client.start_session(with_gain());
  auto coupled = client.exchange(controller_of(given.name(), {"gain"}));
  Values rows;
  for (int step = 0; step < 500; ++step) {
    const Values row = values_of(coupled.step(gain_of_two_bodies()));
    rows.insert(rows.end(), row.begin(), row.end());
  }
  // Two forms of one matrix: round-off of 10 s.
  CHECK(largest_difference(rows, expected) < 1e-9);

  Values lopsided = gain_of_two_bodies();
  lopsided[12 * 2 + 8] = 0.0;
  const auto error = error_of([&] { coupled.step(lopsided); });
  CHECK_THAT(error.what(), Catch::Matchers::Contains("acceleration gain must be symmetric"));
  CHECK(step_index_of(client, given.name()) == 500);
}

TEST_CASE("iteration: a server that ends while a step is being tried begins the step anew",
          "[contract]") {
  RunningServer server;
  auto client = server.client();
  const auto spec = with_tank(v1::ITERATION_METHOD_AITKEN);
  const Values expected = guess_and_answer(client, client.start_session(spec).name(), 0, 6);
  const std::string session = client.start_session(spec).name();
  Values rows = guess_and_answer(client, session, 0, 4, 3);
  CHECK(step_index_of(client, session) == 3);
  server.restart();
  auto again = server.client();
  const Values rest = guess_and_answer(again, session, 3, 6);
  rows.insert(rows.end(), rest.begin(), rest.end());
  CHECK(same_bytes(rows, expected));
}
