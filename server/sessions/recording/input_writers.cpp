#include "server/sessions/recording/input_writers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "server/base/service_error.hpp"

namespace raftup::server {

namespace {

bool contains(const std::vector<std::size_t>& inputs, std::size_t input) {
  return std::find(inputs.begin(), inputs.end(), input) != inputs.end();
}

}  // namespace

InputWriters::InputWriters(std::vector<ParticipantDeclaration> declarations, Timing timing,
                           std::vector<std::size_t> sourced)
    : timing_(std::move(timing)), sourced_(std::move(sourced)) {
  for (auto& declaration : declarations) {
    writers_.push_back(std::make_unique<InputWriter>());
    writers_.back()->declaration = std::move(declaration);
    writers_.back()->declared = true;
  }
}

InputWriter* InputWriters::find(const std::string& participant_id) const {
  const auto found = std::find_if(writers_.begin(), writers_.end(), [&](const auto& writer) {
    return writer->declaration.participant_id == participant_id;
  });
  return found == writers_.end() || participant_id.empty() ? nullptr : found->get();
}

void InputWriters::check_ownership(const InputWriter* self, const std::vector<std::size_t>& inputs,
                                   const InputWriter* leaving) const {
  for (const std::size_t input : inputs) {
    if (!contains(sourced_, input)) continue;
    throw ServiceError(Reason::kInputOwned,
                       fmt::format("an input must have one writer; input {} is written by the "
                                   "model itself, by a source or by events",
                                   input));
  }
  for (const auto& writer : writers_) {
    const bool leaves = writer.get() == leaving && !writer->declared;
    if (writer.get() == self || leaves || writer->excluded) continue;
    for (const std::size_t input : inputs) {
      if (!contains(writer->declaration.inputs, input)) continue;
      throw ServiceError(Reason::kInputOwned,
                         fmt::format("an input must have one writer; input {} belongs to '{}'",
                                     input, writer->declaration.participant_id))
          .with("participant_id", writer->declaration.participant_id);
    }
  }
}

void InputWriters::check_attach(const std::string& participant_id,
                                const std::vector<std::size_t>& inputs,
                                const InputWriter* leaving) const {
  const InputWriter* writer = find(participant_id);
  if (writer != nullptr && writer->attached && writer != leaving) {
    throw ServiceError(
        Reason::kParticipantExists,
        fmt::format("participant_id must not be attached already, got '{}'", participant_id));
  }
  check_ownership(writer, inputs, leaving);
  if (writer == nullptr || (writer == leaving && !writer->declared)) return;
  for (const std::size_t input : inputs) {
    if (contains(writer->declaration.inputs, input)) continue;
    throw bad_field("input_variables", "must be among those declared for the participant",
                    participant_id);
  }
}

InputWriter& InputWriters::attach(const std::string& participant_id,
                                  const std::vector<std::size_t>& inputs, bool controls) {
  check_attach(participant_id, inputs, nullptr);
  InputWriter* writer = find(participant_id);
  if (writer == nullptr) {
    writers_.push_back(std::make_unique<InputWriter>());
    writer = writers_.back().get();
    writer->declaration.participant_id = participant_id;
    writer->declaration.inputs = inputs;
  }
  writer->attached = true;
  writer->excluded = false;
  writer->controls = controls;
  return *writer;
}

void InputWriters::detach(InputWriter& writer) {
  writer.attached = false;
  writer.controls = false;
  if (writer.declared) return;
  const auto same = [&](const auto& other) { return other.get() == &writer; };
  writers_.erase(std::find_if(writers_.begin(), writers_.end(), same));
}

InputWriter& InputWriters::owner(std::size_t input) const {
  return **std::find_if(writers_.begin(), writers_.end(), [&](const auto& writer) {
    return writer->declaration.iterates && contains(writer->declaration.inputs, input);
  });
}

bool InputWriters::held(const InputWriter& writer) const {
  const auto& inputs = writer.declaration.inputs;
  return std::all_of(inputs.begin(), inputs.end(),
                     [this](std::size_t input) { return timing_(input).held; });
}

std::int64_t InputWriters::needed_watermark(const InputWriter& writer, std::int64_t start_ns,
                                            std::int64_t end_ns) const {
  // A held input changes only at the start of a period, so that steps within it need no new
  // samples.
  const std::int64_t period_ns = writer.declaration.period_ns;
  std::int64_t needed = period_ns > 0 ? start_ns - start_ns % period_ns : start_ns;
  for (const std::size_t input : writer.declaration.inputs) {
    const InputTiming timing = timing_(input);
    if (!timing.held) needed = std::max(needed, end_ns + timing.look_ahead_ns);
  }
  return needed;
}

bool InputWriters::released(std::int64_t start_ns, std::int64_t end_ns) const {
  return std::all_of(writers_.begin(), writers_.end(), [&](const auto& writer) {
    return !writer->participates_in_barrier() ||
           writer->watermark_ns >= needed_watermark(*writer, start_ns, end_ns);
  });
}

std::vector<InputWriter*> InputWriters::holders(std::int64_t start_ns, std::int64_t end_ns) const {
  std::vector<InputWriter*> holders;
  for (const auto& writer : writers_) {
    if (writer->participates_in_barrier() &&
        writer->watermark_ns < needed_watermark(*writer, start_ns, end_ns)) {
      holders.push_back(writer.get());
    }
  }
  return holders;
}

void InputWriters::set_watermark(std::string_view participant_id, std::int64_t watermark_ns) {
  for (const auto& writer : writers_) {
    if (writer->declaration.participant_id == participant_id) writer->watermark_ns = watermark_ns;
  }
}

InputWriters::Watermarks InputWriters::watermarks() const {
  Watermarks watermarks;
  for (const auto& writer : writers_) {
    watermarks.emplace_back(writer->declaration.participant_id, writer->watermark_ns);
  }
  return watermarks;
}

void InputWriters::restore(const Watermarks& watermarks) {
  for (const auto& writer : writers_) {
    const auto found = std::find_if(watermarks.begin(), watermarks.end(), [&](const auto& entry) {
      return entry.first == writer->declaration.participant_id;
    });
    writer->watermark_ns = found == watermarks.end() ? kNoWatermark : found->second;
    writer->substituted_until_ns = kNoWatermark;
    writer->forget_silence();
  }
}

}  // namespace raftup::server
