/// @file Work that nobody waits for any more ends, and no caller's work holds up another's.
#include <grpcpp/create_channel.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <future>
#include <set>
#include <thread>

#include "tests/contract/child_program.hpp"
#include "tests/contract/running_server.hpp"
#include "tests/contract/uploads.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference_data.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace raftup;
using namespace raftup::testing;
using Stub = client::Client::Stub;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

/// Buoys whose lines of 1000 elements come to rest in seconds of work.
v1::SessionSpec with_long_start() {
  v1::SessionSpec spec;
  *spec.mutable_model() = client::model_from_json(R"({
    "name": "long start",
    "bodies": [{"name": "buoy", "mass": 1000, "inertia": {"xx": 1000, "yy": 1000, "zz": 1000},
                "gravity": false}],
    "loads": [{"name": "line0", "dynamic_line": {
      "body": "buoy", "anchor": [100, 0, -50], "length": 113, "diameter": 0.05,
      "mass_per_length": 20, "axial_stiffness": 1e6, "element_count": 1000}}],
    "integration": {"step": 0.05}})");
  for (int i = 1; i < 10; ++i) {
    v1::Load& line = *spec.mutable_model()->add_loads();
    line = spec.model().loads(0);
    line.set_name("line" + std::to_string(i));
  }
  return spec;
}

v1::StepSessionRequest step_of(const std::string& session) {
  v1::StepSessionRequest request;
  request.set_name(session);
  request.set_step_count(1);
  return request;
}

v1::GetSessionRequest looking_at(const std::string& session) {
  v1::GetSessionRequest request;
  request.set_name(session);
  return request;
}

/// Bodies on springs, each tied to the next: linear equations of 250 take some 20 s.
v1::Model chain(int count) {
  v1::Model model;
  for (int i = 0; i < count; ++i) {
    auto& body = *model.add_bodies();
    body.set_name("body" + std::to_string(i));
    body.set_mass(1e5);
    body.mutable_inertia()->set_xx(4e5);
    body.mutable_inertia()->set_yy(6e5);
    body.mutable_inertia()->set_zz(9e5);
    body.set_gravity(false);
    body.add_position(50.0 * i);
    body.add_position(0.0);
    body.add_position(0.0);
    auto& hold = *model.add_loads();
    hold.set_name("hold" + std::to_string(i));
    hold.mutable_linear_mooring()->set_body(body.name());
    for (int dof = 0; dof < 6; ++dof) hold.mutable_linear_mooring()->add_stiffness(1e4 + dof);
    if (i == 0) continue;
    auto& tie = *model.add_loads();
    tie.set_name("tie" + std::to_string(i));
    tie.mutable_point_spring()->set_body1(body.name());
    tie.mutable_point_spring()->set_body2("body" + std::to_string(i - 1));
    tie.mutable_point_spring()->set_stiffness(4e3);
    tie.mutable_point_spring()->set_rest_length(49.0);
  }
  model.mutable_integration()->set_step(0.05);
  return model;
}

/// Spheres of 1 m within 1 m of one another: contacts of every pair. A step of 250
/// takes some 10 s of work, one of 90 some .2 s.
v1::SessionSpec with_overlapping_spheres(int count) {
  v1::SessionSpec spec;
  v1::Model& model = *spec.mutable_model();
  model.add_materials()->set_name("steel");
  const auto place = [](double share, int i) { return share * i - std::floor(share * i); };
  for (int i = 0; i < count; ++i) {
    auto& body = *model.add_bodies();
    body.set_name("body" + std::to_string(i));
    body.set_mass(1e3);
    for (const double share : {0.02, 0.013, 0.017}) body.add_position(0.57 * place(share, i));
    body.mutable_inertia()->set_xx(400.0);
    body.mutable_inertia()->set_yy(400.0);
    body.mutable_inertia()->set_zz(400.0);
    auto& shape = *body.add_shapes();
    shape.set_name("ball");
    shape.set_material("steel");
    shape.mutable_sphere()->set_radius(1.0);
  }
  model.mutable_integration()->set_step(0.01);
  model.mutable_integration()->set_stepper(v1::STEPPER_MOREAU_JEAN);
  return spec;
}

