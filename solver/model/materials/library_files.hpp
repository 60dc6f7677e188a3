#pragma once

#include <span>
#include <string_view>

namespace raftup::solver {

/// A file of the material library in solver/model/materials/library. The file is compiled into the
/// program.
struct LibraryFile {
  const char* name;
  std::string_view text;
};

/// The files of materials and of contact materials, each list sorted by name.
extern const std::span<const LibraryFile> kMaterialFiles, kContactMaterialFiles;

}  // namespace raftup::solver
