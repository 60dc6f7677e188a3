#include <memory>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/wetted_mesh/floating_pose.hpp"
#include "hydro/wetted_mesh/hull_pressure.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/constants.hpp"
#include "tests/support/meshes.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using namespace raftup::hydro;
using namespace raftup::testing;

namespace {

const WaterWeight kWater{kSeaWater, kGravity, std::numeric_limits<double>::infinity()};

HullPressure pressure_on(HullMesh mesh, const Vector3& center) {
  return {std::make_shared<const HullMesh>(std::move(mesh)), center, kWater};
}

/// Pitch after roll, about a center.
Matrix3 tilted(double roll, double pitch) {
  return (Eigen::AngleAxisd(pitch, Vector3::UnitY()) * Eigen::AngleAxisd(roll, Vector3::UnitX()))
      .toRotationMatrix();
}

}  // namespace

TEST_CASE("wetted mesh: righting arm of a box, however it is cut into triangles (L9)",
          "[wetted_mesh][analytic]") {
  constexpr double kB = 10.0, kT = 4.0, kKG = 3.0, kVolume = 40.0 * kB * kT;
  constexpr double kBM = kB * kB / 12.0 / kT, kGM = 0.5 * kT + kBM - kKG;
  const double panel = GENERATE(100.0, 1.7);
  HullPressure box = pressure_on(box_mesh({-20, -5, 0}, {20, 5, 9}, panel), {0, 0, kKG});
  for (const auto& [degrees, filed] : {std::pair(5.0, .095113631), std::pair(15.0, .299743936),
                                       std::pair(30.0, .715277778), std::pair(38.0, 1.058429323)}) {
    const double phi = degrees * kRadiansPerDegree;
    // Below the waterline through the axis at height T of the box, the volume is kept.
    const double z = (kKG - kT) * std::cos(phi);
    const Vector6 force = box.in_still_water({{0, 0, z}, tilted(phi, 0.0)});
    CHECK(force[2] == Approx(kSeaWater * kGravity * kVolume).epsilon(1e-12));
    const double arm = std::sin(phi) * (kGM + 0.5 * kBM * std::pow(std::tan(phi), 2));
    CHECK(-force[3] / force[2] == Approx(arm).epsilon(1e-12));
    CHECK(arm == Approx(filed).epsilon(0.0).margin(1e-9));
    CHECK(std::abs(force[5]) < 1e-12 * force[2]);
  }
}

TEST_CASE("wetted mesh: a tetrahedron that the surface cuts (L9)", "[wetted_mesh][analytic]") {
  const HullMesh mesh({{0, 0, -2}, {3, 0, 1}, {-1, 2, 1}, {-1, -2, 1.5}},
                      {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}});
  HullPressure hull = pressure_on(mesh, Vector3::Zero());
  const Displacement water = hull.displacement({});
  CHECK(water.volume == Approx(2.158730158730).epsilon(1e-12));
  const Vector3 centroid = water.first_moment / water.volume;
  CHECK(centroid.x() == Approx(4.0 / 21.0).epsilon(1e-12));
  CHECK(centroid.y() == Approx(1.0 / 21.0).epsilon(1e-12));
  CHECK(centroid.z() == Approx(-0.5).epsilon(1e-12));
  const Vector6 force = hull.in_still_water({});
  CHECK(force[2] == Approx(kSeaWater * kGravity * water.volume).epsilon(1e-12));
  CHECK(force[3] == Approx(force[2] * centroid.y()).epsilon(1e-12));
}

TEST_CASE("wetted mesh: its wet triangles end at the surface and bear the force", "[wetted_mesh]") {
  HullPressure box = pressure_on(box_mesh({-20, -5, 0}, {20, 5, 9}, 1.7), {0, 0, 3});
  const HullPose pose{{7.0, -2.0, -1.2}, tilted(0.3, -0.05)};
  Vector6 sum = Vector6::Zero();
  double highest = -9.0;
  for (const auto& [a, b, c] : box.wet_triangles(pose)) {
    const Vector3 N = area_vector(a.position, b.position, c.position);
    const double p = a.pressure + b.pressure + c.pressure;
    const Vector3 at = (p * (a.position + b.position + c.position) + a.pressure * a.position +
                        b.pressure * b.position + c.pressure * c.position) /
                           12.0 -
                       p / 3.0 * pose.center;
    sum.head<3>() -= p / 3.0 * N;
    sum.tail<3>() -= at.cross(N);
    for (const auto& point : {a, b, c}) {
      highest = std::max(highest, point.position.z());
      CHECK(point.pressure ==
            Approx(-kSeaWater * kGravity * point.position.z()).epsilon(0.0).margin(1e-8));
    }
  }
  const Vector6 force = box.in_still_water(pose);
  CHECK((sum - force).norm() < 1e-11 * force.norm());
  CHECK(std::abs(highest) < 1e-12);
}

