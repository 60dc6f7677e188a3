#include "tests/support/hdf5_image.hpp"

#include <stdexcept>

namespace raftup::testing {

namespace {

hid_t checked(hid_t id) {
  if (id < 0) throw std::runtime_error("the test could not write its HDF5 image");
  return id;
}

void write_dataset(hid_t file, const std::string& path, hid_t type, hid_t space,
                   const void* values) {
  const hid_t links = checked(H5Pcreate(H5P_LINK_CREATE));
  H5Pset_create_intermediate_group(links, 1);
  const hid_t dataset =
      checked(H5Dcreate2(file, path.c_str(), type, space, links, H5P_DEFAULT, H5P_DEFAULT));
  checked(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values));
  H5Dclose(dataset);
  H5Pclose(links);
}

void add_body(BemioFields& fields, std::size_t body, std::size_t body_count) {
  const std::string group = "/body" + std::to_string(body + 1);
  const std::size_t columns = 6 * body_count;
  fields.arrays[group + "/properties/cg"] = {{3, 1}, {10.0 * static_cast<double>(body), 0, 0}};
  fields.arrays[group + "/properties/cb"] = {{3, 1}, {10.0 * static_cast<double>(body), 0, -1}};
  fields.arrays[group + "/properties/disp_vol"] = {{1, 1}, {200}};
  const std::string coefficients = group + "/hydro_coeffs";
  fields.arrays[coefficients + "/linear_restoring_stiffness"] = {{6, 6},
                                                                 std::vector<double>(36, 0)};
  BemioFields::Array infinite{{6, columns}, std::vector<double>(6 * columns, 1)};
  BemioFields::Array damping{{6, columns, 2}, std::vector<double>(12 * columns, 0)};
  for (std::size_t dof = 0; dof < 6; ++dof) {
    const std::size_t diagonal = dof * columns + 6 * body + dof;
    infinite.values[diagonal] = 100;
    damping.values[2 * diagonal] = 2;
    damping.values[2 * diagonal + 1] = 3;
  }
  fields.arrays[coefficients + "/added_mass/inf_freq"] = infinite;
  fields.arrays[coefficients + "/radiation_damping/all"] = damping;
  for (const char* part : {"re", "im"}) {
    fields.arrays[coefficients + "/excitation/" + part] = {{6, 1, 2}, std::vector<double>(12, 4)};
  }
}

}  // namespace

Hdf5Image::Hdf5Image() {
  const hid_t access = checked(H5Pcreate(H5P_FILE_ACCESS));
  H5Pset_fapl_core(access, std::size_t{1} << 16, 0);
  file_ = checked(H5Fcreate("test image", H5F_ACC_TRUNC, H5P_DEFAULT, access));
  H5Pclose(access);
}

Hdf5Image::Hdf5Image(const std::vector<std::byte>& bytes) {
  const hid_t access = checked(H5Pcreate(H5P_FILE_ACCESS));
  H5Pset_fapl_core(access, std::size_t{1} << 16, 0);
  H5Pset_file_image(access, const_cast<std::byte*>(bytes.data()), bytes.size());
  file_ = checked(H5Fopen("test image", H5F_ACC_RDWR, access));
  H5Pclose(access);
}

Hdf5Image::~Hdf5Image() { H5Fclose(file_); }

void Hdf5Image::write(const std::string& path, const std::vector<hsize_t>& shape,
                      const std::vector<double>& values) {
  const hid_t space = checked(
      shape.empty() ? H5Screate(H5S_SCALAR)
                    : H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr));
  write_dataset(file_, path, H5T_NATIVE_DOUBLE, space, values.data());
  H5Sclose(space);
}

void Hdf5Image::write_text(const std::string& path, const std::string& text) {
  const hid_t type = checked(H5Tcopy(H5T_C_S1));
  H5Tset_size(type, text.size());
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  const hid_t space = checked(H5Screate(H5S_SCALAR));
  write_dataset(file_, path, type, space, text.data());
  H5Sclose(space);
  H5Tclose(type);
}

std::vector<std::byte> Hdf5Image::bytes() const {
  H5Fflush(file_, H5F_SCOPE_GLOBAL);
  std::vector<std::byte> image(static_cast<std::size_t>(H5Fget_file_image(file_, nullptr, 0)));
  H5Fget_file_image(file_, image.data(), image.size());
  return image;
}

void BemioFields::write_to(Hdf5Image& image) const {
  for (const auto& [path, array] : arrays) image.write(path, array.shape, array.values);
  for (const auto& [path, text] : texts) image.write_text(path, text);
}

std::vector<std::byte> BemioFields::image() const {
  Hdf5Image image;
  write_to(image);
  return image.bytes();
}

BemioFields minimal_bemio(std::size_t body_count) {
  BemioFields fields;
  const std::string parameters = "/simulation_parameters/";
  fields.arrays[parameters + "rho"] = {{1, 1}, {1000}};
  fields.arrays[parameters + "g"] = {{1, 1}, {10}};
  fields.arrays[parameters + "w"] = {{2, 1}, {.5, 1}};
  fields.arrays[parameters + "wave_dir"] = {{1, 1}, {0}};
  fields.texts[parameters + "water_depth"] = "infinite";
  for (std::size_t body = 0; body < body_count; ++body) add_body(fields, body, body_count);
  return fields;
}

BemioFields flexible_bemio() {
  constexpr std::size_t kRigid = 6, kAll = 8;
  BemioFields fields = minimal_bemio(1);
  const std::string properties = "/body1/properties/", coefficients = "/body1/hydro_coeffs/";
  const auto diagonal = [](double rigid, double mode, double elsewhere = 0.0) {
    std::vector<double> values(kAll * kAll, elsewhere);
    for (std::size_t dof = 0; dof < kAll; ++dof) {
      values[dof * (kAll + 1)] = dof < kRigid ? rigid : mode;
    }
    return BemioFields::Array{{kAll, kAll}, values};
  };
  fields.arrays[properties + "dof"] = {{1, 1}, {static_cast<double>(kAll)}};
  fields.arrays[properties + "mass"] = diagonal(2e5, 500.0);
  fields.arrays[properties + "stiffness"] = diagonal(0.0, 2e4);
  fields.arrays[properties + "damping"] = diagonal(0.0, 0.0);
  fields.arrays[coefficients + "linear_restoring_stiffness"] = diagonal(0.0, 10.0);
  fields.arrays[coefficients + "added_mass/inf_freq"] = diagonal(100.0, 100.0, 1.0);
  BemioFields::Array damping{{kAll, kAll, 2}, std::vector<double>(2 * kAll * kAll, 0.0)};
  for (std::size_t dof = 0; dof < kAll; ++dof) {
    damping.values[2 * dof * (kAll + 1)] = 2.0;
    damping.values[2 * dof * (kAll + 1) + 1] = 3.0;
  }
  fields.arrays[coefficients + "radiation_damping/all"] = damping;
  for (const char* part : {"re", "im"}) {
    fields.arrays[coefficients + "excitation/" + part] = {{kAll, 1, 2},
                                                          std::vector<double>(2 * kAll, 4.0)};
  }
  return fields;
}

}  // namespace raftup::testing
