#include <cmath>

#include "solver/model/bodies/prescribed_motion.hpp"
#include "solver/simulation/findings/model_findings.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/models.hpp"

using namespace raftup;
using namespace raftup::testing;
using Catch::Contains;

namespace {

/// A vessel that follows waves of 25 s from astern and from abeam: surge 90, pitch -90 deg behind,
/// sway and roll 90 deg behind, heave with them.
solver::DisplacementRao following() {
  solver::DisplacementRao rao;
  rao.omega = {kTwoPi / 25.0, kTwoPi / 8.0};
  rao.direction_deg = {0.0, 90.0, 180.0};
  const double slope = 0.37;  // deg/m, k of 25 s
  const std::vector<double> astern{1, 0, 1, 0, slope, 0}, abeam{0, 1, 1, slope, 0, 0};
  const std::vector<double> behind_astern{90, 0, 0, 0, -90, 0}, behind_abeam{0, 90, 0, 90, 0, 0};
  const std::vector<double> behind_ahead{-90, 0, 0, 0, 90, 0};
  for (int row = 0; row < 2; ++row) {
    for (const auto& part : {astern, abeam, astern}) {
      rao.amplitude.insert(rao.amplitude.end(), part.begin(), part.end());
    }
    for (const auto& part : {behind_astern, behind_abeam, behind_ahead}) {
      rao.phase_deg.insert(rao.phase_deg.end(), part.begin(), part.end());
    }
  }
  return rao;
}

Findings findings_of(const solver::DisplacementRao& rao) {
  solver::Model model;
  model.bodies.resize(1);
  model.bodies[0].name = "vessel";
  model.bodies[0].motion = solver::Motion::kKinematic;
  model.bodies[0].prescribed = solver::PrescribedMotion{rao};
  Findings findings;
  solver::add_rao_findings(model, findings);
  return findings;
}

}  // namespace

TEST_CASE("rao findings: a table that follows long waves is silent", "[solver][findings]") {
  CHECK(findings_of(following()).empty());
  solver::DisplacementRao short_waves = following();
  for (double& omega : short_waves.omega) omega *= 2.0;  // nothing above 20 s
  short_waves.phase = solver::RaoPhase::kLead;
  CHECK(findings_of(short_waves).empty());
}

TEST_CASE("rao findings: the convention that fits is named", "[solver][findings]") {
  solver::DisplacementRao rao = following();
  rao.phase = solver::RaoPhase::kLead;
  Findings findings = findings_of(rao);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].name == "rao_convention");
  CHECK_THAT(findings[0].message, Contains("'vessel'") && Contains("the other `phase` would fit"));
  // Seen from the other side, a vessel that follows leans and surges the other way.
  rao = following();
  rao.directions = solver::RaoDirections::kFrom;
  findings = findings_of(rao);
  REQUIRE(findings.size() == 1);
  CHECK_THAT(findings[0].message, Contains("would fit"));
  rao = following();
  for (double& phase : rao.phase_deg) phase += 120.0;
  findings = findings_of(rao);
  REQUIRE(findings.size() == 1);
  CHECK_THAT(findings[0].message, Contains("no other convention fits"));
}
