/// @file Pairs of shapes of all kinds: bytes say sizes, meshes, fields, composites and poses. A
/// shape is refused in words, or it has bounds, mass properties and, with another, contacts that
/// are numbers. Input: two shapes, each a kind, its numbers and a pose.
#include <cmath>

#include "hydro/base/error.hpp"
#include "solver/geometry/collision/collide.hpp"
#include "solver/geometry/collision/half_edges.hpp"
#include "solver/model/bodies/mass_properties.hpp"
#include "tests/fuzz/fuzzed_shapes.hpp"

using namespace raftup;
using namespace raftup::solver;

namespace {

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
  // Every kind with every kind: whole ones that overlap, then whatever numbers of some 1 make.
  std::vector<std::string> seeds;
  std::string numbers;
  for (int i = 0; i < 160; ++i) numbers.push_back(static_cast<char>(100 + (7 * i) % 23 - 4));
  for (std::size_t one = 0; one < kShapeKinds; ++one) {
    for (std::size_t two = 0; two <= one; ++two) {
      seeds.push_back(bytes_of_shape(one) + bytes_of_pose(0.0, 0.125, 0.75, true) +
                      bytes_of_shape(two) + bytes_of_pose(0.125, 0.0, 0.0, false));
      seeds.push_back(static_cast<char>(one) + numbers + static_cast<char>(two) + numbers);
    }
  }
  seeds.emplace_back(
      "s\x06"
      "c\xffljg",
      7);              // a field of 1e213 m, whose normals overflow
  seeds.emplace_back(  // sectors of a hollow cone below a steep field, their lowest points above it
      "\013\003\003\244\150\150\246\144\144\0\140\144\150\144\154\164\144\146\160\154\164\154\204\1"
      "\010\160\150\164\146\146\154\144\144\164\154\204\0",
      37);
  return seeds;
}

}  // namespace raftup::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  testing::ByteSource bytes({data, size});
  testing::ShapeSource source(bytes);
  try {
    std::vector<CollisionShape> shapes;
    std::vector<Pose> poses;
    for (int i = 0; i < 2; ++i) {
      const Geometry geometry = source.geometry(2);
      poses.push_back(source.pose());
      if (!poses.back().position.allFinite()) return 0;  // the masses refuse such a body
      shapes.emplace_back(geometry);
      weigh(geometry, source.numbers().usual());
      if (const auto* mesh = std::get_if<TriangleMesh>(&geometry)) walk(*mesh);
      bounds(PosedShape(shapes.back(), poses.back()));
    }
    const bool usual = source.numbers().usual();
    const PosedShape one(shapes[0], poses[0]), two(shapes[1], poses[1]);
    touch(one, two, usual);
    const ShapeDistance apart = distance(one, two);
    testing::must_hold(!usual || std::isfinite(apart.distance), "a distance is a number");
  } catch (const Error&) {
    return 0;
  }
  return 0;
}
