#include "solver/model/bodies/mass_properties.hpp"

#include "hydro/base/error.hpp"
#include "solver/model/bodies/rotation.hpp"
#include "solver/model/loads/linear_mooring.hpp"
#include "solver/model/loads/point_spring.hpp"
#include "solver/simulation/run/embedding.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using Catch::Matchers::Contains;
using solver::Box;
using solver::Cylinder;
using solver::MassProperties;
using solver::Shape;
using solver::Simulation;
using solver::Sphere;
using solver::TriangleMesh;

namespace {

constexpr double kDensity = 500.0;  // kg/m3

/// A cuboid's surface, corner (i, j, k) at vertex 4 i + 2 j + k.
TriangleMesh mesh_of(const Box& box) {
  TriangleMesh mesh;
  for (int corner = 0; corner < 8; ++corner) {
    const Vector3 way(corner >> 2, (corner >> 1) & 1, corner & 1);
    mesh.vertices.emplace_back(box.size.cwiseProduct(way - Vector3::Constant(0.5)));
  }
  mesh.triangles = {{0, 1, 3}, {0, 3, 2}, {4, 6, 7}, {4, 7, 5}, {0, 4, 5}, {0, 5, 1},
                    {2, 3, 7}, {2, 7, 6}, {0, 2, 6}, {0, 6, 4}, {1, 5, 7}, {1, 7, 3}};
  return mesh;
}

solver::Pose somewhere() { return {{3.0, -2.0, 0.5}, solver::exponential({0.4, -1.0, 0.3})}; }

/// Rounding of a handful of operations on numbers of the inertia's size.
void check_same(const MassProperties& a, const MassProperties& b) {
  CHECK(a.mass == Approx(b.mass).epsilon(1e-14));
  CHECK((a.center_of_mass - b.center_of_mass).norm() < 1e-13);
  CHECK((a.inertia - b.inertia).norm() < 1e-13 * b.inertia.norm());
}

/// Two bodies that turn and drift, tied by a spring and a hinge to a third.
solver::Model connected_bodies() {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.bodies = {weightless_body("barge", 20.0, {30.0, 40.0, 50.0}, {0.0, 0.0, 0.0}),
                  weightless_body("arm", 3.0, {1.0, 2.0, 2.0}, {2.0, 0.0, 0.0})};
  model.bodies[0].center_of_mass = {0.1, 0.2, -0.3};
  model.bodies[0].angular_velocity = {0.1, -0.2, 0.6};
  model.bodies[0].linear_velocity = {0.3, 0.0, -0.1};
  solver::Joint hinge;
  hinge.name = "hinge";
  hinge.type = solver::JointType::kHinge;
  hinge.body1 = "arm";
  hinge.body2 = "barge";
  hinge.position = {1.0, 0.0, 0.0};
  hinge.axis = {0.0, 1.0, 0.0};
  model.joints = {hinge};
  solver::PointSpring line;
  line.body1 = "barge";
  line.point1 = {-1.0, 0.0, 1.0};
  line.point2 = {-4.0, 1.0, 2.0};
  line.stiffness = 50.0;
  model.loads = {{"line", line}};
  model.observers = {{"bow", "barge", {{1.0, 0.5, 0.0}, Quaternion::Identity()}, ""}};
  return model;
}

}  // namespace

TEST_CASE("mass properties: sphere, box and cylinder are those of the textbook",
          "[solver][bodies][mass]") {
  const MassProperties ball = mass_properties(Shape{Sphere{1.5}, kDensity, {}});
  CHECK(ball.mass == Approx(kDensity * 4.0 / 3.0 * kPi * 1.5 * 1.5 * 1.5));
  CHECK((ball.inertia - 0.4 * ball.mass * 2.25 * Matrix3::Identity()).norm() <
        1e-13 * ball.inertia.norm());
  const MassProperties box = mass_properties(Shape{Box{{1.0, 2.0, 3.0}}, kDensity, {}});
  CHECK(box.mass == Approx(3000.0));
  CHECK((box.inertia.diagonal() - 250.0 * Vector3(13.0, 10.0, 5.0)).norm() < 1e-10);
  const MassProperties can = mass_properties(Shape{Cylinder{0.5, 4.0}, kDensity, {}});
  CHECK(can.mass == Approx(kDensity * kPi));
  CHECK(can.inertia(2, 2) == Approx(can.mass * 0.125));
  CHECK(can.inertia(0, 0) == Approx(can.mass * (3.0 * 0.25 + 16.0) / 12.0));
  CHECK(can.inertia(1, 1) == can.inertia(0, 0));
  CHECK(can.center_of_mass.isZero(0.0));
}

