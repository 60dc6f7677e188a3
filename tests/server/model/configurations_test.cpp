#include <algorithm>

#include "clients/cpp/client.hpp"
#include "tests/server/model/built_model.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/ships_apart.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

std::shared_ptr<const hydro::DatabaseFamily> two_nodes() {
  return std::make_shared<const hydro::DatabaseFamily>(hydro::read_family(ships_apart()));
}

std::shared_ptr<const hydro::DatabaseFamily> along_a_track() {
  return std::make_shared<const hydro::DatabaseFamily>(hydro::read_family(ships_along_a_track()));
}

server::BuiltModel build_with_family(const v1::Model& message) {
  const auto families = [](const std::string& name) {
    if (name == "apart.h5") return two_nodes();
    if (name == "track.h5") return along_a_track();
    throw Error(ErrorCode::kInvalidArgument, name + " must be a family of databases");
  };
  server::FieldViolations violations;
  auto built = server::build_model(message, {own_database, own_mesh, families}, violations);
  violations.throw_if_any("");
  return built;
}

v1::Model two_ships() {
  return client::model_from_json(R"({
    "bodies": [{"name": "carrier", "inertia": {"xx": 3e8, "yy": 4.4e9, "zz": 4.4e9}},
               {"name": "supply", "inertia": {"xx": 6e7, "yy": 5e8, "zz": 5e8}}],
    "hydrodynamics": [{"name": "pair", "database": "apart.h5",
                       "bodies": [{"body": "carrier"}, {"body": "supply"}],
                       "configurations": {"margin": 3, "heading_margin_deg": 4,
                         "outside": "OUTSIDE_CONFIGURATIONS_UNCOUPLED", "fade_distance": 30}}],
    "integration": {"step": 0.05}})");
}

bool violates(const v1::Model& message, const std::string& path, const std::string& rule) {
  try {
    build_with_family(message);
  } catch (const server::ServiceError& error) {
    const auto& all = error.violations();
    return std::any_of(all.begin(), all.end(), [&](const auto& v) {
      return v.path == path && v.rule.find(rule) != std::string::npos;
    });
  }
  return false;
}

}  // namespace

TEST_CASE("model: a family of databases is taken with its configurations", "[model]") {
  const auto built = build_with_family(two_ships());
  const solver::HydrodynamicGroup& group = built.model.hydrodynamics[0];
  REQUIRE(group.family != nullptr);
  CHECK(group.family->nodes.size() == 2);
  CHECK(group.database == group.family->nodes[0]);
  REQUIRE(group.configurations.has_value());
  CHECK(group.configurations->margin == 3.0);
  CHECK(group.configurations->heading_margin == Approx(4.0 * 3.14159265358979 / 180.0));
  CHECK(group.configurations->outside == solver::OutsideConfigurations::kUncoupled);
  CHECK(group.configurations->fade_distance == 30.0);
  CHECK(solver::digest(built.model) == solver::digest(build_with_family(built.message).model));
}

TEST_CASE("model: a family along a track is taken, and must name all bodies", "[model]") {
  v1::Model message = two_ships();
  message.mutable_hydrodynamics(0)->set_database("track.h5");
  const auto built = build_with_family(message);
  REQUIRE(built.model.hydrodynamics[0].family->grid.track() != nullptr);
  CHECK(solver::digest(built.model) != solver::digest(build_with_family(two_ships()).model));
  message.mutable_hydrodynamics(0)->mutable_bodies()->RemoveLast();
  CHECK(violates(message, "hydrodynamics[0].bodies", "must name all bodies of a family"));
}

TEST_CASE("model: defaults of configurations are written out", "[model]") {
  v1::Model message = two_ships();
  message.mutable_hydrodynamics(0)->mutable_configurations()->Clear();
  const auto built = build_with_family(message);
  const auto& written = built.message.hydrodynamics(0).configurations();
  CHECK(written.margin() == 5.0);
  CHECK(written.outside() == v1::OUTSIDE_CONFIGURATIONS_REFUSE);
  CHECK(written.fade_distance() == 20.0);
}

TEST_CASE("model: a family without configurations and configurations without one are refused",
          "[model]") {
  v1::Model message = two_ships();
  message.mutable_hydrodynamics(0)->mutable_configurations()->set_margin(-1.0);
  CHECK(violates(message, "hydrodynamics[0].configurations.margin", "negative"));
  message = two_ships();
  message.mutable_hydrodynamics(0)->set_database("alongside.h5");
  CHECK(violates(message, "hydrodynamics[0].database", "must be a family of databases"));
  message = two_ships();
  message.mutable_hydrodynamics(0)->mutable_bodies()->RemoveLast();
  CHECK(violates(message, "hydrodynamics[0].bodies", "must name both bodies"));
}
