#pragma once

#include <optional>
#include <vector>

#include "solver/loads/base/force_element.hpp"
#include "solver/loads/hydrodynamics/field_points.hpp"

namespace raftup::solver {

/// Force on a body from the water of a client's wave model, at points fixed in the body [N, world
/// axes]:
///   F = sum over points below the elevation of -p A n + density/2 C |u - v| (u - v),
/// where p [Pa] and u [m/s] are pressure and velocity of the water, n A [m2] the area vector, C
/// [m2] the drag area and v [m/s] the velocity of the point. Samples are held from the start of a
/// step or linear in time, as the input says; the points move with the body in either case. The
/// force counts as the body's excitation if it replaces that.
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
  std::optional<double> sampled_at_;  ///< s, of the sample that the points have
  std::vector<double> values_;        ///< scratch, of samples that are interpolated
};

/// Writes the positions of the points of a wave field [m, world], one after another.
/// @param center_of_mass of the body, in the model frame [m]
/// @returns a pointer behind the last number
double* write_field_points(const WaveField& field, const Vector3& center_of_mass,
                           const BodyKinematics& body, double* values);

}  // namespace raftup::solver
