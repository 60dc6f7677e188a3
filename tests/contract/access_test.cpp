/// @file Who may call what: every call of the contract by every role, tenants, tokens, quotas.
#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/generic/generic_stub.h>

#include <fstream>
#include <future>
#include <map>
#include <set>
#include <thread>

#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "hydro/base/sha256.hpp"
#include "raftup/v1/database.grpc.pb.h"
#include "server/security/access_policy.hpp"
#include "tests/contract/running_server.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace raftup;
using namespace raftup::testing;
using Catch::Contains;
using server::AccessRole;

namespace {

namespace pb = google::protobuf;

constexpr AccessRole kRoles[] = {AccessRole::kObserver, AccessRole::kOperator, AccessRole::kAdmin};

/// Every call of the services in proto/, by its full name, from the files themselves.
std::set<std::string> calls_of_the_contract() {
  std::ifstream input(RAFTUP_DESCRIPTOR_SET, std::ios::binary);
  pb::FileDescriptorSet files;
  REQUIRE(files.ParseFromIstream(&input));
  std::set<std::string> calls;
  for (const auto& file : files.file()) {
    for (const auto& service : file.service()) {
      for (const auto& method : service.method()) {
        calls.insert(file.package() + "." + service.name() + "." + method.name());
      }
    }
  }
  return calls;
}

/// An access file, and the servers that go by it.
class AccessFile {
 public:
  void write(const std::string& text) const {
    // As a whole: a server that looks meanwhile sees the old file or the new one.
    std::ofstream(folder_.path() / "new") << text;
    std::filesystem::rename(folder_.path() / "new", path());
  }
  std::filesystem::path path() const { return folder_.path() / "access"; }

  server::SecurityOptions options() const {
    server::SecurityOptions options;
    options.access = path();
    return options;
  }

 private:
  TemporaryFolder folder_;
};

std::string token_line(const std::string& token, const std::string& tenant, AccessRole role) {
  return "token of-" + token + " " + tenant + " " + server::role_name(role) + " " +
         sha256(std::string_view(token)) + "\n";
}

grpc::ByteBuffer empty_message() {
  const grpc::Slice slice;
  return grpc::ByteBuffer(&slice, 1);
}

/// Sends an empty message on any call, streams too, and gives the status it ends with.
grpc::Status call_with_nothing(const std::string& address, const std::string& method,
                               const std::string& token) {
  grpc::GenericStub stub(grpc::CreateChannel(address, grpc::InsecureChannelCredentials()));
  grpc::ClientContext context;
  if (!token.empty()) context.AddMetadata("authorization", "Bearer " + token);
  std::string path = "/" + method;
  path[path.rfind('.')] = '/';
  const grpc::ByteBuffer request = empty_message();
  grpc::ByteBuffer response;
  std::promise<grpc::Status> status;
  stub.UnaryCall(&context, path, {}, &request, &response,
                 [&](const grpc::Status& result) { status.set_value(result); });
  return status.get_future().get();
}

client::ConnectionOptions token(const std::string& text) {
  client::ConnectionOptions options;
  options.token = text;
  return options;
}

std::chrono::nanoseconds retry_delay_of(const grpc::Status& status) {
  google::rpc::Status details;
  REQUIRE(details.ParseFromString(status.error_details()));
  for (const auto& detail : details.details()) {
    google::rpc::RetryInfo retry;
    if (!detail.UnpackTo(&retry)) continue;
    return std::chrono::seconds(retry.retry_delay().seconds()) +
           std::chrono::nanoseconds(retry.retry_delay().nanos());
  }
  return std::chrono::nanoseconds(0);
}

}  // namespace

TEST_CASE("access: every call of the contract has a rule, and no rule is about another",
          "[contract][security]") {
  std::set<std::string> rules;
  for (const auto& rule : server::call_rules()) rules.insert(rule.method);
  CHECK(rules == calls_of_the_contract());
  CHECK(rules.size() == server::call_rules().size());
}

