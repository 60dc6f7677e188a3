#include "server/model/names.hpp"

#include "clients/cpp/client.hpp"
#include "server/model/message_rules.hpp"
#include "server/model/session_builder.hpp"
#include "solver/simulation/run/simulation.hpp"
#include "tests/server/model/built_model.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/yaml_model.hpp"

using namespace raftup;
using namespace raftup::testing;
using Catch::Contains;

namespace {

/// Rules that the names of a model break, by their paths.
std::map<std::string, solver::Violation> broken_names(const std::string& json) {
  server::FieldViolations violations;
  server::check_names(client::model_from_json(json), violations);
  std::map<std::string, solver::Violation> found;
  try {
    violations.throw_if_any("");
  } catch (const server::ServiceError& error) {
    for (const auto& violation : error.violations()) found.emplace(violation.path, violation);
  }
  return found;
}

/// A spec of two boxes, of which the first has a name.
v1::SessionSpec boxes(const std::string& name) {
  v1::SessionSpec spec;
  *spec.mutable_model() = client::model_from_json(R"({
    "bodies": [{"name": "first", "mass": 1, "inertia": {"xx": 1, "yy": 1, "zz": 1}},
               {"name": "other", "mass": 1, "inertia": {"xx": 1, "yy": 1, "zz": 1}}],
    "integration": {"step": 0.1}})");
  spec.mutable_model()->mutable_bodies(0)->set_name(name);
  return spec;
}

server::SessionSetup set_up(const v1::SessionSpec& spec) {
  return server::set_up_session(spec, "spec", {own_database, own_mesh, {}}, nullptr);
}

}  // namespace

TEST_CASE("names: every kind of thing that a model names keeps to one rule", "[model][names]") {
  const auto broken = broken_names(R"({
    "name": "any text, \"of\" people / here",
    "bodies": [{"name": "No.2", "shapes": [{"name": "hull/box", "groups": ["a b"]}]},
               {"name": "fine_name-2"}],
    "shapes": [{"name": "quay's"}], "joints": [{"name": "a\nb"}], "loads": [{"name": "<b>"}],
    "hydrodynamics": [{"name": "water.1"}], "inputs": [{"name": "push.force"}],
    "observers": [{"name": "br\u00fccke"}], "materials": [{"name": "oak wood"}],
    "contact_readers": [{"name": "r:1"}], "distance_readers": [{"name": "d|1"}],
    "added_mass_interactions": [{"name": "m,1"}], "strong_interactions": [{"name": "s;1"}],
    "statistics": {"limits": [{"name": "roll > 4"}]}})");
  std::vector<std::string> paths;
  for (const auto& entry : broken) paths.push_back(entry.first);
  CHECK(paths == std::vector<std::string>{
                     "added_mass_interactions[0].name", "bodies[0].name",
                     "bodies[0].shapes[0].groups[0]", "bodies[0].shapes[0].name",
                     "contact_readers[0].name", "distance_readers[0].name", "hydrodynamics[0].name",
                     "inputs[0].name", "joints[0].name", "loads[0].name", "materials[0].name",
                     "observers[0].name", "shapes[0].name", "statistics.limits[0].name",
                     "strong_interactions[0].name"});
  CHECK(broken.at("bodies[0].name").rule ==
        "must have letters a to z, digits, \"_\" and \"-\" only, at most 128: \"No_2\" would do");
  CHECK(broken.at("bodies[0].name").value == "\"No.2\"");
  CHECK(broken.at("joints[0].name").value == "\"a\\nb\"");
  CHECK_THAT(broken.at("observers[0].name").rule, Contains("\"br_cke\" would do"));
}

TEST_CASE("names: what would do is not taken, and long and unprintable names are shown in part",
          "[model][names]") {
  auto broken = broken_names(R"({"bodies": [{"name": "a.b"}, {"name": "a_b"}]})");
  CHECK_THAT(broken.at("bodies[0].name").rule, Contains("\"a_b_2\" would do"));
  v1::Model model;
  model.add_bodies()->set_name(std::string("a\0b", 3));
  model.add_bodies()->set_name(std::string(200, 'x'));
  server::FieldViolations violations;
  server::check_names(model, violations);
  CHECK_THROWS_WITH(
      violations.throw_if_any(""),
      Contains("got \"a\\x00b\"") && Contains("got \"" + std::string(60, 'x') + "...\""));
}

TEST_CASE("names: a model is refused, a session that was stored before is not", "[model][names]") {
  CHECK_THROWS_WITH(set_up(boxes("No.2")),
                    "spec.model.bodies[0].name must have letters a to z, digits, \"_\" and \"-\" "
                    "only, at most 128: \"No_2\" would do, got \"No.2\"");
  v1::SessionSpec stored = set_up(boxes("first")).spec;
  stored.mutable_model()->mutable_bodies(0)->set_name("No.2");
  for (auto& output : *stored.mutable_model()->mutable_outputs()) {
    if (output.starts_with("first.")) output.replace(0, 5, "No.2");
  }
  CHECK_NOTHROW(server::set_up_again(stored, "spec", {own_database, own_mesh, {}}, nullptr));
}

TEST_CASE("names: every model that the project ships keeps to them", "[model][names]") {
  for (const auto& entry : std::filesystem::directory_iterator(testing::own_models())) {
    INFO(entry.path().filename());
    CHECK(broken_names(testing::json_of_yaml(entry.path())).empty());
  }
}

TEST_CASE("message rules: a field of a newer client is refused with its number and place",
          "[model]") {
  v1::SessionSpec spec = boxes("first");
  auto& body = *spec.mutable_model()->mutable_bodies(1);
  body.GetReflection()->MutableUnknownFields(&body)->AddVarint(1234, 5);
  CHECK_THROWS_WITH(set_up(spec),
                    Contains("spec.model.bodies[1].(field 1234) must be left out: Body of this "
                             "server, version ") &&
                        Contains("so the client is newer"));
}
