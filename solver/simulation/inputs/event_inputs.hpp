#pragma once

#include <cstddef>
#include <string>

#include "solver/model/model.hpp"

namespace raftup::solver {

/// Gives a checked model an input for everything that its events switch or set, behind its own
/// inputs, unless it has such an input, and marks them as inputs of events. A second call changes
/// nothing.
void add_event_inputs(Model& model);

/// The input that switches a load, joint or contact reader.
/// @throws Error(kNotFound) before add_event_inputs(), as the others below
std::size_t input_of_switch(const Model& model, const std::string& name);
/// The input that switches a drive.
std::size_t input_of_switch(const Model& model, const DriveName& drive);
/// The input that commands a drive.
std::size_t input_of_command(const Model& model, const DriveName& drive);

/// The input that a setting writes.
std::size_t input_of_setting(const Model& model, const EventSetting& setting);

}  // namespace raftup::solver
