#pragma once

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "solver/model/inputs/acceleration_gain.hpp"
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

/// Every kind of input: the one list of them.
using InputKind =
    std::variant<ExternalForce, WaveElevationInput, JointCommand, JointEnabled, KinematicMotion,
                 LoadDrive, AccelerationGain, StreamedComponents, StreamedSpectrum, WaveField,
                 LoadCommand, ContactEnabled, SurfaceVelocity, Heights, LoadEnabled, DriveEnabled>;

/// A quantity that a client may write, or its source.
struct Input {
  std::string name;
  InputKind kind;
  std::optional<InputSource> source;  ///< none = clients write it, or events
  bool of_events = false;             ///< events write it: add_event_inputs()

  // Compiled once, in input.cpp, as those of Load.
  Input();
  Input(std::string called, InputKind of_kind);
  Input(const Input&);
  Input(Input&&) noexcept;
  Input& operator=(const Input&);
  Input& operator=(Input&&) noexcept;
  ~Input();

  /// True if the model itself writes it, so that clients may not.
  bool is_owned() const { return source.has_value() || of_events; }

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("name", self.name);
    field.one_of(self.kind);
    field("source", self.source, FieldRule().added_late());
  }
};

/// Writes out the defaults of an input that depend on its other fields.
void complete(Input& input);

/// Every input of a checked model, in its order.
std::vector<Variable> list_inputs(const Model& model);

/// How samples of an input are interpolated unless a client says otherwise.
Interpolation default_interpolation(const Input& input);

/// How they are interpolated at first: as its source says, else by default.
Interpolation interpolation_of(const Input& input);

/// Checks the rules of one sample of an input, except its width and that it is finite.
/// @throws Error(kInvalidArgument)
void check_sample(const Model& model, const Input& input, std::span<const double> values);

/// True if samples of an input command the drum of a winch (LoadDescription::drive_channel()).
bool commands_drum(const Model& model, const Input& input);

/// The value of an input until its first sample, as the model describes it: the command of a load
/// or drive, 0 or 1 for a switch, a body's velocity or pose at t = 0, a shape's surface velocity;
/// zeros for forces, gains and waves.
/// @param model a checked model
/// @returns the values of one sample
std::vector<double> start_value(const Model& model, const Input& input);

}  // namespace raftup::solver
