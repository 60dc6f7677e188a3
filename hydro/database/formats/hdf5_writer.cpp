#include "hydro/database/formats/hdf5_writer.hpp"

#include <hdf5_hl.h>

#include <algorithm>

#include "hydro/base/error.hpp"
#include "hydro/database/hdf5_objects.hpp"

namespace raftup::hydro {

namespace {

void check(herr_t status, const std::string& path) {
  if (status < 0) throw Error(ErrorCode::kInternal, path + " cannot be written to HDF5");
}

void check(const Hdf5Handle& handle, const std::string& path) {
  check(handle.valid() ? 0 : -1, path);
}

Hdf5Handle create_file() {
  const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  constexpr std::size_t kGrowth = std::size_t{1} << 20;
  check(H5Pset_fapl_core(access.get(), kGrowth, false), "/");
  const Hdf5Handle creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
  check(H5Pset_obj_track_times(creation.get(), false), "/");
  Hdf5Handle file(H5Fcreate("image", H5F_ACC_TRUNC, creation.get(), access.get()), H5Fclose);
  check(file, "/");
  return file;
}

Hdf5Handle space_of(const std::vector<Eigen::Index>& shape) {
  if (shape.empty()) return {H5Screate(H5S_SCALAR), H5Sclose};
  const std::vector<hsize_t> extents(shape.begin(), shape.end());
  return {H5Screate_simple(static_cast<int>(extents.size()), extents.data(), nullptr), H5Sclose};
}

/// Returns the type of UTF-8 text of a fixed length, which HDF5 requires to be positive.
Hdf5Handle text_type(std::size_t length) {
  Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type.get(), std::max<std::size_t>(1, length));
  H5Tset_cset(type.get(), H5T_CSET_UTF8);
  H5Tset_strpad(type.get(), H5T_STR_NULLPAD);
  return type;
}

}  // namespace

struct Hdf5Writer::Handles {
  Handles()
      : file(create_file()),
        links(H5Pcreate(H5P_LINK_CREATE), H5Pclose),
        dataset(H5Pcreate(H5P_DATASET_CREATE), H5Pclose) {
    H5Pset_create_intermediate_group(links.get(), 1);
    H5Pset_obj_track_times(dataset.get(), false);
  }

  void write(const std::string& path, hid_t type, const Hdf5Handle& space,
             const void* values) const {
    const Hdf5Handle created(H5Dcreate2(file.get(), path.c_str(), type, space.get(), links.get(),
                                        dataset.get(), H5P_DEFAULT),
                             H5Dclose);
    check(created, path);
    check(H5Dwrite(created.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), path);
  }

  Hdf5Silence silence;
  Hdf5Handle file;
  Hdf5Handle links;
  Hdf5Handle dataset;
};

Hdf5Writer::Hdf5Writer() : handles_(std::make_unique<Handles>()) {}

Hdf5Writer::~Hdf5Writer() = default;

void Hdf5Writer::write_array(const std::string& path, const std::vector<Eigen::Index>& shape,
                             std::span<const double> values) {
  handles_->write(path, H5T_IEEE_F64LE, space_of(shape), values.data());
}

void Hdf5Writer::write_text(const std::string& path, const std::string& text) {
  std::string padded = text;
  padded.resize(std::max<std::size_t>(1, text.size()));
  handles_->write(path, text_type(text.size()).get(), space_of({}), padded.data());
}

void Hdf5Writer::write_texts(const std::string& path, const std::vector<std::string>& texts) {
  std::size_t length = 2;  // of length 1 they would be characters to NetCDF
  for (const std::string& text : texts) length = std::max(length, text.size());
  std::string padded;
  for (std::string text : texts) {
    text.resize(length);
    padded += text;
  }
  handles_->write(path, text_type(length).get(),
                  space_of({static_cast<Eigen::Index>(texts.size())}), padded.data());
}

void Hdf5Writer::write_attribute(const std::string& path, const std::string& name,
                                 const std::string& text) {
  const Hdf5Handle object(H5Oopen(handles_->file.get(), path.c_str(), H5P_DEFAULT), H5Oclose);
  check(object, path);
  const Hdf5Handle type = text_type(text.size());
  const Hdf5Handle space = space_of({});
  const Hdf5Handle attribute(
      H5Acreate2(object.get(), name.c_str(), type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT),
      H5Aclose);
  check(attribute, path);
  std::string padded = text;
  padded.resize(std::max<std::size_t>(1, text.size()));
  check(H5Awrite(attribute.get(), type.get(), padded.data()), path);
}

void Hdf5Writer::make_scale(const std::string& path) {
  const Hdf5Handle dataset(H5Dopen2(handles_->file.get(), path.c_str(), H5P_DEFAULT), H5Dclose);
  check(dataset, path);
  check(H5DSset_scale(dataset.get(), path.substr(path.rfind('/') + 1).c_str()), path);
}

void Hdf5Writer::attach_scales(const std::string& path, const std::vector<std::string>& scales) {
  const Hdf5Handle dataset(H5Dopen2(handles_->file.get(), path.c_str(), H5P_DEFAULT), H5Dclose);
  check(dataset, path);
  for (std::size_t i = 0; i < scales.size(); ++i) {
    const std::string scale_path = "/" + scales[i];
    const Hdf5Handle scale(H5Dopen2(handles_->file.get(), scale_path.c_str(), H5P_DEFAULT),
                           H5Dclose);
    check(scale, scale_path);
    check(H5DSattach_scale(dataset.get(), scale.get(), static_cast<unsigned>(i)), path);
  }
}

std::vector<std::byte> Hdf5Writer::image() const {
  const hid_t file = handles_->file.get();
  check(H5Fflush(file, H5F_SCOPE_GLOBAL), "/");
  const ssize_t size = H5Fget_file_image(file, nullptr, 0);
  check(size < 0 ? -1 : 0, "/");
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  check(H5Fget_file_image(file, bytes.data(), bytes.size()) < 0 ? -1 : 0, "/");
  return bytes;
}

}  // namespace raftup::hydro
