/// @file Which body of a database a body of a model is.
#include <algorithm>
#include <string>

#include "clients/cpp/client.hpp"
#include "solver/model/model.hpp"
#include "solver/simulation/findings/model_findings.hpp"
#include "tests/server/model/built_model.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

TEST_CASE("model: bodies of a database are found by name, whatever the case of its letters",
          "[model]") {
  const auto with_names = [](const std::string& first, const std::string& second) {
    return build(client::model_from_json(
        R"({"bodies": [{"name": ")" + first + R"(", "inertia": {"xx": 5e7, "yy": 5e8, "zz": 5e8}},
                       {"name": ")" +
        second + R"(", 
                        "inertia": {"xx": 5e7, "yy": 5e8, "zz": 5e8}}],
            "hydrodynamics": [{"name": "pair", "database": "alongside.h5",
                               "bodies": [{"body": ")" +
        first + R"("}, {"body": ")" + second + R"("}]}], "integration": {"step": 0.05}})"));
  };
  const auto swapped = with_names("Supply", "CARRIER");
  const auto& group = swapped.model.hydrodynamics[0];
  CHECK(group.bodies[0].database_body == 1);
  CHECK(group.bodies[1].database_body == 0);
  CHECK(swapped.message.hydrodynamics(0).bodies(0).database_body() == "supply");
  CHECK_FALSE(group.bodies[0].placed_by_order);
  // no name of the file: by order, which a finding says
  const auto ordered = with_names("left", "right");
  CHECK(ordered.model.hydrodynamics[0].bodies[1].database_body == 1);
  const Findings findings = solver::find_notable(ordered.model);
  const auto found = std::count_if(findings.begin(), findings.end(), [](const Finding& finding) {
    return finding.name == "database_body_by_order";
  });
  CHECK(found == 2);
}
