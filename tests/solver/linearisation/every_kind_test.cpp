/// @file Every kind of load, joint and drive linearises, and as an implicit step sees it.
#include "tests/solver/linearisation/linearised.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/examples/load_examples.hpp"
#include "tests/support/moorings.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

/// Two bodies off any symmetry, dof axes those of the world.
solver::Model two_turned_bodies() {
  solver::Model model = model_of({weightless_body("a", 50.0, {1.0, 2.0, 3.0}, {0.3, 0.2, 0.1}),
                                  weightless_body("b", 60.0, {3.0, 2.0, 1.0}, {5.0, 1.0, -0.4})});
  model.bodies[0].rest_pose = solver::Pose{};
  model.bodies[1].rest_pose = solver::Pose{};
  model.bodies[0].pose.attitude = Quaternion(Eigen::AngleAxisd(0.3, Vector3(1.0, 2.0, 2.0) / 3.0));
  model.bodies[1].pose.attitude =
      Quaternion(Eigen::AngleAxisd(-0.2, Vector3(2.0, -1.0, 2.0) / 3.0));
  return model;
}

MatrixXd symmetric(const MatrixXd& matrix) { return 0.5 * (matrix + matrix.transpose()); }

struct Jacobian {
  MatrixXd stiffness = MatrixXd::Zero(12, 12), damping = MatrixXd::Zero(12, 12);
};

/// What the load says of itself to an implicit step.
Jacobian jacobian_of(const solver::Model& model) {
  solver::StillWaterSystem system(model, model, {}, nullptr);
  solver::LoadJacobian jacobian;
  system.system().loads.compute_jacobian(system.time(), system.state(), system.start(), jacobian);
  Jacobian result;
  for (const auto& block : jacobian.blocks()) {
    const auto row = 6 * static_cast<Eigen::Index>(block.row);
    const auto column = 6 * static_cast<Eigen::Index>(block.column);
    result.stiffness.block<6, 6>(row, column) = block.stiffness;
    result.stiffness.block<6, 6>(column, row) = block.stiffness.transpose();
    result.damping.block<6, 6>(row, column) = block.damping;
    result.damping.block<6, 6>(column, row) = block.damping.transpose();
  }
  return result;
}

solver::Joint joint_of(solver::JointType type) {
  solver::Joint joint;
  joint.name = "joint";
  joint.type = type;
  joint.body1 = "a";
  joint.body2 = "b";
  joint.position = {2.0, 0.5, 0.0};
  joint.axis = {0.0, 0.6, 0.8};
  if (type == solver::JointType::kUniversal || type == solver::JointType::kPlanar) {
    joint.axis2 = Vector3::UnitX();
  }
  if (type == solver::JointType::kDistance) joint.position2 = Vector3(4.0, 1.0, 0.2);
  return joint;
}

/// Two turned bodies with the example of a kind.
solver::Model model_with(const std::string& kind) {
  solver::Model model = two_turned_bodies();
  model.bodies[0].name = "hull";
  model.bodies[1].name = "tug";
  model.bodies[1].pose.position = {20.0, 1.0, -50.0};  // below the waves, as its members must be
  model.wind.emplace().climate.speed = 12.0;
  model.mooring_library = std::make_shared<SpringMoorings>();
  model.current = hydro::Current({}, {Vector2(-0.6, 0.7)});  // from ahead: propellers go ahead
  model.loads.emplace_back(load_name(kind), load_example(kind, kLinearExample));
  return model;
}

}  // namespace

