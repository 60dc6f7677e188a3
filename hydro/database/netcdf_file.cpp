#include "hydro/database/netcdf_file.hpp"

#include "hydro/database/hdf5_file.hpp"
#include "hydro/database/netcdf3_file.hpp"

namespace raftup::hydro {

namespace {

/// NetCDF-4 is HDF5: variables of the root group, dimensions by their scales.
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

}  // namespace raftup::hydro
