#include "hydro/database/readers/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <optional>

#include "hydro/base/error.hpp"
#include "hydro/base/utf8.hpp"
#include "hydro/database/formats/raftup_layout.hpp"
#include "hydro/database/hdf5_file.hpp"
#include "hydro/database/netcdf_file.hpp"
#include "hydro/database/readers/wamit/run.hpp"

namespace raftup::hydro {

namespace {

constexpr std::uintmax_t kMaximumFileSize = std::uintmax_t{256} << 20;

}  // namespace

std::vector<std::byte> read_bytes(const std::filesystem::path& file) {
  std::error_code failure;
  const std::uintmax_t size = std::filesystem::file_size(file, failure);
  if (failure) {
    throw Error(ErrorCode::kNotFound,
                fmt::format("{} cannot be read: {}", file.string(), failure.message()));
  }
  require(size <= kMaximumFileSize, fmt::format("{} may have at most {} bytes, has {}",
                                                file.string(), kMaximumFileSize, size));
  std::vector<std::byte> bytes(size);
  std::ifstream stream(file, std::ios::binary);
  stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
  if (!stream) {
    throw Error(ErrorCode::kDataLoss, fmt::format("{} cannot be read to its end", file.string()));
  }
  return bytes;
}

namespace {

std::optional<SourceFormat> hdf5_format(const Hdf5File& file) {
  if (is_raftup(file)) return SourceFormat::kRaftup;
  require(file.read_root_attribute("format") != kFamilyFormat,
          "a family of databases must be used as one, in a hydrodynamic group with configurations: "
          "each of its nodes is a database");
  if (file.contains("/simulation_parameters")) return SourceFormat::kBemio;
  if (file.contains("/Discretizations") && file.contains("/Bodies")) return SourceFormat::kHdb5;
  if (file.contains("/added_mass") && file.contains("/influenced_dof")) {
    return SourceFormat::kCapytaine;
  }
  return std::nullopt;
}

bool is_nemoh(const std::vector<TextLine>& lines) {
  const bool has_volume =
      lines.size() >= 4 && lines[3].text.find("Displacement") != std::string_view::npos;
  if (has_volume) return true;
  if (lines.size() != kDofs) return false;
  return std::all_of(lines.begin(), lines.end(), [](const TextLine& line) {
    const std::vector<std::string_view> words = words_of(line.text);
    return words.size() == kDofs &&
           std::all_of(words.begin(), words.end(),
                       [](std::string_view word) { return parse_number(word).has_value(); });
  });
}

/// True for OAMASS1.txt, ODAMPING1.txt and OEXFOR1.txt, and so on.
bool is_hams_table(std::string_view name) {
  return name.starts_with("OAMASS") || name.starts_with("ODAMPING") || name.starts_with("OEXFOR");
}

std::optional<SourceFormat> text_format(const SourceFile& file) {
  const std::string_view text(reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size());
  if (text.find('\0') != std::string_view::npos) return std::nullopt;
  const auto has = [text](std::string_view word) {
    return text.find(word) != std::string_view::npos;
  };
  if (has("[Added_mass_Radiation_Damping]")) return SourceFormat::kDiodore;
  if (has("WAMIT") && has("BODY PARAMETERS:")) return SourceFormat::kWamitOutput;
  const bool has_head = has("GENERAL") && has("COG");
  if (has_head && (has("ADDEDMASS") || has("AQWA-LINE"))) return SourceFormat::kAqwa;
  if (text.starts_with("AQTF-")) return SourceFormat::kAqwaQtf;
  if (has("FORCES-VARIATION WITH WAVE PERIOD/FREQUENCY")) return SourceFormat::kAqwaListing;
  if (has("Number of bodies") && has("egrees of freedom")) return SourceFormat::kNemoh;
  if (has("VARIABLES=") && (has("\"abs(F") || has("\"A "))) return SourceFormat::kNemohTable;
  if (has("HAMS Control file") || (has("Waterdepth") && has("Number_of_headings"))) {
    return SourceFormat::kHams;
  }
  if (has("Hydrostatic Restoring Matrix") || is_hams_table(file.name)) {
    return SourceFormat::kHamsPart;
  }
  if (has("#RAOTYPE") && has("#NBHEADING")) return SourceFormat::kHydrostar;
  if (has("VesselTypes:")) return SourceFormat::kOrcaflex;
  if (foreign_format(file)) return std::nullopt;
  const std::vector<TextLine> lines = lines_of(file);
  if (is_nemoh(lines)) return SourceFormat::kNemohHydrostatics;
  if (wamit_quantity(lines)) return SourceFormat::kWamitNumeric;
  return std::nullopt;
}

}  // namespace

std::optional<SourceFormat> known_format(const SourceFile& file) {
  if (is_netcdf3(file.bytes)) return SourceFormat::kCapytaine;
  if (is_hdf5(file.bytes)) return hdf5_format(Hdf5File(file.bytes));
  return text_format(file);
}

SourceFormat source_format(const SourceFile& file) {
  const std::optional<SourceFormat> format = known_format(file);
  require(format.has_value(), refusal_of_unknown(file, kDatabaseFormats));
  return *format;
}

namespace {

constexpr std::string_view kWhiteSpace = " \t\r\v\f";
constexpr std::size_t kShown = 100;  ///< bytes of a file that a message repeats

std::optional<double> parse_plain(std::string_view word) {
  double value = 0.0;
  const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (failure != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

/// Converts Fortran's exponents to those of C: "1.5D-03" and "1.5-103" become "1.5E-03" and
/// "1.5E-103".
std::string with_plain_exponent(std::string_view word) {
  std::string text(word);
  for (char& character : text) {
    if (character == 'D' || character == 'd') character = 'E';
  }
  const std::size_t sign = text.find_last_of("+-");
  const bool follows_digit =
      sign != std::string::npos && sign > 0 &&
      (std::isdigit(static_cast<unsigned char>(text[sign - 1])) != 0 || text[sign - 1] == '.');
  if (follows_digit) text.insert(sign, 1, 'E');
  return text;
}

}  // namespace

std::vector<TextLine> lines_of(const SourceFile& file) {
  const std::string_view text(reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size());
  std::vector<TextLine> lines;
  std::size_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    ++number;
    if (line.find_first_not_of(kWhiteSpace) != std::string_view::npos) {
      lines.push_back({number, line});
    }
    at = end + 1;
  }
  return lines;
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = text.find_first_not_of(kWhiteSpace); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(kWhiteSpace, at), text.size());
    words.push_back(text.substr(at, end - at));
    at = text.find_first_not_of(kWhiteSpace, end);
  }
  return words;
}

