#include <fmt/format.h>

#include "hydro/base/error.hpp"
#include "server/model/elevation_builder.hpp"
#include "server/model/message_fields.hpp"
#include "server/model/model_parts.hpp"
#include "solver/water/sea/wave_making.hpp"

namespace raftup::server {

namespace {

/// The only drive that a joint has.
std::size_t only_drive(const std::string& joint, const std::string& path,
                       const solver::Model& model, FieldViolations& violations) {
  if (const auto place = solver::find_joint(model, joint)) {
    const std::size_t count = model.joints[*place].drives.size();
    violations.expect(count == 1, path, "must say which drive, as the joint has not just one",
                      fmt::format("'{}' with {} drives", joint, count));
  }
  return 0;
}

/// Sets the directions between which the energy of a streamed spectrum is spread.
void spread_directions(const v1::StreamedSpectrum& message, const std::string& path,
                       solver::StreamedSpectrum& spectrum, FieldViolations& violations) {
  std::optional<solver::WaveSpreading> spreading;
  if (message.has_spreading()) {
    MessageReader::read(message.spreading(), path + ".spreading", spreading.emplace(), violations);
  }
  try {
    spectrum.directions = solver::spread(radians(message.direction_deg()), spreading);
  } catch (const Error& error) {
    violations.add(path + ".spreading", error.what());
  }
  const double components = static_cast<double>(spectrum.component_count) *
                            static_cast<double>(spectrum.directions.size());
  violations.expect(components <= solver::kComponentLimit, path + ".component_count",
                    fmt::format("must make at most {} components", solver::kComponentLimit),
                    fmt::format("{}", components));
}

/// Converts the short form `joint_drive` to a command of the joint's only drive.
v1::Input in_full(const v1::Input& message) {
  v1::Input input = message;
  if (message.has_joint_drive()) input.mutable_joint_command()->set_joint(message.joint_drive());
  return input;
}

}  // namespace

solver::Input build_input(const v1::Input& message, const std::string& path,
                          const solver::Model& model, double ramp_duration,
                          FieldViolations& violations) {
  solver::Input input;
  MessageReader::read(in_full(message), path, input, violations);
  if (auto* command = std::get_if<solver::JointCommand>(&input.kind)) {
    const bool any = message.has_joint_drive() || !message.joint_command().has_drive();
    const char* kind = message.has_joint_drive() ? ".joint_drive" : ".joint_command";
    if (any) command->drive = only_drive(command->joint, path + kind, model, violations);
  } else if (auto* enabled = std::get_if<solver::DriveEnabled>(&input.kind)) {
    if (!message.drive_enabled().has_drive()) {
      enabled->drive = only_drive(enabled->joint, path + ".drive_enabled", model, violations);
    }
  } else if (auto* components = std::get_if<solver::StreamedComponents>(&input.kind)) {
    components->ramp_duration = ramp_duration;
  } else if (auto* spectrum = std::get_if<solver::StreamedSpectrum>(&input.kind)) {
    spectrum->ramp_duration = ramp_duration;
    spread_directions(message.wave_spectrum(), path + ".wave_spectrum", *spectrum, violations);
  }
  return input;
}

void check_tables(const v1::Model& message, FieldViolations& violations) {
  int of_records = 0, of_tables = 0;
  for (const v1::WaveSystem& system : message.environment().sea().waves()) {
    of_records += system.elevation().time_size() + system.elevation().elevation_size();
  }
  const double duration = run_duration(message.integration());
  for (int i = 0; i < message.inputs_size(); ++i) {
    const v1::SampleTable& table = message.inputs(i).source().table();
    of_tables += table.time_size() + table.values_size();
    if (table.beyond() != v1::BEYOND_TABLE_REFUSE || table.time().empty()) continue;
    const double end = table.time(table.time_size() - 1);
    violations.expect(
        duration <= end, fmt::format("inputs[{}].source.table.beyond", i),
        fmt::format("must be hold or repeat where the run goes on after the table, which ends at "
                    "{:.6g} s; else let integration.duration end with it",
                    end),
        fmt::format("a duration of {} s", duration));
  }
  violations.expect(
      of_tables == 0 || of_records + of_tables <= kRecordNumberLimit, "inputs",
      fmt::format("must have at most {} numbers in time and values of all tables and recorded "
                  "elevations together; leave every second row out, cut the tables to the run, or "
                  "let a participant stream the rows",
                  kRecordNumberLimit),
      std::to_string(of_records + of_tables));
}

void complete_input(solver::Input& input, v1::Input& message) {
  message = in_full(message);
  MessageWriter::write(input, message);
}

}  // namespace raftup::server
