/// @file What outputs make of small motions.
#include "solver/model/loads/point_spring.hpp"
#include "tests/solver/linearisation/linearised.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

const solver::OutputDerivative* find(const std::vector<solver::OutputDerivative>& outputs,
                                     const std::string& name) {
  for (const auto& output : outputs) {
    if (output.name == name) return &output;
  }
  return nullptr;
}

solver::Model model_with_observer() {
  solver::Model model = model_of({heavy_body("weight", 100.0, {0.0, 0.0, 5.0})});
  solver::PointSpring spring;
  spring.body1 = "weight";
  spring.point2 = {0, 0, 10.0};
  spring.stiffness = 1e4;
  spring.damping = 300.0;
  spring.rest_length = 5.0;
  model.loads.push_back({"line", spring});
  solver::ObserverFrame observer;
  observer.name = "seat";
  observer.body = "weight";
  observer.pose.position = {2.0, 0.0, 1.0};
  model.observers.push_back(observer);
  return model;
}

}  // namespace

TEST_CASE("output derivatives: displacement is the dofs themselves", "[linearisation][analytic]") {
  const auto outputs = linearized(model_with_observer()).outputs();
  const auto* displacement = find(outputs, "weight.displacement");
  REQUIRE(displacement != nullptr);
  CHECK((displacement->by_displacement - MatrixXd::Identity(6, 6)).cwiseAbs().maxCoeff() < 1e-10);
  CHECK(displacement->by_velocity.isZero(0.0));
}

TEST_CASE("output derivatives: a point moves with its arm, and is accelerated so",
          "[linearisation][analytic]") {
  const auto outputs = linearized(model_with_observer()).outputs();
  const auto* position = find(outputs, "seat.position");
  const auto* acceleration = find(outputs, "seat.linear_acceleration");
  REQUIRE(position != nullptr);
  REQUIRE(acceleration != nullptr);
  MatrixXd expected = MatrixXd::Zero(3, 6);
  expected.leftCols<3>().setIdentity();
  expected.rightCols<3>() = -solver::cross_matrix({2.0, 0.0, 1.0});
  CHECK((position->by_displacement - expected).cwiseAbs().maxCoeff() < 1e-10);
  CHECK((acceleration->by_acceleration - expected).cwiseAbs().maxCoeff() < 1e-10);
  CHECK(acceleration->by_displacement.isZero(1e-12));
}

TEST_CASE("output derivatives: a line's tension follows its length and its rate",
          "[linearisation][analytic]") {
  const auto outputs = linearized(model_with_observer()).outputs();
  const auto* tension = find(outputs, "line.tension");
  REQUIRE(tension != nullptr);
  CHECK(tension->value[0] == Approx(981.0).epsilon(1e-9));
  CHECK(tension->by_displacement(0, 2) == Approx(-1e4).epsilon(1e-9));
  CHECK(tension->by_velocity(0, 2) == Approx(-300.0).epsilon(1e-9));
}

TEST_CASE("output derivatives: what depends on more than the motions has none",
          "[linearisation][edge]") {
  const auto outputs = linearized(model_with_observer()).outputs();
  for (const char* name : {"weight.force.excitation", "weight.force.radiation",
                           "weight.force.added_mass", "weight.force.total", "sea.elevation"}) {
    CHECK(find(outputs, name) == nullptr);
  }
}

TEST_CASE("output derivatives: a hinge's angle turns with the body", "[linearisation][analytic]") {
  solver::Model model = model_of({heavy_body("bob", 10.0, {0.0, 0.0, -2.0})});
  solver::Joint hinge;
  hinge.name = "hinge";
  hinge.type = solver::JointType::kHinge;
  hinge.body1 = "bob";
  hinge.axis = Vector3::UnitY();
  model.joints.push_back(hinge);
  const auto outputs = linearized(model).outputs();
  const auto* angle = find(outputs, "hinge.position");
  REQUIRE(angle != nullptr);
  CHECK(angle->by_displacement(0, 4) == Approx(1.0).epsilon(1e-10));
  CHECK(find(outputs, "hinge.force") == nullptr);
}
