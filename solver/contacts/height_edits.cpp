#include "solver/contacts/height_edits.hpp"

#include <algorithm>
#include <map>
#include <variant>

namespace raftup::solver {

HeightEdits::HeightEdits(const ContactShape& shape, const Model& model) {
  const auto* field = std::get_if<HeightField>(&shape.geometry);
  if (field == nullptr) return;
  std::map<std::size_t, std::size_t> places;  // of nodes; where they are is known at the end
  for (std::size_t input = 0; input < model.inputs.size(); ++input) {
    const auto* edit = std::get_if<Heights>(&model.inputs[input].kind);
    if (edit == nullptr || edit->shape != full_name(shape)) continue;
    Edit& added = edits_.emplace_back(Edit{input, {}});
    for (std::size_t row = 0; row < edit->row_count(*field); ++row) {
      for (std::size_t column = 0; column < edit->column_count(*field); ++column) {
        const std::size_t node =
            (edit->first_row + row) * field->columns + edit->first_column + column;
        added.places.push_back(node);
        places.emplace(node, 0);
      }
    }
  }
  for (auto& [node, place] : places) {
    place = nodes_.size();
    nodes_.push_back(node);
    given_.push_back(field->heights[node]);
  }
  for (Edit& edit : edits_) {
    for (std::size_t& place : edit.places) place = places[place];
  }
  now_ = given_;
}

bool HeightEdits::streamed(const std::vector<InputSeries>& inputs) const {
  return std::any_of(edits_.begin(), edits_.end(),
                     [&](const Edit& edit) { return !inputs[edit.input].times_ns().empty(); });
}

void HeightEdits::apply(const std::vector<InputSeries>& inputs, double now, CollisionShape& form) {
  if (edits_.empty()) return;
  if (!streamed(inputs) && now_ == given_) return;
  wanted_ = given_;
  for (const Edit& edit : edits_) {
    const InputSeries& series = inputs[edit.input];
    if (series.times_ns().empty()) continue;
    sample_.resize(edit.places.size());
    series.evaluate(now, sample_);
    for (std::size_t k = 0; k < edit.places.size(); ++k) wanted_[edit.places[k]] = sample_[k];
  }
  changes_.clear();
  for (std::size_t place = 0; place < nodes_.size(); ++place) {
    if (wanted_[place] != now_[place]) changes_.push_back({nodes_[place], wanted_[place]});
  }
  if (changes_.empty()) return;
  now_.swap(wanted_);
  form.set_heights(changes_);
}

}  // namespace raftup::solver
