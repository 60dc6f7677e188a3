#pragma once

#include <span>
#include <string_view>

namespace raftup::solver {

/// A file of the library as it is built in: solver/model/materials/library.
struct LibraryFile {
  const char* name;
  std::string_view text;
};

/// By the name of their files.
extern const std::span<const LibraryFile> kMaterialFiles, kContactMaterialFiles;

}  // namespace raftup::solver
