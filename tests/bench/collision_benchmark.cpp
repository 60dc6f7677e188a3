/// @file What the contacts of one pair of shapes cost [us]: found anew, and from last step's
/// normal.
#include <benchmark/benchmark.h>

#include <cmath>
#include <string>
#include <vector>

#include "solver/geometry/collision/broad_phase.hpp"
#include "solver/geometry/collision/collide.hpp"
#include "solver/geometry/collision/convex_hull.hpp"
#include "solver/model/bodies/rotation.hpp"
#include "tests/solver/collision/surfaces.hpp"

namespace {

using namespace raftup;
using namespace raftup::solver;

/// Shape 1 above shape 2, deeper by a hundredth of a size, rocking a little.
void measure_pair(benchmark::State& bench, const Geometry& one, const Geometry& two, double height,
                  bool remembers) {
  const CollisionShape shape1(one);
  const CollisionShape shape2(two);
  const PosedShape below(shape2, Pose{});
  std::vector<ContactPoint> points;
  CollisionMemory memory;
  long n = 0;
  for (auto _ : bench) {
    const double swing = 1e-4 * static_cast<double>(n++ % 100);
    const Pose pose{{0.1, 0.05, height}, exponential({0.3 + swing, 0.2 - swing, swing})};
    points.clear();
    collide(PosedShape(shape1, pose), below, 1e-3, remembers ? &memory : nullptr, points);
    benchmark::DoNotOptimize(points.data());
  }
  bench.counters["points"] = static_cast<double>(points.size());
}

/// 40 points on a spiral around a ball.
Convex ball_of_points() {
  std::vector<Vector3> points;
  for (int k = 0; k < 40; ++k) {
    const double z = (2.0 * k - 39.0) / 40.0;
    const double across = std::sqrt(1.0 - z * z);
    points.emplace_back(0.5 * Vector3(across * std::cos(2.4 * k), across * std::sin(2.4 * k), z));
  }
  return convex_hull(points);
}

void register_pairs() {
  const Box box{Vector3::Ones()};
  const Cylinder can{0.5, 1.0};
  const auto add = [](const std::string& name, const Geometry& one, const Geometry& two,
                      double height) {
    for (const bool remembers : {false, true}) {
      benchmark::RegisterBenchmark(
          ("pair_us/" + name + (remembers ? "_again" : "_anew")).c_str(),
          [=](benchmark::State& bench) { measure_pair(bench, one, two, height, remembers); })
          ->Unit(benchmark::kMicrosecond);
    }
  };
  add("sphere_plane", Sphere{0.5}, Plane{}, 0.49);
  add("sphere_sphere", Sphere{0.5}, Sphere{0.5}, 0.98);
  add("sphere_box", Sphere{0.5}, box, 0.99);
  add("capsule_box", Capsule{0.2, 1.0}, box, 1.1);
  add("box_plane", box, Plane{}, 0.6);
  add("box_box", box, box, 1.15);
  add("cylinder_box", can, box, 1.1);
  add("cylinder_cylinder", can, can, 1.1);
  add("cone_cylinder", Cone{0.5, 0.0, 1.0}, can, 0.6);
  add("hull_hull", ball_of_points(), ball_of_points(), 0.95);
  const HeightField field =
      testing::field_of([](double x, double y) { return 0.1 * x * y; }, 65, 16.0);
  add("box_field", box, field, 0.62);
  add("box_mesh", box, testing::mesh_of(field), 0.62);
}

void broad_phase(benchmark::State& bench) {
  const auto count = static_cast<std::size_t>(bench.range(0));
  std::vector<Bounds> boxes(count);
  std::vector<std::size_t> groups(count);
  for (std::size_t k = 0; k < count; ++k) {
    const Vector3 center(static_cast<double>(k % 97), static_cast<double>(k * 31 % 89),
                         static_cast<double>(k * 17 % 7));
    groups[k] = k;
    boxes[k] = {center - Vector3::Constant(0.6), center + Vector3::Constant(0.6)};
  }
  BroadPhase search(groups);
  for (auto _ : bench) benchmark::DoNotOptimize(search.overlapping_pairs(boxes).data());
}

}  // namespace

int main(int argc, char** argv) {
  register_pairs();
  benchmark::RegisterBenchmark("broad_phase_us", broad_phase)
      ->Arg(100)
      ->Arg(1000)
      ->Arg(10000)
      ->Unit(benchmark::kMicrosecond);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
