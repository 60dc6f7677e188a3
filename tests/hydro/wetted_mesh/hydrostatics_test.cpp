/// @file Hydrostatic figures and righting arms against closed forms.
#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/hull_triangles.hpp"
#include "hydro/wetted_mesh/righting_arms.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/meshes.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

constexpr double kDensity = 1025.0;

hydro::FloatingHull floating(hydro::HullMesh mesh, const Vector3& center_of_mass) {
  return {std::make_shared<const hydro::HullMesh>(std::move(mesh)), center_of_mass, kDensity};
}

/// 100 m x 20 m, 10 m deep, its keel at z = 0.
hydro::HullMesh barge() { return box_mesh({-50.0, -10.0, 0.0}, {50.0, 10.0, 10.0}, 50.0); }

/// Wigley's parabolic hull (1 - (2x/L)^2)(1 - (z/T)^2) B/2 with upright sides above z = 0: rings of
/// points about x, closed at stem, stern and deck.
hydro::HullMesh wigley(double L, double B, double T, double deck, std::size_t stations,
                       std::size_t levels) {
  std::vector<Vector3> vertices;
  std::vector<hydro::MeshTriangle> triangles;
  const auto side = [&](double sign) {
    return [=](std::size_t i, std::size_t j) {
      const double x = L * (static_cast<double>(i) / static_cast<double>(stations) - 0.5);
      const double z =
          j > levels ? deck : -T + T * static_cast<double>(j) / static_cast<double>(levels);
      const double below = z < 0.0 ? 1.0 - z * z / (T * T) : 1.0;
      const double along = i == 0 || i == stations ? 0.0 : 1.0 - 4.0 * x * x / (L * L);
      return Vector3(x, sign * 0.5 * B * along * (j == 0 ? 0.0 : below), z);
    };
  };
  const auto port = side(1.0), starboard = side(-1.0);
  add_grid(stations + 1, levels + 2, port, vertices, triangles);
  const auto turned = [&](std::size_t j, std::size_t i) { return starboard(i, j); };
  add_grid(levels + 2, stations + 1, turned, vertices, triangles);
  const auto lid = [&](std::size_t i, std::size_t j) {
    return j == 0 ? port(i, levels + 1) : starboard(i, levels + 1);
  };
  add_grid(stations + 1, 2, lid, vertices, triangles);
  return {std::move(vertices), std::move(triangles)};
}

/// The convex hull of eight points: a ship with a raked, narrow bow.
hydro::HullMesh raked_hull() {
  std::vector<Vector3> points;
  for (const double side : {-1.0, 1.0}) {
    points.emplace_back(-30.0, side * 6.0, 0.0);
    points.emplace_back(25.0, side * 3.0, 0.0);
    points.emplace_back(-30.0, side * 11.0, 10.0);
    points.emplace_back(35.0, side * 6.0, 10.0);
  }
  std::vector<hydro::MeshTriangle> triangles;
  for (const auto& corners : hydro::hull_triangles(points)) {
    triangles.push_back({static_cast<std::uint32_t>(corners[0]),
                         static_cast<std::uint32_t>(corners[1]),
                         static_cast<std::uint32_t>(corners[2])});
  }
  return {points, triangles};
}

}  // namespace

TEST_CASE("hydrostatic figures: a box has those of its length, breadth and draught",
          "[wetted_mesh][analytic]") {
  auto hull = floating(barge(), {0.0, 0.0, 6.0});
  const hydro::HydrostaticFigures figures = hull.figures(5.0);
  CHECK(figures.displacement == Approx(10250e3).epsilon(1e-12));
  CHECK(figures.center_of_buoyancy.z() == Approx(2.5).epsilon(1e-12));
  CHECK(figures.transverse_radius == Approx(20.0 / 3.0).epsilon(1e-12));
  CHECK(figures.longitudinal_radius == Approx(500.0 / 3.0).epsilon(1e-12));
  CHECK(figures.transverse_height == Approx(19.0 / 6.0).epsilon(1e-12));
  CHECK(figures.longitudinal_height == Approx(163.16666666666666).epsilon(1e-12));
  CHECK(1e-5 * figures.mass_per_immersion == Approx(20.5).epsilon(1e-12));
  CHECK(1e-5 * figures.moment_to_change_trim == Approx(167.2458333333333).epsilon(1e-12));
  for (const double coefficient : {figures.block_coefficient, figures.midship_coefficient,
                                   figures.prismatic_coefficient, figures.waterplane_coefficient}) {
    CHECK(coefficient == Approx(1.0).epsilon(1e-12));
  }
  CHECK(figures.wetted_area == Approx(2000.0 + 240.0 * 5.0).epsilon(1e-12));
  CHECK(hull.draught_of(10250e3) == Approx(5.0).epsilon(1e-12));
}

TEST_CASE("floating position: a box trims about its middle by the arm of its weight",
          "[wetted_mesh][analytic]") {
  auto hull = floating(barge(), {0.8, 0.0, 6.0});
  const hydro::FloatingPosition position = hydro::floating_position(hull, 10250e3);
  CHECK(position.trim / kRadiansPerDegree == Approx(0.280913342).epsilon(1e-8));
  CHECK(position.draught_aft == Approx(4.754854899).epsilon(1e-9));
  CHECK(position.draught_forward == Approx(5.245145101).epsilon(1e-9));
  CHECK(std::abs(position.heel) < 1e-12);
}

