/// @file Meshes, height fields, hollow shapes and composites against their convex pieces, one by
/// one.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "hydro/numerics/types.hpp"
#include "solver/geometry/collision/collision_form.hpp"
#include "solver/geometry/collision/convex_kinds.hpp"
#include "solver/geometry/collision/core_distance.hpp"
#include "tests/solver/collision/shape_pairs.hpp"
#include "tests/solver/collision/surfaces.hpp"
#include "tests/support/constants.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

constexpr double kGapOfPair = 5e-4;  // m, within the margin of contacts()
constexpr std::size_t kHoledKinds = 6;

/// A closed surface about the origin with bumps and hollows.
TriangleMesh bumpy_mesh(RandomVectors& random) {
  constexpr std::size_t kRings = 6, kSides = 9;
  const double bumps = 0.15 * random.number();
  TriangleMesh mesh;
  mesh.vertices.emplace_back(0.0, 0.0, 0.4);
  mesh.vertices.emplace_back(0.0, 0.0, -0.4);
  const auto at = [&](std::size_t ring, std::size_t side) {
    return 2 + ring * kSides + side % kSides;
  };
  for (std::size_t ring = 0; ring < kRings; ++ring) {
    for (std::size_t side = 0; side < kSides; ++side) {
      const double down = kPi * static_cast<double>(ring + 1) / double{kRings + 1};
      const double round = 2.0 * kPi * static_cast<double>(side) / double{kSides};
      const double r = 0.4 + bumps * std::sin(3.0 * round) * std::sin(2.0 * down);
      mesh.vertices.push_back(r * Vector3(std::sin(down) * std::cos(round),
                                          std::sin(down) * std::sin(round), std::cos(down)));
    }
  }
  for (std::size_t side = 0; side < kSides; ++side) {
    mesh.triangles.push_back({0, at(0, side), at(0, side + 1)});
    mesh.triangles.push_back({1, at(kRings - 1, side + 1), at(kRings - 1, side)});
    for (std::size_t ring = 0; ring + 1 < kRings; ++ring) {
      mesh.triangles.push_back({at(ring, side), at(ring + 1, side), at(ring + 1, side + 1)});
      mesh.triangles.push_back({at(ring, side), at(ring + 1, side + 1), at(ring, side + 1)});
    }
  }
  return mesh;
}

Geometry holed_geometry(std::size_t kind, RandomVectors& random) {
  const double a = 0.2 + 0.4 * random.number(), b = 0.2 + 0.4 * random.number();
  switch (kind) {
    case 0:
      return mesh_of(Box{{a, b, 0.5}});
    case 1:
      return bumpy_mesh(random);
    case 2:
      return field_of(
          [&](double x, double y) { return 0.3 * a * std::sin(4.0 * x) * std::cos(5.0 * b * y); },
          12, 4.0);
    case 3:
      return HollowCylinder{a, 0.1, b};
    case 4:
      return HollowCone{a + 0.15, a, b, 0.1};
    default:
      return Composite{{{random_geometry(random.below(kConvexKinds), random),
                         {0.4 * random.vector(), exponential(3.0 * random.vector())}},
                        {random_geometry(random.below(kConvexKinds), random),
                         {0.4 * random.vector(), exponential(3.0 * random.vector())}}}};
  }
}

/// The convex pieces of a shape, triangles of a surface included.
struct Pieces {
  std::vector<std::unique_ptr<TriangleSupport>> triangles;
  std::vector<PosedSupport> posed;

  explicit Pieces(const PosedShape& shape) { add(shape); }

  void add(const PosedShape& shape) {
    const CollisionForm& form = shape.shape->form();
    if (const auto* compound = std::get_if<Compound>(&form.kind())) {
      for (const Compound::Part& part : compound->parts) add(posed_part(shape, part));
    } else if (const ConvexSupport* core = form.convex()) {
      posed.push_back({core, shape.rotation, shape.position});
    }
  }
  void add_triangles(const TriangleMesh& mesh, const PosedShape& shape) {
    for (const auto& [a, b, c] : mesh.triangles) {
      triangles.push_back(std::make_unique<TriangleSupport>(
          std::array<Vector3, 3>{mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]}));
      posed.push_back({triangles.back().get(), shape.rotation, shape.position});
    }
  }
};

Pieces pieces_of(const Geometry& geometry, const Placed& placed) {
  Pieces pieces(placed.posed());
  if (const auto* mesh = std::get_if<TriangleMesh>(&geometry)) {
    pieces.add_triangles(*mesh, placed.posed());
  } else if (const auto* field = std::get_if<HeightField>(&geometry)) {
    pieces.add_triangles(mesh_of(*field), placed.posed());
  }
  return pieces;
}

