#include "hydro/database/readers/read_database.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "hydro/base/error.hpp"
#include "hydro/base/sha256.hpp"
#include "hydro/database/formats/raftup_layout.hpp"
#include "hydro/database/readers/source.hpp"
#include "hydro/database/readers/wamit/run.hpp"

namespace raftup::hydro {

namespace {

/// Returns the formats beside which files of a format belong; none for a whole database.
std::vector<SourceFormat> hosts_of(SourceFormat format) {
  switch (format) {
    case SourceFormat::kNemohHydrostatics:
      return {SourceFormat::kCapytaine, SourceFormat::kNemoh};
    case SourceFormat::kNemohTable:
      return {SourceFormat::kNemoh};
    case SourceFormat::kAqwaListing:
    case SourceFormat::kAqwaQtf:
      return {SourceFormat::kAqwa};
    case SourceFormat::kHamsPart:
      return {SourceFormat::kHams};
    default:
      return {};
  }
}

bool is_auxiliary(SourceFormat format) { return !hosts_of(format).empty(); }

bool belongs_beside(SourceFormat format, SourceFormat main) {
  const std::vector<SourceFormat> hosts = hosts_of(format);
  return std::find(hosts.begin(), hosts.end(), main) != hosts.end();
}

/// The error of files that belong beside a database when they come alone.
std::string lonely(std::span<const SourceFile> files, SourceFormat format) {
  if (format == SourceFormat::kAqwaListing || format == SourceFormat::kAqwaQtf) {
    return names_of(files) +
           " must come with the file .AH1 of the same run, which has the matrices";
  }
  if (format == SourceFormat::kNemohTable) {
    return names_of(files) + " must come with Nemoh.cal of the same case: raftup import FOLDER";
  }
  if (format == SourceFormat::kHamsPart) {
    return names_of(files) +
           " must come with ControlFile.in of the same case: raftup import FOLDER";
  }
  return fmt::format(
      "{} must come with the dataset that it belongs to: raftup import A.nc "
      "Hydrostatics_0.dat KH_0.dat --out F.h5 reads them together",
      names_of(files));
}

/// Returns the common format of files that form one database together.
SourceFormat common_format(std::span<const SourceFile> files,
                           const std::vector<SourceFormat>& formats) {
  const auto main = std::find_if_not(formats.begin(), formats.end(), is_auxiliary);
  if (main == formats.end()) {
    throw Error(ErrorCode::kInvalidArgument, lonely(files, formats.front()));
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    const bool fits = formats[i] == *main || belongs_beside(formats[i], *main);
    require(fits, fmt::format("{} must belong to one database, {} is of another format",
                              names_of(files), files[i].name));
  }
  return *main;
}

void refuse_options(const SourceOptions& options, const std::string& file) {
  const bool any = options.water_density || options.gravity || options.water_depth ||
                   options.length_scale || !options.body_names.empty() ||
                   !options.centers_of_gravity.empty() || !options.centers_of_buoyancy.empty() ||
                   !options.displaced_volumes.empty() || !options.reference_points.empty();
  require(!any, fmt::format("{} says everything itself: --density, --gravity, --depth, --length, "
                            "--body-name, --center-of-gravity, --center-of-buoyancy, --volume and "
                            "--reference-point are for formats that do not",
                            file));
}

/// Tells the listing from the quadratic transfer functions of a run of AQWA.
AqwaFilesBeside aqwa_files(const std::vector<SourceFile>& beside) {
  AqwaFilesBeside found;
  for (const SourceFile& file : beside) {
    const bool is_listing = source_format(file) == SourceFormat::kAqwaListing;
    const SourceFile*& place = is_listing ? found.listing : found.quadratic;
    require(place == nullptr, "AQWA's .AH1 may have one listing .LIS and one .QTF beside it, got " +
                                  names_of(beside));
    place = &file;
  }
  return found;
}

Database read_one(const SourceFile& file, SourceFormat format, const SourceOptions& options) {
  switch (format) {
    case SourceFormat::kWamitOutput:
      return read_wamit_output(file, options);
    case SourceFormat::kDiodore:
      return read_diodore(file, options);
    case SourceFormat::kOrcaflex:
      return read_orcaflex(file, options);
    case SourceFormat::kHdb5:
      return read_hdb5(file, options);
    default:
      refuse_options(options, file.name);
      return format == SourceFormat::kRaftup ? read_raftup(file.bytes) : read_bemio(file.bytes);
  }
}

Database read_format(std::span<const SourceFile> files, const std::vector<SourceFormat>& formats,
                     const SourceOptions& options) {
  const SourceFormat format = common_format(files, formats);
  require(options.draught.empty() || format == SourceFormat::kOrcaflex,
          "--draught is for vessel types of OrcaFlex, got " + names_of(files));
  if (format == SourceFormat::kWamitNumeric) return read_wamit_numeric(files, options);
  require(options.first_column == FirstColumn::kPeriod &&
              (!options.hydrostatics_without_weight || format == SourceFormat::kHams ||
               format == SourceFormat::kOrcaflex),
          "--first-column and --hydrostatics-without-weight are for WAMIT's numeric files (.1 .3 "
          ".hst), the latter for HAMS and OrcaFlex as well, got " +
              names_of(files));
  if (format == SourceFormat::kHydrostar) return read_hydrostar(files, options);
  std::vector<SourceFile> beside;
  const SourceFile* main = nullptr;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (is_auxiliary(formats[i])) {
      beside.push_back(files[i]);
    } else {
      require(main == nullptr, fmt::format("{} and {} must be imported on their own: each holds a "
                                           "whole database",
                                           main == nullptr ? "" : main->name, files[i].name));
      main = &files[i];
    }
  }
  if (format == SourceFormat::kCapytaine) return read_capytaine(*main, beside, options);
  if (format == SourceFormat::kNemoh) return read_nemoh(*main, beside, options);
  if (format == SourceFormat::kHams) return read_hams(*main, beside, options);
  if (format == SourceFormat::kAqwa) {
    return read_aqwa(*main, aqwa_files(beside), options);
  }
  return read_one(*main, format, options);
}

void note_sources(std::span<const SourceFile> files, Database& database) {
  if (!database.sources.empty() || files.front().name.empty()) return;
  for (const SourceFile& file : files) {
    database.sources.push_back({file.name, database.source_format, sha256(file.bytes)});
  }
}

bool holds_qtf(const SourceFile& file, SourceFormat format) {
  return format == SourceFormat::kWamitNumeric &&
         wamit_quantity(lines_of(file)) == WamitQuantity::kQtf;
}

/// Files in WAMIT's layout that HAMS and HydroStar have beside their own count as theirs, but for
/// quadratic transfer functions.
void count_as_parts(std::span<const SourceFile> files, std::vector<SourceFormat>& formats) {
  const auto has = [&](SourceFormat format) {
    return std::find(formats.begin(), formats.end(), format) != formats.end();
  };
  if (!has(SourceFormat::kHams) && !has(SourceFormat::kHydrostar)) return;
  const SourceFormat part =
      has(SourceFormat::kHams) ? SourceFormat::kHamsPart : SourceFormat::kHydrostar;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const bool is_numeric = formats[i] == SourceFormat::kWamitNumeric;
    if (is_numeric && !holds_qtf(files[i], formats[i])) formats[i] = part;
  }
}

