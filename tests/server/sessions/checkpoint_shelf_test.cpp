#include "server/sessions/checkpoint_shelf.hpp"

#include "server/security/refusals.hpp"
#include "tests/server/sessions/session_owners.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using Catch::Matchers::Contains;
using server::CheckpointShelf;
using server::Quota;
using testing::SessionOwners;

namespace {

/// One that was kept before a restart.
server::Checkpoint kept(const SessionOwners& owners, const std::string& id) {
  server::Checkpoint checkpoint;
  checkpoint.id = id;
  checkpoint.snapshot = owners.recorded.snapshot();
  return checkpoint;
}

std::vector<std::string> ids(const CheckpointShelf& shelf) {
  std::vector<std::string> ids;
  for (const auto& checkpoint : shelf.all()) ids.push_back(checkpoint.id);
  return ids;
}

}  // namespace

TEST_CASE("checkpoints: a number is never given twice", "[sessions]") {
  SessionOwners owners;
  auto& shelf = owners.checkpoints;
  owners.recorded.initialize({});
  CHECK(shelf.create("first").id == "1");
  CHECK(shelf.create("second").id == "2");
  shelf.erase("2");
  CHECK(shelf.create("third").id == "3");
  CHECK(ids(shelf) == std::vector<std::string>{"1", "3"});
  CHECK(owners.recorder->checkpoints == std::vector<std::string>{"1", "3"});
  CHECK_THROWS_WITH(shelf.at("2"), Contains("checkpoint must exist, got '2'"));
  CHECK_THROWS_WITH(shelf.erase("2"), Contains("checkpoint must exist, got '2'"));
}

TEST_CASE("checkpoints: after a restart they stand in order and numbers go on", "[sessions]") {
  SessionOwners owners;
  auto& shelf = owners.checkpoints;
  for (const char* id : {"10", "2", "7"}) shelf.recover(kept(owners, id));
  CHECK(ids(shelf) == std::vector<std::string>{"2", "7", "10"});
  owners.recorded.initialize({});
  CHECK(shelf.create("").id == "11");
}

TEST_CASE("checkpoints: the newest before a step is the one to come back to", "[sessions]") {
  SessionOwners owners;
  auto& shelf = owners.checkpoints;
  owners.recorded.initialize({});
  owners.recorded.step();
  shelf.create("at 1");
  owners.recorded.step();
  owners.recorded.step();
  shelf.create("at 3");
  CHECK(shelf.newest_before(0) == nullptr);
  CHECK(shelf.newest_before(2)->label == "at 1");
  CHECK(shelf.newest_before(3)->label == "at 3");
}

TEST_CASE("checkpoints: what cannot be kept leaves the shelf as it was", "[sessions]") {
  SessionOwners owners;
  auto& shelf = owners.checkpoints;
  owners.recorded.initialize({});
  owners.recorder->full = true;
  CHECK_THROWS_AS(shelf.create(""), server::ServiceError);
  CHECK(shelf.all().empty());
  owners.recorder->full = false;
  CHECK(shelf.create("").id == "1");
  CHECK_THROWS_WITH(shelf.create(std::string(257, 'x')), Contains("must be at most 256 bytes"));
  for (int i = 1; i < 64; ++i) shelf.create("");
  CHECK_THROWS_WITH(shelf.create(""), Contains("at most 64 checkpoints"));
}

TEST_CASE("checkpoints: each holds a share of the tenant's quota", "[sessions]") {
  SessionOwners owners;
  server::Refusals refusals;
  Quota quota;
  quota.checkpoints = 1;
  server::QuotaLedger ledger(
      "tenant", [&] { return quota; }, refusals);
  CheckpointShelf shelf(owners.recorded, owners.spec, &ledger);
  owners.recorded.initialize({});
  shelf.create("");
  CHECK_THROWS_AS(shelf.create(""), server::ServiceError);
  CHECK(shelf.all().size() == 1);
  shelf.erase("1");
  CHECK(shelf.create("").id == "2");
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
