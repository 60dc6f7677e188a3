#include "solver/contacts/height_edits.hpp"

#include <algorithm>
#include <variant>

namespace raftup::solver {

HeightEdits::HeightEdits(const ContactShape& shape, const Model& model) {
  const auto* field = std::get_if<HeightField>(&shape.geometry);
  if (field == nullptr) return;
  for (std::size_t input = 0; input < model.inputs.size(); ++input) {
    const auto* edit = std::get_if<Heights>(&model.inputs[input].kind);
    if (edit == nullptr || edit->shape != full_name(shape)) continue;
    const std::size_t columns = edit->column_count(*field);
    edits_.push_back({input, edit->first_row * field->columns + edit->first_column, columns,
                      columns * edit->row_count(*field)});
  }
  if (edits_.empty()) return;
  field_ = *field;
  given_ = field->heights;
}

bool HeightEdits::streamed(const std::vector<InputSeries>& inputs) const {
  return std::any_of(edits_.begin(), edits_.end(),
                     [&](const Edit& edit) { return !inputs[edit.input].times_ns().empty(); });
}

void HeightEdits::apply(const std::vector<InputSeries>& inputs, double now, CollisionShape& form) {
  if (edits_.empty()) return;
  if (!streamed(inputs) && field_.heights == given_) return;
  heights_ = given_;
  for (const Edit& edit : edits_) {
    const InputSeries& series = inputs[edit.input];
    if (series.times_ns().empty()) continue;
    sample_.resize(edit.count);
    series.evaluate(now, sample_);
    for (std::size_t k = 0; k < edit.count; ++k) {
      heights_[edit.first + k / edit.column_count * field_.columns + k % edit.column_count] =
          sample_[k];
    }
  }
  if (heights_ == field_.heights) return;
  field_.heights.swap(heights_);
  form = CollisionShape(field_);
}

}  // namespace raftup::solver
