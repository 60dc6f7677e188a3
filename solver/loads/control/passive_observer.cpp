#include "solver/loads/control/passive_observer.hpp"

#include "hydro/numerics/elementary.hpp"
#include "solver/model/bodies/rotation.hpp"

namespace raftup::solver {

namespace {

constexpr double kCutoff = 1.22;  // ratio of cutoff w_c to wave frequency w_0

}  // namespace

PassiveObserver::PassiveObserver(const ObserverOptions& options)
    : options_(options),
      cutoff_(kCutoff * options.wave_frequency),
      velocity_gain_(options.velocity_gain * cutoff_ * options.mass) {}

PassiveObserver::State PassiveObserver::settled(const Vector3& measured) {
  State x = State::Zero();
  x.segment<3>(6) = measured;
  return x;
}

PassiveObserver::State PassiveObserver::rate(const State& x, const Vector3& measured,
                                             const Vector3& force) const {
  const double w_0 = options_.wave_frequency, lambda = options_.wave_damping;
  const SineCosine heading = sincos(measured[2]);
  const Matrix3 R = Heading{heading.cosine, heading.sine}.rotation();
  const auto xi_1 = x.segment<3>(0), xi_2 = x.segment<3>(3), eta = x.segment<3>(6);
  const auto bias = x.segment<3>(9), nu = x.segment<3>(12);
  const Vector3 error = measured - eta - xi_2;
  State rate;
  rate.segment<3>(0) = xi_2 - 2.0 * (1.0 - lambda) * cutoff_ / w_0 * error;
  rate.segment<3>(3) =
      -w_0 * w_0 * xi_1 - 2.0 * lambda * w_0 * xi_2 + 2.0 * w_0 * (1.0 - lambda) * error;
  rate.segment<3>(6) = R * nu + cutoff_ * error;
  rate.segment<3>(9) =
      -bias / options_.bias_time + options_.bias_gain * velocity_gain_.cwiseProduct(error);
  const Vector3 forces = force - options_.damping.cwiseProduct(nu) + R.transpose() * bias +
                         velocity_gain_.cwiseProduct(R.transpose() * error);
  rate.segment<3>(12) = forces.cwiseQuotient(options_.mass);
  return rate;
}

void PassiveObserver::advance(const Vector3& measured_before, const Vector3& measured,
                              const Vector3& force, double duration, State& x) const {
  const Vector3 between = 0.5 * (measured_before + measured);
  const State k1 = rate(x, measured_before, force);
  const State k2 = rate(x + 0.5 * duration * k1, between, force);
  const State k3 = rate(x + 0.5 * duration * k2, between, force);
  const State k4 = rate(x + duration * k3, measured, force);
  x += duration / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
}

}  // namespace raftup::solver
