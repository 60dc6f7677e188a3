#include "solver/model/inputs/input.hpp"

#include <utility>

#include "solver/model/model.hpp"

namespace raftup::solver {

Input::Input() = default;
Input::Input(std::string called, InputKind of_kind)
    : name(std::move(called)), kind(std::move(of_kind)) {}
Input::Input(const Input&) = default;
Input::Input(Input&&) noexcept = default;
Input& Input::operator=(const Input&) = default;
Input& Input::operator=(Input&&) noexcept = default;
Input::~Input() = default;

std::string repeated(const std::string& units, std::size_t count) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += (i == 0 ? "" : ",") + units;
  return all;
}

void complete(Input& input) {
  std::visit(
      [](auto& kind) {
        if constexpr (requires { kind.complete(); }) kind.complete();
      },
      input.kind);
  if (!input.source) return;
  auto* table = std::get_if<SampleTable>(&input.source->kind);
  if (table != nullptr && !table->interpolation) {
    table->interpolation = default_interpolation(input);
  }
}

std::vector<Variable> list_inputs(const Model& model) {
  std::vector<Variable> inputs;
  for (const Input& input : model.inputs) {
    inputs.push_back(
        std::visit([&](const auto& kind) { return kind.variable(input.name, model); }, input.kind));
  }
  return inputs;
}

Interpolation interpolation_of(const Input& input) {
  if (input.of_events) return Interpolation::kHold;
  const auto* table = input.source ? std::get_if<SampleTable>(&input.source->kind) : nullptr;
  return table == nullptr ? default_interpolation(input)
                          : table->interpolation.value_or(default_interpolation(input));
}

Interpolation default_interpolation(const Input& input) {
  return std::visit(
      [](const auto& kind) {
        if constexpr (requires { kind.interpolation(); }) {
          return kind.interpolation();
        } else {
          return Interpolation::kHold;
        }
      },
      input.kind);
}

void check_sample(const Model& model, const Input& input, std::span<const double> values) {
  std::visit(
      [&](const auto& kind) {
        if constexpr (requires { kind.check_sample(model, values); }) {
          kind.check_sample(model, values);
        }
      },
      input.kind);
}

bool commands_drum(const Model& model, const Input& input) {
  if (std::holds_alternative<LoadDrive>(input.kind)) return true;
  const auto* command = std::get_if<LoadCommand>(&input.kind);
  const Load* const load = command == nullptr ? nullptr : find_load(model.loads, command->load);
  return load != nullptr && !load->description().drive_channel().empty();
}

}  // namespace raftup::solver
