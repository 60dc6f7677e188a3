#include "hydro/database/hdf5_file.hpp"

#include <fmt/format.h>
#include <hdf5_hl.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "hydro/base/error.hpp"
#include "hydro/base/utf8.hpp"
#include "hydro/database/hdf5_objects.hpp"

namespace raftup::hydro {

namespace {

constexpr int kMaximumRank = 8;  ///< xarray keeps dimensions of one entry
constexpr std::array<unsigned char, 8> kSignature = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};

Hdf5Handle open_image(std::span<const std::byte> image) {
  if (!is_hdf5(image)) {
    throw Error(ErrorCode::kInvalidArgument, "the file is not HDF5: its first 8 bytes differ");
  }
  const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  constexpr std::size_t kGrowth = std::size_t{1} << 20;
  H5Pset_fapl_core(access.get(), kGrowth, false);
  // The library copies the image and, opened read-only, never writes to it.
  H5Pset_file_image(access.get(), const_cast<std::byte*>(image.data()), image.size());
  Hdf5Handle file(H5Fopen("image", H5F_ACC_RDONLY, access.get()), H5Fclose);
  if (!file.valid()) {
    throw Error(ErrorCode::kInvalidArgument,
                "the file is damaged: the HDF5 library cannot open it");
  }
  return file;
}

Hdf5Handle open_dataset(hid_t file, const std::string& path) {
  Hdf5Handle object(H5Oopen(file, path.c_str(), H5P_DEFAULT), H5Oclose);
  if (!object.valid()) refuse(path, "is missing");
  if (H5Iget_type(object.get()) != H5I_DATASET) refuse(path, "must be a dataset, is a group");
  return object;
}

/// Returns true for the standard types of numbers only, since the library's conversion of
/// user-defined types is not safe.
bool is_standard_number(hid_t type) {
  const std::array<hid_t, 20> standard = {
      H5T_IEEE_F64LE, H5T_IEEE_F64BE, H5T_IEEE_F32LE, H5T_IEEE_F32BE, H5T_STD_I8LE,
      H5T_STD_I8BE,   H5T_STD_U8LE,   H5T_STD_U8BE,   H5T_STD_I16LE,  H5T_STD_I16BE,
      H5T_STD_U16LE,  H5T_STD_U16BE,  H5T_STD_I32LE,  H5T_STD_I32BE,  H5T_STD_U32LE,
      H5T_STD_U32BE,  H5T_STD_I64LE,  H5T_STD_I64BE,  H5T_STD_U64LE,  H5T_STD_U64BE};
  return std::any_of(standard.begin(), standard.end(),
                     [type](hid_t candidate) { return H5Tequal(type, candidate) > 0; });
}

/// Returns true for the type that h5py writes for true and false: an enumeration of one byte.
bool is_truth(hid_t type) {
  return H5Tget_class(type) == H5T_ENUM && H5Tget_size(type) == 1 && H5Tget_nmembers(type) == 2;
}

/// Reads truth values as 0 and 1.
bool read_truths(hid_t dataset, hid_t type, std::vector<double>& values) {
  std::vector<signed char> bytes(values.size());
  if (H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) < 0) return false;
  std::copy(bytes.begin(), bytes.end(), values.begin());
  return true;
}

/// Returns true if text is stored as single characters along the last dimension, as in NetCDF.
bool is_characters(hid_t type) {
  return H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0 &&
         H5Tget_size(type) == 1;
}

std::vector<Eigen::Index> shape_of(hid_t dataset, const std::string& path) {
  const Hdf5Handle space(H5Dget_space(dataset), H5Sclose);
  const int rank = H5Sget_simple_extent_ndims(space.get());
  if (rank < 0 || rank > kMaximumRank) {
    refuse(path, fmt::format("must have rank 0 to {}, has {}", kMaximumRank, rank));
  }
  std::array<hsize_t, kMaximumRank> extents{};
  H5Sget_simple_extent_dims(space.get(), extents.data(), nullptr);
  return {extents.begin(), extents.begin() + rank};
}

void require_single(hid_t dataset, const std::string& path) {
  const Hdf5Handle space(H5Dget_space(dataset), H5Sclose);
  const hssize_t count = H5Sget_simple_extent_npoints(space.get());
  if (count != 1) refuse(path, fmt::format("must hold one value, holds {}", count));
}

