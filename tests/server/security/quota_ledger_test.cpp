#include "server/security/quota_ledger.hpp"

#include <thread>

#include "server/base/service_error.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::server;

namespace {

/// A ledger whose quota the test may change.
struct Account {
  Quota quota;
  Refusals refusals;
  QuotaLedger ledger{"acme", [this] { return quota; }, refusals};

  /// Why `amount` is refused; empty where it is granted, and given back.
  std::string refusal(QuotaResource resource, std::int64_t amount) {
    try {
      ledger.acquire(resource, amount);
      return {};
    } catch (const ServiceError& error) {
      CHECK(error.retry_delay().has_value());
      return error.what();
    }
  }
};

}  // namespace

TEST_CASE("quota: a share counts until its last copy goes", "[server][security]") {
  Account account;
  account.quota.bodies = 10;
  QuotaShare share = account.ledger.acquire(QuotaResource::kBodies, 8);
  QuotaShare copy = share;
  CHECK(account.refusal(QuotaResource::kBodies, 2).empty());
  share.reset();
  CHECK(account.refusal(QuotaResource::kBodies, 3) ==
        "tenant acme must have at most 10 bodies at once, would have 11");
  copy.reset();
  CHECK(account.refusal(QuotaResource::kBodies, 10).empty());
  CHECK(account.refusals.counts().at("QUOTA_BODIES") == 1);
}

TEST_CASE("quota: one that shrinks below what is in use takes nothing away and gives nothing more",
          "[server][security]") {
  Account account;
  const QuotaShare share = account.ledger.acquire(QuotaResource::kStreams, 5);
  account.quota.streams = 3;
  CHECK_FALSE(account.refusal(QuotaResource::kStreams, 1).empty());
}

TEST_CASE("quota: shares taken by many threads never pass the limit", "[server][security]") {
  Account account;
  account.quota.sessions = 50;
  std::atomic<int> granted = 0;
  std::vector<std::thread> threads;
  std::vector<std::vector<QuotaShare>> held(4);
  for (auto& mine : held) {
    threads.emplace_back([&] {
      for (int i = 0; i < 100; ++i) {
        try {
          mine.push_back(account.ledger.acquire(QuotaResource::kSessions));
          ++granted;
        } catch (const ServiceError&) {
        }
      }
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(granted == 50);
}

TEST_CASE("quota: databases may take what is left, to the byte", "[server][security]") {
  Account account;
  account.quota.database_bytes = 1000;
  CHECK_NOTHROW(account.ledger.check_database_bytes(600, 400));
  CHECK_THROWS_WITH(account.ledger.check_database_bytes(600, 401),
                    "tenant acme must have at most 1000 bytes of databases at once, would have "
                    "1001");
}
