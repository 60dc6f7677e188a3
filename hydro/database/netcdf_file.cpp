#include "hydro/database/netcdf_file.hpp"

#include <fmt/format.h>

#include <bit>
#include <concepts>

#include "hydro/base/error.hpp"
#include "hydro/base/utf8.hpp"
#include "hydro/database/hdf5_file.hpp"

namespace raftup::hydro {

namespace {

/// NetCDF-4 files are HDF5 files: variables are datasets of the root group, dimensions are named by
/// scales.
class Netcdf4File final : public NetcdfFile {
 public:
  explicit Netcdf4File(std::span<const std::byte> image) : file_(image) {}

  bool contains(const std::string& variable) const override {
    return file_.contains("/" + variable);
  }

  NamedArray read_array(const std::string& variable) const override {
    FiledArray array = file_.read_array("/" + variable);
    return {file_.dimension_names("/" + variable), std::move(array.shape), std::move(array.values)};
  }

  std::vector<std::string> read_texts(const std::string& variable) const override {
    if (auto text = file_.read_character_row("/" + variable)) return {*std::move(text)};
    return file_.read_texts("/" + variable);
  }

 private:
  Hdf5File file_;
};

}  // namespace

bool is_netcdf3(std::span<const std::byte> image) {
  const auto is = [image](std::size_t i, char character) {
    return image[i] == static_cast<std::byte>(character);
  };
  return image.size() > 4 && is(0, 'C') && is(1, 'D') && is(2, 'F') &&
         (is(3, 1) || is(3, 2) || is(3, 5));
}

std::unique_ptr<NetcdfFile> open_netcdf(std::span<const std::byte> image) {
  if (is_netcdf3(image)) return std::make_unique<Netcdf3File>(image);
  return std::make_unique<Netcdf4File>(image);
}

namespace {

enum ListTag : std::uint32_t { kAbsent = 0, kDimensions = 10, kVariables = 11, kAttributes = 12 };

/// External data types by their number in the file.
enum Type : std::uint32_t {
  kByte = 1,
  kCharacter = 2,
  kShort = 3,
  kInteger = 4,
  kFloat = 5,
  kDouble = 6,
  kUnsignedByte = 7,
  kUnsignedShort = 8,
  kUnsignedInteger = 9,
  kLong = 10,
  kUnsignedLong = 11
};

std::uint64_t size_of_type(std::uint32_t type, const std::string& where) {
  switch (type) {
    case kByte:
    case kCharacter:
    case kUnsignedByte:
      return 1;
    case kShort:
    case kUnsignedShort:
      return 2;
    case kInteger:
    case kFloat:
    case kUnsignedInteger:
      return 4;
    case kDouble:
    case kLong:
    case kUnsignedLong:
      return 8;
    default:
      refuse(where, fmt::format("has the unknown type {}", type));
  }
}

template <std::unsigned_integral Integer>
Integer big_endian(const std::byte* bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < sizeof(Integer); ++i) {
    value = value << 8U | std::to_integer<std::uint64_t>(bytes[i]);
  }
  return static_cast<Integer>(value);
}

double number_at(const std::byte* bytes, std::uint32_t type) {
  switch (type) {
    case kByte:
      return std::bit_cast<std::int8_t>(big_endian<std::uint8_t>(bytes));
    case kUnsignedByte:
      return big_endian<std::uint8_t>(bytes);
    case kShort:
      return std::bit_cast<std::int16_t>(big_endian<std::uint16_t>(bytes));
    case kUnsignedShort:
      return big_endian<std::uint16_t>(bytes);
    case kInteger:
      return std::bit_cast<std::int32_t>(big_endian<std::uint32_t>(bytes));
    case kUnsignedInteger:
      return big_endian<std::uint32_t>(bytes);
    case kFloat:
      return std::bit_cast<float>(big_endian<std::uint32_t>(bytes));
    case kLong:
      return static_cast<double>(std::bit_cast<std::int64_t>(big_endian<std::uint64_t>(bytes)));
    case kUnsignedLong:
      return static_cast<double>(big_endian<std::uint64_t>(bytes));
    default:
      return std::bit_cast<double>(big_endian<std::uint64_t>(bytes));
  }
}

std::uint64_t checked_product(std::uint64_t a, std::uint64_t b, const std::string& where) {
  std::uint64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) {
    refuse(where, fmt::format("declares more values than 64 bits can count ({} x {})", a, b));
  }
  return product;
}

}  // namespace

/// Parses the header in one pass.
class Netcdf3File::Header {
 public:
  explicit Header(Netcdf3File& file) : file_(file) {
    if (!is_netcdf3(file.image_)) {
      throw Error(ErrorCode::kInvalidArgument, "the file is not NetCDF-3: its first bytes differ");
    }
    version_ = std::to_integer<int>(file.image_[3]);
    position_ = 4;
    read_count();  // of records: their variables are refused when they are read
    read_list(kDimensions, [this] { read_dimension(); });
    read_list(kAttributes, [this] { skip_attribute(); });
    read_list(kVariables, [this] { read_variable(); });
  }

 private:
  const std::byte* read_bytes(std::uint64_t bytes) {
    const std::uint64_t left = file_.image_.size() - position_;
    if (bytes > left) {
      throw Error(ErrorCode::kInvalidArgument,
                  fmt::format("the file is truncated: its header needs {} bytes at {}, {} are left",
                              bytes, position_, left));
    }
    const std::byte* start = file_.image_.data() + position_;
    position_ += bytes;
    return start;
  }

