#include "hydro/database/readers/bemio.hpp"
#include "tests/support/frequency_domain.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

constexpr double kOmega = 1.0;       // rad/s
constexpr double kAmplitude = 1e-3;  // m
constexpr double kDirection = kPi / 6.0;
constexpr double kStart = 150.0, kDuration = 30.0;  // s

solver::Model moored_hemisphere() {
  const auto database =
      std::make_shared<hydro::Database>(hydro::read_bemio(own_data() / "hemisphere.h5"));
  solver::Model model = floating_model(database, {Vector3::Constant(2.8)}, 0.05);
  model.hydrodynamics[0].radiation.form = hydro::RadiationForm::kConvolution;
  model.hydrodynamics[0].excitation.at_body_position = false;
  Vector6 inertia;
  inertia << Vector3::Constant(model.bodies[0].mass), model.bodies[0].inertia.diagonal();
  model.loads.push_back(mooring("mooring", "body1", 0.04 * inertia, 0.3 * inertia));
  return model;
}

hydro::Sea regular_wave(const solver::Model& model) {
  return {{{kOmega, kAmplitude, 0.0, kDirection}}, model.water_depth, model.gravity, 20.0};
}

/// Sends the whole elevation at the world's origin ahead of time, one sample per step.
void stream(const hydro::Sea& sea, Simulation& simulation) {
  simulation.set_input_interpolation(0, solver::Interpolation::kHermite);
  const std::int64_t step_ns = simulation.model().step_ns;
  const double look_ahead = 1e-9 * static_cast<double>(simulation.input_look_ahead_ns(0));
  const auto last = nanoseconds(kStart + kDuration + look_ahead) / step_ns + 3;
  for (std::int64_t k = 0; k <= last; ++k) {
    const double elevation =
        sea.elevation(1e-9 * static_cast<double>(k * step_ns), Vector2::Zero());
    simulation.write_input(0, k * step_ns, {&elevation, 1});
  }
}

}  // namespace

TEST_CASE("simulation: a regular wave streamed as elevation moves the body as its component does",
          "[solver][excitation]") {
  const solver::Model base = moored_hemisphere();
  const hydro::Sea sea = regular_wave(base);
  solver::Model with_component = base, with_stream = base;
  with_component.sea = sea;
  with_stream.inputs.push_back({"elevation", solver::WaveElevationInput{kDirection}});
  Simulation expected(with_component), streamed(with_stream);
  stream(sea, streamed);
  const VectorXcd x = steady_state(expected, {kOmega}, kStart, kDuration);
  const VectorXcd found = steady_state(streamed, {kOmega}, kStart, kDuration);
  const double radius = 2.8;  // m: makes rotations lengths
  const Vector6 scale = (Vector6() << Vector3::Ones(), Vector3::Constant(radius)).finished();
  const double size = x.cwiseProduct(scale).cwiseAbs().maxCoeff();
  const double difference = (found - x).cwiseProduct(scale).cwiseAbs().maxCoeff();
  CAPTURE(found, x);
  INFO("streamed elevation differs by " << 100.0 * difference / size << " %");
  REQUIRE(size > 0.5 * kAmplitude);
  // Issue 3: 1 %; the impulse response is cut where 1e-6 of its energy is left.
  CHECK(difference < 0.01 * size);
}
