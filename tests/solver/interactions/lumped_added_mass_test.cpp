#include "solver/water/masses/added_mass.hpp"
#include "tests/solver/interactions/coupled_pair.hpp"
#include "tests/solver/interactions/heaving_pair.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::AddedMassCoriolis;
using solver::AddedMassMode;
using solver::HydroFrame;
using solver::Simulation;
using solver::StepperKind;

namespace {

/// Largest distance of the heave of body a from the closed form.
double error_of(const std::vector<double>& heave, double step) {
  double largest = 0.0;
  for (std::size_t i = 0; i < heave.size(); ++i) {
    const double time = step * static_cast<double>(i);
    largest = std::max(largest, std::abs(heave[i] - HeavingPair::exact(time)[0]));
  }
  return largest;
}

solver::Model lumped_pair() {
  solver::Model model = coupled_pair(HydroFrame::kHeading, AddedMassCoriolis::kOff);
  model.added_mass_interactions[0].mode = AddedMassMode::kLumped;
  return model;
}

}  // namespace

TEST_CASE("added mass above the mass: coupled exact, lumped slightly off, as a lagged force lost",
          "[solver][interactions][analytic]") {
  const Eigen::Matrix2d ratio = HeavingPair::mass().inverse() * HeavingPair::added_mass();
  CHECK(general_eigenvalues(ratio).value().cwiseAbs().maxCoeff() ==
        Approx(1.011).epsilon(0.0).margin(5e-4));
  constexpr double kDuration = 20.0;
  for (const double step : {0.02, 0.01}) {
    const double coupled =
        error_of(HeavingPair::heave(step, kDuration, AddedMassMode::kCoupled), step);
    const double lumped =
        error_of(HeavingPair::heave(step, kDuration, AddedMassMode::kLumped), step);
    CHECK(coupled < 1e-6);
    CHECK(lumped > 1e3 * coupled);
    CHECK(lumped < 0.1);
  }
}

TEST_CASE("lumped added mass: the error of its delay falls with the step of every stepper",
          "[solver][interactions][analytic]") {
  const auto stepper = GENERATE(StepperKind::kRungeKutta4, StepperKind::kMidpoint,
                                StepperKind::kSpook, StepperKind::kMoreauJean);
  const auto error = [&](double step) {
    return error_of(HeavingPair::heave(step, 10.0, AddedMassMode::kLumped, stepper), step);
  };
  CAPTURE(static_cast<int>(stepper), error(0.01), error(0.005));
  CHECK(error(0.005) < 0.05);  // a twentieth of the release; order 1 of step and delay
  CHECK(std::log2(error(0.01) / error(0.005)) > 0.85);
}

TEST_CASE("added mass as a lagged force: it diverges, the sooner the smaller the step",
          "[solver][interactions]") {
  double earlier = std::numeric_limits<double>::infinity();
  for (const double step : {0.02, 0.01, 0.005}) {
    const std::vector<double> heave = HeavingPair::heave_with_lagged_force(step, 60.0, 10.0);
    const double lost = step * static_cast<double>(heave.size() - 1);
    CHECK(std::abs(heave.back()) > 10.0);
    CHECK(lost < earlier);
    earlier = lost;
  }
}

TEST_CASE("lumped added mass: the translational diagonal in three equal masses, rotation as it is",
          "[solver][interactions]") {
  const Matrix12 A = full_added_mass();
  solver::AddedMass lumped({0, 1}, A, HydroFrame::kWorld, Matrix3::Identity(),
                           AddedMassCoriolis::kOff);
  lumped.lump(2.0);
  Matrix12 dM = Matrix12::Zero();
  for (const int i : {0, 6}) {
    dM.block<3, 3>(i, i) = 2.0 * A.block<3, 3>(i, i).trace() * Matrix3::Identity();
    dM.block<3, 3>(i + 3, i + 3) = A.block<3, 3>(i + 3, i + 3);
  }
  CHECK((lumped.matrix() - dM).norm() < 1e-14);
  solver::BodyVectors remainder(2, Vector6::Zero());
  const solver::BodyVectors x{Vector6::Constant(1.0), Vector6::LinSpaced(-1.0, 1.0)};
  lumped.add_remainder_product(solver::Kinematics(2), x, 1.0, remainder);
  Eigen::Matrix<double, 12, 1> stacked, found;
  stacked << x[0], x[1];
  found << remainder[0], remainder[1];
  CHECK((found - (A - dM) * stacked).norm() < 1e-13);
}

TEST_CASE("lumped added mass: outputs tell the whole force of the water and the true mass",
          "[solver][interactions]") {
  Simulation lumped(HeavingPair::wet_model(0.01, AddedMassMode::kLumped));
  Simulation coupled(HeavingPair::wet_model(0.01, AddedMassMode::kCoupled));
  run(lumped, 3.0);
  run(coupled, 3.0);
  const Eigen::Vector2d a(read_output(lumped, "a.linear_acceleration")[2],
                          read_output(lumped, "b.linear_acceleration")[2]);
  const double force = read_output(lumped, "a.force.added_mass")[2];
  CHECK(force == Approx(-(HeavingPair::added_mass() * a)[0]).epsilon(1e-12));
  CHECK(read_output(lumped, "a.force.total")[2] ==
        Approx(HeavingPair::mass()(0, 0) * a[0]).epsilon(1e-12));
  // Comparable with the coupled mode: what differs is the delay.
  CHECK(force == Approx(read_output(coupled, "a.force.added_mass")[2]).epsilon(0.05));
}

TEST_CASE("lumped added mass: a run goes on bit for bit from a saved state",
          "[solver][interactions][state]") {
  Simulation first(lumped_pair());
  run(first, 0.5);
  const std::string saved = serialize(first.state());
  run(first, 0.5);
  Simulation second(lumped_pair());
  second.restore(solver::deserialize(saved));
  run(second, 0.5);
  CHECK(identical(first.state(), second.state()));
  // The acceleration of the last evaluation is a part of what is saved.
  solver::State forgetful = solver::deserialize(saved);
  forgetful.accelerations.assign(2, Vector6::Zero());
  second.restore(forgetful);
  run(second, 0.5);
  CHECK_FALSE(identical(first.state(), second.state()));
}

TEST_CASE("lumped added mass: Coriolis, a user's rule and a negative factor are refused",
          "[solver][interactions]") {
  solver::Model model = lumped_pair();
  model.added_mass_interactions[0].coriolis = AddedMassCoriolis::kFull;
  model.added_mass_interactions[0].lumped_factor = -2.0;
  CHECK_THROWS_WITH(
      Simulation(model),
      Catch::Contains("added_mass_interactions[0].coriolis must be off where added mass is lumped, "
                      "got full") &&
          Catch::Contains("added_mass_interactions[0].lumped_factor must not be negative and must "
                          "be finite, got -2"));
}
