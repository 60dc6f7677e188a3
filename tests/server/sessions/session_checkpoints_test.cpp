#include "server/sessions/session_checkpoints.hpp"

#include "server/security/refusals.hpp"
#include "tests/server/sessions/session_owners.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using Catch::Matchers::Contains;
using server::Quota;
using server::SessionCheckpoints;
using testing::SessionOwners;

namespace {

/// One that was kept before a restart.
server::Checkpoint kept(const SessionOwners& owners, const std::string& id) {
  server::Checkpoint checkpoint;
  checkpoint.id = id;
  checkpoint.snapshot = owners.recorded.snapshot();
  return checkpoint;
}

std::vector<std::string> ids(const SessionCheckpoints& checkpoints) {
  std::vector<std::string> ids;
  for (const auto& checkpoint : checkpoints.all()) ids.push_back(checkpoint.id);
  return ids;
}

}  // namespace

TEST_CASE("checkpoints: a number is never given twice", "[sessions]") {
  SessionOwners owners;
  auto& checkpoints = owners.checkpoints;
  owners.recorded.initialize({});
  CHECK(checkpoints.create("first").id == "1");
  CHECK(checkpoints.create("second").id == "2");
  checkpoints.erase("2");
  CHECK(checkpoints.create("third").id == "3");
  CHECK(ids(checkpoints) == std::vector<std::string>{"1", "3"});
  CHECK(owners.recorder->checkpoints == std::vector<std::string>{"1", "3"});
  CHECK_THROWS_WITH(checkpoints.at("2"), Contains("checkpoint must exist, got '2'"));
  CHECK_THROWS_WITH(checkpoints.erase("2"), Contains("checkpoint must exist, got '2'"));
}

TEST_CASE("checkpoints: after a restart they stand in order and numbers go on", "[sessions]") {
  SessionOwners owners;
  auto& checkpoints = owners.checkpoints;
  for (const char* id : {"10", "2", "7"}) checkpoints.recover(kept(owners, id));
  CHECK(ids(checkpoints) == std::vector<std::string>{"2", "7", "10"});
  owners.recorded.initialize({});
  CHECK(checkpoints.create("").id == "11");
}

TEST_CASE("checkpoints: the newest before a step is the one to come back to", "[sessions]") {
  SessionOwners owners;
  auto& checkpoints = owners.checkpoints;
  owners.recorded.initialize({});
  owners.recorded.step();
  checkpoints.create("at 1");
  owners.recorded.step();
  owners.recorded.step();
  checkpoints.create("at 3");
  CHECK(checkpoints.newest_before(0) == nullptr);
  CHECK(checkpoints.newest_before(2)->label == "at 1");
  CHECK(checkpoints.newest_before(3)->label == "at 3");
}

TEST_CASE("checkpoints: what cannot be kept leaves the others as they were", "[sessions]") {
  SessionOwners owners;
  auto& checkpoints = owners.checkpoints;
  owners.recorded.initialize({});
  owners.recorder->full = true;
  CHECK_THROWS_AS(checkpoints.create(""), server::ServiceError);
  CHECK(checkpoints.all().empty());
  owners.recorder->full = false;
  CHECK(checkpoints.create("").id == "1");
  CHECK_THROWS_WITH(checkpoints.create(std::string(257, 'x')),
                    Contains("must be at most 256 bytes"));
  for (int i = 1; i < 64; ++i) checkpoints.create("");
  CHECK_THROWS_WITH(checkpoints.create(""), Contains("at most 64 checkpoints"));
}

TEST_CASE("checkpoints: each holds a share of the tenant's quota", "[sessions]") {
  SessionOwners owners;
  server::Refusals refusals;
  Quota quota;
  quota.checkpoints = 1;
  server::QuotaLedger ledger(
      "tenant", [&] { return quota; }, refusals);
  SessionCheckpoints checkpoints(owners.recorded, owners.spec, &ledger);
  owners.recorded.initialize({});
  checkpoints.create("");
  CHECK_THROWS_AS(checkpoints.create(""), server::ServiceError);
  CHECK(checkpoints.all().size() == 1);
  checkpoints.erase("1");
  CHECK(checkpoints.create("").id == "2");
}

TEST_CASE("checkpoints: one from elsewhere must lead where it led there", "[sessions]") {
  SessionOwners there;
  there.recorded.initialize({{"push_a", {0, 0, 1, 0, 0, 0}}});
  server::Checkpoint checkpoint = there.checkpoints.create("made there");

  SessionOwners here;
  CHECK(here.checkpoints.import(checkpoint, "build 1").id == "1");
  CHECK(here.checkpoints.at("1").label == "made there");
  checkpoint.verification.state_hash ^= 1;
  CHECK_THROWS_WITH(here.checkpoints.import(checkpoint, "build 2"),
                    Contains("4 steps on from a checkpoint must lead to the state") &&
                        Contains("as they did for build 2"));
  auto other = std::make_shared<server::Snapshot>(*checkpoint.snapshot);
  other->state.model_digest ^= 1;
  checkpoint.snapshot = other;
  CHECK_THROWS_AS(here.checkpoints.import(checkpoint, "build 3"), server::ServiceError);
  CHECK(here.checkpoints.all().size() == 1);
}
