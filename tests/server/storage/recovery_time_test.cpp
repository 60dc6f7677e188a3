/// @file How long sessions take to come back.
#include "tests/server/storage/driven_session.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

constexpr int kSessions = 50;
constexpr int kSteps = 1000;  ///< to be taken again: as many as lie between snapshots

struct EmptyHost {
  explicit EmptyHost(const std::filesystem::path& folder) : store(folder, v1::DURABILITY_PROCESS) {}

  server::SessionStore store;
  server::WorkerPool pool{2};
};

}  // namespace

TEST_CASE("recovery: fifty sessions with a thousand steps each are back within two seconds",
          "[storage][recovery][.long]") {
  const TemporaryFolder folder;
  v1::SessionSpec spec = two_pushed_bodies();
  spec.set_checkpoint_interval_steps(2 * kSteps);
  {
    EmptyHost host(folder.path());
    for (int i = 0; i < kSessions; ++i) {
      const std::string name = "sessions/number-" + std::to_string(i);
      auto session = std::make_shared<server::Session>(name, set_up(spec), host.pool);
      host.store.keep(*session, nullptr);
      DrivenSession driven(session);
      driven.call([](server::Session& s) { s.initialize({}); });
      driven.attach();
      for (int step = 0; step < kSteps; ++step) driven.step();
    }
  }
  EmptyHost host(folder.path());
  const auto begin = std::chrono::steady_clock::now();
  const auto recovered = host.store.recover(set_up_stored, host.pool);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  REQUIRE(recovered.sessions.size() == kSessions);
  for (const auto& session : recovered.sessions) CHECK(session->recorded().step_index() == kSteps);
  CHECK(seconds.count() < 2.0);
  UNSCOPED_INFO("back after " << seconds.count() << " s");
}