TEST_CASE("every kind of load: C and D are the tangents that an implicit step has",
          "[linearisation][property]") {
  for (const std::string& kind : load_kinds()) {
    INFO(kind);
    const solver::Model model = model_with(kind);
    const auto linear = linearized(model, solver::OperatingPoint::kPresent);
    const MatrixXd& C = linear.matrices().restoring;
    const MatrixXd& D = linear.matrices().linear_damping;
    const Jacobian expected = jacobian_of(model);
    // An implicit step may take a force as it comes; a linear model has its derivatives all the
    // same, but of what gives orders and puts no force on a body.
    const std::string has = load_example_note(kind, "implicit_step");
    if (has == "nothing") {
      CHECK(expected.stiffness.isZero(0.0));
      CHECK(expected.damping.isZero(0.0));
      const bool gives_orders = kind == "autopilot" || kind == "dynamic_positioning";
      CHECK(D.isZero(0.0) == gives_orders);
      const bool drag = kind == "current_drag" || kind == "wind_force";
      if (drag) CHECK(D(1, 1) > 0.0);
      if (drag) CHECK(C.col(5).norm() > 0.0);
      continue;
    }
    if (has == "damping") {
      // How the flow across them turns with them is left out of an implicit step.
      CHECK(expected.stiffness.isZero(0.0));
      CHECK((symmetric(D) - expected.damping).norm() < 1e-9 * expected.damping.norm());
      continue;
    }
    const double size = 1.0 + expected.stiffness.cwiseAbs().maxCoeff();
    CHECK((symmetric(C) - expected.stiffness).cwiseAbs().maxCoeff() < 1e-9 * size);
    CHECK((symmetric(D) - expected.damping).cwiseAbs().maxCoeff() < 1e-9 * size);
  }
}

TEST_CASE("every kind of joint: its free motions are as many as it leaves free",
          "[linearisation][property]") {
  const std::vector<std::pair<solver::JointType, int>> kinds{
      {solver::JointType::kLock, 6},      {solver::JointType::kHinge, 7},
      {solver::JointType::kPrismatic, 7}, {solver::JointType::kCylindrical, 8},
      {solver::JointType::kBall, 9},      {solver::JointType::kUniversal, 8},
      {solver::JointType::kPlanar, 9},    {solver::JointType::kDistance, 11}};
  REQUIRE(kinds.size() == static_cast<std::size_t>(solver::JointType::kDistance) + 1);
  for (const auto& [type, free] : kinds) {
    INFO(static_cast<int>(type));
    solver::Model model = two_turned_bodies();
    model.joints.push_back(joint_of(type));
    const auto linear = linearized(model);
    const MatrixXd& basis = linear.matrices().free_basis;
    CHECK(basis.cols() == free);
    CHECK((basis.transpose() * basis).isIdentity(1e-12));
    CHECK(linear.mean().reactions.size() == 1);
  }
}

TEST_CASE("every kind of drive: it springs, holds or is said to be left out",
          "[linearisation][property]") {
  const std::vector<decltype(solver::JointDrive::kind)> drives{
      solver::SpringDamper{400.0, 20.0, 0.0},
      solver::Motor{0.1, 1e3},
      solver::Range{-0.1, 0.1, 1e3, 0.0},
      solver::LockDrive{0.0, 1e3},
      solver::FrictionDrive{5.0},
      solver::TableDrive{{-1.0, 1.0}, {}, {400.0, -400.0}}};
  REQUIRE(drives.size() == std::variant_size_v<decltype(solver::JointDrive::kind)>);
  for (const auto& drive : drives) {
    INFO(drive.index());
    solver::Model model = two_turned_bodies();
    model.joints.push_back(joint_of(solver::JointType::kHinge));
    model.joints.back().drives.push_back({0, drive});
    const auto linear = linearized(model);
    const bool holds = std::holds_alternative<solver::Motor>(drive) ||
                       std::holds_alternative<solver::LockDrive>(drive);
    const bool springs = std::holds_alternative<solver::SpringDamper>(drive) ||
                         std::holds_alternative<solver::TableDrive>(drive);
    CHECK(linear.matrices().free_basis.cols() == (holds ? 6 : 7));
    CHECK(linear.mean().findings.empty() == springs);
    CHECK(linear.modes().size() == (springs ? 1U : 0U));
  }
}

TEST_CASE("every kind of joint: a compliant one is springs of 1 / compliance",
          "[linearisation][analytic]") {
  solver::Model model = two_turned_bodies();
  model.joints.push_back(joint_of(solver::JointType::kLock));
  model.joints.back().compliance = 1e-6;
  model.joints.back().damping_time = 0.02;
  const auto linear = linearized(model);
  CHECK(linear.matrices().free_basis.cols() == 12);
  CHECK(linear.matrices().restoring(0, 0) == Approx(1e6).epsilon(1e-8));
  CHECK(linear.matrices().linear_damping(0, 0) == Approx(2e4).epsilon(1e-8));
}