/// Removes the padding of text of fixed length, NUL or spaces, and converts text of any encoding to
/// UTF-8.
std::string without_padding(std::string text) {
  text.resize(std::min(text.find('\0'), text.size()));
  text.resize(text.find_last_not_of(' ') + 1);
  return as_utf8(text);
}

std::vector<std::string> read_fixed_texts(hid_t dataset, hid_t type, std::size_t count,
                                          std::size_t length, const std::string& path) {
  std::string text(count * length, '\0');
  if (H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()) < 0) {
    refuse(path, "is damaged: its text cannot be read");
  }
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < count; ++i) {
    texts.push_back(without_padding(text.substr(i * length, length)));
  }
  return texts;
}

std::vector<std::string> read_variable_texts(hid_t dataset, hid_t type, std::size_t count,
                                             const std::string& path) {
  std::vector<char*> buffers(count, nullptr);
  if (H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, buffers.data()) < 0) {
    refuse(path, "is damaged: its text cannot be read");
  }
  std::vector<std::string> texts;
  bool whole = true;
  for (char* buffer : buffers) {
    whole = whole && buffer != nullptr;
    texts.push_back(buffer != nullptr ? without_padding(buffer) : std::string());
    H5free_memory(buffer);
  }
  if (!whole) refuse(path, "is damaged: its text cannot be read");
  return texts;
}

std::string read_fixed_attribute(hid_t attribute, hid_t type) {
  constexpr std::size_t kMaximumLength = 4096;
  const std::size_t length = H5Tget_size(type);
  if (length == 0 || length > kMaximumLength) return {};
  std::string text(length, '\0');
  return H5Aread(attribute, type, text.data()) < 0 ? std::string() : without_padding(text);
}

std::string read_variable_attribute(hid_t attribute, hid_t type) {
  char* buffer = nullptr;
  if (H5Aread(attribute, type, &buffer) < 0 || buffer == nullptr) return {};
  std::string text = as_utf8(buffer);
  H5free_memory(buffer);
  return text;
}

herr_t name_scale(hid_t, unsigned, hid_t scale, void* data) {
  std::array<char, 256> name{};
  if (H5Iget_name(scale, name.data(), name.size()) <= 0) return -1;
  const std::string path = name.data();
  *static_cast<std::string*>(data) = path.substr(path.rfind('/') + 1);
  return 1;  // the first of them is enough
}

}  // namespace

bool is_hdf5(std::span<const std::byte> image) {
  return image.size() >= kSignature.size() &&
         std::memcmp(image.data(), kSignature.data(), kSignature.size()) == 0;
}

struct Hdf5File::Handles {
  explicit Handles(std::span<const std::byte> image) : file(open_image(image)) {}

  Hdf5Silence silence;
  Hdf5Handle file;
};

Hdf5File::Hdf5File(std::span<const std::byte> image) : size_(image.size()) {
  H5PLset_loading_state(0);  // a file must not make the library load code
  handles_ = std::make_unique<Handles>(image);
  check_every_object(handles_->file.get(), size_);
}

Hdf5File::~Hdf5File() = default;

bool Hdf5File::contains(const std::string& path) const {
  for (std::size_t end = path.find('/', 1); end != std::string::npos;
       end = path.find('/', end + 1)) {
    if (H5Lexists(handles_->file.get(), path.substr(0, end).c_str(), H5P_DEFAULT) <= 0) {
      return false;
    }
  }
  return H5Lexists(handles_->file.get(), path.c_str(), H5P_DEFAULT) > 0;
}

bool Hdf5File::is_text(const std::string& path) const {
  const Hdf5Handle dataset = open_dataset(handles_->file.get(), path);
  const Hdf5Handle type(H5Dget_type(dataset.get()), H5Tclose);
  return H5Tget_class(type.get()) == H5T_STRING;
}

FiledArray Hdf5File::read_array(const std::string& path) const {
  const Hdf5Handle dataset = open_dataset(handles_->file.get(), path);
  const Hdf5Handle type(H5Dget_type(dataset.get()), H5Tclose);
  const bool truths = is_truth(type.get());
  if (!truths && !is_standard_number(type.get())) {
    refuse(path, "must hold IEEE floats or integers of up to 8 bytes");
  }
  FiledArray array;
  array.shape = shape_of(dataset.get(), path);
  const std::uint64_t count = declared_bytes(dataset.get(), path) / H5Tget_size(type.get());
  spend(path, count * sizeof(double));
  array.values.resize(count);
  const bool is_read = truths ? read_truths(dataset.get(), type.get(), array.values)
                              : H5Dread(dataset.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL,
                                        H5P_DEFAULT, array.values.data()) >= 0;
  if (!is_read) refuse(path, "is damaged: its numbers cannot be read");
  return array;
}

