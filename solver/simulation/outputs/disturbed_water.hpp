#pragma once

#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "hydro/radiation/convolution/elevation_memory.hpp"
#include "solver/loads/hydrodynamics/wave_excitation.hpp"
#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/model.hpp"
#include "solver/model/state.hpp"

namespace raftup::solver {

/// Computes the waves that the bodies of hydrodynamic groups diffract and radiate, at the disturbed
/// probes of a model. A probe is evaluated at its field point in the heading frame of its body:
///  - the diffracted elevation as the wave excitation of the body is, with WaveField::diffraction
///    in place of X, and 0 in very long waves;
///  - the radiated elevation by hydro::ElevationMemory from State::field_memories.
/// Not thread-safe, since it contains scratch memory.
class DisturbedWater {
 public:
  /// Function that returns the present motion of a body, given by its index in the model.
  using BodyAt = std::function<const BodyKinematics&(std::size_t)>;

  /// @param model a valid model; must outlive this object
  explicit DisturbedWater(const Model& model);

  /// Returns the elevation of the diffracted and radiated waves at a disturbed probe [m], at the
  /// start of the step that begins at `state`.
  /// @param probe index in Model::probes
  double elevation(std::size_t probe, const BodyAt& body_at, const State& state);

 private:
  /// The bodies of a group with disturbed probes, in the order of its database.
  struct Group {
    std::size_t index = 0;            ///< index in Model::hydrodynamics
    bool has_slow_poses = false;      ///< true if waves are evaluated at State::slow_poses
    std::vector<std::size_t> bodies;  ///< indices in the model
    std::shared_ptr<const hydro::ElevationMemory> memory;
    /// Diffracted elevations [m] in the places of forces: each holds up to six points of a body.
    std::vector<WaveExcitation> diffraction;
  };
  /// The place of a probe among the numbers of its group.
  struct Place {
    std::size_t group;        ///< index in groups_
    std::size_t diffraction;  ///< index in Group::diffraction
    Eigen::Index row;         ///< row among its 6N numbers
    std::size_t memory;       ///< place among the points of the memory
  };

  void add_group(std::size_t index);
  hydro::UniformMotion present(const Group& group, const BodyAt& body_at, const State& state) const;

  const Model& model_;
  std::vector<Group> groups_;
  std::map<std::size_t, Place> places_;  ///< by the index of the probe
};

}  // namespace raftup::solver