TEST_CASE("mass properties: a solid elsewhere has its centre there and its tensor turned",
          "[solver][bodies][mass]") {
  const Shape upright{Box{{1.0, 2.0, 3.0}}, kDensity, {}};
  const Shape moved{Box{{1.0, 2.0, 3.0}}, kDensity, somewhere()};
  const MassProperties expected = mass_properties(upright);
  const MassProperties properties = mass_properties(moved);
  const Matrix3 R = somewhere().attitude.toRotationMatrix();
  CHECK(properties.center_of_mass == somewhere().position);
  CHECK((properties.inertia - R * expected.inertia * R.transpose()).norm() <
        1e-13 * expected.inertia.norm());
  // A dumbbell about its middle: both balls and what their distance adds (parallel axes).
  const std::vector<Shape> dumbbell{{Sphere{0.5}, kDensity, {{2.0, 0.0, 1.0}, {1, 0, 0, 0}}},
                                    {Sphere{0.5}, kDensity, {{-2.0, 0.0, 1.0}, {1, 0, 0, 0}}}};
  const MassProperties both = solver::mass_properties(dumbbell);
  const MassProperties one = mass_properties(dumbbell[0]);
  CHECK(both.mass == 2.0 * one.mass);
  CHECK((both.center_of_mass - Vector3(0, 0, 1)).norm() < 1e-15);
  CHECK(both.inertia(0, 0) == Approx(2.0 * one.inertia(0, 0)).epsilon(1e-14));
  CHECK(both.inertia(2, 2) == Approx(2.0 * (one.inertia(2, 2) + 4.0 * one.mass)).epsilon(1e-14));
  // Where solids overlap both count.
  const std::vector<Shape> twice{upright, upright};
  CHECK(solver::mass_properties(twice).mass == 2.0 * expected.mass);
}

TEST_CASE("mass properties: a mesh of a box has those of the box, far from its origin too",
          "[solver][bodies][mass]") {
  const Box box{{1.0, 2.0, 3.0}};
  check_same(mass_properties(Shape{mesh_of(box), kDensity, somewhere()}),
             mass_properties(Shape{box, kDensity, somewhere()}));
  TriangleMesh far = mesh_of(box);
  for (Vector3& vertex : far.vertices) vertex += Vector3(0.0, 1e5, 0.0);
  const MassProperties properties = mass_properties(Shape{far, kDensity, {}});
  // The vertices themselves are rounded to 1e-11 m there.
  CHECK((properties.inertia - mass_properties(Shape{box, kDensity, {}}).inertia).norm() < 1e-6);
}

TEST_CASE("mass properties: solids that are none are refused", "[solver][bodies][mass]") {
  const auto refused = [](const Shape& shape, const char* message) {
    CHECK_THROWS_WITH(mass_properties(shape), Contains(message));
  };
  refused({Sphere{0.0}, 1.0, {}}, "radius of a sphere must be positive and finite, got 0 m");
  refused({Box{{1.0, -2.0, 1.0}}, 1.0, {}}, "size of a box must be positive and finite, got -2");
  refused({Cylinder{1.0, std::nan("")}, 1.0, {}}, "height of a cylinder");
  refused({Sphere{1.0}, -1.0, {}}, "density of a shape must be positive and finite, got -1");
  refused({Sphere{1.0}, 1.0, {Vector3::Zero(), {2, 0, 0, 0}}}, "unit quaternion, got a norm of 2");
  TriangleMesh mesh = mesh_of({{1.0, 1.0, 1.0}});
  const TriangleMesh whole = mesh;
  mesh.triangles.pop_back();
  refused({mesh, 1.0, {}}, "a mesh must be closed, got an open edge from vertex");
  mesh = whole;
  std::swap(mesh.triangles[3][0], mesh.triangles[3][1]);
  refused({mesh, 1.0, {}}, "opposite directions");
  mesh = whole;
  for (auto& triangle : mesh.triangles) std::swap(triangle[0], triangle[1]);
  refused({mesh, 1.0, {}}, "seen from outside, got a volume of -");
  mesh.triangles[0][2] = 8;
  refused({mesh, 1.0, {}}, "triangle 0 of a mesh must have corners below 8, got 8");
  CHECK_THROWS_WITH(solver::mass_properties(std::vector<Shape>{}), Contains("at least one shape"));
}

