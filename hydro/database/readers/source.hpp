/// @file An input file of the readers: its bytes, its format and its lines.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// One input file of the readers.
struct SourceFile {
  /// Name without folders; for messages, provenance and facts that the content lacks.
  std::string name;
  std::vector<std::byte> bytes;
};

/// The quantity in the first column of WAMIT's files .1, .2 and .3, or in the first two columns of
/// .10d to .12s. For kPeriod, a negative value means omega = 0 and 0 means infinite frequency; for
/// all other quantities, 0 means omega = 0 and a negative value means infinite frequency.
enum class FirstColumn {
  kPeriod,          ///< period [s]
  kOmega,           ///< frequency omega [rad/s]
  kWaveNumber,      ///< wave number at the water depth [rad/m]
  kDeepWaveNumber,  ///< wave number in deep water, omega^2 / g [rad/m]
  kWaveLength       ///< wave length at the water depth [m]
};

/// Values that the user gives for an import. If the files contain one of these values too, both
/// must agree.
struct SourceOptions {
  std::optional<double> water_density;  ///< density of the water [kg/m3]
  std::optional<double> gravity;        ///< gravitational acceleration [m/s2]
  std::optional<double> water_depth;    ///< depth of the water [m], may be infinite
  /// Length L by which WAMIT normalizes its results (ULEN) [m].
  std::optional<double> length_scale;
  /// Names of the bodies. This list and the four that follow have one element per body, in the
  /// order of the bodies in the files, or none.
  std::vector<std::string> body_names;
  std::vector<Vector3> centers_of_gravity;   ///< centers of gravity of the bodies [m]
  std::vector<Vector3> centers_of_buoyancy;  ///< centers of buoyancy of the bodies [m]
  std::vector<double> displaced_volumes;     ///< displaced volumes of the bodies [m3]
  /// Points that the coefficients of the bodies refer to [m]; by default their centers of gravity.
  std::vector<Vector3> reference_points;
  /// Name of the draught of a vessel type of OrcaFlex that has several.
  std::string draught;
  /// Quantity in the first column of WAMIT's files.
  FirstColumn first_column = FirstColumn::kPeriod;
  /// True if the stiffness in the .hst file lacks the moment of the weight, -m g (z_G - z_P) in
  /// roll and pitch.
  bool hydrostatics_without_weight = false;
  /// Names of checks that do not cause the files to be refused, for example "haskind".
  std::vector<std::string> accepted_checks;
};

/// Returns the names of the files as one text such as "a.1, a.3", for messages.
std::string names_of(std::span<const SourceFile> files);

/// Reads a whole file of at most 256 MiB.
/// @throws Error(kNotFound) if it cannot be read, Error(kInvalidArgument) if it is too large,
///          Error(kDataLoss) if it ends early
std::vector<std::byte> read_bytes(const std::filesystem::path& file);

/// The format of a file, determined from its content.
enum class SourceFormat {
  kRaftup,
  kBemio,
  kHdb5,
  kCapytaine,
  kNemohHydrostatics,  ///< Hydrostatics_*.dat or KH_*.dat, beside a Capytaine dataset or Nemoh.cal
  kWamitNumeric,       ///< numeric files .1 .3 .3fk .3sc .hst .8 .9
  kWamitOutput,        ///< text output .out
  kDiodore,
  kNemoh,        ///< Nemoh.cal
  kNemohTable,   ///< table .tec, which belongs to Nemoh.cal
  kAqwa,         ///< file .AH1
  kAqwaListing,  ///< file .LIS, which belongs to a file .AH1
  kAqwaQtf,      ///< file .QTF, which belongs to a file .AH1
  kHams,         ///< ControlFile.in
  kOrcaflex,     ///< text file with a vessel type
  kHydrostar,    ///< files .rao, one for each coefficient
  kHamsPart      ///< Hydrostatic.in or a table of numbers, which belongs to ControlFile.in
};

/// The names of all supported formats, for messages.
inline constexpr std::string_view kDatabaseFormats =
    "Raftup, BEMIO, HDB5 (HDF5), Capytaine (NetCDF), WAMIT (.out, .1, .3, .hst, .8, .9), Diodore, "
    "AQWA (.AH1, .LIS, .QTF), NEMOH (Nemoh.cal, .tec, .dat), HAMS (ControlFile.in), "
    "HydroStar (.rao), OrcaFlex (.yml) (text)";

/// Determines the format of a file from magic bytes, HDF5 objects, section names and the columns of
/// the first row. The name counts for the tables of HAMS alone, which hold nothing but numbers.
/// @returns nothing if the file has none of the formats
/// @throws Error(kInvalidArgument) if the file is damaged
std::optional<SourceFormat> known_format(const SourceFile& file);

/// Determines the format of a file as known_format() does.
/// @throws Error(kInvalidArgument) if the file has none of the formats, or is damaged
SourceFormat source_format(const SourceFile& file);

/// One line of a text file; `text` refers to the bytes of the file.
struct TextLine {
  std::size_t number;  ///< number of the line, counted from 1
  std::string_view text;
};

/// Returns the lines of a file that contain something besides white space.
std::vector<TextLine> lines_of(const SourceFile& file);

/// Returns the words of a text that are separated by white space.
std::vector<std::string_view> words_of(std::string_view text);

/// Parses a number as C and Fortran write it: "1.5", "+1.5E-03", "1.5D-03", "1.5-103".
/// @returns nothing if the word as a whole is not a number
std::optional<double> parse_number(std::string_view word);

/// Returns the numbers of a line, which must be exactly `count`.
/// @throws Error(kInvalidArgument) with the file, the line and the rule
std::vector<double> numbers_of(const SourceFile& file, const TextLine& line, std::size_t count);

/// Returns the numbers of a line, which must be exactly `count` and finite.
/// @throws Error(kInvalidArgument) with the file, the line, the column of the word and the rule
std::vector<double> finite_numbers_of(const SourceFile& file, const TextLine& line,
                                      std::size_t count);

/// Throws Error(kInvalidArgument) with the message "FILE line N column M RULE, is "WORD"".
/// @param word a part of the text of the line
[[noreturn]] void refuse_word(const SourceFile& file, const TextLine& line, std::string_view word,
                              const std::string& rule);

/// Throws Error(kInvalidArgument) with the message "FILE line N RULE, is "TEXT"".
[[noreturn]] void refuse_line(const SourceFile& file, const TextLine& line,
                              const std::string& rule);

/// Recognizes files that no reader supports, of programs of which others are read. Returns the name of the program and advice on how to obtain a file that can be read.
/// @returns nothing if the file comes from none of these programs
std::optional<std::string> foreign_format(const SourceFile& file);

/// Returns the error message for a file of unknown format.
/// @param formats the formats that the file could have had
std::string refusal_of_unknown(const SourceFile& file, std::string_view formats);

}  // namespace raftup::hydro
