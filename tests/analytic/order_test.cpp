/// @file Order of the steps with everything on: waves at the bodies' positions, coupled added mass,
/// radiation memory, hydrostatics, lines and moorings; joints.
#include "hydro/database/readers/read_database.hpp"
#include "hydro/database/transformation.hpp"
#include "tests/support/fit_cache.hpp"
#include "tests/support/reference_data.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using hydro::RadiationForm;
using solver::JointType;
using solver::Simulation;
using solver::StepperKind;

namespace {

std::shared_ptr<hydro::Database> own(const char* file) {
  return std::make_shared<hydro::Database>(hydro::read_bemio(own_data() / file));
}

/// With convolution two ships on their lines, with state space, whose fit for two ships takes long,
/// a moored hemisphere.
solver::Model moored_model(RadiationForm form, double step) {
  solver::Model model;
  if (form == RadiationForm::kConvolution) {
    model = alongside_model(own("alongside.h5"), step);
  } else {
    model = floating_model(own("hemisphere.h5"), {Vector3::Constant(2.8)}, step);
    Vector6 spring;
    spring << 5e3, 5e3, 0.0, 0.0, 0.0, 1e5;
    model.loads = {mooring("mooring", "body1", spring, spring)};
  }
  model.hydrodynamics[0].radiation.form = form;
  return model;
}

/// Positions [m] and ten times the vectors of the attitudes of all bodies.
VectorXd poses_of(const Simulation& simulation) {
  const std::vector<solver::BodyState>& bodies = simulation.state().bodies;
  VectorXd poses(kDofs * static_cast<Eigen::Index>(bodies.size()));
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    poses.segment<3>(static_cast<Eigen::Index>(6 * i)) = bodies[i].position;
    poses.segment<3>(static_cast<Eigen::Index>(6 * i + 3)) = 10.0 * bodies[i].attitude.vec();
  }
  return poses;
}

/// Poses after 20 s. The motion starts smoothly: the waves are faded in from a state of rest, so
/// that the memory's history has no corner.
VectorXd poses_after(RadiationForm form, double step, hydro::FitCache& fits) {
  solver::Model model = moored_model(form, step);
  model.hydrodynamics[0].radiation.kernel_duration = 40.0;
  model.sea = hydro::Sea({{0.6, 0.8, 0.2, 2.3}, {0.9, 0.5, 1.0, 2.3}, {1.3, 0.3, 4.0, 1.9}},
                         model.water_depth, model.gravity, 10.0);
  Simulation simulation(model, &fits);
  run(simulation, 20.0);
  return poses_of(simulation);
}

/// Two ships and a barge in a chain of hinges and a damper, the ships coupled through the water, in
/// waves faded in from rest; without radiation memory, whose quadrature has an order of its own.
solver::Model chain_model(StepperKind stepper, double step) {
  solver::Model model = alongside_model(own("alongside.h5"), step);
  model.stepper = stepper;
  model.hydrodynamics[0].radiation.form = RadiationForm::kNone;
  solver::RigidBody barge = model.bodies[1];
  barge.name = "barge";
  barge.gravity = false;
  barge.pose.position.x() += 60.0;
  model.bodies.push_back(barge);
  Vector6 spring, damping;
  spring << 2.0e5, 2.0e5, 2.0e7, 2.0e8, 2.0e9, 3.0e8;
  damping = 0.3 * spring;
  model.loads.push_back(mooring("barge_water", "barge", spring, damping));
  for (const char* name : {"body1", "barge"}) {
    solver::Joint joint;
    joint.name = std::string("to_") + name;
    joint.type = std::string(name) == "barge" ? JointType::kHinge : JointType::kBall;
    joint.body1 = name;
    joint.body2 = "body2";
    joint.position = 0.5 * (model.bodies[1].pose.position + barge.pose.position);
    joint.axis = Vector3::UnitY();
    model.joints.push_back(joint);
  }
  model.joints[1].drives = {{0, solver::SpringDamper{0.0, 1e8, 0.0}}};
  model.sea = hydro::Sea({{0.6, 0.8, 0.2, 2.3}, {0.9, 0.5, 1.0, 2.3}}, model.water_depth,
                         model.gravity, 10.0);
  return model;
}