TEST_CASE("mass properties: what was given explicitly stays, the rest follows the shapes",
          "[solver][bodies][mass]") {
  std::vector<Shape> shapes{{Box{{1.0, 2.0, 3.0}}, kDensity, {{0.0, 0.0, 2.0}, {1, 0, 0, 0}}}};
  const MassProperties of_shape = mass_properties(shapes[0]);
  solver::RigidBody body;
  update_mass_properties(body, shapes);
  check_same(mass_properties(body), of_shape);
  shapes[0].density *= 2.0;
  update_mass_properties(body, shapes, {false, true, false});
  CHECK(body.mass == of_shape.mass);
  CHECK(body.inertia(0, 0) == Approx(2.0 * of_shape.inertia(0, 0)));
  // About a centre that was given, 2 m away along z.
  body.center_of_mass.setZero();
  update_mass_properties(body, shapes, {false, true, false});
  CHECK(body.inertia(0, 0) == Approx(2.0 * (of_shape.inertia(0, 0) + 4.0 * of_shape.mass)));
  CHECK(body.inertia(2, 2) == Approx(2.0 * of_shape.inertia(2, 2)));
}

TEST_CASE("changed mass: no point of a body moves or gains speed, and momenta fit the new mass",
          "[solver][bodies][mass]") {
  Simulation simulation(connected_bodies());
  run(simulation, 0.5);
  const std::vector<const char*> outputs{"barge.position", "barge.orientation",
                                         "bow.position",   "bow.linear_velocity",
                                         "hinge.position", "line.tension"};
  std::vector<VectorXd> before;
  for (const char* output : outputs) before.push_back(read_output(simulation, output));
  const Vector3 center(-0.5, 0.4, 0.9);
  const Matrix3 inertia = Vector3(60.0, 70.0, 80.0).asDiagonal();
  simulation.set_mass_properties(0, 35.0, inertia, center);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    INFO(outputs[i]);
    CHECK((read_output(simulation, outputs[i]) - before[i]).norm() < 1e-13);
  }
  const solver::BodyView barge = simulation.body(0);
  CHECK(barge.model_center_of_mass() == center);
  CHECK(simulation.model().bodies[0].mass == 35.0);
  const solver::BodyState& state = simulation.state().bodies[0];
  CHECK((state.momentum.head<3>() - 35.0 * state.velocity.head<3>()).norm() < 1e-12);
  const Matrix3& R = barge.rotation();
  CHECK((state.momentum.tail<3>() - R * inertia * R.transpose() * state.velocity.tail<3>()).norm() <
        1e-12);
  // Restored elsewhere it goes on with the same bytes; at t = 0 it is what the model says.
  Simulation other(connected_bodies());
  other.restore(solver::deserialize(serialize(simulation.state())));
  run(simulation, 0.5);
  run(other, 0.5);
  CHECK(serialize(other.state()) == serialize(simulation.state()));
  other.reset();
  CHECK(other.model().bodies[0].mass == 20.0);
  CHECK(serialize(other.state()) == serialize(Simulation(connected_bodies()).state()));
}

