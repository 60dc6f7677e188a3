#pragma once

#include <hdf5.h>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace raftup::testing {

/// An HDF5 file in memory that a test writes, by the HDF5 library itself.
class Hdf5Image {
 public:
  Hdf5Image();
  /// A copy of `bytes` to write on.
  explicit Hdf5Image(const std::vector<std::byte>& bytes);
  ~Hdf5Image();
  Hdf5Image(const Hdf5Image&) = delete;
  Hdf5Image& operator=(const Hdf5Image&) = delete;

  hid_t file() const { return file_; }

  /// Makes the groups above `path` as well. An empty shape makes a scalar.
  void write(const std::string& path, const std::vector<hsize_t>& shape,
             const std::vector<double>& values);
  void write_text(const std::string& path, const std::string& text);

  /// The file's bytes so far.
  std::vector<std::byte> bytes() const;

 private:
  hid_t file_;
};

/// The fields of a small BEMIO file, for tests to change before they become an image.
struct BemioFields {
  struct Array {
    std::vector<hsize_t> shape;
    std::vector<double> values;
  };
  std::map<std::string, Array> arrays;
  std::map<std::string, std::string> texts;

  void write_to(Hdf5Image& image) const;
  std::vector<std::byte> image() const;
};

/// The least that a reader needs: two frequencies (.5 and 1 rad/s), one direction, symmetric
/// coefficients; added mass 100 on the diagonal and 1 between bodies, normalised.
BemioFields minimal_bemio(std::size_t body_count);

/// The same of one body with two generalised modes: mass 500 kg, stiffness of the structure 2e4 N/m.
BemioFields flexible_bemio();

}  // namespace raftup::testing