/// How a Linearize ends that its caller gives up: by a deadline, or by cancelling it.
grpc::StatusCode given_up(const RunningServer& running, const v1::LinearizeRequest& request,
                          bool by_deadline) {
  const auto stub = v1::SessionService::NewStub(
      grpc::CreateChannel(running.address(), grpc::InsecureChannelCredentials()));
  grpc::ClientContext context;
  const auto now = std::chrono::system_clock::now();
  context.set_deadline(now + (by_deadline ? milliseconds(700) : milliseconds(60000)));
  std::thread canceller([&] {
    std::this_thread::sleep_for(milliseconds(700));
    if (!by_deadline) context.TryCancel();
  });
  const auto reader = stub->Linearize(&context, request);
  v1::LinearizeResponse response;
  while (reader->Read(&response)) {
  }
  const grpc::Status status = reader->Finish();
  canceller.join();
  return status.error_code();
}

/// Ends a Linearize by its deadline, then one by its caller, for all threads of the server. Then a
/// small one must be answered at once.
void check_given_up(const RunningServer& running, const v1::LinearizeRequest& request) {
  for (const bool by_deadline : {true, false}) {
    std::vector<std::future<grpc::StatusCode>> calls;
    for (int i = 0; i < 3; ++i) {
      calls.push_back(
          std::async(std::launch::async, [&] { return given_up(running, request, by_deadline); }));
    }
    const auto expected =
        by_deadline ? grpc::StatusCode::DEADLINE_EXCEEDED : grpc::StatusCode::CANCELLED;
    for (auto& call : calls) CHECK(call.get() == expected);
    const auto asked = std::chrono::steady_clock::now();
    v1::LinearizeRequest small;
    *small.mutable_model() = chain(2);
    running.client().linearize(small);
    CHECK(std::chrono::steady_clock::now() - asked < seconds(5));
  }
}

/// Takes a step that lasts, in the background, until something ends it.
class LongStep {
 public:
  LongStep(const RunningServer& running, const std::string& session)
      : client_(running.client()), result_(std::async(std::launch::async, [this, session] {
          return error_of([&] { client_.call(&Stub::StepSession, step_of(session), seconds(60)); });
        })) {
    std::this_thread::sleep_for(milliseconds(300));  // until it is at work
  }

  client::CallError error() { return result_.get(); }

 private:
  client::Client client_;
  std::future<client::CallError> result_;
};

}  // namespace

TEST_CASE("cancellation: a step whose caller has given up has not happened, and holds up nobody",
          "[contract][cancellation]") {
  const RunningServer running(1);
  client::Client client = running.client();
  const std::string name = client.start_session(with_overlapping_spheres(250)).name();
  const auto late =
      error_of([&] { client.call(&Stub::StepSession, step_of(name), milliseconds(500)); });
  CHECK(late.code() == grpc::StatusCode::DEADLINE_EXCEEDED);
  const auto after = client.call(&Stub::GetSession, looking_at(name), seconds(5)).session();
  CHECK(after.step_index() == 0);
  CHECK(after.state() == v1::SESSION_STATE_INITIALIZED);
  {
    auto stream = client.exchange(controller_of(name));
    stream.send_advance(1);
    std::this_thread::sleep_for(milliseconds(300));
  }  // hangs up
  CHECK(client.call(&Stub::GetSession, looking_at(name), seconds(5)).session().step_index() == 0);
}

TEST_CASE("cancellation: a session is terminated and deleted while its step runs",
          "[contract][cancellation]") {
  const RunningServer running(1);
  client::Client client = running.client();
  const std::string first = client.start_session(with_overlapping_spheres(250)).name();
  {
    LongStep step(running, first);
    v1::TerminateSessionRequest request;
    request.set_name(first);
    const auto session = client.call(&Stub::TerminateSession, request, seconds(5)).session();
    CHECK(session.state() == v1::SESSION_STATE_TERMINATED);
    CHECK(session.step_index() == 0);
    client.delete_session(first);
  }
  const std::string second = client.start_session(with_overlapping_spheres(250)).name();
  LongStep step(running, second);
  v1::DeleteSessionRequest request;
  request.set_name(second);
  client.call(&Stub::DeleteSession, request, seconds(5));
  CHECK(step.error().reason() == "SESSION_DELETED");
}

