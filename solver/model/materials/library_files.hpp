#pragma once

#include <span>
#include <string_view>

namespace raftup::solver {

/// A file of the library that is compiled into the program: solver/model/materials/library.
struct LibraryFile {
  const char* name;
  std::string_view text;
};

/// The files, sorted by name.
extern const std::span<const LibraryFile> kMaterialFiles, kContactMaterialFiles;

}  // namespace raftup::solver
