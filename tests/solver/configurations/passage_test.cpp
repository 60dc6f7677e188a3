/// @file A body that passes another: against solutions at rest, and for a long time after the
/// waves.
#include <array>
#include <complex>

#include "hydro/sea/dispersion.hpp"
#include "tests/hydro/radiation/synthetic.hpp"
#include "tests/solver/configurations/families.hpp"

using namespace raftup;
using namespace raftup::testing;
using hydro::Configuration;
using solver::Simulation;

namespace {

constexpr Eigen::Index kFirstHeave = 2, kSecondHeave = 8;
constexpr double kPassageStep = 0.1;  // s
constexpr double kOmega = 1.1;        // rad/s, of the wave
constexpr double kHeight = 1e-5;  // m, its amplitude: the forces of second order vanish beside it

/// The real part at i omega of s / (s^2 + 1.2 s + 1), whose memory has 5 % left after 5 s.
double short_damping(double omega) {
  const double square = omega * omega;
  return 1.2 * square / ((1.0 - square) * (1.0 - square) + 1.44 * square);
}

/// Coefficients of heave alone, which wave along the way.
void wavy_heave(const Configuration& q, hydro::Database& database) {
  const double own = 1.0 + 0.3 * std::sin(0.25 * q.x()), mutual = 0.6 * std::cos(0.2 * q.x());
  MatrixXd shape = MatrixXd::Zero(12, 12);
  shape(kFirstHeave, kFirstHeave) = shape(kSecondHeave, kSecondHeave) = own;
  shape(kFirstHeave, kSecondHeave) = shape(kSecondHeave, kFirstHeave) = mutual;
  database.added_mass_infinite = MatrixXd(0.5 * shape);
  for (const double omega : database.omega) {
    database.radiation_damping.emplace_back(short_damping(omega) * shape);
  }
  database.wave_directions = VectorXd::LinSpaced(8, 0.0, 7.0 * kTwoPi / 8.0);
  for (const double b : database.wave_directions) {
    MatrixXcd X = MatrixXcd::Zero(12, database.omega.size());
    for (Eigen::Index k = 0; k < X.cols(); ++k) {
      const double number =
          hydro::wavenumber(database.omega[k], database.water_depth, database.gravity);
      for (const Eigen::Index dof : {kFirstHeave, kSecondHeave}) {
        const Vector3& at = database.bodies[dof == kFirstHeave ? 0 : 1].center_of_gravity;
        X(dof, k) = own * std::polar(1.0, -number * (at.x() * std::cos(b) + at.y() * std::sin(b)));
      }
    }
    database.excitation.values.push_back(X);
  }
}

/// Free in surge and heave on springs, in a wave of the phase given; the second body goes ahead.
solver::Model passing_pair(double distance, double speed, double phase) {
  static const auto family = family_of(every(4.0, 4.0, 96.0), {0.0}, {0.0}, wavy_heave);
  solver::Model model = pair_model(family, {distance, 0.0, 0.0}, 2.0,
                                   {true, false, true, false, false, false}, kPassageStep);
  model.bodies[1].linear_velocity.x() = speed;
  solver::HydrodynamicGroup& group = model.hydrodynamics[0];
  group.radiation.form = hydro::RadiationForm::kConvolution;
  group.radiation.data = hydro::RadiationData::kAsFiled;
  group.radiation.kernel_duration = 15.0;
  model.sea = hydro::Sea({{kOmega, kHeight, phase, 0.5}}, model.water_depth, model.gravity, 0.0);
  for (std::size_t i = 0; i < 2; ++i) {
    const std::string& name = model.bodies[i].name;
    const Vector6 heave = Vector6::Unit(kFirstHeave);
    model.loads.push_back(mooring("spring of " + name, name, 4.0 * heave, 2.0 * heave));
  }
  return model;
}

using Heaves = std::array<Complex, 2>;

/// Complex heave of both bodies over the wave's amplitude, without its factor exp(i omega t): the
/// real part moves in a wave, the imaginary part in the same a quarter of a period later.
class ComplexRun {
 public:
  ComplexRun(double distance, double speed)
      : cosine_(passing_pair(distance, speed, 0.0)),
        sine_(passing_pair(distance, speed, -0.25 * kTwoPi)) {}

  Heaves after(double duration) {
    run(cosine_, duration);
    run(sine_, duration);
    const double t = 1e-9 * static_cast<double>(cosine_.time_ns());
    Heaves heaves;
    for (std::size_t i = 0; i < 2; ++i) {
      heaves[i] =
          Complex(height(cosine_, i), height(sine_, i)) * std::polar(1.0, -kOmega * t) / kHeight;
    }
    return heaves;
  }

  double distance() const {
    return cosine_.state().bodies[1].position.x() - cosine_.state().bodies[0].position.x();
  }

 private:
  static double height(const Simulation& simulation, std::size_t body) {
    return simulation.state().bodies[body].position.z();
  }

