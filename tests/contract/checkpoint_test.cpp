/// @file Checkpoints that travel: exported, imported, forked from; and what a restart brings back.
#include <filesystem>
#include <fstream>

#include "hydro/base/sha256.hpp"
#include "server/base/durable_file.hpp"
#include "server/storage/checkpoint_file.hpp"
#include "server/storage/folder_layout.hpp"
#include "tests/contract/coupled_session.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;
using Catch::Contains;
using Stub = client::Client::Stub;

namespace {

constexpr int kCheckpointStep = 7;
constexpr int kEnd = 20;

/// Steps a session of two_bodies() to `end`, pushed by what depends on the number of the step
/// alone.
Values rows_to(client::Client& client, const std::string& session, int end) {
  auto stream = client.exchange(controller_of(session, {"push_a"}));
  Values rows;
  for (auto n = static_cast<int>(stream.attached().step_index()); n < end; ++n) {
    const Values row = values_of(stream.step(force_on_heave(push(n * kStep))));
    rows.insert(rows.end(), row.begin(), row.end());
  }
  stream.close();
  return rows;
}

std::string make_checkpoint(client::Client& client, const std::string& session) {
  v1::CreateCheckpointRequest request;
  request.set_session(session);
  request.set_label("halfway");
  return client.call(&Stub::CreateCheckpoint, request).checkpoint().name();
}

/// A session with a checkpoint at kCheckpointStep, and where it went from there to kEnd.
struct Original {
  explicit Original(client::Client& client) : session(client.start_session(two_bodies()).name()) {
    rows_to(client, session, kCheckpointStep);
    checkpoint = make_checkpoint(client, session);
    rows = rows_to(client, session, kEnd);
  }

  std::string session;
  std::string checkpoint;
  Values rows;
};

std::string session_of(const std::string& checkpoint) {
  return checkpoint.substr(0, checkpoint.find("/checkpoints/"));
}

v1::Session fork(client::Client& client, const std::string& checkpoint,
                 const v1::SessionSpec* spec = nullptr) {
  v1::CreateSessionRequest request;
  request.set_from_checkpoint(checkpoint);
  if (spec != nullptr) *request.mutable_session()->mutable_spec() = *spec;
  return client.call(&Stub::CreateSession, request).session();
}

v1::Session get(client::Client& client, const std::string& name) {
  v1::GetSessionRequest request;
  request.set_name(name);
  return client.call(&Stub::GetSession, request).session();
}

client::CheckpointFile with_bytes(client::CheckpointFile file, std::string bytes) {
  file.bytes = std::move(bytes);
  file.sha256 = sha256(file.bytes);
  return file;
}

client::CallError import_error(client::Client& client, const client::CheckpointFile& file,
                               const std::string& session = "") {
  return error_of([&] { client.import_checkpoint(file, session); });
}

}  // namespace

TEST_CASE("checkpoint: exported and imported elsewhere it goes on byte for byte",
          "[contract][checkpoint]") {
  const RunningServer here;
  const RunningServer there;
  auto client = here.client();
  auto other = there.client();
  const Original original(client);
  const auto file = client.export_checkpoint(original.checkpoint);
  CHECK(file.checkpoint.name() == original.checkpoint);
  CHECK(file.checkpoint.step_index() == kCheckpointStep);
  CHECK(file.checkpoint.time_ns() == kCheckpointStep * kStep);
  CHECK(sha256(file.bytes) == file.sha256);

  SECTION("as a session of its own") {
    const auto imported = other.import_checkpoint(file, "", "copied");
    CHECK(imported.name() == "sessions/copied/checkpoints/1");
    CHECK(imported.label() == "halfway");
    CHECK(get(other, "sessions/copied").step_index() == kCheckpointStep);
    CHECK(same_bytes(rows_to(other, "sessions/copied", kEnd), original.rows));
  }
  SECTION("as a checkpoint of a session that is there") {
    const std::string session = other.start_session(two_bodies()).name();
    rows_to(other, session, 3);
    v1::RestoreCheckpointRequest restore;
    restore.set_name(other.import_checkpoint(file, session).name());
    other.call(&Stub::RestoreCheckpoint, restore);
    CHECK(same_bytes(rows_to(other, session, kEnd), original.rows));
  }
}

