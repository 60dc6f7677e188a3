/// What a short message may ask for: numbers that no vessel has, and work without end. Each is
/// refused by its field before anything is made of it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "clients/cpp/client.hpp"
#include "server/model/field_lists.hpp"
#include "server/model/sea_builder.hpp"
#include "solver/model/joints/joint.hpp"
#include "solver/simulation/run/simulation.hpp"
#include "tests/server/model/built_model.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

v1::Model in_waves(const std::string& systems) {
  return client::model_from_json(fmt::format(
      R"({{"environment": {{"sea": {{"waves": [{}]}}}},
          "bodies": [{{"name": "b", "mass": 1, "inertia": {{"xx": 1, "yy": 1, "zz": 1}}}}],
          "integration": {{"step": 0.05}}}})",
      systems));
}

/// The rule and the value of the only field that is wrong.
std::string refusal_of(const v1::Model& message, const std::string& path) {
  const auto all = violations_of(message);
  REQUIRE(all.size() == 1);
  CHECK(all[0].path == path);
  return all[0].rule + (all[0].value.empty() ? "" : ", got " + all[0].value);
}

/// Points of an ellipsoid, spread evenly: all are corners of their hull.
v1::Model with_hull_of(int count) {
  v1::Model message = client::model_from_json(
      R"({"materials": [{"name": "steel"}], "integration": {"step": 0.01},
          "bodies": [{"name": "egg", "shapes": [{"name": "it", "material": "steel",
                      "density": 500, "convex": {}}]}]})");
  auto& vertices = *message.mutable_bodies(0)->mutable_shapes(0)->mutable_convex();
  for (int i = 0; i < count; ++i) {
    const double z = 1.0 - (2.0 * i + 1.0) / count, r = std::sqrt(1.0 - z * z);
    const double angle = std::numbers::pi * (3.0 - std::sqrt(5.0)) * i;
    for (const double x : {3.0 * r * std::cos(angle), 2.0 * r * std::sin(angle), z}) {
      vertices.add_vertices(x);
    }
  }
  return message;
}

/// Bodies in a row, of two masses in turn, a spring from each to the next.
v1::Model chain_of(int count) {
  std::string bodies, loads;
  for (int i = 0; i < count; ++i) {
    bodies += fmt::format(
        R"({}{{"name": "b{}", "mass": {}, "inertia": {{"xx": 1e3, "yy": 1e3, "zz": 1e3}},
              "position": [{}, 0, 0], "gravity": false}})",
        i == 0 ? "" : ",", i, i % 2 == 0 ? 1e3 : 2e3, 10 * i);
    if (i == 0) continue;
    loads += fmt::format(
        R"({}{{"name": "s{}", "point_spring": {{"body1": "b{}", "body2": "b{}",
              "stiffness": 1e5, "damping": 10}}}})",
        i == 1 ? "" : ",", i, i - 1, i);
  }
  return client::model_from_json(fmt::format(
      R"({{"bodies": [{}], "loads": [{}], "integration": {{"step": 0.2}}}})", bodies, loads));
}

struct TwoNumbers {
  double mass = 0.0, weight_of_nothing = 0.0;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("mass", self.mass);
    field("weight_of_nothing", self.weight_of_nothing);
    field("inertia.xx", self.mass);
    field("inertia.one", self.mass);
    field("name", self.mass);
  }
};

}  // namespace

TEST_CASE("bounds: a peak period that no sea has is refused, of every spectrum",
          "[model][bounds]") {
  const std::string rule = "peak_period must lie within 0.001 to 1e+06 s, got 5e-324";
  const auto irregular = [](const std::string& spectrum) {
    return in_waves(fmt::format(R"({{"irregular": {{{}}}}})", spectrum));
  };
  const std::string path = "environment.sea.waves[0].irregular";
  const std::string sea = R"("significant_wave_height": 1, "peak_period": 5e-324)";
  for (const char* kind : {"jonswap", "pierson_moskowitz", "torsethaugen"}) {
    CHECK(refusal_of(irregular(fmt::format(R"("{}": {{{}}})", kind, sea)), path) == rule);
  }
  CHECK(refusal_of(
            irregular(fmt::format(R"("ochi_hubble": {{"systems": [{{{}, "shape": 1}}]}})", sea)),
            path) == "systems[0]." + rule);
  // The seas of Linearize, which has no component.
  server::FieldViolations violations;
  server::build_stationary_sea(
      irregular(fmt::format(R"("jonswap": {{{}}})", sea)).environment().sea(), "seas[0]",
      {100.0, 9.81, {}}, violations);
  CHECK_THROWS_WITH(violations.throw_if_any(""),
                    "seas[0].waves[0].irregular peak_period must lie within 0.001 to 1e+06 s, got "
                    "5e-324");
  CHECK(refusal_of(in_waves(R"({"regular": {"amplitude": 1, "period": 1e-300}})"),
                   "environment.sea.waves[0].regular") ==
        "period must lie within 0.001 to 1e+06 s, got 1e-300");
}