  Simulation cosine_, sine_;
};

constexpr double kFrom = 4.0;                                // m, where a passage begins
constexpr std::array<double, 3> kStops{69.28, 76.0, 89.44};  // m; the second one is a node

/// Responses of bodies that lie still where a passage comes by.
std::array<Heaves, 3> quasi_static() {
  std::array<Heaves, 3> series;
  for (std::size_t i = 0; i < kStops.size(); ++i) {
    series[i] = ComplexRun(kStops[i], 0.0).after(120.0);
  }
  return series;
}

/// Largest difference of a passage's response from that at rest, of the largest response.
double passage_error(const std::array<Heaves, 3>& at_rest, double speed) {
  ComplexRun passage(kFrom, speed);
  double error = 0.0, peak = 0.0, before = kFrom;
  for (std::size_t i = 0; i < kStops.size(); ++i) {
    const Heaves moving = passage.after((kStops[i] - before) / speed);
    before = kStops[i];
    REQUIRE(std::abs(passage.distance() - before) < 1e-6);
    for (std::size_t body = 0; body < 2; ++body) {
      error = std::max(error, std::abs(moving[body] - at_rest[i][body]));
      peak = std::max(peak, std::abs(at_rest[i][body]));
    }
  }
  return error / peak;
}

}  // namespace

TEST_CASE("a passage goes over to solutions at rest with the first power of its speed",
          "[solver][configurations]") {
  const std::array<Heaves, 3> at_rest = quasi_static();
  const double slow = passage_error(at_rest, 0.1);
  CHECK(slow < 0.015);
  CHECK(passage_error(at_rest, 0.2) / slow == Approx(2.0).epsilon(0.05));
  // at 3.2 m/s the wave is met at .7 of its frequency
  for (const double speed : {0.4, 0.8, 1.6, 3.2}) {
    CAPTURE(speed);
    CHECK(passage_error(at_rest, speed) < 0.2 * speed);
  }
}

namespace {

constexpr double kWavesStop = 60.0;  // s

/// Every dof feels every other by its added mass; what surges alone radiates nothing.
void coupled_but_for_waves_of_surge(const Configuration& q, hydro::Database& database) {
  wavy_heave(q, database);
  const MatrixXd shape = coupling(12, 1.2 + 0.4 * std::sin(0.5 * q.x()));
  VectorXd radiates = VectorXd::Ones(12);
  radiates[0] = radiates[6] = 0.0;
  const MatrixXd damped = radiates.asDiagonal() * shape * radiates.asDiagonal();
  *database.added_mass_infinite = 0.5 * shape;
  for (Eigen::Index k = 0; k < database.omega.size(); ++k) {
    database.radiation_damping[static_cast<std::size_t>(k)] =
        0.5 * short_damping(database.omega[k]) * damped;
  }
}

/// The second body goes to and fro over all nodes and beyond both ends of them, up to 2.4 m/s fast,
/// in waves that stop.
solver::Model drifting_pair() {
  const auto family =
      family_of(every(2.0, 4.0, 22.0), {0.0}, {0.0}, coupled_but_for_waves_of_surge);
  solver::Model model = pair_model(family, {13.0, 0.0, 0.0}, 2.0,
                                   {true, false, true, false, true, false}, kPassageStep);
  model.bodies[1].linear_velocity.x() = 2.4;
  solver::HydrodynamicGroup& group = model.hydrodynamics[0];
  group.radiation.form = hydro::RadiationForm::kStateSpace;
  group.configurations = {0.5, 0.1, solver::OutsideConfigurations::kUncoupled, 3.0, {}};
  const double amplitude = 0.2, variance = 0.5 * amplitude * amplitude;
  hydro::VarianceHistory history{0, {kWavesStop - 10.0, kWavesStop}, MatrixXd(1, 2)};
  history.variances << variance, 0.0;
  model.sea = hydro::Sea({{kOmega, amplitude, 0.0, 0.5}},
                         hydro::Sea::Water{model.water_depth, model.gravity, {}}, 10.0, {history});
  for (const solver::RigidBody& body : model.bodies) {
    Vector6 stiffness;
    stiffness << 0.03, 0.0, 4.0, 0.0, 4.0, 0.0;
    model.loads.push_back(mooring("spring of " + body.name, body.name, stiffness, Vector6::Zero()));
  }
  return model;
}

/// Largest energy of bodies and springs in a duration that begins a minute after the waves have
/// stopped, when the water has given back what it had, of the energy there.
double largest_energy(double duration) {
  Simulation simulation(drifting_pair());
  const auto energy = [&] {
    return read_number(simulation, "energy.kinetic") + read_number(simulation, "energy.potential");
  };
  run(simulation, kWavesStop + 60.0);
  const double start = energy();
  double largest = 0.0, furthest = 0.0, nearest = 100.0;
  while (simulation.time_ns() < nanoseconds(kWavesStop + 60.0 + duration)) {
    run(simulation, 1.0);
    largest = std::max(largest, energy());
    const auto& bodies = simulation.state().bodies;
    const double distance = bodies[1].position.x() - bodies[0].position.x();
    furthest = std::max(furthest, distance);
    nearest = std::min(nearest, distance);
  }
  CHECK(nearest < 3.5);
  CHECK(furthest > 22.5);
  return largest / start;
}

}  // namespace

TEST_CASE("when the waves stop, bodies that drift over a whole family only lose energy",
          "[solver][configurations]") {
  CHECK(largest_energy(300.0) < 1.001);
}

TEST_CASE("when the waves stop, bodies that drift over a whole family lose energy for hours",
          "[solver][configurations][.long]") {
  CHECK(largest_energy(10'000.0) < 1.001);
}