  std::uint32_t read_integer() { return big_endian<std::uint32_t>(read_bytes(4)); }

  std::uint64_t read_count() {
    return version_ == 5 ? big_endian<std::uint64_t>(read_bytes(8)) : read_integer();
  }

  std::uint64_t read_offset() {
    return version_ == 1 ? read_integer() : big_endian<std::uint64_t>(read_bytes(8));
  }

  void skip_padded(std::uint64_t bytes) {
    read_bytes(bytes);
    read_bytes((4 - bytes % 4) % 4);
  }

  std::string read_name() {
    const std::uint64_t length = read_count();
    const auto* text = reinterpret_cast<const char*>(read_bytes(length));
    read_bytes((4 - length % 4) % 4);
    return {text, length};
  }

  /// Reads a list. Every element takes some bytes, so that a count beyond the file ends in
  /// read_bytes().
  template <typename Element>
  void read_list(ListTag expected, Element&& read_element) {
    const std::uint32_t tag = read_integer();
    const std::uint64_t count = read_count();
    if (tag != expected && (tag != kAbsent || count != 0)) {
      throw Error(ErrorCode::kInvalidArgument,
                  fmt::format("the file's header must have the list {} at {}, has {}",
                              static_cast<std::uint32_t>(expected), position_, tag));
    }
    for (std::uint64_t i = 0; i < count; ++i) read_element();
  }

  void read_dimension() {
    std::string name = read_name();
    const std::uint64_t size = read_count();
    file_.dimensions_.push_back({std::move(name), size, size == 0});
  }

  void skip_attribute() {
    const std::string name = read_name();
    const std::uint64_t element = size_of_type(read_integer(), "attribute " + name);
    skip_padded(checked_product(read_count(), element, "attribute " + name));
  }

  void read_variable() {
    const std::string name = read_name();
    Variable variable;
    const std::uint64_t rank = read_count();
    for (std::uint64_t i = 0; i < rank; ++i) {
      const std::uint64_t id = read_count();
      if (id >= file_.dimensions_.size()) {
        refuse(name, fmt::format("has dimension {}, there are {}", id, file_.dimensions_.size()));
      }
      variable.dimensions.push_back(id);
    }
    read_list(kAttributes, [this] { skip_attribute(); });
    variable.type = read_integer();
    size_of_type(variable.type, name);
    read_count();  // its size in bytes, which follows from the dimensions
    variable.begin = read_offset();
    file_.variables_.emplace(name, std::move(variable));
  }

  Netcdf3File& file_;
  int version_ = 0;
  std::uint64_t position_ = 0;
};

Netcdf3File::Netcdf3File(std::span<const std::byte> image) : image_(image) { Header{*this}; }

bool Netcdf3File::contains(const std::string& variable) const {
  return variables_.contains(variable);
}

const Netcdf3File::Variable& Netcdf3File::find(const std::string& name) const {
  const auto found = variables_.find(name);
  if (found == variables_.end()) refuse(name, "is missing");
  return found->second;
}

std::uint64_t Netcdf3File::value_count(const std::string& name, const Variable& variable) const {
  std::uint64_t count = 1;
  for (const std::size_t id : variable.dimensions) {
    if (dimensions_[id].is_record) {
      refuse(name,
             fmt::format("must not grow along the unlimited dimension {}", dimensions_[id].name));
    }
    count = checked_product(count, dimensions_[id].size, name);
  }
  return count;
}

std::span<const std::byte> Netcdf3File::data_of(const std::string& name,
                                                const Variable& variable) const {
  const std::uint64_t bytes =
      checked_product(value_count(name, variable), size_of_type(variable.type, name), name);
  if (variable.begin > image_.size() || bytes > image_.size() - variable.begin) {
    refuse(name, fmt::format("is truncated: it needs {} bytes at {}, the file has {}", bytes,
                             variable.begin, image_.size()));
  }
  return image_.subspan(variable.begin, bytes);
}

NamedArray Netcdf3File::read_array(const std::string& variable) const {
  const Variable& found = find(variable);
  if (found.type == kCharacter) refuse(variable, "must hold numbers, holds text");
  const std::span<const std::byte> data = data_of(variable, found);
  NamedArray array;
  for (const std::size_t id : found.dimensions) {
    array.dimensions.push_back(dimensions_[id].name);
    array.shape.push_back(static_cast<Eigen::Index>(dimensions_[id].size));
  }
  const std::uint64_t element = size_of_type(found.type, variable);
  array.values.reserve(data.size() / element);
  for (std::uint64_t at = 0; at < data.size(); at += element) {
    array.values.push_back(number_at(data.data() + at, found.type));
  }
  return array;
}

std::vector<std::string> Netcdf3File::read_texts(const std::string& variable) const {
  const Variable& found = find(variable);
  if (found.type != kCharacter) refuse(variable, "must be text, holds numbers");
  if (found.dimensions.empty() || found.dimensions.size() > 2) {
    refuse(variable, fmt::format("must have rank 1 or 2, has {}", found.dimensions.size()));
  }
  const std::span<const std::byte> data = data_of(variable, found);
  const std::uint64_t length = dimensions_[found.dimensions.back()].size;
  std::vector<std::string> texts;
  for (std::uint64_t at = 0; at + length <= data.size(); at += length) {
    std::string text(reinterpret_cast<const char*>(data.data() + at), length);
    text.resize(std::min(text.find('\0'), text.size()));
    text.resize(text.find_last_not_of(' ') + 1);
    texts.push_back(as_utf8(text));
  }
  return texts;
}

}  // namespace raftup::hydro