TEST_CASE("access: a request without a rule is refused even to administrators",
          "[contract][security]") {
  const server::AccessPolicy policy;
  // A message that is no call's request stands for the request of a call that nobody wrote a rule
  // for.
  CHECK_THROWS_WITH(policy.check({}, *v1::Session::descriptor()),
                    "nobody may send Session: it has no access rule");
}

TEST_CASE("access: each role may make the calls that its rule allows and no others",
          "[contract][security]") {
  const AccessFile file;
  file.write(token_line("observer", "acme", AccessRole::kObserver) +
             token_line("operator", "acme", AccessRole::kOperator) +
             token_line("admin", "acme", AccessRole::kAdmin));
  RunningServer running(2, Transport::kTcp, file.options());
  const std::string address = running.server().addresses().front();
  for (const auto& rule : server::call_rules()) {
    INFO(rule.method);
    CHECK(call_with_nothing(address, rule.method, "").error_code() ==
          grpc::StatusCode::UNAUTHENTICATED);
    CHECK(call_with_nothing(address, rule.method, "stolen").error_code() ==
          grpc::StatusCode::UNAUTHENTICATED);
    for (const AccessRole role : kRoles) {
      const auto code = call_with_nothing(address, rule.method, server::role_name(role));
      INFO(server::role_name(role) << ": " << code.error_message());
      CHECK(code.error_code() != grpc::StatusCode::UNAUTHENTICATED);
      CHECK((code.error_code() == grpc::StatusCode::PERMISSION_DENIED) == (role < rule.role));
    }
  }
}

TEST_CASE("access: a caller is told its tenant, role and quota", "[contract][security]") {
  const AccessFile file;
  file.write(token_line("eyes", "acme", AccessRole::kObserver) +
             token_line("hands", "boats", AccessRole::kOperator) +
             "quota acme sessions=2 requests_per_second=50\n");
  RunningServer running(2, Transport::kTcp, file.options());
  const auto ask = [&](const std::string& text) {
    return running.client(token(text))
        .call(&client::Client::Stub::GetCaller, v1::GetCallerRequest());
  };
  const v1::GetCallerResponse eyes = ask("eyes");
  CHECK(eyes.tenant() == "acme");
  CHECK(eyes.role() == v1::ACCESS_ROLE_OBSERVER);
  CHECK(eyes.quota().sessions() == 2);
  CHECK(eyes.quota().requests_per_second() == 50);
  CHECK_FALSE(eyes.quota().has_streams());
  CHECK(eyes.server_version() == RAFTUP_VERSION);
  CHECK(ask("hands").role() == v1::ACCESS_ROLE_OPERATOR);
  CHECK_FALSE(ask("hands").quota().has_sessions());

  const RunningServer open;
  const auto anybody = open.client().call(&client::Client::Stub::GetCaller, v1::GetCallerRequest());
  CHECK(anybody.tenant() == "default");
  CHECK(anybody.role() == v1::ACCESS_ROLE_ADMIN);
  CHECK(anybody.quota().computations() == 64);  // what holds where nobody says anything else
  CHECK(anybody.quota().unread_bytes() == 256 << 20);
  CHECK_FALSE(anybody.quota().has_sessions());
}

TEST_CASE("access: an observer attaches to a session as one", "[contract][security]") {
  const AccessFile file;
  file.write(token_line("eyes", "acme", AccessRole::kObserver) +
             token_line("hands", "acme", AccessRole::kOperator));
  RunningServer running(2, Transport::kTcp, file.options());
  client::Client operating = running.client(token("hands"));
  client::Client observing = running.client(token("eyes"));
  v1::Attach attach = controller_of(operating.start_session(two_bodies()).name());
  for (const v1::Role role : {v1::ROLE_CONTROLLER, v1::ROLE_PARTICIPANT}) {
    attach.set_role(role);
    CHECK(error_of([&] { observing.exchange(attach); }).reason() == "PERMISSION_DENIED");
  }
  attach.set_role(v1::ROLE_OBSERVER);
  CHECK_NOTHROW(observing.exchange(attach));
}