TEST_CASE("cancellation: other sessions step on while a step holds the only worker",
          "[contract][cancellation]") {
  const RunningServer running(1);
  client::Client client = running.client();
  const std::string held = client.start_session(with_overlapping_spheres(250)).name();
  const std::string other = client.start_session(two_bodies()).name();
  const LongStep step(running, held);
  for (int i = 0; i < 20; ++i) {
    v1::StepSessionRequest request = step_of(other);
    request.set_expected_step_index(i);
    client.call(&Stub::StepSession, request, seconds(5));
  }
  client.delete_session(held);
}

TEST_CASE("cancellation: models and linearisations that nobody waits for give their threads back",
          "[contract][cancellation]") {
  const RunningServer running;
  const v1::SessionSpec heavy = with_long_start();
  v1::CreateSessionRequest request;
  *request.mutable_session()->mutable_spec() = heavy;
  request.set_validate_only(true);
  v1::LinearizeRequest linearize;
  *linearize.mutable_model() = heavy.model();
  std::vector<std::future<void>> given_up;
  for (int i = 0; i < 6; ++i) {
    given_up.push_back(std::async(std::launch::async, [&] {
      client::Client client = running.client();
      const auto late =
          error_of([&] { client.call(&Stub::CreateSession, request, milliseconds(400)); });
      CHECK(late.code() == grpc::StatusCode::DEADLINE_EXCEEDED);
    }));
  }
  for (auto& call : given_up) call.get();
  v1::CreateSessionRequest light;
  *light.mutable_session()->mutable_spec() = two_bodies();
  running.client().call(&Stub::CreateSession, light, seconds(5));
}

TEST_CASE("cancellation: a Linearize at work ends with its caller's deadline or cancellation",
          "[contract][cancellation][linearisation]") {
  const RunningServer running;
  v1::LinearizeRequest request;
  *request.mutable_model() = chain(250);
  request.set_modes(true);
  check_given_up(running, request);
}

TEST_CASE("cancellation: a fit at work ends with its caller's deadline or cancellation",
          "[contract][cancellation][radiation]") {
  const RunningServer running;
  v1::LinearizeRequest request;
  *request.mutable_model() = afloat(upload(running, own_data() / "array9.h5"), 9);
  request.set_radiation(v1::RADIATION_SOURCE_MEMORY);
  check_given_up(running, request);
}

TEST_CASE("cancellation: 500 spheres that overlap can be given up, and deleted with their session",
          "[contract][cancellation][contacts]") {
  const RunningServer running(1);
  client::Client client = running.client();
  const auto session = client.start_session(with_overlapping_spheres(500));
  const auto told = std::count_if(session.findings().begin(), session.findings().end(),
                                  [](const auto& one) { return one.name() == "contact_depth"; });
  CHECK(told == 100);  // of 124 750; the rest is counted
  CHECK_THAT(session.findings(session.findings_size() - 1).message(),
             Catch::Contains("more findings contact_depth"));
  const std::string name = session.name();
  const auto late =
      error_of([&] { client.call(&Stub::StepSession, step_of(name), milliseconds(500)); });
  CHECK(late.code() == grpc::StatusCode::DEADLINE_EXCEEDED);
  CHECK(client.call(&Stub::GetSession, looking_at(name), seconds(5)).session().step_index() == 0);
  LongStep step(running, name);
  v1::DeleteSessionRequest request;
  request.set_name(name);
  client.call(&Stub::DeleteSession, request, seconds(5));
  CHECK(step.error().reason() == "SESSION_DELETED");
}

TEST_CASE("status: a session whose step lasts says where it stands, and waits for nobody",
          "[contract][cancellation]") {
  const RunningServer running(1);
  client::Client client = running.client();
  const std::string name = client.start_session(with_overlapping_spheres(250)).name();
  const auto before = client.call(&Stub::GetSession, looking_at(name)).session();
  const LongStep step(running, name);
  std::vector<std::chrono::steady_clock::duration> waited;
  for (int look = 0; look < 15; ++look) {
    const auto asked = std::chrono::steady_clock::now();
    auto now = client.call(&Stub::GetSession, looking_at(name), seconds(5)).session();
    waited.push_back(std::chrono::steady_clock::now() - asked);
    CHECK(now.participants_size() == 1);  // who takes the step
    now.clear_participants();
    CHECK(now.SerializeAsString() == before.SerializeAsString());
  }
  std::sort(waited.begin(), waited.end());
  CHECK(waited[waited.size() / 2] < milliseconds(50));  // a loaded machine holds up some
  client.delete_session(name);
}