/// Reads a whole database of another format together with files of quadratic transfer functions.
Database read_with_qtfs(std::span<const SourceFile> files, const std::vector<SourceFormat>& formats,
                        const SourceOptions& options) {
  std::vector<SourceFile> whole, qtfs;
  std::vector<SourceFormat> formats_of_whole;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const bool is_qtf = holds_qtf(files[i], formats[i]);
    (is_qtf ? qtfs : whole).push_back(files[i]);
    if (!is_qtf) formats_of_whole.push_back(formats[i]);
  }
  // Options that only files of WAMIT need apply to the quadratic transfer functions.
  SourceOptions of_whole = options;
  of_whole.length_scale.reset();
  of_whole.first_column = FirstColumn::kPeriod;
  of_whole.reference_points.clear();
  Database database = read_format(whole, formats_of_whole, of_whole);
  note_sources(whole, database);
  SourceOptions of_qtfs;
  of_qtfs.length_scale = options.length_scale;
  of_qtfs.first_column = options.first_column;
  of_qtfs.reference_points = options.reference_points;
  return with_wamit_qtfs(std::move(database), qtfs, of_qtfs);
}

Database read_together(std::span<const SourceFile> files, const SourceOptions& options) {
  std::vector<SourceFormat> formats;
  bool has_qtf = false, has_other_format = false;
  for (const SourceFile& file : files) {
    formats.push_back(source_format(file));
    has_qtf = has_qtf || holds_qtf(file, formats.back());
    has_other_format = has_other_format || (formats.back() != SourceFormat::kWamitNumeric &&
                                            !is_auxiliary(formats.back()));
  }
  count_as_parts(files, formats);
  if (has_qtf && has_other_format) return read_with_qtfs(files, formats, options);
  Database database = read_format(files, formats, options);
  note_sources(files, database);
  return database;
}

/// Adds the name of the file to an error message that names only a place within the file.
[[noreturn]] void refuse_with_name(std::span<const SourceFile> files, const Error& error) {
  const std::string message = error.what();
  const bool named = message.find(files.front().name) != std::string::npos;  // or has no name
  throw Error(error.code(), named ? message : names_of(files) + ": " + message);
}

}  // namespace

Database read_database(std::span<const SourceFile> files, const SourceOptions& options) {
  require(!files.empty(), "a database must be read from at least one file, got 0");
  try {
    return read_together(files, options);
  } catch (const Error& error) {
    refuse_with_name(files, error);
  }
}

Database read_database(std::span<const std::byte> image) {
  const SourceFile file{"", {image.begin(), image.end()}};
  return read_database(std::span(&file, 1));
}

Database read_database(const std::filesystem::path& file) {
  const SourceFile source{file.filename().string(), read_bytes(file)};
  return read_database(std::span(&source, 1));
}

}  // namespace raftup::hydro
