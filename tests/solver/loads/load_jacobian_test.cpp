/// @file The linearisation of every load against central differences of its forces.
#include "hydro/database/readers/read_database.hpp"
#include "solver/dynamics/system/multibody_system.hpp"
#include "solver/model/loads/bushing.hpp"
#include "solver/model/loads/constant_force.hpp"
#include "solver/model/loads/linear_mooring.hpp"
#include "solver/model/loads/point_spring.hpp"
#include "solver/model/loads/rope.hpp"
#include "solver/model/loads/winch.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/models.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Kinematics;

namespace {

using Memories = solver::LoadSet::Memories;

/// The loads of a model as a function of where its bodies are.
class Loads {
 public:
  explicit Loads(const solver::Model& model, const Memories& memories = {})
      : bodies(initial_kinematics(model)),
        system_(model, {}, memories),
        forces_(bodies.size()),
        size_(kDofs * static_cast<Eigen::Index>(bodies.size())) {
    state_.bodies.resize(model.bodies.size());
    state_.loads.resize(model.loads.size());
    state_.radiation.resize(model.hydrodynamics.size());
    system_.loads.initialize(bodies, state_);
  }

  /// -dF/dx (displacement and turn in world axes) where `of_velocity` is false, else -dF/dv;
  /// symmetrised.
  MatrixXd differences(bool of_velocity) {
    MatrixXd matrix(size_, size_);
    constexpr double kStep = 1e-5;  // error of second order: 1e-10 of the third derivative
    for (Eigen::Index dof = 0; dof < size_; ++dof) {
      const VectorXd change =
          forces(moved(dof, kStep, of_velocity)) - forces(moved(dof, -kStep, of_velocity));
      matrix.col(dof) = -change / (2.0 * kStep);
    }
    return 0.5 * (matrix + matrix.transpose());
  }

  /// What compute_jacobian() gives in place of differences().
  MatrixXd jacobian(bool of_velocity) {
    solver::LoadJacobian jacobian;
    system_.loads.compute_jacobian({}, state_, bodies, jacobian);
    system_.loads.compute_jacobian({}, state_, bodies, jacobian);  // sets to zero what was there
    MatrixXd matrix = MatrixXd::Zero(size_, size_);
    for (const solver::LoadJacobian::Block& block : jacobian.blocks()) {
      const auto row = kDofs * static_cast<Eigen::Index>(block.row);
      const auto column = kDofs * static_cast<Eigen::Index>(block.column);
      const Matrix6& values = of_velocity ? block.damping : block.stiffness;
      matrix.block<6, 6>(row, column) = values;
      matrix.block<6, 6>(column, row) = values.transpose();
    }
    return matrix;
  }

  Kinematics bodies;

 private:
  Kinematics moved(Eigen::Index dof, double by, bool of_velocity) const {
    Kinematics result = bodies;
    solver::BodyKinematics& body = result[static_cast<std::size_t>(dof / kDofs)];
    const Vector6 change = by * Vector6::Unit(dof % kDofs);
    if (of_velocity) {
      body.velocity += change;
    } else {
      body.place(body.position + change.head<3>(),
                 solver::exponential(change.tail<3>()) * body.attitude);
    }
    return result;
  }

  VectorXd forces(const Kinematics& at) {
    system_.loads.compute({}, state_, at, forces_);
    VectorXd all(size_);
    for (std::size_t i = 0; i < at.size(); ++i) {
      all.segment<6>(kDofs * static_cast<Eigen::Index>(i)) = forces_.total[i];
    }
    return all;
  }