TEST_CASE("status: who looks at a session with long steps sees it go on",
          "[contract][cancellation]") {
  const RunningServer running(1);
  client::Client client = running.client();
  const std::string name = client.start_session(with_overlapping_spheres(90)).name();  // .2 s
  auto stream = client.exchange(controller_of(name));
  constexpr int kSteps = 8;
  for (int i = 0; i < kSteps / 2; ++i) stream.send_advance(1);  // without a pause between them
  stream.send_advance(kSteps / 2);
  std::set<std::int64_t> seen;
  std::thread reader([&] {
    while (stream.receive_frame().step_index() < kSteps) continue;
  });
  std::int64_t last = 0;
  while (last < kSteps) {
    const auto now = client.call(&Stub::GetSession, looking_at(name), seconds(5)).session();
    CHECK(now.step_index() >= last);
    CHECK(now.time_ns() == now.step_index() * now.step_ns());
    last = now.step_index();
    seen.insert(last);
    if (last > 0) CHECK(now.state() == v1::SESSION_STATE_RUNNING);
  }
  reader.join();
  CHECK(seen.size() > kSteps / 2 + 1);
}

TEST_CASE("cancellation: a server ends in time while steps are at work",
          "[contract][cancellation]") {
  const TemporaryFolder folder;
  RaftupdProgram raftupd(
      {"--listen", "127.0.0.1:0", "--workers", "1", "--data", (folder.path() / "data").string()});
  client::Client client(raftupd.address());
  const std::string name = client.start_session(with_overlapping_spheres(250)).name();
  std::thread caller([&] {
    const auto cut_short = client.call(&Stub::StepSession, step_of(name), seconds(60));
    CHECK(cut_short.frame().result() == v1::STEP_RESULT_EARLY_RETURN);
    CHECK(cut_short.frame().step_index() == 0);
  });
  std::this_thread::sleep_for(milliseconds(300));
  const auto asked = std::chrono::steady_clock::now();
  raftupd.terminate();
  CHECK(raftupd.exit_code() == 0);
  CHECK(std::chrono::steady_clock::now() - asked < seconds(6));  // 5 s, and a loaded machine
  caller.join();
}

TEST_CASE("limits: a compressed message is refused before it is inflated", "[contract][security]") {
  const RunningServer running;
  const auto stub = v1::SessionService::NewStub(
      grpc::CreateChannel(running.address(), grpc::InsecureChannelCredentials()));
  for (const auto algorithm : {GRPC_COMPRESS_GZIP, GRPC_COMPRESS_DEFLATE}) {
    grpc::ClientContext context;
    context.set_compression_algorithm(algorithm);
    context.set_deadline(std::chrono::system_clock::now() + seconds(20));
    v1::ListSessionsRequest request;
    request.set_page_token(std::string(1 << 20, ' '));
    v1::ListSessionsResponse response;
    const grpc::Status status = stub->ListSessions(&context, request, &response);
    CHECK(status.error_code() == grpc::StatusCode::UNIMPLEMENTED);
    CHECK_THAT(status.error_message(), Catch::Contains("is disabled"));
  }
}

TEST_CASE("limits: a controller that does not read makes its session wait, and loses nothing",
          "[contract][security]") {
  const RunningServer running;
  client::Client client = running.client();
  const std::string name = client.start_session(two_bodies()).name();
  v1::Attach attach = controller_of(name);
  attach.set_credit(4096);
  auto stream = client.exchange(attach);
  constexpr int kMessages = 60, kSteps = 20000;  // of 0.5 MB or more each
  for (int i = 0; i < kMessages; ++i) stream.send_advance(kSteps);
  std::int64_t before = -1, now = 0;
  for (int look = 0; look < 100 && before != now; ++look) {
    std::this_thread::sleep_for(milliseconds(200));
    before =
        std::exchange(now, client.call(&Stub::GetSession, looking_at(name)).session().step_index());
  }
  CHECK(now > 0);
  CHECK(now < kMessages * kSteps);
  for (int i = 0; i < kMessages; ++i) {
    REQUIRE(stream.receive_frame().step_index() == (i + 1) * kSteps);
  }
}
