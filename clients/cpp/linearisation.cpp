#include "clients/cpp/linearisation.hpp"

#include <algorithm>
#include <utility>

namespace raftup::client {

double Tensor::at(const std::vector<std::int64_t>& indices) const {
  if (indices.size() != shape.size()) throw std::out_of_range("as many indices as dimensions");
  std::int64_t place = 0;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (indices[i] < 0 || indices[i] >= shape[i]) throw std::out_of_range("index beyond the shape");
    place = place * shape[i] + indices[i];
  }
  return values.at(static_cast<std::size_t>(place));
}

const v1::OutputDerivative& Linearisation::output(const std::string& name) const {
  const auto found = std::find_if(outputs_.begin(), outputs_.end(),
                                  [&](const auto& output) { return output.name() == name; });
  if (found == outputs_.end()) throw std::out_of_range("no derivative of output '" + name + "'");
  return *found;
}

void Linearisation::append(v1::LinearizeResponse&& part) {
  switch (part.part_case()) {
    case v1::LinearizeResponse::kLinearModel:
      model_ = std::move(*part.mutable_linear_model());
      break;
    case v1::LinearizeResponse::kTensor: {
      auto& tensors = grids_.empty() ? tensors_ : grids_.back().tensors;
      Tensor& tensor = tensors[part.tensor().kind()];
      if (part.tensor().shape_size() > 0) {
        tensor.shape.assign(part.tensor().shape().begin(), part.tensor().shape().end());
      }
      tensor.values.insert(tensor.values.end(), part.tensor().values().begin(),
                           part.tensor().values().end());
      break;
    }
    case v1::LinearizeResponse::kMode:
      modes_.push_back(std::move(*part.mutable_mode()));
      break;
    case v1::LinearizeResponse::kOutput:
      outputs_.push_back(std::move(*part.mutable_output()));
      break;
    case v1::LinearizeResponse::kGrid:
      grids_.push_back({std::move(*part.mutable_grid()), {}, {}});
      break;
    case v1::LinearizeResponse::kSea:
      grids_.back().seas.push_back(std::move(*part.mutable_sea()));
      break;
    case v1::LinearizeResponse::kDrawing: {
      v1::Drawing& drawing = *part.mutable_drawing();
      if (drawing.columns_size() > 0) {
        drawings_.push_back(std::move(drawing));
      } else {
        drawings_.back().mutable_values()->MergeFrom(drawing.values());
      }
      break;
    }
    case v1::LinearizeResponse::PART_NOT_SET:
      break;
  }
}

}  // namespace raftup::client
