#pragma once

#include <optional>
#include <vector>

#include "solver/loads/base/force_element.hpp"
#include "solver/loads/hydrodynamics/field_points.hpp"

namespace raftup::solver {

/// Force on a body from the water of a client's wave model, which is sampled at points fixed in the
/// body [N, world axes]:
///   F = sum over points below the elevation of -p A n + density/2 C |u - v| (u - v),
/// where p [Pa] and u [m/s] are the pressure and velocity of the water, A n [m2] the area vector, C
/// [m2] the drag area and v [m/s] the velocity of the point. Samples are either constant from the
/// start of a step or interpolated linearly in time, depending on the input; the points move with
/// the body in both cases. If the model declares that the force replaces the wave excitation of the
/// body, it is counted as excitation.
/// @source Morison, O'Brien, Johnson and Schaaf (1950), for drag and inertia of points
class WaveFieldForce final : public ForceElement {
 public:
  /// @param input index of the input in the model
  WaveFieldForce(const WaveField& field, std::size_t input, const Model& model);

  bool inputs_changed() noexcept override {
    sampled_at_.reset();
    return false;  // the sample is taken where it is needed
  }
  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;

 private:
  void update_sample(const InputSeries& series, double time);

  std::size_t input_, body_;
  bool replaces_excitation_;
  FieldPoints points_;
  std::optional<double> sampled_at_;  ///< time of the sample that points_ contains [s]
  std::vector<double> values_;        ///< scratch memory for samples that are interpolated
};

/// Writes the positions of the points of a wave field [m, world frame] one after another.
/// @param center_of_mass center of mass of the body in its model frame [m]
/// @param values receives x, y, z of each point
/// @returns pointer to the place after the last number
double* write_field_points(const WaveField& field, const Vector3& center_of_mass,
                           const BodyKinematics& body, double* values);

}  // namespace raftup::solver