  solver::MultibodySystem system_;
  solver::State state_;
  solver::Forces forces_;
  Eigen::Index size_;
};

/// Differences of forces of size 1e2 by steps of 1e-5 are good to 1e-8.
void check_jacobian(Loads& loads, double tolerance = 1e-7) {
  for (const bool of_velocity : {false, true}) {
    const MatrixXd expected = loads.differences(of_velocity);
    const MatrixXd found = loads.jacobian(of_velocity);
    INFO("expected\n" << expected << "\nfound\n" << found);
    CHECK((expected - found).cwiseAbs().maxCoeff() <
          tolerance * (1.0 + expected.cwiseAbs().maxCoeff()));
  }
}

solver::Model tilted_pair() {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.bodies = {weightless_body("a", 2.0, {1.0, 2.0, 4.0}, {0.3, -0.2, 1.0}),
                  weightless_body("b", 2.0, {1.0, 2.0, 4.0}, {3.0, 4.0, 0.5})};
  model.bodies[0].pose.attitude = solver::exponential({0.4, -0.7, 1.1});
  model.bodies[1].pose.attitude = solver::exponential({-1.0, 0.2, 0.5});
  model.bodies[1].center_of_mass = {0.1, 0.2, 0.3};
  return model;
}

Matrix6 symmetric_matrix(double size) {
  std::srand(5);
  const Matrix6 root = Matrix6::Random();
  return size * root * root.transpose();
}

}  // namespace

TEST_CASE("point spring: stiffness and damping are the derivatives of its force",
          "[solver][loads][jacobian]") {
  solver::Model model = tilted_pair();
  solver::PointSpring spring;
  spring.body1 = "b";
  spring.point1 = {0.5, 0.1, -0.4};
  spring.body2 = GENERATE("a", "");
  spring.point2 = {-0.2, 0.8, 0.3};
  spring.stiffness = 20.0;
  spring.damping = 3.0;
  spring.rest_length = GENERATE(0.0, 2.0, 9.0);  // the last one under compression
  model.loads = {{"line", spring}};
  Loads loads(model);
  check_jacobian(loads);
  spring.tension_only = true;
  spring.rest_length = 9.0;
  model.loads = {{"line", spring}};
  CHECK(Loads(model).jacobian(false).isZero(0.0));  // slack
}

TEST_CASE("point spring without length: as stiff in every direction as along its line",
          "[solver][loads][jacobian]") {
  solver::Model model = tilted_pair();
  solver::PointSpring spring;
  spring.body1 = "a";
  spring.point2 = model.bodies[0].pose.position;
  spring.rest_length = 0.0;
  spring.stiffness = 20.0;
  model.loads = {{"line", spring}};
  Loads loads(model);
  check_jacobian(loads);
}

TEST_CASE("rope over pulleys: stiffness and damping are the derivatives of its forces",
          "[solver][loads][jacobian]") {
  solver::Model model = tilted_pair();
  solver::Rope rope;
  rope.points = {{"a", {0.5, 0.1, -0.4}}, {"b", {1.0, 0.2, 0.0}}, {"", {2, 5, 1}}, {"b"}};
  rope.stiffness = 20.0;
  rope.damping = 3.0;
  rope.rest_length = 7.0;
  rope.slip_speed = 0.5;
  SECTION("without friction") { rope.points[1].body = GENERATE("b", ""); }
  SECTION("friction of a rope at rest") {
    rope.points[1].friction = 0.3;
    rope.points[2].friction = 0.2;
    rope.damping = GENERATE(0.0, 3.0);
  }
  model.loads = {{"rope", rope}};
  Loads loads(model);
  check_jacobian(loads);
  if (rope.points[1].friction == 0.0) return;
  // What turns out of the slip is left out of the stiffness.
  loads.bodies[0].velocity << 0.3, -0.2, 0.1, 0.2, -0.1, 0.3;
  loads.bodies[1].velocity << -0.1, 0.2, 0.4, 0.1, 0.1, -0.2;
  const MatrixXd damping = loads.differences(true);
  CHECK((damping - loads.jacobian(true)).norm() < 1e-7 * damping.norm());
}

TEST_CASE("linear mooring: stiffness and damping are the derivatives of its force",
          "[solver][loads][jacobian]") {
  solver::Model model = tilted_pair();
  solver::LinearMooring mooring;
  mooring.body = "b";
  mooring.stiffness = symmetric_matrix(10.0);
  mooring.damping = symmetric_matrix(1.0);
  mooring.preload << 1.0, 2.0, 3.0, 4.0, 5.0, 6.0;
  mooring.rest_pose = solver::Pose{{2.5, 4.0, 0.0}, yawed(0.7)};  // about 80 degrees away
  model.loads = {{"mooring", mooring}};
  Loads loads(model);
  check_jacobian(loads);
}

