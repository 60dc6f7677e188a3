#include "server/sessions/input_writers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "server/service_error.hpp"

namespace raftup::server {

namespace {

bool contains(const std::vector<std::size_t>& inputs, std::size_t input) {
  return std::find(inputs.begin(), inputs.end(), input) != inputs.end();
}

}  // namespace

InputWriters::InputWriters(std::vector<ParticipantDeclaration> declarations, Timing timing)
    : timing_(std::move(timing)) {
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

void InputWriters::check_ownership(const InputWriter* self,
                                   const std::vector<std::size_t>& inputs) const {
  for (const auto& writer : writers_) {
    if (writer.get() == self) continue;
    for (const std::size_t input : inputs) {
      if (!contains(writer->declaration.inputs, input)) continue;
      throw ServiceError(Reason::kInputOwned,
                         fmt::format("an input must have one writer; input {} belongs to '{}'",
                                     input, writer->declaration.participant_id))
          .with("participant_id", writer->declaration.participant_id);
    }
  }
}

InputWriter& InputWriters::attach(const std::string& participant_id,
                                  const std::vector<std::size_t>& inputs, bool controls) {
  InputWriter* writer = find(participant_id);
  if (writer != nullptr && writer->attached) {
    throw ServiceError(
        Reason::kParticipantExists,
        fmt::format("participant_id must not be attached already, got '{}'", participant_id));
  }
  check_ownership(writer, inputs);
  if (writer == nullptr) {
    writers_.push_back(std::make_unique<InputWriter>());
    writer = writers_.back().get();
    writer->declaration.participant_id = participant_id;
    writer->declaration.inputs = inputs;
  } else {
    for (const std::size_t input : inputs) {
      if (contains(writer->declaration.inputs, input)) continue;
      throw bad_field("attach.input_variables", "must be among those declared for the participant",
                      participant_id);
    }
  }
  writer->attached = true;
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

bool InputWriters::held(const InputWriter& writer) const {
  const auto& inputs = writer.declaration.inputs;
  return std::all_of(inputs.begin(), inputs.end(),
                     [this](std::size_t input) { return timing_(input).held; });
}

std::int64_t InputWriters::needed_watermark(const InputWriter& writer, std::int64_t start_ns,
                                            std::int64_t end_ns) const {
  std::int64_t needed = start_ns;
  for (const std::size_t input : writer.declaration.inputs) {
    const InputTiming timing = timing_(input);
    if (!timing.held) needed = std::max(needed, end_ns + timing.look_ahead_ns);
  }
  return needed;
}

bool InputWriters::released(std::int64_t start_ns, std::int64_t end_ns) const {
  return std::all_of(writers_.begin(), writers_.end(), [&](const auto& writer) {
    return !writer->takes_part_in_barrier() ||
           writer->watermark_ns >= needed_watermark(*writer, start_ns, end_ns);
  });
}

std::vector<const InputWriter*> InputWriters::holders(std::int64_t start_ns,
                                                      std::int64_t end_ns) const {
  std::vector<const InputWriter*> holders;
  for (const auto& writer : writers_) {
    if (writer->takes_part_in_barrier() &&
        writer->watermark_ns < needed_watermark(*writer, start_ns, end_ns)) {
      holders.push_back(writer.get());
    }
  }
  return holders;
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
  }
}

}  // namespace raftup::server
