#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "raftup/v1/linearisation.pb.h"

namespace raftup::client {

/// Numbers with a shape, the last index running fastest.
struct Tensor {
  std::vector<std::int64_t> shape;
  std::vector<double> values;

  /// The entry at as many indices as the shape has.
  /// @throws std::out_of_range
  double at(const std::vector<std::int64_t>& indices) const;
};

/// What a Linearize call answered, put together: see linearisation.proto for every meaning.
class Linearisation {
 public:
  /// What belongs to one grid of the request.
  struct Grid {
    v1::LinearGrid waves;
    std::vector<v1::SeaSpectrum> seas;
    std::map<v1::LinearTensorKind, Tensor> tensors;
  };

  const v1::LinearModel& model() const { return model_; }
  const std::vector<v1::LinearMode>& modes() const { return modes_; }
  const std::vector<v1::OutputDerivative>& outputs() const { return outputs_; }
  /// Each whole, whatever messages it came in.
  const std::vector<v1::Drawing>& drawings() const { return drawings_; }
  const std::vector<Grid>& grids() const { return grids_; }

  /// @throws std::out_of_range where the answer has no such numbers
  const Tensor& tensor(v1::LinearTensorKind kind) const { return tensors_.at(kind); }
  const Tensor& tensor(v1::LinearTensorKind kind, std::size_t grid) const {
    return grids_.at(grid).tensors.at(kind);
  }
  /// @throws std::out_of_range where there is no such output
  const v1::OutputDerivative& output(const std::string& name) const;

  /// Adds the next part of the answer.
  void append(v1::LinearizeResponse&& part);

 private:
  v1::LinearModel model_;
  std::map<v1::LinearTensorKind, Tensor> tensors_;
  std::vector<v1::LinearMode> modes_;
  std::vector<v1::OutputDerivative> outputs_;
  std::vector<v1::Drawing> drawings_;
  std::vector<Grid> grids_;
};

}  // namespace raftup::client