TEST_CASE("checkpoint: a session that is created from one goes on byte for byte",
          "[contract][checkpoint]") {
  const RunningServer server;
  auto client = server.client();
  const Original original(client);
  const auto forked = fork(client, original.checkpoint);
  CHECK(forked.state() == v1::SESSION_STATE_RUNNING);
  CHECK(forked.step_index() == kCheckpointStep);
  CHECK(same_bytes(rows_to(client, forked.name(), kEnd), original.rows));

  // Another spec, for the same model.
  v1::SessionSpec spec;
  spec.set_stop_time_ns(kEnd * kStep);
  CHECK(same_bytes(rows_to(client, fork(client, original.checkpoint, &spec).name(), kEnd),
                   original.rows));
  spec = two_bodies();
  spec.mutable_model()->mutable_bodies(0)->set_mass(2e6);
  CHECK_THAT(error_of([&] { fork(client, original.checkpoint, &spec); }).what(),
             Contains("session.spec.model must be the model of the checkpoint, or absent"));
  CHECK(error_of([&] { fork(client, original.session + "/checkpoints/9"); }).reason() ==
        "NOT_FOUND");
}

TEST_CASE("checkpoint: what participants had sent ahead comes along", "[contract][checkpoint]") {
  const RunningServer server;
  auto client = server.client();
  const std::string session = client.start_session(with_participant()).name();
  auto waves = client.exchange(waves_of(session));
  send_samples(waves, 0, kEnd);
  waves.close();  // all of them are there
  rows_to(client, session, kCheckpointStep);
  const std::string kept = make_checkpoint(client, session);
  const Values rows = rows_to(client, session, kEnd);
  const std::string forked = fork(client, kept).name();
  CHECK(same_bytes(rows_to(client, forked, kEnd), rows));  // nobody sends anything anew
}

TEST_CASE("checkpoint: a file that is damaged or foreign is refused with the reason",
          "[contract][checkpoint]") {
  const RunningServer server;
  auto client = server.client();
  const Original original(client);
  const auto file = client.export_checkpoint(original.checkpoint);

  auto changed = file;
  changed.bytes[changed.bytes.size() / 2] ^= 1;
  CHECK(import_error(client, changed).reason() == "CHECKSUM_MISMATCH");
  changed = with_bytes(file, changed.bytes);
  CHECK(import_error(client, changed).reason() == "CHECKPOINT_REFUSED");
  for (const std::size_t size : {std::size_t{0}, std::size_t{5}, file.bytes.size() - 1}) {
    const auto cut = with_bytes(file, file.bytes.substr(0, size));
    CHECK(import_error(client, cut).reason() == "CHECKPOINT_REFUSED");
  }
  CHECK_THAT(import_error(client, with_bytes(file, "PK zip")).what(),
             Contains("a checkpoint file must begin with 'RAFTUPCP'"));

  v1::SessionSpec heavier = two_bodies();
  heavier.mutable_model()->mutable_bodies(0)->set_mass(2e6);
  const auto other_model = import_error(client, file, client.start_session(heavier).name());
  CHECK(other_model.reason() == "CHECKPOINT_REFUSED");
  CHECK_THAT(other_model.what(), Contains("state must belong to the model"));
  CHECK(import_error(client, file, "sessions/nobody").reason() == "NOT_FOUND");
}

