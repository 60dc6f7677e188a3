#include "hydro/database/hdf5_file.hpp"

#include "hydro/base/error.hpp"
#include "hydro/database/readers/source.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/hdf5_image.hpp"
#include "tests/support/reference_data.hpp"

using Catch::Contains;
using raftup::hydro::FiledArray;
using raftup::hydro::Hdf5File;
using raftup::testing::Hdf5Image;

namespace {

/// A dataset of float64 with the given storage properties and nothing written.
void create_dataset(const Hdf5Image& image, const char* name, const std::vector<hsize_t>& shape,
                    hid_t properties, hid_t type = H5T_NATIVE_DOUBLE) {
  const hid_t space = H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr);
  const hid_t dataset =
      H5Dcreate2(image.file(), name, type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
  REQUIRE(dataset >= 0);
  H5Dclose(dataset);
  H5Sclose(space);
}

}  // namespace

TEST_CASE("HDF5: numbers come out in the file's order", "[hydro][database]") {
  Hdf5Image image;
  image.write("/a/b", {2, 3}, {1, 2, 3, 4, 5, 6});
  const Hdf5File file(image.bytes());
  const FiledArray array = file.read_array("/a/b");
  REQUIRE(array.shape == std::vector<Eigen::Index>{2, 3});
  REQUIRE(array.values == std::vector<double>{1, 2, 3, 4, 5, 6});
  REQUIRE(file.contains("/a"));
  REQUIRE_FALSE(file.contains("/x/y"));
}

TEST_CASE("HDF5: chunked, shuffled and deflated data with a checksum are read",
          "[hydro][database]") {
  Hdf5Image image;
  const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
  const std::vector<hsize_t> chunk = {2};
  H5Pset_chunk(properties, 1, chunk.data());
  H5Pset_shuffle(properties);
  H5Pset_deflate(properties, 6);
  H5Pset_fletcher32(properties);
  create_dataset(image, "/a", {4}, properties);
  const hid_t dataset = H5Dopen2(image.file(), "/a", H5P_DEFAULT);
  const std::vector<double> values = {1, -2, 3, -4};
  H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  H5Dclose(dataset);
  H5Pclose(properties);
  REQUIRE(Hdf5File(image.bytes()).read_array("/a").values == values);
}

TEST_CASE("HDF5: text of fixed and of variable length loses its padding", "[hydro][database]") {
  Hdf5Image image;
  image.write_text("/fixed", "WAMIT  ");
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, H5T_VARIABLE);
  create_dataset(image, "/variable", {1}, H5P_DEFAULT, type);
  const hid_t dataset = H5Dopen2(image.file(), "/variable", H5P_DEFAULT);
  const char* text = "infinite";
  H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, static_cast<const void*>(&text));
  H5Dclose(dataset);
  H5Tclose(type);
  const Hdf5File file(image.bytes());
  REQUIRE(file.read_text("/fixed") == "WAMIT");
  REQUIRE(file.is_text("/variable"));
  REQUIRE(file.read_text("/variable") == "infinite");
}

TEST_CASE("HDF5: what is missing or of another kind is named", "[hydro][database]") {
  Hdf5Image image;
  image.write("/group/pair", {2}, {1, 2});
  image.write_text("/text", "abc");
  const Hdf5File file(image.bytes());
  REQUIRE_THROWS_WITH(file.read_array("/nothing"), "/nothing is missing");
  REQUIRE_THROWS_WITH(file.read_array("/group"), "/group must be a dataset, is a group");
  REQUIRE_THROWS_WITH(file.read_number("/group/pair"), "/group/pair must hold one value, holds 2");
  REQUIRE_THROWS_WITH(file.read_array("/text"), Contains("/text must hold IEEE floats"));
  REQUIRE_THROWS_WITH(file.read_text("/group/pair"), Contains("must hold one value"));
}

TEST_CASE("HDF5: links to elsewhere are refused", "[hydro][database][hostile]") {
  Hdf5Image image;
  image.write("/a", {}, {1});
  SECTION("soft") { H5Lcreate_soft("/a", image.file(), "/link", H5P_DEFAULT, H5P_DEFAULT); }
  SECTION("external") {
    H5Lcreate_external("/etc/passwd", "/a", image.file(), "/link", H5P_DEFAULT, H5P_DEFAULT);
  }
  REQUIRE_THROWS_WITH(Hdf5File(image.bytes()), Contains("/link must be a hard link"));
}