TEST_CASE("access: what belongs to another tenant does not exist", "[contract][security]") {
  const AccessFile file;
  file.write(token_line("alice", "acme", AccessRole::kAdmin) +
             token_line("bob", "boats", AccessRole::kAdmin));
  RunningServer running(2, Transport::kTcp, file.options());
  client::Client alice = running.client(token("alice"));
  client::Client bob = running.client(token("bob"));
  const std::string name = alice.start_session(two_bodies(), "tow-trial").name();

  v1::GetSessionRequest get;
  get.set_name(name);
  CHECK(error_of([&] { bob.call(&client::Client::Stub::GetSession, get); }).reason() ==
        "NOT_FOUND");
  CHECK(error_of([&] { bob.exchange(controller_of(name)); }).reason() == "NOT_FOUND");
  CHECK(error_of([&] { bob.delete_session(name); }).reason() == "NOT_FOUND");
  CHECK(bob.call(&client::Client::Stub::ListSessions, v1::ListSessionsRequest()).sessions_size() ==
        0);
  // The same id is free for another tenant, and means another session.
  CHECK(bob.start_session(two_bodies(), "tow-trial").name() == name);
  bob.delete_session(name);
  CHECK_NOTHROW(alice.call(&client::Client::Stub::GetSession, get));
}

TEST_CASE("access: checkpoints of another tenant do not exist, before a restart and after",
          "[contract][security]") {
  const AccessFile file;
  file.write(token_line("alice", "acme", AccessRole::kAdmin) +
             token_line("bob", "boats", AccessRole::kAdmin) + "quota acme checkpoints=1\n");
  RunningServer running(2, Transport::kTcp, file.options());
  v1::CreateCheckpointRequest create;
  create.set_session(running.client(token("alice")).start_session(two_bodies(), "trial").name());
  running.client(token("alice")).call(&client::Client::Stub::CreateCheckpoint, create);
  const auto check = [&] {
    client::Client alice = running.client(token("alice"));
    client::Client bob = running.client(token("bob"));
    const std::string name = "sessions/trial/checkpoints/1";
    v1::CreateSessionRequest fork;
    fork.set_from_checkpoint(name);
    CHECK(error_of([&] { bob.export_checkpoint(name); }).reason() == "NOT_FOUND");
    CHECK(error_of([&] { bob.call(&client::Client::Stub::CreateSession, fork); }).reason() ==
          "NOT_FOUND");
    const auto exported = alice.export_checkpoint(name);
    CHECK(error_of([&] { bob.import_checkpoint(exported, "sessions/trial"); }).reason() ==
          "NOT_FOUND");
    // A restart takes nothing off the quota, and what is imported counts.
    CHECK(error_of([&] { alice.import_checkpoint(exported, "sessions/trial"); }).reason() ==
          "QUOTA_CHECKPOINTS");
  };
  check();
  running.restart();
  check();
  CHECK(std::filesystem::exists(running.data() / "tenants/acme/sessions/trial/checkpoints/1"));
}

TEST_CASE("access: a digest that another tenant has stored must be uploaded all the same",
          "[contract][security]") {
  const AccessFile file;
  file.write(token_line("alice", "acme", AccessRole::kAdmin) +
             token_line("bob", "boats", AccessRole::kAdmin) + "quota boats database_bytes=9\n");
  RunningServer running(2, Transport::kTcp, file.options());
  const auto stub = v1::DatabaseService::NewStub(grpc::CreateChannel(
      running.server().addresses().front(), grpc::InsecureChannelCredentials()));
  const auto upload_of = [&](const std::string& who) {
    grpc::ClientContext context;
    context.AddMetadata("authorization", "Bearer " + who);
    v1::StartUploadRequest request;
    request.set_database_id("two-ships");
    request.set_size_bytes(10);
    request.set_sha256(sha256(std::string_view("0123456789")));
    v1::StartUploadResponse response;
    const grpc::Status status = stub->StartUpload(&context, request, &response);
    return status.ok() ? response.upload_id() : status.error_message();
  };
  const auto committed_of = [&](const std::string& who, const std::string& upload) {
    grpc::ClientContext context;
    context.AddMetadata("authorization", "Bearer " + who);
    v1::GetUploadRequest request;
    request.set_upload_id(upload);
    v1::GetUploadResponse response;
    const grpc::Status status = stub->GetUpload(&context, request, &response);
    return status.ok() ? response.committed_bytes() : -1;
  };
  const std::string upload = upload_of("alice");
  CHECK(committed_of("alice", upload) == 0);
  CHECK(committed_of("bob", upload) == -1);
  CHECK(upload_of("bob") ==
        "tenant boats must have at most 9 bytes of databases at once, would have 10");
}

