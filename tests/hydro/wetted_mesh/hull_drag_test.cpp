#include "hydro/wetted_mesh/hull_drag.hpp"

#include <memory>

#include "tests/support/catch.hpp"
#include "tests/support/meshes.hpp"

using namespace raftup;
using namespace raftup::hydro;
using namespace raftup::testing;

namespace {

constexpr double kDragWater = 1000.0;
const HullDragCoefficients kDragOfAll{1.1, 0.4, 0.02, 0.7};

/// A ball across the surface, its center off its middle, and the drag on it.
struct WetBall {
  std::shared_ptr<const HullMesh> mesh = std::make_shared<const HullMesh>(ball_mesh(2.0, 7, 9));
  Vector3 center{0.3, -0.2, 0.4};
  HullPose pose{{1.0, 2.0, 0.3},
                Eigen::AngleAxisd(0.8, Vector3(1.0, -2.0, 0.5).normalized()).toRotationMatrix()};
  HullPressure pressure{mesh, center, {kDragWater, 9.81, 100.0}};
  HullDrag drag{*mesh, center, kDragOfAll, kDragWater};

  WetBall() {
    pressure.immerse(pose);
    drag.immerse(pressure.surface(), pressure.heights());
  }
};

Vector3 velocity_at(const Vector3& at) { return {0.7 + 0.1 * at.z(), -0.4, 0.05 * at.x()}; }

void velocities_at(std::span<const Vector3> at, std::span<Vector3> velocities) {
  for (std::size_t i = 0; i < at.size(); ++i) velocities[i] = velocity_at(at[i]);
}

Vector6 moving() {
  Vector6 twist;
  twist << -0.3, 0.6, 0.2, 0.15, -0.2, 0.3;
  return twist;
}

/// The force on a triangle, as the formula has it.
Vector3 force_on(const Vector3& N, const Vector3& v) {
  const double A = N.norm(), along = v.dot(N) / A;
  const Vector3 n = N / A, t = v - along * n;
  Vector3 force = kDragOfAll.tangential * t.norm() * t;
  if (along > 0.0) force += kDragOfAll.suction * along * along * n;
  if (along < 0.0) {
    const Vector3 e = n - along * v / v.squaredNorm();
    force -=
        kDragOfAll.normal * along * along * n + kDragOfAll.lift * v.norm() * std::abs(along) * e;
  }
  return 0.5 * kDragWater * A * force;
}

}  // namespace

TEST_CASE("hull drag: is the sum of the formula over the wet triangles", "[hydro][wetted_mesh]") {
  WetBall scene;
  scene.drag.set_water(scene.pose, velocities_at);
  Vector6 expected = Vector6::Zero();
  double area = 0.0;
  for (const auto& triangle : scene.pressure.wet_triangles(scene.pose)) {
    const auto& [a, b, c] = triangle;
    const Vector3 middle = (a.position + b.position + c.position) / 3.0;
    const Vector3 N = area_vector(a.position, b.position, c.position);
    if (N.norm() == 0.0) continue;
    const Vector3 arm = middle - scene.pose.center;
    const Vector3 own = moving().head<3>() + moving().tail<3>().cross(arm);
    const Vector3 force = force_on(N, velocity_at(middle) - own);
    expected.head<3>() += force;
    expected.tail<3>() += arm.cross(force);
    area += N.norm();
  }
  CHECK((scene.drag.force(scene.pose, moving()) - expected).norm() < 1e-12 * expected.norm());
  CHECK(scene.drag.wet_area() == Approx(area).epsilon(1e-13));
  CHECK(scene.drag.wet_area() < 0.8 * scene.drag.area());
}

TEST_CASE("hull drag: its damping is the slope of the force by the twist", "[hydro][wetted_mesh]") {
  WetBall scene;
  scene.drag.set_uniform_water({0.7, -0.4, 0.1});
  Matrix6 expected;
  constexpr double kStep = 1e-5;  // the force is quadratic but where a face turns into the flow
  for (Eigen::Index k = 0; k < 6; ++k) {
    const Vector6 change = kStep * Vector6::Unit(k);
    expected.col(k) = (scene.drag.force(scene.pose, moving() - change) -
                       scene.drag.force(scene.pose, moving() + change)) /
                      (2.0 * kStep);
  }
  CHECK((scene.drag.damping(scene.pose, moving()) - expected).norm() < 1e-7 * expected.norm());
}

TEST_CASE("hull drag: without a flow there is neither force nor damping", "[hydro][wetted_mesh]") {
  WetBall scene;
  scene.drag.set_uniform_water(Vector3::Zero());
  CHECK(scene.drag.force(scene.pose, Vector6::Zero()).norm() == 0.0);
  CHECK(scene.drag.damping(scene.pose, Vector6::Zero()).norm() == 0.0);
}

TEST_CASE("hull mesh: a plate with two faces is a surface and no hull", "[hydro][wetted_mesh]") {
  const std::vector<Vector3> corners{
      {0.0, 0.0, 0.1}, {1.3, 0.0, 0.1}, {1.3, 0.7, 0.1}, {0.0, 0.7, 0.1}};
  const FiledTriangles filed(corners, {{0, 1, 2}, {0, 2, 3}, {0, 2, 1}, {0, 3, 2}});
  CHECK_THROWS_WITH(HullMesh(filed), Catch::Contains("mesh must enclose a volume"));
  const HullMesh surface(filed, HullMesh::Form::kSurface);
  CHECK(surface.volume() == 0.0);
  CHECK(surface.is_closed());
  CHECK(surface.triangles() == filed.triangles());
  const HullMesh sheet(FiledTriangles(corners, {{0, 1, 2}, {0, 2, 3}}), HullMesh::Form::kSurface);
  CHECK_FALSE(sheet.is_closed());
  CHECK(sheet.volume() == 0.0);
  const HullMesh box = box_mesh({-1, -1, -1}, {1, 1, 1}, 1.0);
  const HullMesh same(FiledTriangles(box.vertices(), box.triangles()), HullMesh::Form::kSurface);
  CHECK(same.volume() == Approx(8.0));
}