TEST_CASE("HDF5: groups within groups without end are refused, and soon",
          "[hydro][database][hostile]") {
  Hdf5Image image;
  std::string path;
  for (int depth = 0; depth < 300; ++depth) path += "/g";
  image.write(path + "/a", {}, {1});
  REQUIRE_THROWS_WITH(Hdf5File(image.bytes()),
                      Contains("lies in more groups within groups than the 16 that may be"));
}

TEST_CASE("HDF5: data outside the file are refused", "[hydro][database][hostile]") {
  Hdf5Image image;
  const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
  SECTION("external storage") {
    H5Pset_external(properties, "/etc/passwd", 0, 24);
    create_dataset(image, "/a", {3}, properties);
    REQUIRE_THROWS_WITH(Hdf5File(image.bytes()), Contains("/a must keep its data in this file"));
  }
  SECTION("virtual layout") {
    const hsize_t extent = 3;
    const hid_t space = H5Screate_simple(1, &extent, nullptr);
    H5Pset_virtual(properties, space, "/tmp/other.h5", "/b", space);
    H5Sclose(space);
    create_dataset(image, "/a", {3}, properties);
    REQUIRE_THROWS_WITH(Hdf5File(image.bytes()), Contains("/a must have a compact, contiguous"));
  }
  H5Pclose(properties);
}

TEST_CASE("HDF5: an unusual filter is refused by its number", "[hydro][database][hostile]") {
  Hdf5Image image;
  const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
  const hsize_t chunk = 4;
  H5Pset_chunk(properties, 1, &chunk);
  H5Pset_nbit(properties);
  create_dataset(image, "/a", {4}, properties);
  H5Pclose(properties);
  REQUIRE_THROWS_WITH(Hdf5File(image.bytes()),
                      Contains("/a may use the filters") && Contains("uses filter 5"));
}

TEST_CASE("HDF5: extents beyond the caps are refused before anything is allocated",
          "[hydro][database][hostile]") {
  Hdf5Image image;
  SECTION("a thousand times the file's size") {
    create_dataset(image, "/a", {1000, 8000}, H5P_DEFAULT);
    REQUIRE_THROWS_WITH(Hdf5File(image.bytes()), Contains("/a may declare at most 1000 times"));
  }
  SECTION("half a gigabyte") {
    create_dataset(image, "/a", {1U << 30U}, H5P_DEFAULT);
    REQUIRE_THROWS_WITH(Hdf5File(image.bytes()),
                        "/a may declare at most 536870912 bytes, declares 8589934592");
  }
  SECTION("more than 64 bits count") {
    const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    const std::vector<hsize_t> chunk = {1, 1, 1};
    H5Pset_chunk(properties, 3, chunk.data());
    create_dataset(image, "/a", {1U << 31U, 1U << 31U, 16}, properties);
    H5Pclose(properties);
    REQUIRE_THROWS_WITH(Hdf5File(image.bytes()), Contains("more bytes than 64 bits can count"));
  }
}

TEST_CASE("HDF5: one dataset linked many times cannot be read without end",
          "[hydro][database][hostile]") {
  Hdf5Image image;
  create_dataset(image, "/a", {100, 1000}, H5P_DEFAULT);
  const std::vector<std::byte> bytes = image.bytes();
  const Hdf5File file(bytes);
  // 800 kB each, and a thousand times the file's size in all
  const std::size_t allowed = 1000 * bytes.size() / 800000;
  for (std::size_t i = 0; i < allowed; ++i) file.read_array("/a");
  REQUIRE_THROWS_WITH(file.read_array("/a"), Contains("/a brings the data of this file to"));
}

TEST_CASE("HDF5: a healthy file of another making is read", "[hydro][database][reference]") {
  RAFTUP_REQUIRE_REFERENCE(healthy, "malformed/ok.h5");
  const Hdf5File file(raftup::hydro::read_bytes(healthy));
  REQUIRE(file.read_array("/a").shape == std::vector<Eigen::Index>{24, 24, 100});
}

TEST_CASE("HDF5: bytes of another kind are refused", "[hydro][database][hostile]") {
  const std::vector<std::byte> zeros(100);
  REQUIRE_THROWS_WITH(Hdf5File(zeros), "the file is not HDF5: its first 8 bytes differ");
  REQUIRE_THROWS_WITH(Hdf5File(std::span<const std::byte>{}), Contains("is not HDF5"));
  Hdf5Image image;
  image.write("/a", {}, {1});
  std::vector<std::byte> cut = image.bytes();
  cut.resize(cut.size() / 2);
  REQUIRE_THROWS_WITH(Hdf5File(cut), Contains("is damaged"));
}