std::optional<double> parse_number(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  if (const auto plain = parse_plain(word)) return plain;
  return parse_plain(with_plain_exponent(word));
}

std::vector<double> numbers_of(const SourceFile& file, const TextLine& line, std::size_t count) {
  const std::vector<std::string_view> words = words_of(line.text);
  std::vector<double> numbers;
  for (const std::string_view word : words) {
    const auto number = parse_number(word);
    if (!number) refuse_line(file, line, fmt::format("must hold {} numbers", count));
    numbers.push_back(*number);
  }
  if (numbers.size() != count) refuse_line(file, line, fmt::format("must hold {} numbers", count));
  return numbers;
}

std::vector<double> finite_numbers_of(const SourceFile& file, const TextLine& line,
                                      std::size_t count) {
  std::vector<double> numbers;
  for (const std::string_view word : words_of(line.text)) {
    const auto number = parse_number(word);
    if (!number || !std::isfinite(*number)) refuse_word(file, line, word, "must be a number");
    numbers.push_back(*number);
  }
  if (numbers.size() != count) refuse_line(file, line, fmt::format("must hold {} numbers", count));
  return numbers;
}

void refuse_word(const SourceFile& file, const TextLine& line, std::string_view word,
                 const std::string& rule) {
  throw Error(
      ErrorCode::kInvalidArgument,
      fmt::format("{}line {} column {} {}, is \"{}\"", file.name.empty() ? "" : file.name + " ",
                  line.number, word.data() - line.text.data() + 1, rule, utf8_start(word, kShown)));
}

void refuse_line(const SourceFile& file, const TextLine& line, const std::string& rule) {
  throw Error(ErrorCode::kInvalidArgument,
              fmt::format("{}line {} {}, is \"{}\"", file.name.empty() ? "" : file.name + " ",
                          line.number, rule, utf8_start(line.text, kShown)));
}

}  // namespace raftup::hydro
