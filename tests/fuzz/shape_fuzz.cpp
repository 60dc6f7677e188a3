/// @file Pairs of shapes of all kinds: bytes say sizes, meshes, fields, composites and poses. A
/// shape is refused in words, or it has bounds, mass properties and, with another, contacts that
/// are numbers. Input: two shapes, each a kind, its numbers and a pose.
#include <cmath>

#include "hydro/base/error.hpp"
#include "solver/bodies/mass_properties.hpp"
#include "solver/collision/collide.hpp"
#include "solver/collision/convex_hull.hpp"
#include "solver/collision/half_edges.hpp"
#include "tests/fuzz/fuzz_target.hpp"

using namespace raftup;
using namespace raftup::solver;

namespace {

constexpr std::size_t kMostVertices = 24, kMostTriangles = 40, kMostNodes = 8, kMostParts = 3;

/// A length on a grid, where shapes are likely to meet face to face; now and then any number.
class Numbers {
 public:
  explicit Numbers(testing::ByteSource& bytes) : bytes_(bytes) {}

  double number() {
    const std::int64_t value = bytes_.integer();
    if (value > 1000 || value < -1000) {
      usual_ = false;
      return bytes_.number();
    }
    return 0.0625 * static_cast<double>(value);
  }
  double positive() { return std::abs(number()); }
  Vector3 vector() {
    const double x = number(), y = number(), z = number();
    return {x, y, z};
  }
  /// Whether all have been of moderate size.
  bool usual() const { return usual_; }

 private:
  testing::ByteSource& bytes_;
  bool usual_ = true;
};

TriangleMesh read_mesh(testing::ByteSource& bytes, Numbers& numbers) {
  TriangleMesh mesh;
  mesh.vertices.resize(bytes.below(kMostVertices));
  for (Vector3& vertex : mesh.vertices) vertex = numbers.vector();
  mesh.triangles.resize(bytes.below(kMostTriangles));
  for (auto& triangle : mesh.triangles) {
    for (std::size_t& corner : triangle) corner = bytes.below(kMostVertices);
  }
  mesh.terrain = bytes.flag();
  mesh.bottom_margin = numbers.positive();
  return mesh;
}

HeightField read_field(testing::ByteSource& bytes, Numbers& numbers) {
  HeightField field;
  field.columns = bytes.below(kMostNodes);
  field.rows = bytes.below(kMostNodes);
  field.size = {numbers.positive(), numbers.positive()};
  field.heights.resize(field.columns * field.rows + (bytes.below(16) == 15 ? 1 : 0));
  for (double& height : field.heights) height = numbers.number();
  field.bottom_margin = numbers.positive();
  return field;
}

Convex read_hull(testing::ByteSource& bytes, Numbers& numbers) {
  if (bytes.flag()) return {read_mesh(bytes, numbers)};
  std::vector<Vector3> points(bytes.below(kMostVertices));
  for (Vector3& point : points) point = numbers.vector();
  return convex_hull(points);
}

Pose read_pose(testing::ByteSource& bytes, Numbers& numbers) {
  Pose pose;
  pose.position = numbers.vector();
  const double angle = numbers.number();
  const Vector3 axis = numbers.vector();
  if (bytes.flag() && axis.norm() > 0.0 && std::isfinite(axis.norm()) && std::isfinite(angle)) {
    pose.attitude = Quaternion(Eigen::AngleAxisd(angle, axis.normalized()));
  }
  return pose;
}

Geometry read_geometry(testing::ByteSource& bytes, Numbers& numbers, int depth) {
  const auto positive = [&] { return numbers.positive(); };
  switch (bytes.below(std::variant_size_v<Geometry>)) {
    case 0:
      return Sphere{positive()};
    case 1:
      return Box{numbers.vector().cwiseAbs()};
    case 2:
      return Cylinder{positive(), positive()};
    case 3:
      return read_mesh(bytes, numbers);
    case 4:
      return Capsule{positive(), positive()};
    case 5:
      return Cone{positive(), positive(), positive()};
    case 6:
      return Plane{numbers.vector(), numbers.number()};
    case 7:
      return HollowCylinder{positive(), positive(), positive()};
    case 8:
      return HollowCone{positive(), positive(), positive(), positive()};
    case 9:
      return Line{numbers.vector(), numbers.vector()};
    case 10:
      return read_hull(bytes, numbers);
    case 11:
      return read_field(bytes, numbers);
    default:
      break;
  }
  Composite composite;
  if (depth == 0) return composite;
  const std::size_t parts = bytes.below(kMostParts + 1);
  for (std::size_t i = 0; i < parts; ++i) {
    Geometry part = read_geometry(bytes, numbers, depth - 1);
    composite.parts.push_back({std::move(part), read_pose(bytes, numbers)});
  }
  return composite;
}

/// Around every corner of a mesh, holes and all: it ends.
void walk(const TriangleMesh& mesh) {
  const HalfEdges edges(mesh);
  for (std::size_t edge = 0; edge < edges.count(); ++edge) {
    std::size_t steps = 0;
    for (VertexCirculator at(edges, edge / 3, edge % 3); !at.at_end(); at.advance()) {
      testing::must_hold(++steps <= edges.count(), "a walk around a vertex ends");
    }
  }
}

void weigh(const Geometry& geometry, bool usual) {
  try {
    const MassProperties properties = mass_properties(Shape{geometry, 1000.0, {}});
    testing::must_hold(!usual || (properties.mass > 0.0 && properties.inertia.allFinite()),
                       "what has mass has one that is a number");
  } catch (const Error&) {
    return;  // no solid, or one of no volume
  }
}

void touch(const PosedShape& one, const PosedShape& two, bool usual) {
  constexpr double kMargin = 0.01;
  std::vector<ContactPoint> points;
  CollisionMemory memory;
  collide(one, two, kMargin, &memory, points);
  collide(one, two, kMargin, &memory, points);  // once more from where the first has ended
  for (const ContactPoint& point : points) {
    if (!usual) break;
    testing::must_hold(point.position.allFinite() && std::isfinite(point.depth),
                       "a contact is where numbers say");
    testing::must_hold(std::abs(point.normal.norm() - 1.0) < 1e-6, "a normal has unit length");
    testing::must_hold(point.depth >= -kMargin - 1e-9, "points lie within the margin");
  }
}

}  // namespace

