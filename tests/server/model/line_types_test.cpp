/// @file Named properties of lines, to which sections refer.
#include <fmt/format.h>

#include "clients/cpp/client.hpp"
#include "solver/model/loads/elastic_line.hpp"
#include "tests/server/model/built_model.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

/// A buoy on a line whose sections are given, with the types rope and chain.
v1::Model typed_line(const std::string& sections, const std::string& more_types = "") {
  return client::model_from_json(fmt::format(
      R"({{"bodies": [{{"name": "buoy", "mass": 3e6, "inertia": {{"xx": 1e8, "yy": 1e8, "zz": 1e8}}}}],
        "environment": {{"water_depth": 100}},
        "line_types": [
          {{"name": "chain", "diameter": 0.1, "mass_per_length": 75, "axial_stiffness": 3e8}},
          {{"name": "cable", "diameter": 0.2, "mass_per_length": 60, "axial_stiffness": 2e8,
            "bending_stiffness": 1e4, "damping_time": 0.02, "drag": 0, "axial_drag": 0.01,
            "added_mass": 0.5, "axial_added_mass": 0.1, "compression": false, "torsional_stiffness": 5e3,
            "tension_curve": {{"strain": [0.01, 0.02], "tension": [1e6, 3e6]}},
            "dynamic_stiffness": 3e8, "relaxation_time": 100}}{}],
        "loads": [{{"name": "line", "line": {{"end_a": {{"body": "buoy"}},
          "end_b": {{"anchor": [300, 0, -100]}}, "sections": [{}]}}}}],
        "integration": {{"step": 0.05}}}})",
      more_types, sections));
}

std::string refusal_of(const v1::Model& model) {
  std::string found;
  for (const solver::Violation& violation : violations_of(model)) {
    found += violation.path + " " + violation.rule + ", got " + violation.value + "; ";
  }
  return found;
}

}  // namespace

TEST_CASE("line types: sections take what they do not give", "[model][line]") {
  const auto built = build(typed_line(R"({"type": "chain", "length": 100},
    {"type": "cable", "length": 210, "elements": 30, "drag": 1.5, "clump_mass": 10},
    {"type": "cable", "length": 20, "mass_per_length": 70})"));
  const auto& sections = built.model.loads[0].kind.get<solver::ElasticLine>().sections;
  REQUIRE(sections.size() == 3);
  CHECK(sections[0].diameter == 0.1);
  CHECK(sections[0].mass_per_length == 75.0);
  CHECK(sections[0].axial_stiffness == 3e8);
  CHECK(sections[0].drag == 1.2);
  CHECK(sections[1].drag == 1.5);
  CHECK(sections[1].elements == 30);
  CHECK(sections[1].bending_stiffness == 1e4);
  CHECK(sections[2].drag == 0.0);
  CHECK(sections[2].mass_per_length == 70.0);
  CHECK(sections[2].damping_time == 0.02);
  CHECK(sections[2].axial_drag == 0.01);
  CHECK(sections[2].added_mass == 0.5);
  CHECK(sections[2].axial_added_mass == 0.1);
  CHECK(sections[2].compression == false);
  CHECK(sections[2].torsional_stiffness == 5e3);
  REQUIRE(sections[2].tension_curve);
  CHECK(sections[2].tension_curve->tension == std::vector{1e6, 3e6});
  CHECK(sections[2].dynamic_stiffness == 3e8);
  CHECK(sections[2].relaxation_time == 100.0);
  CHECK_FALSE(sections[0].tension_curve);

  // The model that is written out says the same, and so does one with the properties in its sections.
  CHECK(solver::digest(build(built.message).model) == solver::digest(built.model));
  v1::Model plain = built.message;
  plain.clear_line_types();
  for (auto& section : *plain.mutable_loads(0)->mutable_line()->mutable_sections()) {
    section.clear_type();
  }
  CHECK(solver::digest(build(plain).model) == solver::digest(built.model));
}

TEST_CASE("line types: unknown ones, and two of one name, are refused", "[model][line]") {
  CHECK(refusal_of(typed_line(R"({"type": "chian", "length": 310})")) ==
        "loads[0].line.sections[0].type must be one of line_types such as chain, got 'chian'; ");
  CHECK(refusal_of(typed_line(R"({"type": "chain", "length": 310})", R"(, {"name": "cable"})")) ==
        "line_types[2].name must be unique among the line types, got 'cable'; ");
  CHECK(refusal_of(typed_line(R"({"type": "chain", "length": 310})", R"(, {"drag": 1})")) ==
        "line_types[2].name must be given, got ; ");
  // What a type lacks is missed in the section.
  CHECK(refusal_of(typed_line(R"({"type": "bare", "length": 310, "axial_stiffness": 1e8})",
                              R"(, {"name": "bare", "diameter": 0.1})"))
            .starts_with("loads[0].line.sections[0].mass_per_length must be positive and finite"));
}
