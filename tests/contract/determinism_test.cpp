/// @file The same bytes whatever carries them and whoever works on them.
#include <thread>

#include "tests/contract/running_server.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

/// A mix of single steps and batches, short enough to run inline and long enough for the pool.
Values run(client::Client client) {
  const auto session = client.start_session(two_bodies());
  auto stream = client.exchange(controller_of(session.name()));
  Values rows;
  for (const int count : {1, 1, 500, 1, 3000, 1}) {
    const Values more = values_of(stream.advance(count));
    rows.insert(rows.end(), more.begin(), more.end());
  }
  stream.close();
  client.delete_session(session.name());
  return rows;
}

Values reference() {
  const RunningServer server(1);
  return run(server.client());
}

}  // namespace

TEST_CASE("determinism: TCP and a Unix socket carry the same bytes", "[contract]") {
  const RunningServer server(1, Transport::kUnixSocket);
  CHECK(same_bytes(run(server.client()), reference()));
}

TEST_CASE("determinism: one, two and eight workers give the same bytes, four sessions at once too",
          "[contract]") {
  const Values expected = reference();
  const int workers = GENERATE(1, 2, 8);
  const RunningServer server(workers);
  std::vector<Values> results(4);
  std::vector<std::thread> threads;
  for (auto& result : results) {
    threads.emplace_back([&server, &result] { result = run(server.client()); });
  }
  for (auto& thread : threads) thread.join();
  for (const auto& result : results) CHECK(same_bytes(result, expected));
}
