#include "hydro/database/hdf5_objects.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>

#include "hydro/base/error.hpp"
#include "hydro/database/hdf5_file.hpp"

namespace raftup::hydro {

namespace {

constexpr int kDeepest = 16;  ///< groups within groups; known formats have 5

std::uint64_t checked_product(const std::string& path, std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) {
    refuse(path, fmt::format("declares more bytes than 64 bits can count ({} x {})", a, b));
  }
  return product;
}

std::uint64_t element_count(const std::string& path, int rank, const hsize_t* extents) {
  std::uint64_t count = 1;
  for (int i = 0; i < rank; ++i) count = checked_product(path, count, extents[i]);
  return count;
}

std::uint64_t element_size(hid_t dataset, const std::string& path) {
  const Hdf5Handle type(H5Dget_type(dataset), H5Tclose);
  const std::size_t size = type.valid() ? H5Tget_size(type.get()) : 0;
  if (size == 0) refuse(path, "has no readable data type");
  return size;
}

void check_filters(hid_t properties, const std::string& path) {
  const int count = H5Pget_nfilters(properties);
  if (count < 0) refuse(path, "has no readable list of filters");
  for (int i = 0; i < count; ++i) {
    unsigned int flags = 0;
    std::size_t value_count = 0;
    const H5Z_filter_t filter = H5Pget_filter2(properties, static_cast<unsigned int>(i), &flags,
                                               &value_count, nullptr, 0, nullptr, nullptr);
    if (filter != H5Z_FILTER_SHUFFLE && filter != H5Z_FILTER_DEFLATE &&
        filter != H5Z_FILTER_FLETCHER32) {
      refuse(path, fmt::format("may use the filters shuffle, deflate and fletcher32 only, "
                               "uses filter {}",
                               filter));
    }
  }
}

void check_chunks(hid_t properties, const std::string& path, std::uint64_t element,
                  std::uint64_t file_size) {
  std::array<hsize_t, H5S_MAX_RANK> extents{};
  const int rank = H5Pget_chunk(properties, H5S_MAX_RANK, extents.data());
  if (rank < 0) refuse(path, "has no readable chunk size");
  const std::uint64_t count = element_count(path, rank, extents.data());
  check_size(path, checked_product(path, count, element), file_size);
}

void check_dataset(hid_t dataset, const std::string& path, std::uint64_t file_size) {
  const Hdf5Handle properties(H5Dget_create_plist(dataset), H5Pclose);
  if (!properties.valid()) refuse(path, "has no readable storage properties");
  if (H5Pget_external_count(properties.get()) != 0) {
    refuse(path, "must keep its data in this file, has external storage");
  }
  const H5D_layout_t layout = H5Pget_layout(properties.get());
  if (layout != H5D_COMPACT && layout != H5D_CONTIGUOUS && layout != H5D_CHUNKED) {
    refuse(path, "must have a compact, contiguous or chunked layout, is virtual or unknown");
  }
  check_filters(properties.get(), path);
  if (layout == H5D_CHUNKED) {
    check_chunks(properties.get(), path, element_size(dataset, path), file_size);
  }
  check_size(path, declared_bytes(dataset, path), file_size);
}

void check_object(hid_t root, const char* name, std::uint64_t file_size) {
  const std::string path = std::string("/") + name;
  const Hdf5Handle object(H5Oopen(root, name, H5P_DEFAULT), H5Oclose);
  if (!object.valid()) refuse(path, "is damaged: the HDF5 library cannot open it");
  if (H5Iget_type(object.get()) == H5I_DATASET) check_dataset(object.get(), path, file_size);
}

/// Data that H5Lvisit passes through the C library, since exceptions must not pass through it.
struct Visit {
  std::uint64_t file_size;
  std::exception_ptr refusal;
};

herr_t visit_link(hid_t root, const char* name, const H5L_info_t* info, void* data) {
  auto* visit = static_cast<Visit*>(data);
  try {
    const auto depth = std::count(name, name + std::strlen(name), '/');
    if (depth > kDeepest) {
      refuse(fmt::format("/{:.60}...", name),
             fmt::format("lies in more groups within groups than the {} that may be", kDeepest));
    }
    if (info->type != H5L_TYPE_HARD) {
      refuse(std::string("/") + name, "must be a hard link, is a soft, external or unknown link");
    }
    check_object(root, name, visit->file_size);
    return 0;
  } catch (...) {
    visit->refusal = std::current_exception();
    return 1;
  }
}

}  // namespace

void check_every_object(hid_t file, std::uint64_t file_size) {
  Visit visit{file_size, nullptr};
  const herr_t status = H5Lvisit(file, H5_INDEX_NAME, H5_ITER_INC, visit_link, &visit);
  if (visit.refusal) std::rethrow_exception(visit.refusal);
  if (status < 0) refuse("/", "is damaged: the HDF5 library cannot list its objects");
}

std::uint64_t declared_bytes(hid_t dataset, const std::string& path) {
  const Hdf5Handle space(H5Dget_space(dataset), H5Sclose);
  std::array<hsize_t, H5S_MAX_RANK> extents{};
  const int rank =
      space.valid() ? H5Sget_simple_extent_dims(space.get(), extents.data(), nullptr) : -1;
  if (rank < 0) refuse(path, "has no readable extents");
  const std::uint64_t count = element_count(path, rank, extents.data());
  return checked_product(path, count, element_size(dataset, path));
}

void check_size(const std::string& path, std::uint64_t bytes, std::uint64_t file_size) {
  if (bytes > kMaximumBytes) {
    refuse(path, fmt::format("may declare at most {} bytes, declares {}", kMaximumBytes, bytes));
  }
  if (bytes / kMaximumExpansion > file_size) {
    refuse(path, fmt::format("may declare at most {} times the file's {} bytes, declares {}",
                             kMaximumExpansion, file_size, bytes));
  }
}

}  // namespace raftup::hydro