/// Poses after 12 s, metres and tens of radians.
VectorXd chain_after(StepperKind stepper, double step) {
  Simulation simulation(chain_model(stepper, step));
  run(simulation, 12.0);
  return poses_of(simulation);
}

/// Poses after 20 s of a ship that nothing holds, turning as its waves are faded in.
VectorXd free_ship_after(double step, hydro::FitCache& fits) {
  const auto ship =
      std::make_shared<hydro::Database>(hydro::select_bodies(*own("alongside.h5"), {0}));
  solver::Model model = floating_model(ship, {Vector3(7.0, 27.0, 27.0)}, step);
  model.bodies[0].angular_velocity.z() = 0.03;
  model.hydrodynamics[0].radiation.form = RadiationForm::kStateSpace;
  model.sea = hydro::Sea({{0.6, 0.8, 0.2, 2.3}, {0.9, 0.5, 1.0, 2.3}}, model.water_depth,
                         model.gravity, 10.0);
  Simulation simulation(model, &fits);
  run(simulation, 20.0);
  return poses_of(simulation);
}

}  // namespace

TEST_CASE("vessels with every load on: the error falls with the power 4 of the step",
          "[solver][analytic][order]") {
  const auto form = GENERATE(RadiationForm::kConvolution, RadiationForm::kStateSpace);
  MapFitCache fits;
  std::vector<VectorXd> results;
  for (const double step : {0.4, 0.2, 0.1, 0.05}) {
    results.push_back(poses_after(form, step, fits));
  }
  std::vector<double> differences;
  for (std::size_t i = 1; i < results.size(); ++i) {
    differences.push_back((results[i] - results[i - 1]).norm());
  }
  const double coarse = std::log2(differences[0] / differences[1]);
  const double fine = std::log2(differences[1] / differences[2]);
  WARN((form == RadiationForm::kConvolution ? "convolution" : "state space")
       << ": differences " << differences[0] << ", " << differences[1] << ", " << differences[2]
       << " m, orders " << coarse << ", " << fine);
  // The convolution's order is that of its kernel's quadrature, at least 2.
  CHECK(fine > (form == RadiationForm::kConvolution ? 1.9 : 3.7));
}

TEST_CASE("a chain of floating bodies in waves: every stepper converges at its order",
          "[solver][analytic][order][joints]") {
  struct Case {
    StepperKind stepper;
    double order, step;  ///< -, s
  };
  const Case one =
      GENERATE(Case{StepperKind::kRungeKutta4, 4.0, 0.2}, Case{StepperKind::kMidpoint, 2.0, 0.1},
               Case{StepperKind::kSpook, 2.0, 0.02}, Case{StepperKind::kMoreauJean, 2.0, 0.02});
  const VectorXd exact = chain_after(StepperKind::kRungeKutta4, 0.01);
  const double coarse = (chain_after(one.stepper, one.step) - exact).norm();
  const double fine = (chain_after(one.stepper, 0.5 * one.step) - exact).norm();
  CAPTURE(static_cast<int>(one.stepper), coarse, fine);
  CHECK(std::log2(coarse / fine) == Approx(one.order).epsilon(0.0).margin(0.3));
}

TEST_CASE("a ship that turns freely in waves: the error falls with the power 4 of the step",
          "[solver][analytic][order]") {
  MapFitCache fits;
  const VectorXd exact = free_ship_after(0.00625, fits);
  CHECK(std::abs(exact[5]) > 1.5);  // it has turned by more than .3 rad
  const double coarse = (free_ship_after(0.1, fits) - exact).norm();
  const double fine = (free_ship_after(0.05, fits) - exact).norm();
  CAPTURE(coarse, fine);
  CHECK(std::log2(coarse / fine) == Approx(4.0).epsilon(0.0).margin(0.3));
}