TEST_CASE("hydrostatic figures: Wigley's hull has those of its parabolas",
          "[wetted_mesh][analytic]") {
  // 10 000 panels leave chords of a hundredth of the length: an error of their square
  auto hull = floating(wigley(100.0, 10.0, 6.25, 3.0, 100, 50), {0.0, 0.0, -1.25});
  const hydro::HydrostaticFigures figures = hull.figures(6.25);
  constexpr double kPanels = 2e-4;
  CHECK(figures.volume == Approx(2777.7777778).epsilon(kPanels));
  CHECK(figures.waterplane_area == Approx(666.6666667).epsilon(kPanels));
  CHECK(figures.center_of_buoyancy.z() == Approx(3.90625).epsilon(kPanels));
  CHECK(figures.transverse_radius == Approx(1.3714286).epsilon(2.0 * kPanels));
  CHECK(figures.longitudinal_radius == Approx(120.0).epsilon(2.0 * kPanels));
  CHECK(std::abs(figures.transverse_height - 0.2776786) < 2e-4 * 5.0);  // of KM
  CHECK(1e-5 * figures.mass_per_immersion == Approx(6.8333333).epsilon(kPanels));
  CHECK(1e-5 * figures.moment_to_change_trim == Approx(33.8552517).epsilon(2.0 * kPanels));
  CHECK(figures.block_coefficient == Approx(0.4444444).epsilon(kPanels));
}

TEST_CASE("righting arms: a raked hull at free trim and kept volume", "[wetted_mesh][analytic]") {
  auto even = floating(raked_hull(), {0.0, 0.0, 5.5});
  const hydro::HydrostaticFigures figures = even.figures(5.0);
  CHECK(figures.volume == Approx(3237.5).epsilon(1e-12));
  CHECK(figures.center_of_buoyancy.x() == Approx(-4.084620335).epsilon(1e-9));
  CHECK(figures.transverse_height == Approx(1.189319).epsilon(1e-6));
  auto hull = floating(raked_hull(), {figures.center_of_buoyancy.x(), 0.0, 5.5});
  std::vector<double> heel;
  for (const double angle : {5.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0}) {
    heel.push_back(angle * kRadiansPerDegree);
  }
  const std::vector<double> arms{0.105162707, 0.218732463, 0.509685583, 0.966820394,
                                 1.417883272, 1.566851178, 1.426077222};
  const std::vector<double> trims{0.009388306, 0.037641026,  0.151529752, 0.324468919,
                                  0.203022078, -0.024980467, -0.216910266};
  const hydro::StabilityCurve curve =
      hydro::stability_curve(hull, figures.displacement, heel, std::nullopt);
  for (std::size_t i = 0; i < heel.size(); ++i) {
    CHECK(std::abs(curve.righting_arm[i] - arms[i]) < 1e-8);
    CHECK(std::abs(curve.trim[i] / kRadiansPerDegree - trims[i]) < 1e-8);
  }
  CHECK(curve.metacentric_height == Approx(1.189319).epsilon(1e-6));
  CHECK(curve.criteria.empty());  // not from 0
  CHECK_FALSE(curve.vanishing_heel.has_value());
}

TEST_CASE("righting arms: a box up to the immersion of its deck has the wall-sided arm",
          "[wetted_mesh][analytic]") {
  auto hull = floating(barge(), {0.0, 0.0, 6.0});
  const double BM = 20.0 / 3.0, GM = 19.0 / 6.0;
  const auto wall_sided = [&](double angle) {
    return std::sin(angle) * (GM + 0.5 * BM * std::pow(std::tan(angle), 2));
  };
  std::vector<double> heel;
  for (int i = -4; i <= 18; ++i) heel.push_back(5.0 * i * kRadiansPerDegree);
  const hydro::StabilityCurve curve = hydro::stability_curve(hull, 10250e3, heel, std::nullopt);
  for (const std::size_t i : {0U, 2U, 4U, 6U, 9U}) {  // its deck goes under at 26.6 deg
    CHECK(curve.righting_arm[i] == Approx(wall_sided(heel[i])).epsilon(0.0).margin(1e-10));
  }
  // int sin (GM + BM/2 tan^2) = -GM cos + BM/2 (1/cos + cos)
  const auto primitive = [&](double angle) {
    return -GM * std::cos(angle) + 0.5 * BM * (1.0 / std::cos(angle) + std::cos(angle));
  };
  CHECK(curve.area[8] == Approx(primitive(heel[8]) - primitive(0.0)).epsilon(1e-9));
  CHECK(curve.area[0] == Approx(curve.area[8]).epsilon(1e-9));  // both sides alike
  REQUIRE(curve.vanishing_heel.has_value());
  REQUIRE(curve.criteria.size() == 6);
  CHECK(curve.criteria[5].name == "metacentric_height");
  CHECK(curve.criteria[5].value == Approx(GM).epsilon(1e-12));
  CHECK(curve.criteria[5].met);
}

TEST_CASE("hydrostatic figures: what sinks, and heels out of order, are refused", "[wetted_mesh]") {
  auto hull = floating(barge(), {0.0, 0.0, 6.0});
  CHECK_THROWS_WITH(hull.draught_of(30e6), Catch::Contains("which sinks it"));
  CHECK_THROWS_WITH(hull.figures(-1.0), Catch::Contains("draught must be positive"));
  CHECK_THROWS_WITH(hydro::stability_curve(hull, 10250e3, {0.2, 0.1}, std::nullopt),
                    Catch::Contains("must ascend"));
}
