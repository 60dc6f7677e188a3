#include "server/sessions/subscribers.hpp"

#include "tests/server/sessions/session_owners.hpp"
#include "tests/support/captured_log.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;
using Catch::Matchers::Contains;
using server::Reason;

namespace {

using Clock = server::Lease::Clock;

constexpr std::int64_t kOver = 0;  ///< ms: a lease that is over at once

}  // namespace

TEST_CASE("subscribers: a session has one controller until its lease is over", "[sessions]") {
  SessionOwners owners;
  owners.recorded.initialize({});
  const auto first = listener();
  owners.attach(controller_order(), first);
  CHECK_THROWS_WITH(owners.attach(controller_order(), listener()),
                    Contains("one controller at a time"));
  server::AttachOrder order = controller_order();
  order.take_over = true;
  CHECK_THROWS_WITH(owners.attach(order, listener()), Contains("one controller at a time"));
  CHECK_FALSE(first->closed);

  SessionOwners late({}, std::nullopt, 0, kOver);
  late.recorded.initialize({});
  late.attach(controller_order(), first);
  CHECK_THROWS_WITH(late.attach(controller_order(), listener()),
                    Contains("one controller at a time"));
  auto& second = late.attach(order, listener());
  CHECK(first->closed == Reason::kLeaseLost);
  CHECK(late.subscribers.controller() == &second);
  CHECK(late.subscribers.streams().size() == 1);
}

TEST_CASE("subscribers: a lease that ends is told once, until a message comes", "[sessions]") {
  SessionOwners owners({}, std::nullopt, 0, 1000);
  owners.recorded.initialize({});
  const auto client = listener();
  auto& stream = owners.attach(controller_order(), client);
  const auto now = Clock::now();
  CHECK_FALSE(owners.subscribers.lease_due().consume(now));
  const auto later = now + std::chrono::seconds(2);
  CHECK(owners.subscribers.lease_due().consume(later));
  CHECK_FALSE(owners.subscribers.lease_due().consume(later));  // says so once
  owners.subscribers.end_leases(later);
  owners.subscribers.end_leases(later);
  CHECK(client->notices == std::vector<std::string>{"CONTROLLER_LOST"});
  owners.subscribers.renew_lease(stream);
  owners.subscribers.end_leases(now);
  CHECK(client->notices.size() == 1);
  CHECK(owners.subscribers.lease_due().consume(later));  // it was set anew
  owners.subscribers.end_leases(later);
  CHECK(client->notices.size() == 2);
}

TEST_CASE("subscribers: who was disconnected has its rows again", "[sessions]") {
  SessionOwners owners({required_writer("pusher", 0)}, std::nullopt, 0, 1000);
  owners.recorded.initialize({{"push_a", {0, 0, 1, 0, 0, 0}}});
  auto& stream = owners.attach(participant_order("pusher", "push_a"), listener());
  owners.push(stream, 0, 1.0);
  const std::string token = stream.resume_token;
  owners.subscribers.keep_disconnected(owners.schedule.remove(stream));
  CHECK(owners.subscribers.streams().empty());
  CHECK_FALSE(owners.recorded.writers().find("pusher")->attached);
  for (int i = 0; i < 3; ++i) {
    owners.recorded.step();
    owners.subscribers.record_step();
    owners.subscribers.close_frames();
  }
  server::AttachOrder order = participant_order("pusher", "push_a");
  order.resume_token = token;
  order.resume_from_step_index = 1;
  const auto back = listener();
  auto& resumed = owners.attach(order, back);
  CHECK(resumed.port.next_sequence == 2);
  CHECK(resumed.port.writer->watermark_ns == 0);
  owners.subscribers.resend_rows(resumed, order.resume_from_step_index);
  REQUIRE(back->frame_rows.size() == 1);
  REQUIRE(back->frame_rows[0].size() == 2);
  CHECK(back->frame_rows[0][0] == Approx(0.04).epsilon(1e-12));  // z = F t^2 at 0.2 s
  CHECK(back->frame_rows[0][1] == Approx(0.09).epsilon(1e-12));
}

