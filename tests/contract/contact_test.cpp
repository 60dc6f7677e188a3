/// @file Contacts over the wire: events of steps, told once and in time, and questions between
/// them.
#include "tests/contract/running_server.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;
using Stub = client::Client::Stub;

namespace {

/// A ball that falls .5 m on the floor and gives back .6 of its speed; it lands at .32 s.
v1::SessionSpec bouncing_ball() {
  v1::SessionSpec spec;
  *spec.mutable_model() = client::model_from_json(R"({
    "bodies": [{"name": "ball", "mass": 2, "inertia": {"xx": 1, "yy": 1, "zz": 1},
                "position": [0, 0, 1],
                "shapes": [{"name": "hull", "material": "rubber", "sphere": {"radius": 0.5},
                            "density": 4}]}],
    "shapes": [{"name": "floor", "material": "rubber", "plane": {}}],
    "materials": [{"name": "rubber"}],
    "contact_materials": [{"material1": "rubber", "material2": "rubber", "restitution": 0.6}],
    "outputs": ["ball.position"],
    "integration": {"step": 0.001, "output_step": 0.1}})");
  return spec;
}

std::string bytes_of(const std::vector<v1::ContactEvent>& events) {
  v1::ContactEvents message;
  for (const v1::ContactEvent& event : events) *message.add_events() = event;
  return message.SerializeAsString();
}

v1::QueryContactsResponse query(client::Client& client, const std::string& session,
                                v1::ContactQuery asked, const std::vector<std::string>& shapes) {
  v1::QueryContactsRequest request;
  request.set_session(session);
  request.set_query(asked);
  for (const std::string& shape : shapes) {
    *request.add_shapes() = client::model_from_json(R"({"shapes": [)" + shape + "]}").shapes(0);
  }
  return client.call(&Stub::QueryContacts, request);
}

}  // namespace

TEST_CASE("contact events: come before the frame of their steps, and a watcher has the same",
          "[contract][contacts]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(bouncing_ball());
  v1::WatchSessionRequest watching;
  watching.set_session(session.name());
  watching.set_overflow_policy(v1::OVERFLOW_POLICY_DROP_OLDEST);
  watching.set_max_rows_per_second(0.01);  // of its rows it will see one at most
  auto watch = client.watch(watching);
  auto stream = client.exchange(controller_of(session.name()));
  stream.advance(300);
  CHECK(stream.contact_events().empty());
  stream.advance(500);
  const std::vector<v1::ContactEvent> events = stream.contact_events();
  REQUIRE(events.size() >= 3);
  CHECK(events[0].kind() == v1::CONTACT_EVENT_KIND_IMPACT);
  CHECK(events[0].shape1() == "ball/hull");
  CHECK(events[0].shape2() == "/floor");
  CHECK(1e-9 * static_cast<double>(events[0].time_ns()) ==
        Approx(0.3193).epsilon(0.0).margin(0.003));
  CHECK(events[0].normal(2) == Approx(1.0));
  CHECK(events[0].normal_speed() == Approx(-3.132).epsilon(0.0).margin(0.03));
  CHECK(events[1].kind() == v1::CONTACT_EVENT_KIND_SEPARATION);
  CHECK(events[1].normal_speed() == Approx(0.6 * 3.132).epsilon(0.0).margin(0.03));
  std::vector<v1::ContactEvent> seen;
  while (seen.size() < events.size()) {
    for (const v1::ContactEvent& event : watch.receive().contact_events().events()) {
      seen.push_back(event);
    }
  }
  CHECK(bytes_of(seen) == bytes_of(events));
}

TEST_CASE("contacts: a watcher that asks has those of its newest row, others have none",
          "[contract][contacts]") {
  const RunningServer server;
  auto client = server.client();
  v1::SessionSpec spec = bouncing_ball();
  spec.mutable_model()->mutable_contact_materials(0)->set_restitution(0.0);
  const std::string session = client.start_session(spec).name();
  v1::WatchSessionRequest watching;
  watching.set_session(session);
  watching.set_output_stride(10);
  auto plain = client.watch(watching);
  watching.set_contacts(true);
  auto watch = client.watch(watching);
  auto stream = client.exchange(controller_of(session));
  stream.advance(300);
  CHECK(watch.receive_frame().contacts().empty());  // it falls
  stream.advance(705);                              // the newest row is that of step 1000
  const auto frame_at = [](auto& from) {
    for (;;) {
      const v1::Frame frame = from.receive_frame();
      if (frame.step_index() == 1005) return frame;
    }
  };
  const v1::Frame frame = frame_at(watch);
  REQUIRE(frame.contacts_size() == 1);
  CHECK(frame.contacts(0).shape1() == "ball/hull");
  CHECK(frame.contacts(0).shape2() == "/floor");
  REQUIRE(frame.contacts(0).points_size() == 1);
  CHECK(frame.contacts(0).points(0).force(2) == Approx(2.0 * 9.80665).epsilon(1e-6));
  CHECK(frame_at(plain).contacts().empty());
}