struct Nearest {
  double distance = std::numeric_limits<double>::infinity();
  Vector3 normal = Vector3::Zero();
};

/// Of every piece with every one; 0 where any overlap.
Nearest nearest_of(const Pieces& ones, const Vector3& moved, const Pieces& twos) {
  Nearest nearest;
  for (PosedSupport one : ones.posed) {
    one.position += moved;
    for (const PosedSupport& two : twos.posed) {
      const double radii = one.radius() + two.radius();
      const double reach = one.size() + two.size() + nearest.distance;
      if ((one.center() - two.center()).norm() > reach) continue;
      const CoreDistance apart = core_distance(one, two, one.center() - two.center(), 1e-12);
      if (apart.distance - radii < nearest.distance) {
        nearest = {std::max(0.0, apart.distance - radii), apart.normal};
      }
    }
  }
  return nearest;
}

/// How far along a way shape 1 first comes within a distance of shape 2; it never passes it, as
/// each step is no longer than what is left. None where it passes by.
std::optional<double> approach(const Pieces& ones, const Pieces& twos, const Vector3& from,
                               const Vector3& way, double distance) {
  double gone = 0.0;
  for (int k = 0; k < 300; ++k) {
    const double left = nearest_of(ones, from + gone * way, twos).distance - distance;
    if (left < 1e-10) return gone;
    gone += left;
    if (gone > 8.0) return std::nullopt;
  }
  return std::nullopt;
}

int holed_pairs() { return std::getenv("RAFTUP_SLOW_TESTS") == nullptr ? 1200 : 30000; }

}  // namespace

TEST_CASE(
    "contact: next to meshes, fields, hollow shapes and composites it is that of the nearest piece",
    "[solver][collision]") {
  RandomVectors random(20261126);
  std::array<int, kHoledKinds> tried{};
  int missed = 0, deeper = 0;
  for (int pair = 0; pair < holed_pairs(); ++pair) {
    const std::size_t kind = static_cast<std::size_t>(pair) % kHoledKinds;
    const bool terrain = kind == 2;
    std::size_t other = random.below(kConvexKinds + 2);
    // A ball in a tube meets the true wall, not its pieces; a composite may have one.
    const bool ball_and_tube = kind == 3 && (other == 0 || other == kConvexKinds + 1);
    if (ball_and_tube || (kind == 5 && other == kConvexKinds)) other = 1;
    const Geometry geometry2 = holed_geometry(kind, random);
    const Geometry geometry1 = other < kConvexKinds
                                   ? random_geometry(other, random)
                                   : holed_geometry(other == kConvexKinds ? 3 : 5, random);
    Placed one(geometry1, Vector3::Zero(), 3.0 * random.vector());
    const Placed two(geometry2, Vector3::Zero(),
                     terrain ? Vector3::Zero() : Vector3(3.0 * random.vector()));
    Vector3 way = -random.direction();
    if (terrain) way.z() = -1.0 - std::abs(way.z());
    way.normalize();
    const Pieces ones = pieces_of(geometry1, one), twos = pieces_of(geometry2, two);
    const Vector3 from = -4.0 * way + 0.2 * random.vector();
    const auto gone = approach(ones, twos, from, way, kGapOfPair);
    if (!gone) continue;
    ++tried[kind];
    INFO("pair " << pair << " of kinds " << other << " and " << kind);
    const Nearest nearest = nearest_of(ones, from + *gone * way, twos);
    one.pose.position = from + *gone * way;
    const auto near = contacts(one, two);
    REQUIRE(!near.empty());
    const auto deepest_point = [](const auto& points) {
      return *std::max_element(points.begin(), points.end(),
                               [](const auto& a, const auto& b) { return a.depth < b.depth; });
    };
    const ContactPoint at = deepest_point(near);
    CHECK(at.depth == Approx(-nearest.distance).epsilon(0.0).margin(1e-7));
    CHECK(at.normal.dot(nearest.normal) > 0.999);
    // Into each other by less than a thousandth: no deeper than they have come.
    const double in = 2.0 * kGapOfPair;
    one.pose.position += in * way;
    const auto touching = contacts(one, two);
    if (touching.empty()) {
      ++missed;
    } else if (deepest_point(touching).depth > in - kGapOfPair + 1e-7) {
      ++deeper;
      CHECK(deepest_point(touching).depth < 5e-3);
    }
  }
  // Searches of round shapes and of hulls of many edges may end at another maximum.
  CHECK(missed == 0);
  CHECK(deeper <= holed_pairs() / 10000);
  CHECK(*std::min_element(tried.begin(), tried.end()) > holed_pairs() / 20);
}
