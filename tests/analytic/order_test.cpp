/// @file Order of the Runge-Kutta step with everything on: waves at the bodies' positions, coupled
/// added mass, radiation memory, hydrostatics, lines and moorings.
#include "hydro/database/readers/bemio.hpp"
#include "tests/support/fit_cache.hpp"
#include "tests/support/reference_data.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using hydro::RadiationForm;
using solver::Simulation;

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

/// Poses after 20 s. The motion starts smoothly: the waves are faded in from a state of rest, so
/// that the memory's history has no corner.
VectorXd poses_after(RadiationForm form, double step, hydro::FitCache& fits) {
  solver::Model model = moored_model(form, step);
  model.hydrodynamics[0].radiation.kernel_duration = 40.0;
  model.sea = hydro::Sea({{0.6, 0.8, 0.2, 2.3}, {0.9, 0.5, 1.0, 2.3}, {1.3, 0.3, 4.0, 1.9}},
                         model.water_depth, model.gravity, 10.0);
  Simulation simulation(model, &fits);
  run(simulation, 20.0);
  VectorXd positions(kDofs * static_cast<Eigen::Index>(model.bodies.size()));
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const solver::BodyState& body = simulation.state().bodies[i];
    positions.segment<3>(static_cast<Eigen::Index>(6 * i)) = body.position;
    positions.segment<3>(static_cast<Eigen::Index>(6 * i + 3)) = 10.0 * body.attitude.vec();
  }
  return positions;
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