TEST_CASE("contact events: of tried steps none are told, of those taken again the same",
          "[contract][contacts]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(bouncing_ball());
  auto stream = client.exchange(controller_of(session.name()));
  stream.advance(315);
  const std::string checkpoint = client.create_checkpoint(session.name()).name();
  std::vector<v1::ContactEvent> told;
  for (int n = 0; n < 10; ++n) {
    stream.try_step();
    CHECK(stream.contact_events().empty());
    stream.commit_step();
    told.insert(told.end(), stream.contact_events().begin(), stream.contact_events().end());
  }
  stream.close();
  REQUIRE(!told.empty());
  client.restore_checkpoint(checkpoint);
  v1::StepSessionRequest steps;
  steps.set_name(session.name());
  steps.set_expected_step_index(315);
  steps.set_step_count(400);
  const auto once = client.call(&Stub::StepSession, steps);
  REQUIRE(once.contact_events_size() > static_cast<int>(told.size()));
  for (std::size_t i = 0; i < told.size(); ++i) {
    CHECK(told[i].SerializeAsString() ==
          once.contact_events(static_cast<int>(i)).SerializeAsString());
  }
  client.restore_checkpoint(checkpoint);
  const auto again = client.call(&Stub::StepSession, steps);
  CHECK(once.frame().values(0) == again.frame().values(0));
  REQUIRE(once.contact_events_size() == again.contact_events_size());
  for (int i = 0; i < once.contact_events_size(); ++i) {
    CHECK(once.contact_events(i).SerializeAsString() ==
          again.contact_events(i).SerializeAsString());
  }
}

TEST_CASE("contact queries: own contacts with their forces, given shapes by every kind of question",
          "[contract][contacts]") {
  const RunningServer server;
  auto client = server.client();
  v1::SessionSpec spec = bouncing_ball();
  spec.mutable_model()->mutable_contact_materials(0)->set_restitution(0.0);
  const std::string session = client.start_session(spec).name();
  CHECK(query(client, session, {}, {}).pairs().empty());
  auto stream = client.exchange(controller_of(session));
  stream.advance(1000);
  const auto own = query(client, session, {}, {});
  CHECK(own.step_index() == 1000);
  REQUIRE(own.pairs_size() == 1);
  CHECK(own.pairs(0).shape1() == "ball/hull");
  CHECK(own.pairs(0).pushes());
  CHECK(own.pairs(0).points(0).force(2) == Approx(2.0 * 9.80665).epsilon(1e-6));

  const std::string ball = R"({"sphere": {"radius": 0.5}, "position": [0.8, 0, 0.4]})";
  const auto met = query(client, session, v1::CONTACT_QUERY_CONTACTS, {ball});
  REQUIRE(met.pairs_size() == 2);
  CHECK(met.pairs(0).shape2() == "ball/hull");
  CHECK(met.pairs(1).points(0).depth() == Approx(0.1));
  CHECK(query(client, session, v1::CONTACT_QUERY_BOUNDS, {ball}).pairs_size() == 2);
  const auto apart = query(client, session, v1::CONTACT_QUERY_DISTANCE,
                           {R"({"sphere": {"radius": 0.5}, "position": [0, 0, 2.5]})"});
  REQUIRE(apart.pairs_size() == 1);  // of the floor there is none
  CHECK(apart.pairs(0).distance() == Approx(1.0).epsilon(1e-6));
  const auto picked = query(client, session, v1::CONTACT_QUERY_PICK,
                            {R"({"line": {"end": [0, 0, -5]}, "position": [3, 0, 2]})",
                             R"({"line": {"end": [0, 0, -5]}, "position": [0, 0, 4]})"});
  REQUIRE(picked.pairs_size() == 2);
  CHECK(picked.pairs(0).shape2() == "/floor");
  CHECK(picked.pairs(1).given() == 1);
  CHECK(picked.pairs(1).shape2() == "ball/hull");
  CHECK(picked.pairs(1).points(0).position(2) == Approx(1.0).epsilon(1e-6));
  CHECK(stream.step().step_index() == 1001);  // nobody felt it
}

TEST_CASE("contact queries: what cannot be asked is refused with its path",
          "[contract][contacts]") {
  const RunningServer server;
  auto client = server.client();
  const std::string session = client.start_session(bouncing_ball()).name();
  const auto refused = [&](v1::ContactQuery asked, const std::string& shape) {
    const auto error = error_of([&] { query(client, session, asked, {shape}); });
    CHECK(error.reason() == "BAD_FIELD");
    REQUIRE(!error.field_violations().empty());
    return error.field_violations()[0].field;
  };
  CHECK(refused(v1::CONTACT_QUERY_CONTACTS, R"({"sphere": {"radius": -1}})") ==
        "shapes[0].sphere.radius");
  CHECK(refused(v1::CONTACT_QUERY_CONTACTS, R"({"position": [0, 0, 0]})") == "shapes[0]");
  CHECK(refused(v1::CONTACT_QUERY_DISTANCE, R"({"plane": {}})") == "shapes[0]");
  CHECK(refused(v1::CONTACT_QUERY_PICK, R"({"sphere": {"radius": 1}})") == "shapes[0]");
  CHECK(refused(v1::CONTACT_QUERY_CONTACTS, R"({"cone": {"bottom_radius": 1, "height": 1,
                                                "top_radius": -2}})") == "shapes[0]");
}