TEST_CASE("bounds: components and directions are counted before they are made", "[model][bounds]") {
  const std::string jonswap = R"("jonswap": {"significant_wave_height": 1, "peak_period": 8})";
  const auto spread = [&](int components, int directions) {
    return fmt::format(
        R"({{"irregular": {{{}, "component_count": {},
            "spreading": {{"cosine_2s": 10, "direction_count": {}}}}}}})",
        jonswap, components, directions);
  };
  const std::string rule =
      "component_count x spreading.direction_count must be at most 100000, got ";
  const std::string path = "environment.sea.waves[0].irregular";
  CHECK(refusal_of(in_waves(spread(1000, 2'000'000)), path) == rule + "1000 x 2000000");
  CHECK(refusal_of(in_waves(spread(1, 2147483647)), path) == rule + "1 x 2147483647");
  CHECK(refusal_of(in_waves(spread(2147483647, 1)), path) == rule + "2147483647 x 1");
  // Three systems of 70 000 are one sea.
  const std::string many = spread(70'000, 1);
  CHECK(refusal_of(in_waves(many + "," + many + "," + many), "environment.sea.waves[2]") ==
        "must leave the sea with at most 200000 components in all, got 210000");
}

TEST_CASE("bounds: numbers beyond what products can hold are refused", "[model][bounds]") {
  v1::Model message = chain_of(2);
  message.mutable_bodies(0)->set_mass(1e-310);
  CHECK(refusal_of(message, "bodies[0].mass") == "must be at least 1e-60, got 1e-310");
  message = chain_of(2);
  message.mutable_loads(0)->mutable_point_spring()->set_stiffness(-1e300);
  CHECK(violates(message, "loads[0].point_spring.stiffness"));
  message.mutable_loads(0)->mutable_point_spring()->set_stiffness(1e300);
  CHECK(refusal_of(message, "loads[0].point_spring.stiffness") ==
        "must be of a magnitude up to 1e+60, got 1e+300");
  message = chain_of(2);
  message.mutable_environment()->set_gravity(1e-310);
  CHECK(refusal_of(message, "environment.gravity") == "must be at least 1e-60, got 1e-310");
}

TEST_CASE("bounds: a hull has at most so many corners", "[model][bounds]") {
  const v1::Model message = with_hull_of(5001);
  CHECK_THAT(refusal_of(message, "bodies[0].shapes[0].convex"),
             Catch::StartsWith("a convex shape must have at most 5000 corners, give it fewer "
                               "points") &&
                 Catch::Contains("got 5001"));
  const auto built = build(with_hull_of(300));
  CHECK(built.model.bodies[0].mass ==
        Approx(500.0 * 4.0 / 3.0 * std::numbers::pi * 6.0).epsilon(0.05));
}

TEST_CASE("bounds: a million broken rules are not a million words", "[model][bounds]") {
  v1::Model message = chain_of(3);
  for (int i = 0; i < 5000; ++i) message.add_shapes()->set_name("none");
  CHECK(violations_of(message).size() <= 1001);
}

TEST_CASE(
    "bounds: what a thousand bodies on springs step too long for is found in their own number",
    "[model][bounds]") {
  // Neighbours that swing against each other are the fastest motion: omega^2 = 2 k (1/m + 1/M).
  const auto built = build(chain_of(1000));
  const solver::Simulation simulation(built.model);
  const auto found = std::ranges::find(simulation.findings(), "step_too_long", &Finding::name);
  REQUIRE(found != simulation.findings().end());
  CHECK(found->value == Approx(0.2 * std::sqrt(2e5 * (1e-3 + 5e-4))).epsilon(0.02));
}

TEST_CASE("bounds: a slip in a list of fields is found without a request", "[model][bounds]") {
  CHECK(server::count_field_lists() >= 10);
  CHECK(server::find_field_list_slips() == server::FieldListSlips{});
  server::FieldListSlips slips;
  server::FieldListCheck::run<TwoNumbers>(*v1::Body::descriptor(), slips);
  const std::string list = "list of fields of raftup.v1.Body: ";
  CHECK(slips == server::FieldListSlips{list + "weight_of_nothing: must be a field of the message",
                                        list + "inertia.one: must be a field of the message",
                                        list + "name: must be of type double"});
}