namespace raftup::testing {

std::vector<std::string> fuzz_seeds() {
  // Every kind with every kind; sizes of some 1, poses near each other. A byte b is (b - 100)/16.
  std::vector<std::string> seeds;
  std::string numbers;
  for (int i = 0; i < 160; ++i) numbers.push_back(static_cast<char>(100 + (7 * i) % 23 - 4));
  constexpr auto kinds = static_cast<char>(std::variant_size_v<Geometry>);
  for (char one = 0; one < kinds; ++one) {
    for (char two = 0; two <= one; ++two) {
      seeds.push_back(one + numbers.substr(0, 12) + two + numbers.substr(5, 20));
      seeds.push_back(one + numbers + two + numbers);
    }
  }
  seeds.emplace_back(
      "s\x06"
      "c\xffljg",
      7);  // a field of 1e213 m, whose normals overflow
  return seeds;
}

}  // namespace raftup::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  testing::ByteSource bytes({data, size});
  Numbers numbers(bytes);
  try {
    std::vector<CollisionShape> shapes;
    std::vector<Pose> poses;
    for (int i = 0; i < 2; ++i) {
      const Geometry geometry = read_geometry(bytes, numbers, 2);
      poses.push_back(read_pose(bytes, numbers));
      if (!poses.back().position.allFinite()) return 0;  // the masses refuse such a body
      shapes.emplace_back(geometry);
      weigh(geometry, numbers.usual());
      if (const auto* mesh = std::get_if<TriangleMesh>(&geometry)) walk(*mesh);
      bounds(PosedShape(shapes.back(), poses.back()));
    }
    const PosedShape one(shapes[0], poses[0]), two(shapes[1], poses[1]);
    touch(one, two, numbers.usual());
    const ShapeDistance apart = distance(one, two);
    testing::must_hold(!numbers.usual() || std::isfinite(apart.distance), "a distance is a number");
  } catch (const Error&) {
    return 0;
  }
  return 0;
}
