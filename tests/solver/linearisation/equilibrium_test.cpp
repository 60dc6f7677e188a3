/// @file Where models come to rest.
#include "solver/model/loads/constant_force.hpp"
#include "solver/model/loads/point_spring.hpp"
#include "tests/solver/linearisation/linearised.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

solver::Load line(const std::string& name, const std::string& body, const Vector3& point,
                  const Vector3& anchor, double stiffness, double rest_length) {
  solver::PointSpring spring;
  spring.body1 = body;
  spring.point1 = point;
  spring.point2 = anchor;
  spring.stiffness = stiffness;
  spring.rest_length = rest_length;
  spring.tension_only = true;
  return {name, spring};
}

bool has_finding(const solver::Linearization& linear, const std::string& name) {
  for (const Finding& finding : linear.mean().findings) {
    if (finding.name == name) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("equilibrium: a mean force on a linear mooring shifts it by F / k",
          "[linearisation][analytic]") {
  solver::Model model = model_of({weightless_body("buoy", 10.0, Vector3::Ones(), {0, 0, 0})});
  Vector6 stiffness;
  stiffness << 200.0, 300.0, 400.0, 500.0, 600.0, 700.0;
  model.loads.push_back(mooring("mooring", "buoy", stiffness, Vector6::Zero()));
  solver::ConstantForce force;
  force.body = "buoy";
  force.force = {10.0, -6.0, 0.0};
  model.loads.push_back({"wind", force});
  const auto linear = linearized(model);
  const Vector6 expected = (Vector6() << 0.05, -0.02, 0, 0, 0, 0).finished();
  CHECK((linear.displacement(0) - expected).cwiseAbs().maxCoeff() < 1e-10);
  CHECK(linear.mean().findings.empty());
}

TEST_CASE("equilibrium: a weight hangs below its line, whose tension is the weight",
          "[linearisation][analytic]") {
  solver::Model model = model_of({heavy_body("weight", 100.0, {3.0, 0.0, 6.0})});
  model.loads.push_back(line("line", "weight", {0, 0, 0}, {0, 0, 10.0}, 1.0e4, 5.0));
  const auto linear = linearized(model);
  const double stretch = 981.0 / 1.0e4;
  const Vector3 hanging(0.0, 0.0, 5.0 - stretch);
  CHECK((linear.mean().bodies[0].position - hanging).norm() < 1e-9);
  REQUIRE(linear.mean().tensions.size() == 1);
  CHECK(linear.mean().tensions[0].load == "line");
  CHECK(linear.mean().tensions[0].tension == Approx(981.0).epsilon(1e-9));
  // T / L across the line, k along it
  CHECK(linear.matrices().restoring(0, 0) == Approx(981.0 / (5.0 + stretch)).epsilon(1e-9));
  CHECK(linear.matrices().restoring(2, 2) == Approx(1.0e4).epsilon(1e-9));
}

TEST_CASE("equilibrium: two lines of a spread hold a force as their geometry says",
          "[linearisation][analytic]") {
  // symmetric about x: the force F finds 2 k (L - L0) cos(angle) = F at its own angle
  solver::Model model = model_of({weightless_body("buoy", 1.0, Vector3::Ones(), {0, 0, 0},
                                                  {true, true, false, false, false, false})});
  model.loads.push_back(line("port", "buoy", {0, 0, 0}, {-30.0, 40.0, 0.0}, 1000.0, 45.0));
  model.loads.push_back(line("starboard", "buoy", {0, 0, 0}, {-30.0, -40.0, 0.0}, 1000.0, 45.0));
  solver::ConstantForce force;
  force.body = "buoy";
  force.force = {20000.0, 0.0, 0.0};
  model.loads.push_back({"drift", force});
  const auto linear = linearized(model);
  const double x = linear.mean().bodies[0].position.x();
  const double length = std::hypot(30.0 + x, 40.0);
  CHECK(2.0 * 1000.0 * (length - 45.0) * (30.0 + x) / length == Approx(20000.0).epsilon(1e-10));
  CHECK(std::abs(linear.mean().bodies[0].position.y()) < 1e-9);
}

TEST_CASE("equilibrium: a pendulum swings about its hinge with sqrt(g L m / I)",
          "[linearisation][analytic]") {
  solver::Model model = model_of({heavy_body("bob", 10.0, {1.2, 0.0, -1.6})});
  solver::Joint hinge;
  hinge.name = "hinge";
  hinge.type = solver::JointType::kHinge;
  hinge.body1 = "bob";
  hinge.axis = Vector3::UnitY();
  model.joints.push_back(hinge);
  const auto linear = linearized(model);
  CHECK((linear.mean().bodies[0].position - Vector3(0.0, 0.0, -2.0)).norm() < 1e-9);
  REQUIRE(linear.mean().reactions.size() == 1);
  CHECK(linear.mean().reactions[0].force[2] == Approx(98.1).epsilon(1e-9));
  const auto modes = linear.modes();
  REQUIRE(modes.size() == 1);
  const double inertia = 12.0 + 10.0 * 4.0;
  CHECK(modes[0].omega == Approx(std::sqrt(98.1 * 2.0 / inertia)).epsilon(1e-10));
  CHECK(modes[0].modal_damping == Approx(0.0).margin(1e-9));
}

TEST_CASE("equilibrium: what nothing holds is said, and motions are those where it starts",
          "[linearisation][edge]") {
  solver::Model model = box_model({20.0, 10.0, 2.0});
  solver::ConstantForce force;
  force.body = "body1";
  force.force = {1000.0, 0.0, 0.0};
  model.loads.push_back({"drift", force});
  const auto linear = linearized(model);
  REQUIRE(has_finding(linear, "mean_load_unbalanced"));
  CHECK(linear.mean().findings.back().message.find("body1") != std::string::npos);
  CHECK(linear.mean().findings.back().message.find("surge") != std::string::npos);
  CHECK(linear.mean().findings.back().value == Approx(1000.0));
  CHECK(std::abs(linear.displacement(0)[0]) < 1e-9);
}

TEST_CASE("equilibrium: an unstable one is said", "[linearisation][edge]") {
  solver::Model model = box_model({20.0, 2.0, 4.0});  // top-heavy: GM < 0
  CHECK(has_finding(linearized(model), "equilibrium_unstable"));
}

TEST_CASE("equilibrium: a body whose rest is out of reach is refused with the rule",
          "[linearisation][error]") {
  // the line would have to be a hundred thousand kilometres long
  solver::Model model = model_of({heavy_body("stone", 100.0, {0.0, 0.0, 0.0})});
  model.loads.push_back(line("line", "stone", {0, 0, 0}, {0.5, 0, -5.0}, 10.0, 1.0));
  solver::ConstantForce push;
  push.body = "stone";
  push.force = {0.0, 0.0, -1e9};
  model.loads.push_back({"push", push});
  try {
    (void)linearized(model);
    FAIL("nothing bears the stone");
  } catch (const solver::NoEquilibrium& error) {
    CHECK(error.path() == "bodies");
    CHECK(
        error.rule() ==
        "must have a static equilibrium: none was found from their poses at t = 0, stone comes to "
        "no rest in heave, with -1e+09 N unbalanced");
  }
}

TEST_CASE("equilibrium: joints that contradict each other are refused with their gap",
          "[linearisation][error]") {
  solver::Model model = model_of({weightless_body("block", 1.0, Vector3::Ones(), {0, 0, 0})});
  for (const double position : {0.0, 0.5}) {
    solver::Joint slide;
    slide.name = position == 0.0 ? "here" : "there";
    slide.type = solver::JointType::kPrismatic;
    slide.body1 = "block";
    slide.axis = Vector3::UnitX();
    slide.drives.push_back({0, solver::LockDrive{position, 1e3}});
    model.joints.push_back(slide);
  }
  try {
    (void)linearized(model);
    FAIL("the block cannot be in two places");
  } catch (const solver::NoEquilibrium& error) {
    CHECK(error.path() == "joints");
    CHECK(error.rule().find("stays open by 0.25") != std::string::npos);
  }
}
