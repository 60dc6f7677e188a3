#pragma once

#include <vector>

#include "hydro/excitation/elevation_excitation.hpp"
#include "solver/loads/force_element.hpp"
#include "solver/loads/wave_excitation.hpp"

namespace raftup::solver {

/// Whether a client's force or wave field takes the place of a body's own wave excitation.
bool excitation_is_replaced(const Model& model, const std::string& body);

/// Wave forces on the bodies of a hydrodynamic group: of the sea, of waves that clients stream as
/// components or spectra, and of elevations that they stream.
class ExcitationForce final : public ForceElement {
 public:
  ExcitationForce(const Model& model, const HydrodynamicGroup& group);

  /// The excitation about the poses that the velocities lead to. A stage's own pose is off by
  /// O(h^2), hence its force, linear about there, by O(h^4): the step keeps its order 4.
  void prepare(const StepTimes& times, const State& state, const Kinematics& bodies) override;
  bool inputs_changed() noexcept override { return excitation_.is_streamed(); }
  /// T of the impulse response to an elevation that is streamed.
  double look_ahead(std::size_t input) const override;
  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;

 private:
  struct Member {
    std::size_t body;  ///< index in the model
    bool excited;      ///< false where a client's force replaces the excitation
    Heading rest_heading;
  };
  struct StreamedElevation {
    std::size_t input;  ///< index in the model
    hydro::ElevationExcitation excitation;
  };

  void add_waves(hydro::Stage stage, const Kinematics& bodies, Forces& forces);
  void add_elevation(const StreamedElevation& elevation, const StageConditions& conditions,
                     Forces& forces);
  /// Adds force_ of every member, whose axes are those of `heading(member)`.
  template <typename HeadingOf>
  void add_force(const HeadingOf& heading, Forces& forces) const;

  bool at_body_position_;
  std::vector<Member> members_;  ///< in the order of the database
  WaveExcitation excitation_;
  std::vector<StreamedElevation> elevations_;
  hydro::UniformMotion motion_;               ///< scratch: where the velocities lead to
  std::vector<hydro::HorizontalPose> poses_;  ///< scratch
  VectorXd force_;                            ///< scratch, 6N
};

}  // namespace raftup::solver