TEST_CASE("subscribers: rows of a lease that is over are gone, and a checkpoint is named",
          "[sessions]") {
  SessionOwners owners({required_writer("pusher", 0)}, std::nullopt, 0, 1000);
  owners.recorded.initialize({});
  owners.checkpoints.create("");
  auto& stream = owners.attach(participant_order("pusher", "push_a"), listener());
  server::AttachOrder order = participant_order("pusher", "push_a");
  order.resume_token = stream.resume_token;
  owners.subscribers.keep_disconnected(owners.schedule.remove(stream));
  owners.recorded.step();
  owners.subscribers.record_step();
  owners.subscribers.end_leases(Clock::now() + std::chrono::seconds(2));
  try {
    owners.attach(order, listener());
    FAIL("it must be too old");
  } catch (const server::ServiceError& error) {
    CHECK(error.reason() == Reason::kResumeTooOld);
    CHECK(error.metadata().at("checkpoint") == "sessions/mass/checkpoints/1");
  }
  order.resume_from_step_index = 1;  // nothing is missing
  CHECK(owners.attach(order, listener()).port.next_sequence == 1);
}

TEST_CASE("subscribers: an observer without credit loses rows, and is told how many",
          "[sessions]") {
  SessionOwners owners;
  owners.recorded.initialize({});
  const auto client = listener();
  auto& observer = owners.attach(observer_order(1), client);
  for (int i = 0; i < 4; ++i) {
    owners.recorded.step();
    owners.subscribers.record_step();
    owners.subscribers.send_frames(server::StepResult::kCommitted);
  }
  CHECK(client->frames.size() == 1);
  CHECK(owners.subscribers.has_credit());
  observer.add_credit(1);
  owners.recorded.step();
  owners.subscribers.record_step();
  owners.subscribers.send_frames(server::StepResult::kCommitted);
  REQUIRE(client->frames.size() == 2);
  CHECK(client->frames[1].dropped_frame_count == 3);
  CHECK(client->frame_rows[1].size() == 1);
  CHECK_THROWS_WITH(observer.add_credit(5000), Contains("at most 4096"));
  CHECK_THROWS_WITH(observer.add_credit(0), Contains("at least 1"));
}

TEST_CASE("subscribers: the session waits for the credit of whom it needs", "[sessions]") {
  SessionOwners owners({required_writer("pusher", 0)});
  owners.recorded.initialize({});
  server::AttachOrder order = participant_order("pusher", "push_a");
  order.credit = 1;
  auto& stream = owners.attach(order, listener());
  CHECK(owners.subscribers.has_credit());
  owners.recorded.step();
  owners.subscribers.record_step();
  owners.subscribers.send_frames(server::StepResult::kCommitted);
  CHECK_FALSE(owners.subscribers.has_credit());
  stream.add_credit(1);
  CHECK(owners.subscribers.has_credit());
}

TEST_CASE("subscribers: an order to attach names what is wrong with it", "[sessions]") {
  server::AttachOrder order = controller_order();
  order.credit = 0;
  CHECK_THROWS_WITH(order.check(), Contains("credit"));
  order = controller_order();
  order.output_stride = -1;
  CHECK_THROWS_WITH(order.check(), Contains("output_stride"));
  order = observer_order(1);
  order.inputs = {"push_a"};
  CHECK_THROWS_WITH(order.check(), Contains("must be empty for an observer"));
  CHECK_THROWS_WITH(participant_order("", "push_a").check(), Contains("participant_id"));
}

TEST_CASE("subscribers: a notice goes to everybody and into the log", "[sessions]") {
  SessionOwners owners;
  owners.recorded.initialize({});
  const CapturedLog log;
  const auto one = listener();
  const auto other = listener();
  owners.attach(controller_order(), one);
  owners.attach(observer_order(1), other);
  owners.subscribers.notify_all(Severity::kInfo, "TOLD", "something happened", "pusher");
  CHECK(one->notices == std::vector<std::string>{"TOLD"});
  CHECK(other->notices == std::vector<std::string>{"TOLD"});
  REQUIRE(log.lines("event", "TOLD").size() == 1);
  CHECK(log.lines("participant", "pusher").size() == 1);
}
