/// @file cases.md H4: in a regular wave every simulation settles on the frequency domain of the
/// added mass and damping that its own radiation memory has.
#include "hydro/database/readers/bemio.hpp"
#include "tests/support/fit_cache.hpp"
#include "tests/support/frequency_domain.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using namespace raftup::testing;
using hydro::RadiationForm;
using solver::Simulation;

namespace {

constexpr double kAmplitude = 1e-4;  // m: what is not linear is smaller than the tolerance

std::shared_ptr<hydro::Database> load(const std::filesystem::path& file) {
  return std::make_shared<hydro::Database>(hydro::read_bemio(file));
}

/// Soft springs and strong dampers in all dofs keep the transients of a free body short; they are
/// in the oracle as well.
solver::Model damped_model(const std::shared_ptr<hydro::Database>& database,
                           const std::vector<Vector3>& gyration_radii, double step,
                           RadiationForm form) {
  solver::Model model = floating_model(database, gyration_radii, step);
  model.hydrodynamics[0].radiation.form = form;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const solver::RigidBody& body = model.bodies[i];
    Vector6 inertia;
    inertia << Vector3::Constant(body.mass), body.inertia.diagonal();
    model.loads.push_back(
        mooring("mooring" + std::to_string(i), body.name, 0.04 * inertia, 0.3 * inertia));
  }
  return model;
}

/// Largest entry of every dof over all cases, the scale of its errors.
struct Comparison {
  VectorXd difference, filed_difference, scale;

  void add(const VectorXcd& found, const VectorXcd& memory, const VectorXcd& filed) {
    if (scale.size() == 0) {
      difference = filed_difference = scale = VectorXd::Zero(found.size());
    }
    scale = scale.cwiseMax(memory.cwiseAbs());
    difference = difference.cwiseMax((found - memory).cwiseAbs());
    filed_difference = filed_difference.cwiseMax((found - filed).cwiseAbs());
  }

  /// Of the largest response of each dof, worst dof; dofs that do not respond are left out.
  double worst(const VectorXd& differences) const {
    double worst = 0.0;
    for (Eigen::Index dof = 0; dof < scale.size(); ++dof) {
      if (scale[dof] > 1e-6 * scale.maxCoeff()) {
        worst = std::max(worst, differences[dof] / scale[dof]);
      }
    }
    return worst;
  }
};

Eigen::Index nearest(const VectorXd& grid, double value) {
  Eigen::Index index = 0;
  (grid.array() - value).abs().minCoeff(&index);
  return index;
}

/// Runs one wave and adds what it settles on to `comparison`.
void compare(const solver::Model& base, Eigen::Index frequency, Eigen::Index direction,
             double transient, hydro::FitCache& fits, Comparison& comparison) {
  const hydro::Database& database = *base.hydrodynamics[0].database;
  const double omega = database.omega[frequency];
  solver::Model model = base;
  model.sea = hydro::Sea({{omega, kAmplitude, 0.0, database.wave_directions[direction]}},
                         model.water_depth, model.gravity, 20.0);
  Simulation simulation(model, &fits);
  const VectorXcd found = steady_state(simulation, omega, transient, 3) / kAmplitude;
  const auto memory = hydro::make_radiation_model(database, model.hydrodynamics[0].radiation,
                                                  1e-9 * static_cast<double>(model.step_ns), &fits)
                          .memory;
  const LinearModel linear = linear_model(model);
  const VectorXcd X =
      database.excitation.values[static_cast<std::size_t>(direction)].col(frequency);
  const VectorXcd expected =
      response(linear, memory->added_mass(omega), memory->radiation_damping(omega), omega, X);
  const bool filed = !database.added_mass.empty() && !database.radiation_damping.empty();
  const auto k = static_cast<std::size_t>(frequency);
  const VectorXcd of_file =
      filed ? response(linear, database.added_mass[k], database.radiation_damping[k], omega, X)
            : expected;
  comparison.add(found, expected, of_file);
}

void compare_all(const std::string& name, const solver::Model& model,
                 const std::vector<double>& omegas, const std::vector<double>& directions_deg,
                 double transient) {
  const hydro::Database& database = *model.hydrodynamics[0].database;
  Comparison comparison;
  MapFitCache fits;
  for (const double omega : omegas) {
    for (const double direction : directions_deg) {
      compare(model, nearest(database.omega, omega),
              nearest(database.wave_directions, direction * kPi / 180.0), transient, fits,
              comparison);
    }
  }
  WARN(name << ": differs from the memory's A and B by "
            << 100.0 * comparison.worst(comparison.difference) << " %, from the file's by "
            << 100.0 * comparison.worst(comparison.filed_difference)
            << " % of the largest response of a dof");
  // cases.md H4: .05 % of the largest response of that dof.
  CHECK(comparison.worst(comparison.difference) < 5e-4);
}

const std::vector<double> kEightFrequencies{0.4, 0.55, 0.7, 0.85, 1.0, 1.2, 1.5, 2.0};

}  // namespace

TEST_CASE("hemisphere in regular waves: settles on its frequency domain",
          "[solver][reference][H4]") {
  const auto form = GENERATE(RadiationForm::kConvolution, RadiationForm::kStateSpace);
  const auto model =
      damped_model(load(own_data() / "hemisphere.h5"), {Vector3::Constant(2.8)}, 0.05, form);
  compare_all("hemisphere", model, kEightFrequencies, {0.0, 60.0, 150.0}, 120.0);
}

TEST_CASE("two ships alongside in regular waves: settle on their coupled frequency domain",
          "[solver][reference][H4]") {
  const auto model = damped_model(load(own_data() / "alongside.h5"),
                                  {Vector3(6.0, 25.0, 25.0), Vector3(4.7, 15.0, 15.0)}, 0.1,
                                  RadiationForm::kConvolution);
  compare_all("alongside", model, kEightFrequencies, {0.0, 90.0, 135.0}, 300.0);
}
