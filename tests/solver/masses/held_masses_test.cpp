// What loads hold in W through a step.
#include "solver/water/masses/masses.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/models.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

constexpr double kDry = 4.0, kWet = 1.5;

/// One body with a place for the added mass of a load.
struct WettedBody {
  WettedBody() {
    model.bodies = {weightless_body("body", kDry, Vector3::Ones(), Vector3::Zero())};
    bodies[0].velocity << 1.0, 2.0, 3.0, 0.1, 0.2, 0.3;
  }

  std::vector<AddedMass> places() const {
    return {AddedMass::place_of(AddedMass::Role::kLoad, {0})};
  }

  /// Acceleration by a unit force along x.
  static double response(Masses& masses, const Kinematics& bodies) {
    BodyVectors twists(1);
    masses.factorize(bodies);
    masses.solve(bodies, {Vector6::Unit(0)}, twists);
    return twists[0][0];
  }

  Model model;
  Kinematics bodies = Kinematics(1);
};

const std::vector<LoadMass> kWetted{{0, kWet* Matrix6::Identity()}};

}  // namespace

TEST_CASE("held masses: they resist forces until they are released, momenta are without them",
          "[solver][added_mass][analytic]") {
  WettedBody body;
  Masses masses(body.model, body.places());
  CHECK(masses.held().any());
  masses.compute_momenta(body.bodies);
  const Vector6 dry = body.bodies[0].momentum;
  masses.held().set_load_masses(kWetted);
  CHECK(WettedBody::response(masses, body.bodies) == Approx(1.0 / (kDry + kWet)).epsilon(1e-15));
  masses.add_held_momenta(1.0, body.bodies);
  const Vector6 gained = body.bodies[0].momentum - dry;
  CHECK((gained - kWet * body.bodies[0].velocity).norm() < 1e-14);
  masses.add_held_momenta(-1.0, body.bodies);
  CHECK((body.bodies[0].momentum - dry).norm() < 1e-14);
  masses.held().release();
  CHECK(masses.held().load_masses().empty());
  CHECK(WettedBody::response(masses, body.bodies) == Approx(1.0 / kDry).epsilon(1e-15));
}

TEST_CASE("held masses: other masses of the bodies take them over, whatever else they have",
          "[solver][added_mass][analytic]") {
  WettedBody body;
  Masses from(body.model, body.places());
  from.held().set_load_masses(kWetted);
  std::vector<AddedMass> more = body.places();
  more.emplace_back(std::vector<std::size_t>{0}, MatrixXd(2.0 * Matrix6::Identity()),
                    HydroFrame::kBody, Matrix3::Identity(), AddedMassCoriolis::kOff);
  Masses to(body.model, std::move(more));
  to.held().copy(from.held());
  CHECK(WettedBody::response(to, body.bodies) == Approx(1.0 / (kDry + kWet + 2.0)).epsilon(1e-15));
}

TEST_CASE("held masses: none without gains and loads with added mass", "[solver][added_mass]") {
  const WettedBody body;
  const Masses masses(body.model, {});
  CHECK_FALSE(masses.held().any());
}
