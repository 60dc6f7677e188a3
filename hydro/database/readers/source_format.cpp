#include "hydro/database/readers/source_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "hydro/base/error.hpp"
#include "hydro/database/hdf5_file.hpp"
#include "hydro/database/netcdf_file.hpp"
#include "hydro/database/raftup_layout.hpp"
#include "hydro/database/readers/text_lines.hpp"
#include "hydro/database/readers/wamit/numeric_table.hpp"

namespace raftup::hydro {

namespace {

std::optional<SourceFormat> hdf5_format(const Hdf5File& file) {
  if (is_raftup(file)) return SourceFormat::kRaftup;
  if (file.contains("/simulation_parameters")) return SourceFormat::kBemio;
  if (file.contains("/Discretizations") && file.contains("/Bodies")) return SourceFormat::kHdb5;
  if (file.contains("/added_mass") && file.contains("/influenced_dof")) {
    return SourceFormat::kCapytaine;
  }
  return std::nullopt;
}

bool is_nemoh(const std::vector<TextLine>& lines) {
  if (lines.size() == 4) return lines[3].text.find("Displacement") != std::string_view::npos;
  if (lines.size() != kDofs) return false;
  return std::all_of(lines.begin(), lines.end(), [](const TextLine& line) {
    const std::vector<std::string_view> words = words_of(line.text);
    return words.size() == kDofs &&
           std::all_of(words.begin(), words.end(),
                       [](std::string_view word) { return parse_number(word).has_value(); });
  });
}

std::optional<SourceFormat> text_format(const SourceFile& file) {
  const std::string_view text(reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size());
  if (text.find('\0') != std::string_view::npos) return std::nullopt;
  const auto has = [text](std::string_view word) {
    return text.find(word) != std::string_view::npos;
  };
  if (has("[Added_mass_Radiation_Damping]")) return SourceFormat::kDiodore;
  if (has("WAMIT") && has("BODY PARAMETERS:")) return SourceFormat::kWamitOutput;
  const std::vector<TextLine> lines = lines_of(file);
  if (is_nemoh(lines)) return SourceFormat::kNemohHydrostatics;
  if (wamit_quantity(lines)) return SourceFormat::kWamitNumeric;
  return std::nullopt;
}

}  // namespace

SourceFormat source_format(const SourceFile& file) {
  std::optional<SourceFormat> format;
  if (is_netcdf3(file.bytes)) {
    format = SourceFormat::kCapytaine;
  } else if (is_hdf5(file.bytes)) {
    format = hdf5_format(Hdf5File(file.bytes));
  } else {
    format = text_format(file);
  }
  require(format.has_value(),
          fmt::format("{} must be of a known format, is none of: Raftup, BEMIO, HDB5 (HDF5), "
                      "Capytaine (NetCDF), WAMIT (.out, .1, .3, .hst, .8, .9), Diodore (text)",
                      file.name.empty() ? "the file" : file.name));
  return *format;
}

}  // namespace raftup::hydro
