#include "solver/simulation/findings/model_findings.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/models.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

solver::Model one_body(const Vector3& moments, const std::array<bool, 6>& free) {
  solver::Model model;
  model.bodies = {weightless_body("top", 1.0, moments, Vector3::Zero(), free)};
  return model;
}

constexpr std::array<bool, 6> kAllFree{true, true, true, true, true, true};

}  // namespace

TEST_CASE("findings: principal moments that no distribution of mass has", "[solver][findings]") {
  solver::Model model = one_body({1e6, 1e6, 9e9}, kAllFree);
  const Matrix3 R(Eigen::AngleAxisd(0.7, Vector3(1.0, 2.0, 3.0).normalized()));
  const bool turned = GENERATE(false, true);
  if (turned) model.bodies[0].inertia = R * model.bodies[0].inertia * R.transpose();
  const Findings findings = solver::find_notable(model);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].name == "inertia_impossible");
  CHECK(findings[0].value == Approx(4499.0));
  CHECK_THAT(findings[0].message, Catch::Contains("bodies[0].inertia") &&
                                      Catch::Contains("at most the sum of the other two"));
}

TEST_CASE("findings: nothing about the moments of plates, nor of a body that does not turn freely",
          "[solver][findings]") {
  CHECK(solver::find_notable(one_body({1.0, 2.0, 3.0}, kAllFree)).empty());
  CHECK(solver::find_notable(one_body({0.0833, 0.0833, 0.1667}, kAllFree)).empty());  // rounded
  CHECK(solver::find_notable(one_body({1.0, 1.0, 9.0}, {true, true, true, true, false, true}))
            .empty());
}
