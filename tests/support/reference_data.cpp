#include "tests/support/reference_data.hpp"

#include <cstdlib>

namespace raftup::testing {

namespace fs = std::filesystem;

fs::path own_data() {
  return fs::path(RAFTUP_SOURCE_DIR) / "clients" / "examples" / "data" / "own";
}

std::optional<fs::path> reference_data(const std::string& relative_path) {
  const char* configured = std::getenv("RAFTUP_REFERENCE_DATA");
  const fs::path root = configured != nullptr
                            ? fs::path(configured)
                            : fs::path(RAFTUP_SOURCE_DIR).parent_path() / "shared" / "data";
  const fs::path file = root / relative_path;
  if (!fs::exists(file)) return std::nullopt;
  return file;
}

std::optional<fs::path> moordyn_library() {
  if (const char* named = std::getenv("RAFTUP_MOORDYN")) return named;
  std::error_code none;
  for (const auto& python :
       fs::directory_iterator(fs::path(RAFTUP_SOURCE_DIR) / ".venv" / "lib", none)) {
    const fs::path libraries = python.path() / "site-packages" / "moordyn.libs";
    for (const auto& file : fs::directory_iterator(libraries, none)) {
      if (file.path().filename().string().starts_with("libmoordyn")) return file.path();
    }
  }
  return std::nullopt;
}

}  // namespace raftup::testing