TEST_CASE("access: tokens are taken up and revoked while the server runs", "[contract][security]") {
  const AccessFile file;
  file.write(token_line("old", "acme", AccessRole::kOperator));
  RunningServer running(2, Transport::kTcp, file.options());
  client::Client old_client = running.client(token("old"));
  client::Client new_client = running.client(token("new"));
  auto stream = old_client.exchange(controller_of(old_client.start_session(two_bodies()).name()));
  CHECK(error_of([&] { new_client.start_session(two_bodies()); }).reason() == "UNAUTHENTICATED");

  file.write(token_line("new", "acme", AccessRole::kOperator));
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  CHECK_NOTHROW(new_client.start_session(two_bodies()));
  CHECK(error_of([&] { old_client.start_session(two_bodies()); }).reason() == "UNAUTHENTICATED");
  // What is open goes on: only calls are checked, not messages.
  CHECK(stream.step().step_index() == 1);

  file.write("token nonsense\n");
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  CHECK_NOTHROW(new_client.start_session(two_bodies()));
}

TEST_CASE("access: a tenant gets what its quota allows and the next refusal says when to try again",
          "[contract][security]") {
  const AccessFile file;
  const std::string known = token_line("alice", "acme", AccessRole::kOperator) +
                            token_line("bob", "boats", AccessRole::kOperator);
  file.write(known + "quota acme sessions=2 bodies=3 streams=1 checkpoints=1\n");
  RunningServer running(2, Transport::kTcp, file.options());
  client::Client alice = running.client(token("alice"));
  const std::string first = alice.start_session(two_bodies()).name();
  CHECK(error_of([&] { alice.start_session(two_bodies()); }).reason() == "QUOTA_BODIES");
  auto stream = alice.exchange(controller_of(first));
  const auto refused = error_of([&] { alice.exchange(controller_of(first)); });
  CHECK(refused.reason() == "QUOTA_STREAMS");
  CHECK_THAT(refused.what(), Contains("tenant acme must have at most 1 streams at once"));
  v1::CreateCheckpointRequest checkpoint;
  checkpoint.set_session(first);
  CHECK_NOTHROW(alice.call(&client::Client::Stub::CreateCheckpoint, checkpoint));
  CHECK(error_of([&] {
          alice.call(&client::Client::Stub::CreateCheckpoint, checkpoint);
        }).reason() == "QUOTA_CHECKPOINTS");
  // Others are not touched by it.
  CHECK_NOTHROW(running.client(token("bob")).start_session(two_bodies()));
  // What is given up is free again.
  stream.close();
  alice.delete_session(first);
  CHECK_NOTHROW(alice.start_session(two_bodies()));
}

TEST_CASE("access: calls that come too fast are refused until the bucket has filled again",
          "[contract][security]") {
  const AccessFile file;
  file.write(token_line("alice", "acme", AccessRole::kOperator) +
             "quota acme requests_per_second=20\n");
  RunningServer running(2, Transport::kTcp, file.options());
  const std::string address = running.server().addresses().front();
  int refused = 0;
  grpc::Status last;
  for (int i = 0; i < 60; ++i) {
    const auto status =
        call_with_nothing(address, "raftup.v1.SessionService.ListSessions", "alice");
    if (status.ok()) continue;
    ++refused;
    last = status;
    break;  // one that is let in later would take what its delay waits for
  }
  CHECK(refused > 0);
  CHECK(last.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED);
  const auto delay = retry_delay_of(last);
  CHECK(delay > std::chrono::milliseconds(0));
  CHECK(delay <= std::chrono::milliseconds(50));
  std::this_thread::sleep_for(delay);
  CHECK(call_with_nothing(address, "raftup.v1.SessionService.ListSessions", "alice").ok());
}
