#pragma once

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "solver/model/inputs/acceleration_gain.hpp"
#include "solver/model/inputs/configuration_input.hpp"
#include "solver/model/inputs/contact_inputs.hpp"
#include "solver/model/inputs/external_force.hpp"
#include "solver/model/inputs/input_source.hpp"
#include "solver/model/inputs/joint_inputs.hpp"
#include "solver/model/inputs/kinematic_motion.hpp"
#include "solver/model/inputs/load_command.hpp"
#include "solver/model/inputs/load_drive.hpp"
#include "solver/model/inputs/streamed_waves.hpp"
#include "solver/model/inputs/wave_field.hpp"

namespace raftup::solver {

/// The list of all kinds of input.
using InputKind =
    std::variant<ExternalForce, WaveElevationInput, JointCommand, JointEnabled, KinematicMotion,
                 LoadDrive, AccelerationGain, StreamedComponents, StreamedSpectrum, WaveField,
                 LoadCommand, ContactEnabled, SurfaceVelocity, Heights, LoadEnabled, DriveEnabled,
                 ConfigurationInput>;

/// A named value of a simulation that a client, a source in the model or an event writes.
struct Input {
  std::string name;
  InputKind kind;
  std::optional<InputSource> source;  ///< none: clients or events write the input
  bool of_events = false;             ///< true: events write the input, see add_event_inputs()

  // Compiled once, in input.cpp, as those of Load.
  Input();
  Input(std::string called, InputKind of_kind);
  Input(const Input&);
  Input(Input&&) noexcept;
  Input& operator=(const Input&);
  Input& operator=(Input&&) noexcept;
  ~Input();

  /// True if a source or an event of the model writes the input, so that clients must not write it.
  bool is_owned() const { return source.has_value() || of_events; }

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("name", self.name);
    field.one_of(self.kind);
    field("source", self.source, FieldRule().added_late());
  }
};

/// Fills in the defaults of an input that depend on its other fields.
void complete(Input& input);

/// Describes every input of a checked model, in the order of the model.
std::vector<Variable> list_inputs(const Model& model);

/// The interpolation of the samples of an input unless its source or a client chooses another one.
Interpolation default_interpolation(const Input& input);

/// The interpolation of the samples of an input at the start: that of its source, or else the
/// default.
Interpolation interpolation_of(const Input& input);

/// Checks the rules of one sample of an input, except its number of values and that all are finite.
/// @throws Error(kInvalidArgument) if the sample breaks a rule
void check_sample(const Model& model, const Input& input, std::span<const double> values);

/// True if the samples of an input are commands to the drum of a winch
/// (LoadDescription::drive_channel()).
bool commands_drum(const Model& model, const Input& input);

/// The value of an input until its first sample, as the model describes it. It is the command of a
/// load or drive, 0 or 1 for a switch, the velocity or pose of a body at t = 0 [m/s, rad/s or m],
/// or the surface velocity [m/s] or heights [m] of a shape. It is zero for forces, gains and waves.
/// @param model a checked model
/// @returns the values of one sample
std::vector<double> start_value(const Model& model, const Input& input);

}  // namespace raftup::solver
