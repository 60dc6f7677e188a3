/// @file Conversion between a database and arrays with named dimensions. Files in Raftup's own
///         layout, the process that reads foreign files, and the messages to clients all use these
///         arrays.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/database/filed_array.hpp"

namespace raftup::hydro {

/// One array of a database, which contains either numbers or texts. It is a coordinate, that is, it
/// labels the entries along a dimension, if its only dimension has the same name as the array.
struct DatabaseArray {
  struct Dimension {
    std::string name;
    Eigen::Index size;
  };

  std::string name;
  std::string units;  ///< unit of the numbers; empty for texts
  /// Description of the array in words.
  std::string meaning;
  /// Dimensions of the array; empty for a single number.
  std::vector<Dimension> dimensions;
  /// Function that computes the numbers, with the last dimension varying fastest; empty for an
  /// array of texts.
  std::function<std::vector<double>()> values;
  /// The texts, if the array contains texts instead of numbers.
  std::vector<std::string> texts;

  bool is_text() const { return !values; }
  bool is_coordinate() const { return dimensions.size() == 1 && dimensions.front().name == name; }
};

/// Returns the arrays of a database, with its coordinates first. A complex number is stored as two
/// real ones along a first dimension "complex" (re, im). Forces have the dimensions (omega,
/// wave_direction, influenced_dof). A quadratic transfer function has (entry, frequency of the
/// first wave, frequency of the second wave); further arrays contain the dof and the two directions
/// of each entry. The arrays of a wave field are in the group "field": points, body, diffraction
/// (point, wave_direction, omega) and radiation (point, radiating_dof, omega). The rows of sections
/// are in the group "section", see section_arrays.hpp.
/// @param database must outlive the arrays
std::vector<DatabaseArray> arrays_of(const Database& database);

/// Returns every name that an array of a database can have.
std::vector<std::string> array_names();

/// Interface of a file or message from which arrays are read. Its contents may come from a
/// stranger, so that arrays of any shape and any values must be expected.
class ArraySource {
 public:
  ArraySource() = default;
  virtual ~ArraySource() = default;
  ArraySource(const ArraySource&) = delete;
  ArraySource& operator=(const ArraySource&) = delete;

  /// Returns true if there is an array with this name.
  virtual bool contains(const std::string& name) const = 0;
  /// Returns the numbers of an array with their shape.
  /// @throws Error(kInvalidArgument) if there is no array of numbers with this name, or if the
  ///          number of values does not agree with the shape
  virtual FiledArray numbers(const std::string& name) const = 0;
  /// Returns the texts of an array.
  /// @throws Error(kInvalidArgument) if there is no array of texts with this name
  virtual std::vector<std::string> texts(const std::string& name) const = 0;
};

/// Reads bodies and coefficients from arrays into `database`; it is the inverse of arrays_of().
/// `database` must not have bodies and coefficients yet. Coefficients that the source lacks stay
/// empty. Only shapes are checked; validate() checks the values.
/// @throws Error(kInvalidArgument) with the name of an array that is missing or has the wrong shape
void read_arrays(const ArraySource& source, Database& database);

}  // namespace raftup::hydro
