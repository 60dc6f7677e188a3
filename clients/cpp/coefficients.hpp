#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "clients/cpp/linearisation.hpp"
#include "raftup/v1/database.pb.h"

namespace raftup::client {

/// One dataset of a hydrodynamic database. ReadCoefficientsRequest in database.proto lists the
/// names and meanings of all datasets.
struct CoefficientArray : Tensor {
  std::vector<std::string> dimensions;  ///< name of each dimension, one per entry of `shape`
  std::string units;
  std::string long_name;
  std::vector<std::string> texts;  ///< entries of a dataset of names, which has no `values`
};

/// The datasets of a hydrodynamic database, by name.
class Coefficients {
 public:
  const std::map<std::string, CoefficientArray>& arrays() const { return arrays_; }

  /// The dataset of this name.
  /// @throws std::out_of_range if the database has no dataset of this name
  const CoefficientArray& operator[](const std::string& name) const { return arrays_.at(name); }

  /// Adds the next message of the answer of ReadCoefficients. A message without the name of a
  /// dataset continues the dataset of the message before it.
  void append(const v1::ReadCoefficientsResponse& part) {
    if (!part.dataset().empty()) name_ = part.dataset();
    CoefficientArray& array = arrays_[name_];
    if (!part.dataset().empty()) {
      array.shape.assign(part.shape().begin(), part.shape().end());
      array.dimensions.assign(part.dimensions().begin(), part.dimensions().end());
      array.units = part.units();
      array.long_name = part.long_name();
      array.texts.assign(part.texts().begin(), part.texts().end());
    }
    array.values.insert(array.values.end(), part.values().begin(), part.values().end());
  }

 private:
  std::map<std::string, CoefficientArray> arrays_;
  std::string name_;  ///< name of the dataset that is being received
};

}  // namespace raftup::client
