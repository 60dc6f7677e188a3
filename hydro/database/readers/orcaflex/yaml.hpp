/// @file Text files of OrcaFlex: the part of YAML that they consist of.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hydro/database/readers/source.hpp"

namespace raftup::hydro {

/// A value of a text file: a word, a list, or entries by name. Views refer to the bytes of the file.
struct YamlNode {
  TextLine line;          ///< where it begins
  std::string_view word;  ///< without quotes; empty for lists and entries, and where there is none
  std::vector<YamlNode> items;
  std::vector<std::string_view> names;  ///< of the entries
  std::vector<YamlNode> values;         ///< of the entries, one for each name

  /// The entry of this name; null if there is none.
  const YamlNode* find(std::string_view name) const;
  /// True for a value that is there: OrcaFlex writes ~ for one that is not.
  bool is_set() const { return !items.empty() || !names.empty() || (!word.empty() && word != "~"); }
};

/// Reads the sections of a file that are named, at its left margin, from all its documents; others are
/// skipped. Entries and lists are by indentation or lists in brackets, words may be in quotes, comments
/// follow "#". Whether a word is a number is left to those who use it, since OrcaFlex writes
/// 14.07272e3, which is a text in YAML 1.1.
/// @throws Error(kInvalidArgument) with the file, the line and the rule
YamlNode read_yaml_sections(const SourceFile& file, const std::vector<std::string_view>& sections);

/// The number of a word, finite or infinite.
/// @throws Error(kInvalidArgument) with the file, the line, the column and the rule
double yaml_number(const SourceFile& file, const YamlNode& node);

/// Finite numbers in a list of this length.
/// @throws Error(kInvalidArgument) with the file, the line, the column and the rule
std::vector<double> yaml_numbers(const SourceFile& file, const YamlNode& node, std::size_t count);

/// A table whose name lists its columns, "A, B: [[1, 2], [3, 4]]".
struct YamlTable {
  const YamlNode* node = nullptr;  ///< null if there is none
  std::vector<std::string_view> columns;

  /// Place of a column among them; the number of columns if there is none of this name.
  std::size_t place(std::string_view column) const;
};

/// The table among the entries of a node that has a column of this name.
YamlTable yaml_table(const YamlNode& node, std::string_view column);

/// The finite numbers of a table with these columns, in their order, one row of the matrix for each of
/// its rows.
/// @throws Error(kInvalidArgument) with the file, the line, the column and the rule; also where the table
///          or one of its columns is missing
MatrixXd yaml_matrix(const SourceFile& file, const YamlNode& node,
                     std::span<const std::string_view> columns, Eigen::Index rows);

}  // namespace raftup::hydro
