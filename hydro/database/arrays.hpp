/// @file The coefficients of a database as arrays with named dimensions, and the way back. Raftup's
/// own layout, the reader process and the answers to clients all use these arrays.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/database/filed_array.hpp"

namespace raftup::hydro {

/// An array of a database, numbers or texts. Texts, and numbers whose one dimension has their own
/// name, are the coordinates of that dimension.
struct DatabaseArray {
  struct Dimension {
    std::string name;
    Eigen::Index size;
  };

  std::string name;
  std::string units;  ///< empty for texts
  std::string meaning;
  std::vector<Dimension> dimensions;            ///< none for a single number
  std::function<std::vector<double>()> values;  ///< makes them, the last dimension running fastest
  std::vector<std::string> texts;               ///< instead of values

  bool is_text() const { return !values; }
  bool is_coordinate() const { return dimensions.size() == 1 && dimensions.front().name == name; }
};

/// Returns the arrays of a database, with its coordinates first. A complex number is stored as two
/// real ones along a first dimension "complex" (re, im). Forces have the dimensions (omega,
/// wave_direction, influenced_dof). A QTF has (entry, frequency of the first wave, frequency of the
/// second wave), and further arrays hold the dof and the two directions of each entry.
/// @param database must outlive the arrays
std::vector<DatabaseArray> arrays_of(const Database& database);

/// Every name that an array can have.
std::vector<std::string> array_names();

/// Where arrays are read from: somebody else's, so of any shape and value.
class ArraySource {
 public:
  ArraySource() = default;
  virtual ~ArraySource() = default;
  ArraySource(const ArraySource&) = delete;
  ArraySource& operator=(const ArraySource&) = delete;

  virtual bool contains(const std::string& name) const = 0;
  /// Returns the numbers of a dataset with their shape.
  /// @throws Error(kInvalidArgument) where there are no such numbers, or not as many as the shape
  /// says
  virtual FiledArray numbers(const std::string& name) const = 0;
  /// Returns the texts of a dataset.
  /// @throws Error(kInvalidArgument) where there are no such texts
  virtual std::vector<std::string> texts(const std::string& name) const = 0;
};

/// The inverse of arrays_of(): bodies and coefficients of `database`, which has none yet; absent
/// ones stay empty. validate() has the rules of values.
/// @throws Error(kInvalidArgument) naming an array that is missing or of another shape
void read_arrays(const ArraySource& source, Database& database);

}  // namespace raftup::hydro
