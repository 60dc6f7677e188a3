/// @file Added mass of interactions and groups in each frame at a turned pose.
#include "tests/solver/linearisation/linearised.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::HydroFrame;

namespace {

Matrix6 slender() {
  Matrix6 added = Matrix6::Zero();
  added.diagonal() << 10.0, 1000.0, 100.0, 1.0, 2.0, 3.0;
  return added;
}

/// Turned by 90 deg from where its displacements are measured: dof axes are the world's.
solver::Model turned_body() {
  solver::Model model = model_of({weightless_body("a", 50.0, Vector3::Ones(), {0, 0, 0}),
                                  weightless_body("b", 50.0, Vector3::Ones(), {20, 0, 0})});
  for (solver::RigidBody& body : model.bodies) {
    body.rest_pose = body.pose;
    body.pose.attitude = yawed(0.5 * kPi);
  }
  return model;
}

solver::AddedMassInteraction coupled_pair() {
  solver::AddedMassInteraction pair;
  pair.name = "pair";
  pair.body1 = "a";
  pair.body2 = "b";
  pair.blocks.body1 = pair.blocks.body2 = slender();
  pair.blocks.off_diagonal.diagonal() << 1.0, 2.0, 3.0, 0.0, 0.0, 0.0;
  return pair;
}

MatrixXd added_mass(const solver::Model& model) {
  return linearized(model, solver::OperatingPoint::kPresent)
      .water()
      .added_mass(VectorXd::Ones(1))
      .front();
}

}  // namespace

TEST_CASE("added mass frames: a block of the world stays where the body turns",
          "[linearisation][analytic]") {
  solver::Model model = turned_body();
  solver::AddedMassInteraction& block = model.added_mass_interactions.emplace_back();
  block.name = "block";
  block.body1 = "a";
  block.blocks.body1 = slender();
  block.frame = HydroFrame::kWorld;
  CHECK(added_mass(model)(0, 0) == Approx(10.0));
  CHECK(added_mass(model)(1, 1) == Approx(1000.0));
  for (const HydroFrame frame : {HydroFrame::kHeading, HydroFrame::kBody, HydroFrame::kFirstBody}) {
    block.frame = frame;
    CHECK(added_mass(model)(0, 0) == Approx(1000.0));
    CHECK(added_mass(model)(1, 1) == Approx(10.0));
    CHECK(added_mass(model)(2, 2) == Approx(100.0));
  }
}

TEST_CASE("added mass frames: a coupling has both sides in the frame of the first body",
          "[linearisation][analytic]") {
  solver::Model model = turned_body();
  model.bodies[1].pose.attitude = Quaternion::Identity();
  solver::AddedMassInteraction pair = coupled_pair();
  const auto coupling = [&](HydroFrame frame) -> Matrix6 {
    pair.frame = frame;
    model.added_mass_interactions = {pair};
    return added_mass(model).block<6, 6>(0, 6);
  };
  CHECK(coupling(HydroFrame::kFirstBody)(0, 0) == Approx(2.0));
  CHECK(coupling(HydroFrame::kFirstBody)(1, 1) == Approx(1.0));
  CHECK(coupling(HydroFrame::kWorld)(0, 0) == Approx(1.0));
  // rows in the frame of a, columns in that of b
  CHECK(coupling(HydroFrame::kHeading)(1, 0) == Approx(1.0));
  CHECK(coupling(HydroFrame::kHeading)(0, 1) == Approx(-2.0));
  CHECK(coupling(HydroFrame::kBody)(0, 0) == Approx(0.0).margin(1e-12));
}

TEST_CASE("added mass frames: those of a group are its own", "[linearisation][analytic]") {
  solver::Model model = box_model({20.0, 10.0, 2.0}, slender());
  model.bodies[0].pose.attitude = yawed(0.5 * kPi);
  CHECK(added_mass(model)(0, 0) == Approx(1000.0));
  model.hydrodynamics[0].frame = HydroFrame::kWorld;
  CHECK(added_mass(model)(0, 0) == Approx(10.0));
  model.hydrodynamics[0].frame = HydroFrame::kBody;
  CHECK(added_mass(model)(0, 0) == Approx(1000.0));
}

TEST_CASE("added mass frames: the mass matrix of a step is the same", "[linearisation]") {
  solver::Model model = turned_body();
  solver::AddedMassInteraction pair = coupled_pair();
  for (const HydroFrame frame :
       {HydroFrame::kHeading, HydroFrame::kWorld, HydroFrame::kBody, HydroFrame::kFirstBody}) {
    pair.frame = frame;
    model.added_mass_interactions = {pair};
    const auto linear = linearized(model, solver::OperatingPoint::kPresent);
    solver::StillWaterSystem system(model, model, {}, nullptr);
    solver::Kinematics bodies = system.start();
    for (Eigen::Index dof = 0; dof < 12; ++dof) {
      for (auto& body : bodies) body.velocity.setZero();
      bodies[static_cast<std::size_t>(dof / 6)].velocity[dof % 6] = 1.0;
      system.system().masses.compute_momenta(bodies);
      VectorXd momenta(12);
      momenta << bodies[0].momentum, bodies[1].momentum;
      const VectorXd expected =
          linear.matrices().mass.col(dof) + linear.matrices().infinite_added_mass.col(dof);
      CHECK((momenta - expected).cwiseAbs().maxCoeff() < 1e-9);
    }
  }
}
