#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "clients/cpp/linearisation.hpp"
#include "raftup/v1/database.pb.h"

namespace raftup::client {

/// One dataset of a database: see ReadCoefficientsRequest in database.proto for every name.
struct CoefficientArray : Tensor {
  std::vector<std::string> dimensions;  ///< as many as shape has sizes
  std::string units;
  std::string long_name;
  std::vector<std::string> texts;  ///< instead of values where it is names
};

/// Datasets by name.
class Coefficients {
 public:
  const std::map<std::string, CoefficientArray>& arrays() const { return arrays_; }

  /// @throws std::out_of_range where the database has no such dataset
  const CoefficientArray& operator[](const std::string& name) const { return arrays_.at(name); }

  /// Adds the next part of the answer.
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
  std::string name_;  ///< of the dataset that comes
};

}  // namespace raftup::client
