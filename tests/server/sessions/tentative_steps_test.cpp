#include "server/sessions/tentative_steps.hpp"

#include "tests/server/sessions/session_owners.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;
using Catch::Matchers::Contains;
using server::AdvanceKind;
using server::Reason;
using server::StepResult;

namespace {

server::ParticipantDeclaration answering(const std::string& id, std::size_t input) {
  auto declaration = required_writer(id, input);
  declaration.iterates = true;
  return declaration;
}

server::IterationRule constant_relaxation(double relaxation) {
  server::IterationRule rule;
  rule.inputs = {0};
  rule.method = server::IterationMethod::kConstant;
  rule.tolerance = 1e-10;
  rule.relaxation = relaxation;
  return rule;
}

}  // namespace

TEST_CASE("tentative steps: a tentative Advance is shown and undone to the byte", "[sessions]") {
  SessionOwners owners;
  owners.recorded.initialize({{"push_a", {0, 0, 1, 0, 0, 0}}});
  const auto client = listener();
  auto& controller = owners.attach(controller_order(), client);
  const std::string before = owners.bytes();
  owners.advance(controller, 3, AdvanceKind::kTentative);
  CHECK(owners.bytes() == before);
  REQUIRE(client->frames.size() == 1);
  CHECK(client->frames[0].result == StepResult::kTentative);
  CHECK(client->frames[0].step_index == 3);
  CHECK(client->frames[0].iteration == 1);
  CHECK(client->frame_rows[0][2] == Approx(0.09).epsilon(1e-12));  // z = F t^2 at 0.3 s
  CHECK(owners.tentative_steps.in_progress());
  owners.advance(controller, 3, AdvanceKind::kTentative);
  CHECK(client->frames[1].iteration == 2);
  owners.advance(controller, 3, AdvanceKind::kCommit);
  CHECK(client->frames[2].result == StepResult::kCommitted);
  CHECK(client->frames[2].iteration == 2);
  CHECK(client->frame_rows[2] == client->frame_rows[1]);
  CHECK_FALSE(owners.tentative_steps.in_progress());
}

TEST_CASE("tentative steps: nothing is committed while a step is being tried", "[sessions]") {
  SessionOwners owners;
  owners.recorded.initialize({});
  auto& controller = owners.attach(controller_order(), listener());
  owners.tentative_steps.commit();
  CHECK(owners.recorder->commits == 1);
  owners.advance(controller, 1, AdvanceKind::kTentative);
  owners.tentative_steps.commit();
  CHECK(owners.recorder->commits == 1);
  owners.tentative_steps.forget();
  owners.tentative_steps.commit();
  CHECK(owners.recorder->commits == 2);
}

TEST_CASE("tentative steps: a commit takes the samples of the last try, whatever came since",
          "[sessions]") {
  SessionOwners owners;
  owners.recorded.initialize({});
  const auto client = listener();
  auto& controller = owners.attach(controller_order({"push_a"}), client);
  owners.push(controller, 0, 1.0);
  owners.advance(controller, 1, AdvanceKind::kTentative);
  owners.push(controller, 0, 4.0);  // the try opened the input again
  owners.advance(controller, 1, AdvanceKind::kTentative);
  owners.push(controller, 0, 9.0);
  owners.advance(controller, 1, AdvanceKind::kCommit);
  REQUIRE(client->frame_rows.size() == 3);
  CHECK(client->frame_rows[0][0] == Approx(0.01).epsilon(1e-12));
  CHECK(client->frame_rows[1][0] == Approx(0.04).epsilon(1e-12));
  CHECK(client->frame_rows[2][0] == Approx(0.04).epsilon(1e-12));

  SessionOwners again;  // and the records say so
  server::StoredRecord stored;
  for (const std::string& bytes : owners.recorder->records) {
    server::read_record(bytes, stored);
    again.recorded.replay(stored.step_index, stored.record);
  }
  again.recorded.step();
  CHECK(again.bytes() == owners.bytes());
}

