#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "hydro/database/readers/source.hpp"

namespace raftup::hydro {

namespace {

/// A program, two words that its files contain, and advice on how to obtain a file that can be
/// read.
struct ForeignProgram {
  std::string_view name;
  std::string_view word, other_word;
  std::string_view way_out;
};

constexpr std::string_view kAqwa =
    "give the file .AH1 of its run, with the listing .LIS if there is one";
constexpr std::string_view kOrcaflex =
    "save a model with its vessel types as a text file (.yml); OrcaWave exports its results in "
    "WAMIT's layout (.out) as well";
constexpr std::string_view kHydrostar =
    "it is a mesh, for all that it may end in .hst; give the folder with its files .rao";

constexpr std::array kPrograms = {
    ForeignProgram{"AQWA", "AQWA-LINE", "", kAqwa},
    ForeignProgram{"AQWA", "Aqwa in Workbench", "", kAqwa},
    ForeignProgram{"OrcaFlex", "OrcaFlex", "", kOrcaflex},
    ForeignProgram{"HydroStar", "NUMPANEL", "PROJECT", kHydrostar},
};

/// Number of bytes in which the words are searched.
constexpr std::size_t kHead = std::size_t{1} << 16;

/// Returns the beginning of a file without the NULs of UTF-16, which OrcaFlex writes.
std::string head_of(const SourceFile& file) {
  const std::size_t size = std::min(file.bytes.size(), kHead);
  std::string head(reinterpret_cast<const char*>(file.bytes.data()), size);
  std::erase(head, '\0');
  return head;
}

}  // namespace

std::optional<std::string> foreign_format(const SourceFile& file) {
  const std::string head = head_of(file);
  for (const ForeignProgram& program : kPrograms) {
    if (head.find(program.word) == std::string::npos) continue;
    if (head.find(program.other_word) == std::string::npos) continue;
    return fmt::format("is a file of {}, which is not read: {}", program.name, program.way_out);
  }
  return std::nullopt;
}

std::string refusal_of_unknown(const SourceFile& file, std::string_view formats) {
  const std::string name = file.name.empty() ? "the file" : file.name;
  if (const auto foreign = foreign_format(file)) return name + " " + *foreign;
  return fmt::format("{} must be of a known format, is none of: {}", name, formats);
}

}  // namespace raftup::hydro
