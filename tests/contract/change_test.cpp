/// @file Bodies that change while their session runs.
#include "tests/contract/coupled_session.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

using Stub = client::Client::Stub;

/// The first body of a model becomes twice as heavy.
v1::ChangeSessionRequest loaded(const v1::Session& session) {
  const v1::Body& body = session.spec().model().bodies(0);
  v1::ChangeSessionRequest request;
  request.set_name(session.name());
  v1::MassChange& change = *request.add_masses();
  change.set_body(body.name());
  change.set_mass(2.0 * body.mass());
  return request;
}

}  // namespace

TEST_CASE("change: a checkpoint and a fork know of it, a reset does not", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto plain = client.start_session(two_bodies());
  const Values unchanged = values_of(client.exchange(controller_of(plain.name())).advance(40));

  const auto session = client.start_session(two_bodies());
  Values before, after;
  v1::Checkpoint checkpoint;
  {
    auto stream = client.exchange(controller_of(session.name()));
    before = values_of(stream.advance(20));
    client.call(&Stub::ChangeSession, loaded(session));
    CHECK(next_notice(stream, "BODIES_CHANGED").step_index() == 20);
    checkpoint = client.create_checkpoint(session.name());
    after = values_of(stream.advance(20));
  }
  before.insert(before.end(), after.begin(), after.end());
  CHECK(before.size() == unchanged.size());
  CHECK_FALSE(same_bytes(before, unchanged));

  v1::CreateSessionRequest fork;
  fork.set_from_checkpoint(checkpoint.name());
  const auto forked = client.call(&Stub::CreateSession, fork).session();
  CHECK(same_bytes(values_of(client.exchange(controller_of(forked.name())).advance(20)), after));

  v1::ResetSessionRequest reset;
  reset.set_name(session.name());
  client.call(&Stub::ResetSession, reset);
  v1::InitializeSessionRequest initialize;
  initialize.set_name(session.name());
  client.call(&Stub::InitializeSession, initialize);
  CHECK(
      same_bytes(values_of(client.exchange(controller_of(session.name())).advance(40)), unchanged));
}

TEST_CASE("change: what is refused changes nothing", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(two_bodies());
  auto request = loaded(session);
  request.add_masses()->set_body("nobody");
  const auto error = error_of([&] { client.call(&Stub::ChangeSession, request); });
  CHECK(error.reason() == "BAD_FIELD");
  REQUIRE(error.field_violations().size() == 1);
  CHECK(error.field_violations()[0].field == "masses[1]");
  const auto plain = client.start_session(two_bodies());
  CHECK(same_bytes(values_of(client.exchange(controller_of(session.name())).advance(5)),
                   values_of(client.exchange(controller_of(plain.name())).advance(5))));
}