TEST_CASE("changed mass: a free body turns about its new centre and keeps its momentum",
          "[solver][bodies][mass]") {
  solver::Model model = connected_bodies();
  model.joints.clear();
  model.loads.clear();
  Simulation simulation(model);
  run(simulation, 0.2);
  simulation.set_mass_properties(0, 10.0, 5.0 * Matrix3::Identity(), {0.0, 0.0, 1.0});
  const Vector6 momentum = simulation.state().bodies[0].momentum;
  const Vector3 start = simulation.body(0).center_of_mass();
  run(simulation, 1.0);
  CHECK((simulation.state().bodies[0].momentum - momentum).norm() < 1e-12);
  const Vector3 expected = start + momentum.head<3>() / 10.0;
  CHECK((simulation.body(0).center_of_mass() - expected).norm() < 1e-12);
}

TEST_CASE("changed mass: a load that is dropped sends a hanging body to its new equilibrium",
          "[solver][bodies][mass]") {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.bodies = {weightless_body("hook", 300.0, {1, 1, 1}, Vector3::Zero(),
                                  {false, false, true, false, false, false})};
  model.bodies[0].gravity = true;
  constexpr double kStiffness = 3e4;
  model.loads = {mooring("hoist", "hook", kStiffness * Vector6::Unit(2), Vector6::Zero())};
  model.bodies[0].pose.position.z() = -300.0 * model.gravity / kStiffness;
  model.loads[0].kind.get<solver::LinearMooring>().rest_pose = solver::Pose{};
  Simulation simulation(model);
  run(simulation, 1.0);
  const double hanging = simulation.state().bodies[0].position.z();
  simulation.set_mass_properties(0, 100.0, Matrix3::Identity(), Vector3::Zero());
  run(simulation, 0.7);
  const double equilibrium = -100.0 * model.gravity / kStiffness;
  const double omega = std::sqrt(kStiffness / 100.0);
  // rk4 at a thirty-sixth of the period: error of the phase about (omega h)^4/120 omega t.
  CHECK(simulation.state().bodies[0].position.z() ==
        Approx(equilibrium + (hanging - equilibrium) * std::cos(0.7 * omega))
            .epsilon(0.0)
            .margin(2e-4));
  CHECK(gravity_at(simulation, 0).z() == -model.gravity);
}

TEST_CASE("changed mass: what a body may not become is refused and changes nothing",
          "[solver][bodies][mass]") {
  solver::Model model = connected_bodies();
  solver::AddedMassInteraction water;
  water.name = "water";
  water.body1 = "arm";
  water.blocks.body1 = -2.0 * Matrix6::Identity();
  model.added_mass_interactions = {water};
  model.bodies[0].free[1] = false;
  model.bodies[1].inertia = 4.0 * Matrix3::Identity();
  model.joints.clear();
  Simulation simulation(model);
  run(simulation, 0.1);
  const std::string before = serialize(simulation.state());
  const auto refused = [&](std::size_t body, double mass, const Matrix3& inertia,
                           const Vector3& center, const char* message) {
    CHECK_THROWS_WITH(simulation.set_mass_properties(body, mass, inertia, center),
                      Contains(message));
    CHECK(serialize(simulation.state()) == before);
  };
  const Vector3 center = model.bodies[0].center_of_mass;
  refused(2, 1.0, Matrix3::Identity(), center, "body must be one of 2, got index 2");
  refused(0, 0.0, Matrix3::Identity(), center, "bodies[0].mass must be positive and finite, got 0");
  refused(0, 1.0, -Matrix3::Identity(), center, "bodies[0].inertia must be positive definite");
  refused(0, 1.0, Matrix3::Identity(), {0.0, std::nan(""), 0.0}, "center_of_mass");
  refused(0, 1.0, Matrix3::Identity(), center + Vector3(1.0, 0.0, 0.0),
          "must stay at rest in dofs that are not free");
  refused(1, 3.0, 4.0 * Matrix3::Identity(), {0.1, 0.0, 0.0},
          "must stay where the hydrodynamic data of the body have it, got (0.1, 0, 0)");
  refused(1, 1.5, 4.0 * Matrix3::Identity(), Vector3::Zero(), "positive definite");
  run(simulation, 0.1);
  CHECK(simulation.model().bodies[1].mass == 3.0);
}
