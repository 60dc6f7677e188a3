#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hydro/database/readers/source.hpp"

namespace raftup::hydro {

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

}  // namespace raftup::hydro
