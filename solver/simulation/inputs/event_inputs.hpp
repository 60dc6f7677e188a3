#pragma once

#include <cstddef>
#include <string>

#include "solver/model/model.hpp"

namespace raftup::solver {

/// Adds to a checked model an input for everything that its events switch or set, after its own
/// inputs. If the model has such an input already, it is used. All these inputs are marked as
/// written by events. A second call changes nothing.
void add_event_inputs(Model& model);

/// The index of the input that switches a load, joint or contact reader of the given name.
/// @throws Error(kNotFound) before add_event_inputs()
std::size_t input_of_switch(const Model& model, const std::string& name);
/// The index of the input that switches a drive of a joint.
/// @throws Error(kNotFound) before add_event_inputs()
std::size_t input_of_switch(const Model& model, const DriveName& drive);
/// The index of the input that commands a drive of a joint.
/// @throws Error(kNotFound) before add_event_inputs()
std::size_t input_of_command(const Model& model, const DriveName& drive);

/// The index of the input that a setting of an event writes.
/// @throws Error(kNotFound) before add_event_inputs()
std::size_t input_of_setting(const Model& model, const EventSetting& setting);

}  // namespace raftup::solver