TEST_CASE("checkpoint: one that leads elsewhere here than where it was made is refused",
          "[contract][checkpoint]") {
  const RunningServer server;
  auto client = server.client();
  const Original original(client);
  const auto file = client.export_checkpoint(original.checkpoint);
  auto content = server::checkpoint_from_bytes(file.bytes);
  content.checkpoint.verification.state_hash ^= 1;
  const auto refused = import_error(
      client, with_bytes(file, server::checkpoint_to_bytes(content.checkpoint, content.spec)));
  CHECK(refused.reason() == "CHECKPOINT_REFUSED");
  CHECK_THAT(refused.what(), Contains("4 steps on from a checkpoint must lead to the state"));
  CHECK_THAT(refused.what(), Contains("as they did for build "));

  // A state that cannot be.
  content = server::checkpoint_from_bytes(file.bytes);
  server::Snapshot snapshot = *content.checkpoint.snapshot;
  snapshot.state.step_index = -1;
  content.checkpoint.snapshot = std::make_shared<const server::Snapshot>(snapshot);
  CHECK(import_error(
            client, with_bytes(file, server::checkpoint_to_bytes(content.checkpoint, content.spec)))
            .reason() == "CHECKPOINT_REFUSED");
  CHECK(client.call(&Stub::ListSessions, v1::ListSessionsRequest()).sessions_size() == 1);
}

// --- restarts -----------------------------------------------------------------------------------

TEST_CASE("restart: sessions come back with their checkpoints unless they were not to be kept",
          "[contract][checkpoint]") {
  RunningServer server;
  std::string kept_checkpoint;
  Values rows;
  {
    auto client = server.client();
    const Original original(client);
    kept_checkpoint = original.checkpoint;
    rows = original.rows;
    v1::SessionSpec forgotten = two_bodies();
    forgotten.set_durability(v1::DURABILITY_NONE);
    client.start_session(forgotten, "forgotten");
  }
  server.restart();
  auto client = server.client();
  const auto sessions = client.call(&Stub::ListSessions, v1::ListSessionsRequest());
  REQUIRE(sessions.sessions_size() == 1);
  const std::string session = session_of(kept_checkpoint);
  CHECK(sessions.sessions(0).name() == session);
  CHECK(get(client, session).step_index() == kEnd);
  CHECK(get(client, session).spec().durability() == v1::DURABILITY_PROCESS);
  v1::RestoreCheckpointRequest restore;
  restore.set_name(kept_checkpoint);
  client.call(&Stub::RestoreCheckpoint, restore);
  CHECK(same_bytes(rows_to(client, session, kEnd), rows));
  // A new one does not take the name of one that was there.
  CHECK(make_checkpoint(client, session) == session + "/checkpoints/2");
}

TEST_CASE("restart: a session with damaged files is named with what is wrong until it is deleted",
          "[contract][checkpoint]") {
  RunningServer server;
  const std::string name = "sessions/damaged";
  {
    auto client = server.client();
    client.start_session(two_bodies(), "damaged");
    rows_to(client, name, kEnd);
    client.start_session(two_bodies(), "sound");
  }
  const server::SessionFolder folder(server.data() / name);
  server.restart([&] {
    for (const std::int64_t number : folder.snapshot_numbers()) {
      std::filesystem::remove(folder.snapshot(number));
    }
    const auto journal = folder.journal(folder.journal_numbers().front());
    std::string bytes = server::read_whole(journal).value();
    bytes[bytes.size() / 2] ^= 1;
    std::ofstream(journal, std::ios::binary) << bytes;
  });
  auto client = server.client();
  const auto failed = get(client, name);
  CHECK(failed.state() == v1::SESSION_STATE_FAILED);
  CHECK_THAT(failed.failure(), Contains("is damaged: byte"));
  CHECK(failed.spec().model().name() == "two_bodies");
  CHECK(client.call(&Stub::ListSessions, v1::ListSessionsRequest()).sessions_size() == 2);
  const auto refused = error_of([&] { client.exchange(controller_of(name)); });
  CHECK(refused.reason() == "SESSION_FAILED");
  CHECK(refused.code() == grpc::StatusCode::DATA_LOSS);
  CHECK(error_of([&] { client.start_session(two_bodies(), "damaged"); }).reason() ==
        "SESSION_EXISTS");
  CHECK(get(client, "sessions/sound").state() == v1::SESSION_STATE_INITIALIZED);

  client.delete_session(name);
  CHECK_FALSE(std::filesystem::exists(folder.path()));
  CHECK_NOTHROW(client.start_session(two_bodies(), "damaged"));
}
