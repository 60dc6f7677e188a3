#include "solver/linearisation/memory_in_sea.hpp"

#include <algorithm>
#include <map>

#include "hydro/base/cancellation.hpp"
#include "hydro/base/error.hpp"
#include "solver/linearisation/output_response.hpp"
#include "solver/water/masses/added_mass_assembly.hpp"

namespace raftup::solver {

namespace {

using Eigen::Index;

bool has_memory(const HydrodynamicGroup& group) {
  return group.has_database() && group.radiation.form != hydro::RadiationForm::kNone;
}

bool is_at_rest_in_one_water(const Model& model) {
  return std::all_of(model.hydrodynamics.begin(), model.hydrodynamics.end(),
                     [](const HydrodynamicGroup& group) {
                       return group.family == nullptr && !group.forward_speed.acts();
                     });
}

/// The water of the linear equations, with A and B of the memories.
LinearWater water_of(const Linearization& linear, const std::vector<GroupMemories>& memories) {
  const Model& model = linear.model();
  const std::vector<Heading> headings = linear.rest_headings();
  const double step = 1e-9 * static_cast<double>(model.step_ns);
  LinearWater water(linear.water().constant());
  for (std::size_t i = 0; i < model.hydrodynamics.size(); ++i) {
    const HydrodynamicGroup& group = model.hydrodynamics[i];
    water.add_group(has_memory(group)
                        ? WaterCoefficients(group, memories[i].nodes.front())
                        : WaterCoefficients(group, RadiationSource::kFile, step, nullptr),
                    WaterFrames(model, group, linear.mean().bodies, headings));
  }
  return water;
}

/// The energies a^2 / 2 of the waves of a sea [m2] at given frequencies, by direction [rad, world].
std::vector<std::map<double, double>> energies_at(const VectorXd& omega, const hydro::Sea& sea) {
  std::vector<std::map<double, double>> energies(static_cast<std::size_t>(omega.size()));
  for (const hydro::WaveComponent& wave : sea.components()) {
    const double energy = 0.5 * wave.amplitude * wave.amplitude;
    for (const hydro::FrequencyShare& at : hydro::neighbours(omega, wave.omega)) {
      if (at.share == 0.0) continue;
      energies[static_cast<std::size_t>(at.frequency)][wave.direction] += at.share * energy;
    }
  }
  return energies;
}

/// Waves of one frequency [rad/s] with the directions of a map.
WaveSelection waves_at(double omega, const std::map<double, double>& energies) {
  WaveSelection waves{VectorXd::Constant(1, omega), VectorXd(energies.size()), false};
  std::transform(energies.begin(), energies.end(), waves.direction.begin(),
                 [](const auto& entry) { return entry.first; });
  return waves;
}

/// Indices of the dofs of a group in the model, in the order of its database.
std::vector<Index> dofs_of(const Model& model, const HydrodynamicGroup& group) {
  std::vector<Index> dofs;
  for (const std::size_t body : bodies_of(model, group)) {
    for (Index dof = 0; dof < kDofs; ++dof) dofs.push_back(first_dof(body) + dof);
  }
  return dofs;
}

hydro::SeaError error_of_group(const Linearization& linear, const LinearWater& by_memory,
                               const HydrodynamicGroup& group) {
  const VectorXd& omega = group.database->omega;
  const std::vector<Index> dofs = dofs_of(linear.model(), group);
  const auto energies = energies_at(omega, *linear.model().sea);
  hydro::ComparedVariances variances(omega, group.database->dof_count());
  for (Index k = 0; k < omega.size(); ++k) {
    const auto& here = energies[static_cast<std::size_t>(k)];
    if (here.empty()) continue;
    const WaveSelection waves = waves_at(omega[k], here);
    const WaveForces forces = linear.waves().at(waves);
    const MatrixXcd reference = motion_response(linear, waves, forces).front();
    const MatrixXcd other = motion_response(linear, waves, forces, by_memory).front();
    Index wave = 0;
    for (const auto& [direction, energy] : here) {
      variances.add(k, reference(dofs, wave), other(dofs, wave), energy);
      ++wave;
    }
  }
  hydro::SeaError largest;
  for (Index dof = 0; dof < group.database->dof_count(); ++dof) {
    const hydro::SeaError error = variances.error_of(dof);
    if (error.relative > largest.relative) largest = error;
  }
  return largest;
}

std::vector<hydro::SeaError> errors_in_sea(const Model& model,
                                           const std::vector<GroupMemories>& memories) {
  const Linearization linear(model, nullptr, {OperatingPoint::kPresent, RadiationSource::kFile, {}},
                             nullptr);
  const LinearWater by_memory = water_of(linear, memories);
  std::vector<hydro::SeaError> errors;
  for (const HydrodynamicGroup& group : linear.model().hydrodynamics) {
    errors.push_back(has_memory(group) ? error_of_group(linear, by_memory, group)
                                       : hydro::SeaError{});
  }
  return errors;
}

}  // namespace

std::vector<hydro::SeaError> memories_in_sea(const Model& model,
                                             const std::vector<GroupMemories>& memories) {
  if (!model.sea || model.bodies.size() > kMostLinearBodies) return {};
  if (!is_at_rest_in_one_water(model)) return {};
  try {
    return errors_in_sea(model, memories);
  } catch (const Error&) {
    return {};  // the model has no linear equations, for instance at the edge of its data
  }
}

}  // namespace raftup::solver
