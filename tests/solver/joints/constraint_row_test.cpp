#include "solver/joints/constraint_row.hpp"

#include <functional>

#include "solver/dynamics/system/multibody_system.hpp"
#include "solver/joints/joint_dofs.hpp"
#include "tests/solver/joints/joint_models.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::angle_row;
using solver::ConstraintBlock;
using solver::ConstraintRow;
using solver::JointMotion;
using solver::Kinematics;

namespace {

using RowFunction = std::function<ConstraintRow(const JointMotion&)>;

struct RowKind {
  std::string name;
  RowFunction evaluate;
};

/// The row of a dof as a lock holds it.
ConstraintRow held_row(const JointMotion& at, int dof) {
  ConstraintBlock block;
  block.bodies = {0, 1};
  block.rows = 6;
  solver::write_held_rows(solver::JointType::kLock, at, block);
  return {block.violation[dof],
          {block.jacobian[0].row(dof), block.jacobian[1].row(dof)},
          block.bias[dof]};
}

const std::vector<RowKind> kRowKinds{
    {"translation",
     [](const JointMotion& at) { return translation_row(at, at.side[1].axes.col(1)); }},
    {"held translation", [](const JointMotion& at) { return held_row(at, 1); }},
    {"held right angle", [](const JointMotion& at) { return held_row(at, 5); }},
    {"distance", [](const JointMotion& at) { return distance_row(at, 0.7); }},
    {"angle, axis in body 2", [](const JointMotion& at) { return angle_row(at, 1, 2, 0); }},
    {"angle, axis in body 1", [](const JointMotion& at) { return angle_row(at, 0, 0, 2); }},
};

/// A row of two frames that do not agree, as after any motion.
struct RowScene {
  std::array<std::size_t, 2> indices;
  solver::AttachedFrame frame1, frame2;
  Kinematics bodies;

  RowScene(bool to_world, std::mt19937& generator)
      : indices{0, to_world ? ConstraintBlock::kWorld : 1},
        frame1(0, random_vector(generator), axes(generator), start(generator)),
        frame2(indices[1], random_vector(generator), axes(generator), start(generator)),
        bodies(start(generator)) {}

  ConstraintRow row(const RowFunction& evaluate, double t) const {
    return evaluate({frame1, frame2, coasted(bodies, t)});
  }

 private:
  static Matrix3 axes(std::mt19937& generator) {
    return solver::exponential(random_vector(generator, 2.0)).toRotationMatrix();
  }
  static Kinematics start(std::mt19937& generator) {
    return solver::initial_kinematics(two_bodies(generator));
  }
};

}  // namespace

TEST_CASE("constraint rows: Jacobian and bias are the derivatives of g along a motion",
          "[solver][joints]") {
  std::mt19937 generator(7);
  for (int scene_count = 0; scene_count < 20; ++scene_count) {
    const RowScene scene(scene_count % 2 == 1, generator);
    for (const RowKind& kind : kRowKinds) {
      const ConstraintRow row = scene.row(kind.evaluate, 0.0);
      double rate = 0.0;
      for (std::size_t side = 0; side < 2; ++side) {
        if (scene.indices[side] == ConstraintBlock::kWorld) continue;
        rate += row.jacobian[side].dot(scene.bodies[scene.indices[side]].velocity);
      }
      // Central differences of order 4; the angle's derivatives grow where its marker comes near
      // the axis, which leaves 1e-6 of them.
      const double h = 1e-3;
      std::array<double, 5> g;
      for (int i = 0; i < 5; ++i) {
        g[static_cast<std::size_t>(i)] = scene.row(kind.evaluate, (i - 2) * h).value;
      }
      CAPTURE(kind.name, scene_count);
      CHECK(rate ==
            Approx((g[0] - 8.0 * g[1] + 8.0 * g[3] - g[4]) / (12.0 * h)).epsilon(0.0).margin(1e-7));
      const double second =
          (-g[0] + 16.0 * g[1] - 30.0 * g[2] + 16.0 * g[3] - g[4]) / (12.0 * h * h);
      CHECK(row.bias == Approx(second).epsilon(0.0).margin(1e-6));
    }
  }
}

TEST_CASE("constraint rows: their forces add no momentum and no angular momentum",
          "[solver][joints]") {
  std::mt19937 generator(8);
  const RowScene scene(false, generator);
  for (const RowKind& kind : kRowKinds) {
    const ConstraintRow row = scene.row(kind.evaluate, 0.0);
    Vector3 force = Vector3::Zero();
    Vector3 moment = Vector3::Zero();  // about the world's origin
    for (std::size_t side = 0; side < 2; ++side) {
      const Vector3 one = row.jacobian[side].head<3>();
      force += one;
      moment += row.jacobian[side].tail<3>() + scene.bodies[side].position.cross(one);
    }
    CAPTURE(kind.name);
    CHECK(force.norm() < 1e-15);
    CHECK(moment.norm() < 1e-14);  // round-off of arms of some metres
  }
}

TEST_CASE("angle row: right-handed about its axis, up to half a turn, of body 1 from body 2",
          "[solver][joints]") {
  solver::Model model;
  model.bodies = {weightless_body("a", 1.0, Vector3::Ones(), Vector3::Zero())};
  const Kinematics start = solver::initial_kinematics(model);
  const solver::AttachedFrame body(0, Vector3::Zero(), Matrix3::Identity(), start);
  const solver::AttachedFrame world(ConstraintBlock::kWorld, Vector3::Zero(), Matrix3::Identity(),
                                    start);
  for (const double angle : {-3.1, -1.0, 0.0, 0.5, 3.1}) {
    Kinematics turned = start;
    turned[0].place(Vector3::Zero(), solver::exponential({0.0, 0.0, angle}));
    for (const std::size_t carrier : {0, 1}) {
      CHECK(angle_row({body, world, turned}, carrier, 2, 0).value ==
            Approx(angle).epsilon(0.0).margin(1e-15));
      CHECK(angle_row({world, body, turned}, carrier, 2, 0).value ==
            Approx(-angle).epsilon(0.0).margin(1e-15));
    }
  }
}
