/// @file What is found about seas and about forces that count twice.
#include <algorithm>

#include "solver/model/loads/current_drag.hpp"
#include "solver/simulation/findings/model_findings.hpp"
#include "tests/solver/limits/hemisphere.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/models.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("findings: waves that break, regular and irregular, and seas that do not",
          "[solver][findings]") {
  solver::Model model = still_hemisphere();
  const auto said = [&] { return names(Simulation(model).findings()); };
  const auto regular = [&](double amplitude, double period) {
    return hydro::Sea({{2.0 * kPi / period, amplitude, 0.0, 0.0}}, model.water_depth, model.gravity,
                      0.0);
  };
  model.sea = regular(5.0, 5.0);
  const Findings broken = Simulation(model).findings();
  REQUIRE(names(broken) == Names{"waves_break"});
  CHECK(broken[0].value == Approx(10.0 / (model.gravity * 25.0 / (2.0 * kPi))));  // H / L
  CHECK_THAT(broken[0].message, Catch::Contains("0.142 (Miche), got 0.256"));
  model.sea = regular(2.7, 5.0);  // .138
  CHECK(said().empty());
  model.sea = jonswap_sea(model, 30.0, 5.0, 0.0, 0.0);
  CHECK(said() == Names{"waves_break"});
  model.sea = jonswap_sea(model, 3.0, 8.0, 0.0, 0.0);
  CHECK(said().empty());
}

TEST_CASE("findings: quadratic damping in dofs of a current's drag counts twice",
          "[solver][findings]") {
  solver::Model model = still_hemisphere();
  solver::CurrentDrag drag;
  drag.body = "body1";
  drag.length = drag.draught = 10.0;
  drag.yaw_drag = 0.8;  // in sway and yaw
  model.loads = {{"current", drag}};
  const auto said = [&] {
    Findings found;
    solver::add_drag_findings(model, found);
    return found;
  };
  Matrix6& D = model.hydrodynamics[0].bodies[0].quadratic_damping;
  D(0, 0) = D(2, 2) = D(3, 3) = D(4, 4) = 1e5;
  CHECK(said().empty());
  D(1, 1) = 1e5;
  REQUIRE(names(said()) == Names{"damping_twice"});
  CHECK_THAT(said()[0].message,
             Catch::StartsWith("hydrodynamics[0].bodies[0].quadratic_damping should not") &&
                 Catch::Contains("as loads[0].current_drag"));
}

TEST_CASE("findings: slow drift counted twice where the linear force is that at the moving body",
          "[solver][findings]") {
  solver::Model model = floating_model(own("fpso.h5"), {Vector3::Constant(20.0)}, 0.1);
  model.sea = jonswap_sea(model, 3.0, 9.0, 0.0, 0.0);
  model.hydrodynamics[0].second_order.method = hydro::SecondOrderMethod::kNewman;
  const auto twice = [&] {
    const Names said = names(solver::find_notable(model));
    return std::count(said.begin(), said.end(), "drift_counted_twice");
  };
  CHECK(twice() == 1);
  model.hydrodynamics[0].excitation.at_body_position = false;
  CHECK(twice() == 0);
  model.hydrodynamics[0].excitation.at_body_position = true;
  model.hydrodynamics[0].excitation_cutoff = 0.2;
  CHECK(twice() == 0);
}

TEST_CASE("findings: slow poses that follow the waves", "[solver][findings]") {
  solver::Model model = floating_model(own("fpso.h5"), {Vector3::Constant(20.0)}, 0.1);
  model.sea = hydro::Sea({{0.6, 1.0, 0.0, 0.0}}, model.water_depth, model.gravity, 0.0);
  model.hydrodynamics[0].second_order.method = hydro::SecondOrderMethod::kNewman;
  const auto found = [&](double cutoff) {
    model.hydrodynamics[0].excitation_cutoff = cutoff;
    for (const Finding& finding : solver::find_notable(model)) {
      if (finding.name == "cutoff_in_waves") return finding.value;
    }
    return 0.0;
  };
  CHECK(found(0.15) == 0.0);
  CHECK(found(0.6) == Approx(std::sqrt(0.5)));
}

TEST_CASE("findings: statistics of fewer than fifty zero crossings", "[solver][findings]") {
  solver::Model model = still_hemisphere();
  model.sea = jonswap_sea(model, 3.0, 8.0, 0.0, 0.0);
  const auto said = [&](double duration) {
    Findings found;
    solver::add_duration_finding(model, duration, found);
    return names(found);
  };
  CHECK(said(100.0).empty());  // none are asked for
  model.statistics.emplace().warm_up = 60.0;
  CHECK(said(100.0) == Names{"short_duration"});
  CHECK(said(1000.0).empty());
}
