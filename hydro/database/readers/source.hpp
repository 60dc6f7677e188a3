/// @file One file that somebody hands to the readers: its bytes, its format, its lines.
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

/// One file that somebody hands to the readers.
struct SourceFile {
  std::string name;  ///< without folders; for messages, provenance and facts that the content lacks
  std::vector<std::byte> bytes;
};

/// The quantity in the first column of WAMIT's files .1, .2 and .3, or in the first two columns of
/// .10d to .12s.
enum class FirstColumn {
  kPeriod,          ///< s; < 0 is omega = 0, 0 is omega = infinity. Of the others 0 is omega = 0,
                    ///< < 0 omega = infinity
  kOmega,           ///< rad/s
  kWaveNumber,      ///< 1/m, of the water's depth
  kDeepWaveNumber,  ///< 1/m, omega^2 / g
  kWaveLength       ///< m, of the water's depth
};

/// The values that the user gives for a source. A value that the files contain as well must agree
/// with them.
struct SourceOptions {
  std::optional<double> water_density;  ///< kg/m3
  std::optional<double> gravity;        ///< m/s2
  std::optional<double> water_depth;    ///< m, may be infinite
  std::optional<double> length_scale;   ///< m: the L of WAMIT's normalisation (ULEN)
  /// Each of these has one entry per body, in the order of the bodies in the files, or none.
  std::vector<std::string> body_names;
  std::vector<Vector3> centers_of_gravity;   ///< m
  std::vector<Vector3> centers_of_buoyancy;  ///< m
  std::vector<double> displaced_volumes;     ///< m3
  /// m: which each body's coefficients are about, by default its centre of gravity.
  std::vector<Vector3> reference_points;
  FirstColumn first_column = FirstColumn::kPeriod;
  /// The .hst file lacks the moment of the weight, -m g (z_G - z_P) in roll and pitch.
  bool hydrostatics_without_weight = false;
  /// Names of checks whose gross failure does not refuse the files: "haskind".
  std::vector<std::string> accepted_checks;
};

/// "a.1, a.3": the names of the files, for messages.
std::string names_of(std::span<const SourceFile> files);

/// The whole of a file of at most 256 MiB.
/// @throws Error(kNotFound) where it cannot be read, Error(kInvalidArgument) where it is too large,
/// Error(kDataLoss) where it ends early
std::vector<std::byte> read_bytes(const std::filesystem::path& file);

/// The format of a file, determined from its content.
enum class SourceFormat {
  kRaftup,
  kBemio,
  kHdb5,
  kCapytaine,
  kNemohHydrostatics,  ///< Hydrostatics_*.dat or KH_*.dat, which belong to a Capytaine dataset
  kWamitNumeric,       ///< .1 .3 .3fk .3sc .hst .8 .9
  kWamitOutput,        ///< .out
  kDiodore
};

/// For messages.
inline constexpr std::string_view kDatabaseFormats =
    "Raftup, BEMIO, HDB5 (HDF5), Capytaine (NetCDF), WAMIT (.out, .1, .3, .hst, .8, .9), Diodore "
    "(text)";

/// Recognises the format by magic bytes, HDF5 objects, section names and the columns of the first
/// row, never by the name of the file.
/// @returns none where it is of none of the formats
/// @throws Error(kInvalidArgument) where the file is damaged
std::optional<SourceFormat> known_format(const SourceFile& file);

/// The same.
/// @throws Error(kInvalidArgument) where the file is of none of the formats, or damaged
SourceFormat source_format(const SourceFile& file);

/// One line of a text file; `text` lies in the file's bytes.
struct TextLine {
  std::size_t number;  ///< from 1
  std::string_view text;
};

/// The lines that hold something besides white space.
std::vector<TextLine> lines_of(const SourceFile& file);

/// The words between white space.
std::vector<std::string_view> words_of(std::string_view text);

/// A number as C and Fortran write it: "1.5", "+1.5E-03", "1.5D-03", "1.5-103".
/// @returns nothing where the whole word is no number
std::optional<double> parse_number(std::string_view word);

/// Exactly `count` numbers of a line.
/// @throws Error(kInvalidArgument) naming file, line and rule
std::vector<double> numbers_of(const SourceFile& file, const TextLine& line, std::size_t count);

/// Error(kInvalidArgument) "FILE line N RULE, is "TEXT"".
[[noreturn]] void refuse_line(const SourceFile& file, const TextLine& line,
                              const std::string& rule);

/// Recognises files of programs that no reader supports (NEMOH, AQWA, OrcaFlex, HydroStar and
/// HAMS). Returns the name of the program and advice on how to obtain a file that can be read.
/// @returns nothing if the file is of none of these
std::optional<std::string> foreign_format(const SourceFile& file);

/// Why a file of no known format is refused.
/// @param formats that it could have had
std::string refusal_of_unknown(const SourceFile& file, std::string_view formats);

}  // namespace raftup::hydro
