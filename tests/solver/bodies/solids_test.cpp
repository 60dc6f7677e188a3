/// @file Mass properties of every kind of solid against quadrature over slices or against meshes.
#include "hydro/base/error.hpp"
#include "solver/geometry/collision/collision_shape.hpp"
#include "solver/geometry/collision/convex_hull.hpp"
#include "solver/model/bodies/mass_properties.hpp"
#include "tests/solver/collision/surfaces.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/models.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;
using Catch::Matchers::Contains;

namespace {

constexpr double kDensity = 700.0;

/// Of a solid of revolution about z, by Gauss's rule with three points in many slices: exact for
/// radii that are polynomials of low degree in the square.
template <typename Rings>
MassProperties revolved(double low, double high, const Rings& rings) {
  constexpr int kSlices = 20000;
  const double step = (high - low) / kSlices;
  double mass = 0.0;
  double first = 0.0;
  double along = 0.0;
  double across = 0.0;
  for (int k = 0; k < kSlices; ++k) {
    for (const auto& [place, weight] :
         {std::pair(0.5 - std::sqrt(0.15), 5.0 / 18.0), std::pair(0.5, 8.0 / 18.0),
          std::pair(0.5 + std::sqrt(0.15), 5.0 / 18.0)}) {
      const double z = low + (k + place) * step;
      const auto [inner, outer] = rings(z);
      const double slice = kDensity * kPi * (outer * outer - inner * inner) * step * weight;
      mass += slice;
      first += slice * z;
      along += slice * z * z;
      across += slice * 0.25 * (outer * outer + inner * inner);
    }
  }
  const double center = first / mass;
  const double sideways = across + along - mass * center * center;
  const Matrix3 inertia = Vector3(sideways, sideways, 2.0 * across).asDiagonal();
  return {mass, {0.0, 0.0, center}, inertia};
}

void check_same(const MassProperties& a, const MassProperties& b, double tolerance) {
  CHECK(a.mass == Approx(b.mass).epsilon(tolerance));
  CHECK((a.center_of_mass - b.center_of_mass).norm() < tolerance);
  CHECK((a.inertia - b.inertia).norm() < tolerance * b.inertia.norm());
}

}  // namespace

TEST_CASE("mass properties: round solids are those of their slices", "[solver][bodies][mass]") {
  const auto solid = [](double radius) { return std::pair(0.0, radius); };
  // A capsule's slices have square roots at its ends: the rule is good to some 1e-9 there.
  check_same(mass_properties(Shape{Capsule{0.4, 1.5}, kDensity, {}}),
             revolved(-1.15, 1.15,
                      [&](double z) {
                        const double over = std::max(0.0, std::abs(z) - 0.75);
                        return solid(std::sqrt(0.16 - over * over));
                      }),
             1e-8);
  check_same(mass_properties(Shape{Cone{0.6, 0.2, 1.2}, kDensity, {}}),
             revolved(0.0, 1.2, [&](double z) { return solid(0.6 - z / 3.0); }), 1e-11);
  check_same(mass_properties(Shape{HollowCylinder{0.3, 0.1, 2.0}, kDensity, {}}),
             revolved(-1.0, 1.0, [](double) { return std::pair(0.3, 0.4); }), 1e-11);
  check_same(mass_properties(Shape{HollowCone{0.6, 0.3, 1.2, 0.1}, kDensity, {}}),
             revolved(0.0, 1.2, [](double z) { return std::pair(0.5 - 0.25 * z, 0.6 - 0.25 * z); }),
             1e-11);
  // The hole of a pointed one ends below its tip: radius .5 - z/2 over a height of 1.
  check_same(
      mass_properties(Shape{HollowCone{0.6, 0.0, 1.2, 0.1}, kDensity, {}}),
      revolved(0.0, 1.2,
               [](double z) { return std::pair(std::max(0.0, 0.5 - 0.5 * z), 0.6 - 0.5 * z); }),
      1e-11);
}

TEST_CASE("mass properties: hulls, composites and fields are those of the solids they make",
          "[solver][bodies][mass]") {
  const Box box{{1.0, 2.0, 3.0}};
  const MassProperties whole = mass_properties(Shape{box, kDensity, {}});
  std::vector<Vector3> points = mesh_of(box).vertices;
  points.emplace_back(Vector3::Zero());
  const Convex hull = convex_hull(points);
  CHECK(hull.surface.vertices.size() == 8);
  check_same(mass_properties(Shape{hull, kDensity, {}}), whole, 1e-13);
  // Two halves are the whole.
  const Box half{{1.0, 2.0, 1.5}};
  const Composite halves{
      {{half, {{0.0, 0.0, 0.75}, {1, 0, 0, 0}}}, {half, {{0.0, 0.0, -0.75}, {0, 1, 0, 0}}}}};
  check_same(mass_properties(Shape{halves, kDensity, {}}), whole, 1e-13);
  // Flat at z = 1.5, with a bottom at -1.5.
  HeightField field = field_of([](double, double) { return 1.5; }, 4, 2.0);
  field.size = {1.0, 2.0};
  field.bottom_margin = 3.0;
  check_same(mass_properties(Shape{field, kDensity, {}}), whole, 1e-12);
  // A wedge: heights 0 to 1 over a unit square, bottom at 0 but for the margin.
  HeightField wedge = field_of([](double x, double) { return x + 0.5; }, 5, 1.0);
  wedge.least_height = 0.0;
  wedge.bottom_margin = 1e-9;
  const MassProperties properties = mass_properties(Shape{wedge, 1.0, {}});
  CHECK(properties.mass == Approx(0.5).epsilon(0.0).margin(2e-9));
  CHECK((properties.center_of_mass - Vector3(1.0 / 6.0, 0.0, 1.0 / 3.0)).norm() < 1e-8);
}

TEST_CASE("shapes that are none are refused with rule and value", "[solver][bodies][mass]") {
  const auto refused = [](const Geometry& geometry, const char* message) {
    CHECK_THROWS_WITH(CollisionShape(geometry), Contains(message));
  };
  refused(Capsule{0.1, 0.0}, "height of a capsule must be positive and finite, got 0 m");
  refused(Sphere{2e9}, "radius of a sphere must not exceed 1e+09 m, got 2000000000 m");
  refused(Cone{0.1, -0.1, 1.0}, "top radius of a cone must not be negative");
  refused(HollowCone{0.1, 0.0, 1.0, 0.2}, "below its bottom radius of 0.1 m, got 0.2 m");
  refused(Plane{Vector3::Zero(), 1.0}, "normal of a plane must be finite and not zero");
  refused(Line{Vector3::UnitX(), Vector3::UnitX()}, "length of a line");
  refused(TriangleMesh{}, "a mesh must have triangles, got none");
  refused(HeightField{}, "at least 2 x 2 nodes, got 0 x 0");
  refused(Composite{}, "a composite must have parts");
  HeightField field = field_of([](double x, double) { return x; }, 3, 1.0);
  field.least_height = 0.0;
  refused(field, "height 0 of a height field must be finite and not below its least height");
  TriangleMesh inside_out = mesh_of(Box{Vector3::Ones()});
  for (auto& corners : inside_out.triangles) std::swap(corners[0], corners[1]);
  refused(Convex{inside_out}, "must be convex and its triangles counter-clockwise");
  std::vector<Vector3> flat{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.5, 0.5, 0}};
  CHECK_THROWS_WITH(convex_hull(flat), Contains("must span a volume"));
  CHECK_THROWS_WITH(mass_properties(Shape{Plane{}, 1.0, {}}), Contains("of a solid, got a plane"));
}
