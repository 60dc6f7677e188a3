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

}  // namespace raftup::testing
