#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "solver/geometry/collision/collision_form.hpp"
#include "tests/solver/collision/shape_pairs.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

constexpr std::size_t kKinds = kConvexKinds;
constexpr int kDirections = 10000;

/// 10 000 of each kind where RAFTUP_SLOW_TESTS is set, which takes minutes.
int pair_count() {
  return std::getenv("RAFTUP_SLOW_TESTS") == nullptr ? 2000 : 10000 * int{kKinds};
}

/// A gap that is negative where the shapes overlap, largest over directions.
double largest_gap(const PosedShape& one, const PosedShape& two,
                   const std::vector<Vector3>& directions) {
  const auto posed = [](const PosedShape& shape) {
    return PosedSupport{shape.shape->form().convex(), shape.rotation, shape.position};
  };
  const PosedSupport a = posed(one);
  const PosedSupport b = posed(two);
  double largest = -1e9;
  for (const Vector3& n : directions) largest = std::max(largest, core_gap(a, b, n));
  return largest - a.radius() - b.radius();
}

/// Moves shape 1 along a direction until the two overlap by a depth.
void slide_together(Placed& one, const Placed& two, const Vector3& way, double depth) {
  double near = 0.0;
  double far = 4.0;
  for (int k = 0; k < 60; ++k) {
    const double middle = 0.5 * (near + far);
    one.pose.position = middle * way;
    (distance(one.posed(), two.posed()).distance < -depth ? near : far) = middle;
  }
}

std::vector<Vector3> sampled_directions(RandomVectors& random) {
  std::vector<Vector3> directions;
  for (int k = 0; k < kDirections; ++k) directions.push_back(random.direction());
  return directions;
}

}  // namespace

TEST_CASE("contact: no direction out of an overlap is shorter than the one found",
          "[solver][collision]") {
  RandomVectors random(20261124);
  const std::vector<Vector3> directions = sampled_directions(random);
  std::array<int, kKinds * kKinds> tried{};
  int worse_by_millionth = 0, at_another_maximum = 0;
  double worst = 0.0;
  const int pairs = pair_count();
  for (int pair = 0; pair < pairs; ++pair) {
    const std::size_t kind1 = random.below(kKinds);
    const std::size_t kind2 = random.below(kKinds);
    const Geometry geometry1 = random_geometry(kind1, random);
    const Geometry geometry2 = random_geometry(kind2, random);
    Placed one(geometry1, Vector3::Zero(), 3.0 * random.vector());
    const Placed two(geometry2, Vector3::Zero(), 3.0 * random.vector());
    const Vector3 way = random.direction();
    const double depth = std::pow(10.0, -2.0 - 8.0 * random.number());
    slide_together(one, two, way, depth);
    const auto points = contacts(one, two);
    INFO("pair " << pair << " of kinds " << kind1 << " and " << kind2);
    REQUIRE(!points.empty());
    REQUIRE(points.size() <= 8);
    const auto deepest =
        std::max_element(points.begin(), points.end(),
                         [](const auto& a, const auto& b) { return a.depth < b.depth; });
    // The deepest point is as deep as the normal says.
    CHECK(-largest_gap(one.posed(), two.posed(), {deepest->normal}) ==
          Approx(deepest->depth).epsilon(0.0).margin(1e-9));
    const double better = largest_gap(one.posed(), two.posed(), directions) + deepest->depth;
    worst = std::max(worst, better);
    CHECK(better < 5e-3);
    if (better > 1e-4) ++at_another_maximum;
    if (better > 1e-6) ++worse_by_millionth;
    ++tried[kind1 * kKinds + kind2];
  }
  CHECK(*std::min_element(tried.begin(), tried.end()) > 10);
  CHECK(worse_by_millionth <= pairs / 100);
  UNSCOPED_INFO("worst " << worst << ", " << worse_by_millionth << " worse by a millionth");
  // Hulls of many edges are searched from the best of faces: some end at another maximum.
  CHECK(at_another_maximum <= pairs / 10000);
}
