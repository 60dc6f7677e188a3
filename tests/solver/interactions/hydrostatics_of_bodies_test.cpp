/// @file Hydrostatics and Froude-Krylov forces that a body of a group has for itself.
#include "hydro/sea/wave_systems.hpp"
#include "solver/loads/hydrodynamics/diffraction.hpp"
#include "tests/support/meshes.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using Catch::Matchers::Contains;
using solver::FroudeKrylovMode;
using solver::HydrostaticsMode;
using solver::Simulation;

namespace {

const Vector3 kSize(8.0, 4.0, 2.0);  // m, length, breadth, draught

/// Two boxes of different added mass far apart, without coupling, radiation and damping.
std::shared_ptr<hydro::Database> two_boxes() {
  auto database = std::make_shared<hydro::Database>();
  database->gravity = 9.81;
  database->water_density = 1000.0;
  database->omega = VectorXd::LinSpaced(3, 0.5, 2.0);
  database->wave_directions = VectorXd::Zero(1);
  database->added_mass_infinite = 1e4 * MatrixXd::Identity(12, 12);
  MatrixXcd X = MatrixXcd::Zero(12, 3);
  X.row(2).setConstant(Complex(1e5, 2e4));
  X.row(8).setConstant(Complex(8e4, -3e4));
  database->excitation.values = {X};
  database->diffraction.values = {0.25 * X};
  for (const char* name : {"first", "second"}) {
    hydro::DatabaseBody& body = database->bodies.emplace_back();
    body.name = name;
    body.displaced_volume = kSize.prod();
    body.center_of_gravity.x() = std::string(name) == "first" ? 0.0 : 500.0;
    body.center_of_buoyancy = body.center_of_gravity - Vector3(0.0, 0.0, 0.5 * kSize.z());
    body.hydrostatic_stiffness(2, 2) = 9810.0 * kSize.x() * kSize.y();
  }
  return database;
}

/// Both let go 1.5 m above their rest, heaving alone.
solver::Model heaving_boxes() {
  solver::Model model = floating_model(two_boxes(), {Vector3::Ones()}, 0.01);
  for (solver::RigidBody& body : model.bodies) {
    body.free = {false, false, true, false, false, false};
    body.pose.position.z() += 1.5;
  }
  model.hydrodynamics[0].radiation.form = hydro::RadiationForm::kNone;
  return model;
}

/// A hull that grows wider upwards, as no stiffness does.
std::shared_ptr<const hydro::HullMesh> flared_hull(double x) {
  hydro::HullMesh box = box_mesh({-4, -2, -2}, {4, 2, 4}, 1.0);
  std::vector<Vector3> vertices = box.vertices();
  for (Vector3& vertex : vertices) {
    vertex.y() *= 1.0 + 0.15 * vertex.z();
    vertex.x() += x;
  }
  return std::make_shared<const hydro::HullMesh>(vertices, box.triangles());
}

double heave(const solver::Model& model, const char* body) {
  Simulation simulation(model);
  run(simulation, 4.0);
  return read_output(simulation, std::string(body) + ".displacement")[2];
}

}  // namespace

TEST_CASE("hydrostatics of bodies: one is nonlinear, the other is linear",
          "[solver][interactions][loads]") {
  const solver::Model linear = heaving_boxes();
  solver::Model nonlinear = linear;
  nonlinear.hydrodynamics[0].hydrostatics = HydrostaticsMode::kNonlinear;
  nonlinear.hydrodynamics[0].bodies[0].mesh = flared_hull(0.0);
  nonlinear.hydrodynamics[0].bodies[1].mesh = flared_hull(500.0);
  REQUIRE(std::abs(heave(nonlinear, "body1") - heave(linear, "body1")) > 0.01);

  solver::Model mixed = linear;
  SECTION("in a linear group") {
    mixed.hydrodynamics[0].bodies[0].hydrostatics = HydrostaticsMode::kNonlinear;
  }
  SECTION("in a nonlinear group") {
    mixed.hydrodynamics[0].hydrostatics = HydrostaticsMode::kNonlinear;
    mixed.hydrodynamics[0].bodies[1].hydrostatics = HydrostaticsMode::kLinear;
  }
  mixed.hydrodynamics[0].bodies[0].mesh = flared_hull(0.0);
  CHECK(solver::digest(mixed) != solver::digest(linear));
  CHECK(heave(mixed, "body1") == Approx(heave(nonlinear, "body1")).epsilon(1e-12));
  CHECK(heave(mixed, "body2") == Approx(heave(linear, "body2")).epsilon(1e-12));
}

TEST_CASE("hydrostatics of bodies: only the nonlinear one leaves its linear Froude-Krylov force",
          "[solver][interactions][loads]") {
  solver::Model model = heaving_boxes();
  solver::HydrodynamicGroup& group = model.hydrodynamics[0];
  CHECK(solver::acting_excitation(group) == group.database);
  group.bodies[1].hydrostatics = HydrostaticsMode::kNonlinear;
  group.bodies[1].froude_krylov = FroudeKrylovMode::kNonlinear;
  group.bodies[1].mesh = flared_hull(500.0);
  const auto acting = solver::acting_excitation(group);
  const MatrixXcd& X = group.database->excitation.values[0];
  CHECK(acting->excitation.values[0].row(2) == X.row(2));
  CHECK(acting->excitation.values[0].row(8) == MatrixXcd(0.25 * X).row(8));
}

TEST_CASE("hydrostatics of bodies: what is refused", "[solver][interactions][loads]") {
  solver::Model model = heaving_boxes();
  solver::HydrodynamicGroup& group = model.hydrodynamics[0];
  SECTION("no mesh") {
    group.bodies[1].hydrostatics = HydrostaticsMode::kNonlinear;
    CHECK_THROWS_WITH(Simulation(model), Contains("hydrodynamics[0].bodies[1].mesh must be given"));
  }
  SECTION("a Froude-Krylov force without the hydrostatics") {
    group.bodies[1].froude_krylov = FroudeKrylovMode::kNonlinear;
    CHECK_THROWS_WITH(Simulation(model),
                      Contains("hydrodynamics[0].bodies[1].froude_krylov.mode must be linear "
                               "unless hydrostatics.mode is nonlinear"));
  }
  SECTION("stiffness between bodies") {
    group.bodies[1].hydrostatics = HydrostaticsMode::kNonlinear;
    group.bodies[1].mesh = flared_hull(500.0);
    group.additional.emplace();
    group.additional->stiffness.assign(144, 0.0);
    group.additional->stiffness[2 * 12 + 2] = 1e4;
    CHECK_NOTHROW(Simulation(model));
    group.additional->stiffness[2 * 12 + 8] = 1e4;
    CHECK_THROWS_WITH(Simulation(model),
                      Contains("hydrodynamics[0].additional.stiffness must have no blocks between "
                               "bodies where one has nonlinear hydrostatics"));
  }
}