TEST_CASE("bushing: stiffness and damping are the derivatives of its force",
          "[solver][loads][jacobian]") {
  solver::Model model = tilted_pair();
  solver::Bushing bushing;
  bushing.body1 = "b";
  bushing.body2 = GENERATE("a", "");
  bushing.pose = {{1.0, 2.0, 0.5}, yawed(0.7)};
  bushing.stiffness = symmetric_matrix(10.0);
  bushing.damping = symmetric_matrix(1.0);
  bushing.preload << 1.0, 2.0, 3.0, 4.0, 5.0, 6.0;
  model.loads = {{"coupling", bushing}};
  Loads loads(model);
  check_jacobian(loads);
  // A displacement of 1 m and of .3 or 2 rad.
  loads.bodies[1].place(loads.bodies[1].position + Vector3(0.3, -0.8, 0.5),
                        solver::exponential(GENERATE(0.15, 1.0) * Vector3(1.0, 0.5, -1.7)) *
                            loads.bodies[1].attitude);
  check_jacobian(loads);
}

TEST_CASE("winch: as stiff as its line where the drum holds, without stiffness where it follows",
          "[solver][loads][jacobian]") {
  solver::Model model = tilted_pair();
  solver::Winch winch;
  winch.body1 = "b";
  winch.point1 = {0.5, 0.1, -0.4};
  winch.body2 = "a";
  winch.stiffness = 20.0;
  winch.damping = 3.0;
  winch.length = 3.0;
  if (GENERATE(true, false)) {
    winch.speed = 0.0;
  } else {
    winch.force = 7.0;
  }
  model.loads = {{"winch", winch}};
  Loads loads(model);
  check_jacobian(loads);
}

TEST_CASE("spring and damper of a joint: derivatives along its free dof",
          "[solver][loads][jacobian]") {
  solver::Model model = tilted_pair();
  solver::Joint slide;
  slide.name = "slide";
  slide.type = solver::JointType::kPrismatic;
  slide.body1 = "a";
  slide.body2 = "b";
  slide.axis = {1.0, 2.0, -1.0};
  slide.drives = {{0, solver::SpringDamper{20.0, 3.0, 0.0}}};
  model.joints = {slide};
  Loads loads(model);
  check_jacobian(loads);  // without stretch there is no force whose turning counts
}

TEST_CASE("constant force: at a point it is stiff under a turn, in body axes it follows",
          "[solver][loads][jacobian]") {
  solver::Model model = tilted_pair();
  solver::ConstantForce load;
  load.body = "b";
  load.force = {10.0, -3.0, 5.0};
  load.torque = {1.0, 2.0, 3.0};
  load.point = {0.4, 0.2, -0.5};
  load.body_axes = GENERATE(false, true);
  model.loads = {{"thruster", load}};
  Loads loads(model);
  check_jacobian(loads);
}

TEST_CASE("hydrodynamic group at rest, turned by its heading: derivatives of hydrostatics and drag",
          "[solver][loads][jacobian]") {
  const auto database =
      std::make_shared<hydro::Database>(hydro::read_bemio(own_data() / "hemisphere.h5"));
  solver::Model model = floating_model(database, {Vector3::Constant(2.8)}, 0.1);
  solver::HydrodynamicGroup& group = model.hydrodynamics[0];
  group.radiation.form = hydro::RadiationForm::kNone;
  group.bodies[0].linear_damping = symmetric_matrix(1e4);
  group.bodies[0].quadratic_damping = symmetric_matrix(1e4);
  hydro::RadiationModel radiation =
      hydro::make_radiation_model(*database, group.radiation, 0.1, nullptr);
  model.bodies[0].pose.attitude = yawed(0.4);
  Loads loads(model, {std::move(radiation.memory)});
  loads.bodies[0].velocity << 1.0, -2.0, 0.5, 0.2, -0.1, 0.3;
  const MatrixXd damping = loads.differences(true);
  CHECK((damping - loads.jacobian(true)).norm() < 1e-7 * damping.norm());
  loads.bodies[0].velocity.setZero();
  // A heading of no effect but on the direction of small moments: buoyancy acts on the vertical.
  const MatrixXd stiffness = loads.differences(false);
  CHECK((stiffness - loads.jacobian(false)).norm() < 1e-6 * stiffness.norm());
}
