#include "solver/linearisation/gust_forces.hpp"

#include <cmath>

#include "hydro/base/cancellation.hpp"
#include "hydro/numerics/elementary.hpp"
#include "solver/loads/base/force_element.hpp"

namespace raftup::solver {

namespace {

/// Relative tolerance at the ends of the frequencies of a history.
constexpr double kEndRounding = 1e-9;
/// Step of the wind speed, relative to the mean: the force is quadratic in the speed.
constexpr double kSpeedStep = 1.0 / 64.0;

/// Force of a load on all bodies in a steady wind with a given speed at a given height [6N], dof
/// axes.
VectorXd force_at(double speed, double height, const Load& load, const Model& model,
                  const Kinematics& bodies, const std::vector<Heading>& rest_headings) {
  Model steady = model;
  steady.wind->climate = {};
  steady.wind->climate.speed = speed;
  steady.wind->climate.height = height;
  const auto element = make_force_element(load, steady, bodies, 0);
  Forces forces(bodies.size());
  forces.set_zero();
  const StageTime start;
  const State none;
  element->add({start, none}, bodies, forces);
  VectorXd all(kDofs * static_cast<Eigen::Index>(bodies.size()));
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    all.segment<kDofs>(kDofs * static_cast<Eigen::Index>(i)) =
        rest_headings[i].from_world(forces.total[i]);
  }
  return all;
}

}  // namespace

GustForces::GustForces(const Model& model, const Kinematics& mean,
                       const std::vector<Heading>& rest_headings)
    : dof_count_(kDofs * static_cast<Eigen::Index>(mean.size())) {
  if (!model.wind) return;
  climate_ = model.wind->climate;
  if (climate_.spectrum == hydro::WindSpectrum::kNone) return;
  for (const Load& load : model.loads) {
    const std::optional<double> height = load.description().wind_height();
    if (!height) continue;
    const double speed = hydro::mean_wind_speed(climate_, *height);
    const double step = kSpeedStep * speed;
    if (step <= 0.0) continue;  // below the roughness
    const VectorXd change = force_at(speed + step, *height, load, model, mean, rest_headings) -
                            force_at(speed - step, *height, load, model, mean, rest_headings);
    slopes_.push_back({*height, change / (2.0 * step)});
  }
}

MatrixXd GustForces::at(const VectorXd& omega) const {
  MatrixXd forces = MatrixXd::Zero(dof_count_, omega.size());
  for (Eigen::Index k = 0; k < omega.size(); ++k) {
    check_cancelled();
    const double f = omega[k] / kTwoPi;
    const bool blows = f > (1.0 - kEndRounding) * hydro::WindHistory::kLowest &&
                       f < (1.0 + kEndRounding) * hydro::WindHistory::kHighest;
    if (!blows) continue;
    for (const Slope& slope : slopes_) {
      const double density = hydro::wind_spectral_density(climate_, slope.height, f) / kTwoPi;
      forces.col(k) += std::sqrt(density) * slope.force;
    }
  }
  return forces;
}

}  // namespace raftup::solver
