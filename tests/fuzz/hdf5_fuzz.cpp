/// @file What an HDF5 database may hold: sound files whose datasets are missing, of another shape
/// or type, or of other values. Input: one byte for the file, then edits. They are refused in
/// words, or the database that comes out is whole. Damaged bytes are the HDF5 library's matter and
/// meet it in a process of their own (tests/server/databases/reader_process_test.cpp).
#include <algorithm>
#include <cmath>

#include "hydro/database/formats/raftup_layout.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/fuzz/read_whole.hpp"
#include "tests/hydro/database/small_database.hpp"
#include "tests/support/database_images.hpp"
#include "tests/support/hdf5_image.hpp"

using namespace raftup;

namespace {

constexpr int kMostEdits = 8;
constexpr std::size_t kLargestLength = 8;

using Image = std::vector<std::byte>;

Image hdb5_of_two_ships() {
  hydro::Database database = testing::small_database(2);
  database.retardation_kernel.grid = VectorXd::LinSpaced(3, 0.0, 1.0);
  database.retardation_kernel.values.assign(3, MatrixXd::Zero(12, 12));
  database.excitation.values = {MatrixXcd::Ones(12, 3)};
  database.diffraction = database.excitation;
  database.froude_krylov.values = {MatrixXcd::Zero(12, 3)};
  return testing::hdb5_image(database);
}

constexpr std::size_t kHdb5 = 0;

const std::vector<Image>& images() {
  static const std::vector<Image> all = {
      hdb5_of_two_ships(),
      testing::minimal_bemio(2).image(),
      hydro::write_raftup(testing::complete_database(2)),
      testing::small_capytaine().netcdf4(),
      testing::flexible_bemio().image(),
      testing::flexible_capytaine().netcdf4(),
      hydro::write_raftup(testing::with_modes(testing::small_database(2)))};
  return all;
}

/// HDB5 does not say where the bodies' centres of gravity are.
hydro::SourceOptions options_for(std::size_t which) {
  hydro::SourceOptions options;
  if (which == kHdb5) options.centers_of_gravity.assign(2, Vector3(0.0, 0.0, -1.0));
  return options;
}

herr_t add_dataset(hid_t, const char* name, const H5O_info_t* info, void* names) {
  if (info->type == H5O_TYPE_DATASET) {
    static_cast<std::vector<std::string>*>(names)->push_back(std::string("/") + name);
  }
  return 0;
}

std::vector<std::string> datasets_of(const testing::Hdf5Image& image) {
  std::vector<std::string> names;
  H5Ovisit(image.file(), H5_INDEX_NAME, H5_ITER_INC, add_dataset, &names);
  return names;
}

/// A number as files have them, or one that no file should.
double likely_number(testing::ByteSource& bytes) {
  switch (bytes.below(4)) {
    case 0:
      return bytes.number();
    case 1:
      return std::ldexp(1.0, static_cast<int>(bytes.integer() % 1024));
    default:
      return static_cast<double>(bytes.integer());
  }
}

std::vector<hsize_t> likely_shape(testing::ByteSource& bytes) {
  std::vector<hsize_t> shape(bytes.below(5));
  for (hsize_t& length : shape) length = bytes.below(kLargestLength);
  return shape;
}

void write_other_array(testing::Hdf5Image& image, const std::string& path,
                       testing::ByteSource& bytes) {
  const std::vector<hsize_t> shape = likely_shape(bytes);
  std::size_t count = 1;
  for (const hsize_t length : shape) count *= length;
  std::vector<double> values(std::max<std::size_t>(count, 1), likely_number(bytes));
  if (!bytes.empty()) values[bytes.below(values.size())] = likely_number(bytes);
  image.write(path, shape, values);
}

/// One number of a dataset becomes another; its shape stays.
void change_number(testing::Hdf5Image& image, const std::string& path, testing::ByteSource& bytes) {
  const hid_t dataset = H5Dopen2(image.file(), path.c_str(), H5P_DEFAULT);
  const hid_t type = H5Dget_type(dataset);
  const hid_t space = H5Dget_space(dataset);
  const auto count = static_cast<std::size_t>(H5Sget_simple_extent_npoints(space));
  if (H5Tget_class(type) == H5T_FLOAT && count > 0) {
    std::vector<double> values(count);
    H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    const std::size_t place = static_cast<std::size_t>(bytes.byte()) * 256 + bytes.byte();
    values[place % count] = likely_number(bytes);
    H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  }
  H5Sclose(space);
  H5Tclose(type);
  H5Dclose(dataset);
}

void edit(testing::Hdf5Image& image, testing::ByteSource& bytes) {
  const std::vector<std::string> datasets = datasets_of(image);
  if (datasets.empty()) return;
  const std::string& path = datasets[bytes.below(datasets.size())];
  const std::size_t kind = bytes.below(4);
  if (kind == 0) return change_number(image, path, bytes);
  H5Ldelete(image.file(), path.c_str(), H5P_DEFAULT);
  if (kind == 1) write_other_array(image, path, bytes);
  if (kind == 2) image.write_text(path, bytes.flag() ? "infinite" : std::string(1, 'x'));
}

Image edited(std::size_t which, testing::ByteSource& bytes) {
  testing::Hdf5Image image(images()[which]);
  for (int i = 0; i < kMostEdits && !bytes.empty(); ++i) edit(image, bytes);
  return image.bytes();
}

}  // namespace

namespace raftup::testing {

std::vector<std::string> fuzz_seeds() {
  std::vector<std::string> seeds;
  for (std::size_t i = 0; i < images().size(); ++i) {
    const auto file = static_cast<char>(i);
    seeds.push_back({file});
    seeds.push_back({file, 3, 0, 0, 1, 2, 101, 5, 1, 2, 1, 3, 90});
    seeds.push_back({file, 9, 1, 2, 2, 2, 2, 101, 7, 2, 1});
  }
  return seeds;
}

}  // namespace raftup::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  testing::ByteSource bytes({data, size});
  const std::size_t which = bytes.below(images().size());
  const hydro::SourceFile file{"edited.h5", edited(which, bytes)};
  testing::read_whole_or_refuse(std::span(&file, 1), options_for(which));
  return 0;
}