double Hdf5File::read_number(const std::string& path) const {
  require_single(open_dataset(handles_->file.get(), path).get(), path);
  return read_array(path).values.front();
}

std::string Hdf5File::read_text(const std::string& path) const {
  require_single(open_dataset(handles_->file.get(), path).get(), path);
  return read_texts(path).front();
}

std::vector<std::string> Hdf5File::read_texts(const std::string& path) const {
  const Hdf5Handle dataset = open_dataset(handles_->file.get(), path);
  const Hdf5Handle type(H5Dget_type(dataset.get()), H5Tclose);
  if (H5Tget_class(type.get()) != H5T_STRING) refuse(path, "must be text");
  const std::vector<Eigen::Index> shape = shape_of(dataset.get(), path);
  const bool rows_of_characters = shape.size() == 2 && is_characters(type.get());
  if (shape.size() > 1 && !rows_of_characters) refuse(path, "must have rank 0 or 1");
  const std::uint64_t bytes = declared_bytes(dataset.get(), path);
  spend(path, bytes);
  if (H5Tis_variable_str(type.get()) > 0) {
    const std::size_t count = bytes / H5Tget_size(type.get());
    return read_variable_texts(dataset.get(), type.get(), count, path);
  }
  const std::size_t length =
      rows_of_characters ? static_cast<std::size_t>(shape[1]) : H5Tget_size(type.get());
  if (length == 0) refuse(path, "must hold text, holds no characters");
  return read_fixed_texts(dataset.get(), type.get(), bytes / length, length, path);
}

std::optional<std::string> Hdf5File::read_character_row(const std::string& path) const {
  const Hdf5Handle dataset = open_dataset(handles_->file.get(), path);
  const Hdf5Handle type(H5Dget_type(dataset.get()), H5Tclose);
  if (!is_characters(type.get()) || shape_of(dataset.get(), path).size() != 1) return std::nullopt;
  const std::uint64_t length = declared_bytes(dataset.get(), path);
  spend(path, length);
  return read_fixed_texts(dataset.get(), type.get(), 1, length, path).front();
}

std::string Hdf5File::read_root_attribute(const std::string& name) const {
  const hid_t file = handles_->file.get();
  if (H5Aexists_by_name(file, "/", name.c_str(), H5P_DEFAULT) <= 0) return {};
  const Hdf5Handle attribute(H5Aopen_by_name(file, "/", name.c_str(), H5P_DEFAULT, H5P_DEFAULT),
                             H5Aclose);
  const Hdf5Handle type(H5Aget_type(attribute.get()), H5Tclose);
  const Hdf5Handle space(H5Aget_space(attribute.get()), H5Sclose);
  if (!type.valid() || H5Tget_class(type.get()) != H5T_STRING ||
      H5Sget_simple_extent_npoints(space.get()) != 1) {
    return {};
  }
  return H5Tis_variable_str(type.get()) > 0 ? read_variable_attribute(attribute.get(), type.get())
                                            : read_fixed_attribute(attribute.get(), type.get());
}

std::vector<std::string> Hdf5File::dimension_names(const std::string& path) const {
  const Hdf5Handle dataset = open_dataset(handles_->file.get(), path);
  std::vector<std::string> names(shape_of(dataset.get(), path).size());
  if (H5DSis_scale(dataset.get()) > 0) {  // a coordinate: its only dimension is itself
    for (std::string& name : names) name = path.substr(path.rfind('/') + 1);
    return names;
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (H5DSiterate_scales(dataset.get(), static_cast<unsigned>(i), nullptr, name_scale,
                           &names[i]) < 0) {
      refuse(path, fmt::format("has a dimension {} without a readable name", i));
    }
  }
  return names;
}

void Hdf5File::spend(const std::string& path, std::uint64_t bytes) const {
  bytes_read_ += bytes;  // cannot overflow: every addend was checked against the caps on opening
  const std::uint64_t limit = std::min(kMaximumBytes, kMaximumExpansion * size_);
  if (bytes_read_ > limit) {
    refuse(path, fmt::format("brings the data of this file to {} bytes, may be at most {}",
                             bytes_read_, limit));
  }
}

}  // namespace raftup::hydro