TEST_CASE("tentative steps: what does not follow a try is refused", "[sessions]") {
  SessionOwners owners;
  owners.recorded.initialize({});
  auto& controller = owners.attach(controller_order(), listener());
  CHECK_THROWS_WITH(owners.advance(controller, 1, AdvanceKind::kCommit),
                    Contains("commit must follow a tentative Advance of the same steps"));
  owners.advance(controller, 2, AdvanceKind::kTentative);
  CHECK_THROWS_WITH(owners.advance(controller, 1, AdvanceKind::kCommit),
                    Contains("commit must follow a tentative Advance of the same steps"));
  CHECK_THROWS_WITH(owners.advance(controller, 101, AdvanceKind::kTentative),
                    Contains("must be at most 100 if tentative"));
  owners.advance(controller, 1);
  CHECK_THROWS_WITH(owners.advance(controller, 2, AdvanceKind::kCommit),
                    Contains("commit must follow a tentative Advance of the same steps"));
}

TEST_CASE("tentative steps: a failed try tells the controller and changes nothing", "[sessions]") {
  SessionOwners owners;
  owners.recorded.initialize(overflowing_push());
  const auto client = listener();
  auto& controller = owners.attach(controller_order(), client);
  const std::string before = owners.bytes();
  owners.advance(controller, 1, AdvanceKind::kTentative);
  CHECK(client->failures == std::vector<Reason>{Reason::kSolverFailed});
  REQUIRE(client->frames.size() == 1);
  CHECK(client->frames[0].result == StepResult::kDiscarded);
  CHECK(owners.bytes() == before);
  CHECK(owners.measures.failed_steps() == 1);
}

TEST_CASE("tentative steps: the server tries a step until the answers agree",
          "[sessions][analytic]") {
  // The participant answers F = 1 - 50 z(0.1 s) = 1 - F / 2, so that F = 2/3 and z = 2/300.
  SessionOwners owners({answering("spring", 0)}, constant_relaxation(1.0));
  owners.recorded.initialize({});
  const auto client = listener();
  const auto spring = listener();
  auto& controller = owners.attach(controller_order(), client);
  auto& answers = owners.attach(participant_order("spring", "push_a"), spring);
  owners.advance(controller, 1);
  CHECK(spring->frames.empty());  // it waits for a first value
  owners.push(answers, 0, 0.0);
  int tries = 0;
  while (owners.recorded.step_index() == 0 && tries < 100) {
    ++tries;
    REQUIRE(spring->frames.back().result == StepResult::kTentative);
    REQUIRE(spring->frames.back().iteration == tries);
    owners.push(answers, 0, 1.0 - 50.0 * spring->frame_rows.back()[0]);
  }
  CHECK(owners.heave() == Approx(2.0 / 300.0).epsilon(1e-9));  // 1e-10 of F
  CHECK(tries > 20);                                           // the error halves at each try
  REQUIRE(client->frames.size() == 1);
  CHECK(client->frames[0].iteration == tries);
  CHECK(client->frames[0].iteration_residual <= 1e-10);
  CHECK(spring->frames.back().result == StepResult::kCommitted);
  CHECK_FALSE(owners.tentative_steps.in_progress());
}

TEST_CASE("tentative steps: answers that never agree discard the step", "[sessions]") {
  SessionOwners owners({answering("flip", 0)}, [] {
    auto rule = constant_relaxation(1.0);
    rule.max_iterations = 3;
    return rule;
  }());
  owners.recorded.initialize({});
  const auto client = listener();
  auto& controller = owners.attach(controller_order(), client);
  auto& answers = owners.attach(participant_order("flip", "push_a"), listener());
  owners.advance(controller, 1);
  for (const double force : {1.0, -1.0, 1.0, -1.0}) owners.push(answers, 0, force);
  CHECK(client->failures == std::vector<Reason>{Reason::kNotConverged});
  CHECK(client->notices == std::vector<std::string>{"ITERATION_NOT_CONVERGED"});
  REQUIRE(client->frames.size() == 1);
  CHECK(client->frames[0].result == StepResult::kDiscarded);
  CHECK(owners.recorded.step_index() == 0);
}