TEST_CASE("wetted mesh: volume and moments of a ship, z up (L10)", "[wetted_mesh][reference]") {
  RAFTUP_REQUIRE_REFERENCE(file, "reference/test-ship/test_ship.stl");
  const Vector3 G(.258, 0.0, -.432);
  HullPressure ship = pressure_on(test_ship(file), G);
  struct Row {
    double z, roll, pitch, volume, mx, my;
  };
  for (const Row& row :
       {Row{.099, 0, .334, 247.17985, 0.0, 0.0}, Row{0, 30, 0, 270.11409, -1208530, 480503},
        Row{.3, 20, -4, 233.92407, -671643, 2507239}}) {
    const Matrix3 R = tilted(row.roll * kRadiansPerDegree, row.pitch * kRadiansPerDegree);
    const HullPose pose{Vector3(0, 0, row.z) + R * G, R};
    const Vector6 force = ship.in_still_water(pose);
    CHECK(force[2] / kWater.per_volume() == Approx(row.volume).epsilon(1e-6));
    CHECK(std::abs(force[5]) < 0.5);  // a T-junction leaves a slit
    if (row.mx == 0.0) continue;
    CHECK(force[3] == Approx(row.mx).epsilon(1e-6));
    CHECK(force[4] == Approx(row.my).epsilon(1e-6));
  }
}

TEST_CASE("wetted mesh: force is the derivative of the energy, stiffness that of the force",
          "[wetted_mesh][conservation]") {
  HullPressure ball = pressure_on(ball_mesh(3.0, 12, 16), {0.3, -0.2, 0.4});
  const HullPose pose{{0, 0, 0.35}, tilted(0.3, -0.2)};
  const Vector6 force = ball.in_still_water(pose);
  const Matrix6 K = kWater.per_volume() * ball.displacement(pose).stiffness();
  constexpr double kStep = 1e-4;
  for (Eigen::Index dof = 2; dof < 6; ++dof) {
    const auto moved = [&](double step) {
      HullPose at = pose;
      if (dof == 2) at.center.z() += step;
      if (dof > 2) {
        Vector3 axis = Vector3::Zero();
        axis[dof - 3] = 1.0;
        at.rotation = Eigen::AngleAxisd(step, axis).toRotationMatrix() * pose.rotation;
      }
      return at;
    };
    const double slope = (ball.energy(moved(kStep)) - ball.energy(moved(-kStep))) / (2 * kStep);
    CHECK(std::abs(slope + force[dof]) < 1e-6 * force[2]);
    const Vector6 change =
        (ball.in_still_water(moved(kStep)) - ball.in_still_water(moved(-kStep))) / (2 * kStep);
    CHECK((change + K.col(dof)).norm() < 1e-5 * K.norm());
  }
}

TEST_CASE("wetted mesh: a box floats where its weight puts it", "[wetted_mesh][analytic]") {
  HullPressure box = pressure_on(box_mesh({-20, -5, 0}, {20, 5, 9}, 100.0), {1.0, 0, 3});
  const double weight = kWater.per_volume() * 40.0 * 10.0 * 4.0;
  const HullPose start{{7, 8, 2}, Matrix3(Eigen::AngleAxisd(0.4, Vector3::UnitZ()))};
  const auto found = find_floating_pose(box, start, weight);
  REQUIRE(found);
  const Vector6 force = box.in_still_water(found->pose);
  CHECK(force[2] == Approx(weight).epsilon(1e-12));
  CHECK(force.segment<2>(3).norm() < 1e-9 * weight);
  // Wall-sided: the arm sin t (GM + BM tan^2 t / 2) takes the weight 1 m ahead of the middle.
  const Vector3 up = found->pose.rotation.transpose() * Vector3::UnitZ();
  const double tangent = std::abs(up.x() / up.z());
  constexpr double kBM = 1600.0 / 12.0 / 4.0, kGM = kBM + 2.0 - 3.0;
  CHECK(tangent * (kGM + 0.5 * kBM * tangent * tangent) == Approx(1.0).epsilon(1e-9));
  CHECK(found->pose.center.head<2>() == start.center.head<2>());
  HullPressure sinking = pressure_on(box_mesh({-1, -1, -1}, {1, 1, 1}, 10.0), Vector3::Zero());
  CHECK_FALSE(find_floating_pose(sinking, {}, 9.0 * kWater.per_volume()));
}

TEST_CASE("wetted mesh: an open edge under water is refused with its place", "[wetted_mesh]") {
  const HullMesh closed = box_mesh({-2, -2, -1}, {2, 2, 1}, 10.0);
  std::vector<MeshTriangle> open;
  for (const MeshTriangle& triangle : closed.triangles()) {
    bool deck = true;
    for (const auto corner : triangle) deck = deck && closed.vertices()[corner].z() == 1.0;
    if (!deck) open.push_back(triangle);
  }
  HullPressure tray = pressure_on({closed.vertices(), open}, Vector3::Zero());
  CHECK(tray.in_still_water({})[2] == Approx(16.0 * kWater.per_volume()).epsilon(1e-12));
  CHECK_THROWS_WITH(tray.in_still_water({{0, 0, -1.5}, Matrix3::Identity()}),
                    Catch::Matchers::Contains("open edges of the mesh must stay above the water") &&
                        Catch::Matchers::Contains("0.5 m below it"));
}
