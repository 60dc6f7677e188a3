#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "raftup/v1/linearisation.pb.h"

namespace raftup::client {

/// An array of any number of dimensions. The entries are stored with the last index running
/// fastest.
struct Tensor {
  std::vector<std::int64_t> shape;
  std::vector<double> values;

  /// One entry of the array.
  /// @param indices one index per dimension, from 0
  /// @throws std::out_of_range if the number of indices is wrong or an index is outside the shape
  double at(const std::vector<std::int64_t>& indices) const;
};

/// The complete answer of a Linearize call, assembled from its messages. linearisation.proto
/// defines all quantities.
class Linearisation {
 public:
  /// The results on one grid of wave frequencies and directions of the request.
  struct Grid {
    v1::LinearGrid waves;
    std::vector<v1::SeaSpectrum> seas;
    std::map<v1::LinearTensorKind, Tensor> tensors;
  };

  const v1::LinearModel& model() const { return model_; }
  const std::vector<v1::LinearMode>& modes() const { return modes_; }
  const std::vector<v1::OutputDerivative>& outputs() const { return outputs_; }
  /// The tables for drawing of the answer. Each is complete, even if the server sent it in several
  /// messages.
  const std::vector<v1::Drawing>& drawings() const { return drawings_; }
  const std::vector<Grid>& grids() const { return grids_; }

  /// An array of the answer that belongs to no grid of waves.
  /// @throws std::out_of_range if the answer has no array of this kind
  const Tensor& tensor(v1::LinearTensorKind kind) const { return tensors_.at(kind); }
  /// An array that belongs to a grid of wave frequencies and directions.
  /// @param grid number of the grid in the request, from 0
  /// @throws std::out_of_range if there is no such grid or no array of this kind on it
  const Tensor& tensor(v1::LinearTensorKind kind, std::size_t grid) const {
    return grids_.at(grid).tensors.at(kind);
  }
  /// The derivatives of the output of this name.
  /// @throws std::out_of_range if the answer has no derivatives of this output
  const v1::OutputDerivative& output(const std::string& name) const;

  /// Adds the next message of the answer. Messages must be added in the order of the stream.
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
