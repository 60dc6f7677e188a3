#include "hydro/database/readers/orcaflex/yaml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/base/error.hpp"

namespace raftup::hydro {

namespace {

constexpr int kDeepest = 64;  ///< levels of lists and entries; vessel types have eight
constexpr std::string_view kBlank = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return text.substr(0, 0);
  return text.substr(begin, text.find_last_not_of(kBlank) + 1 - begin);
}

/// The text up to a comment: "#" at its beginning or behind a blank, outside quotes.
std::string_view without_comment(std::string_view text) {
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    if (quote != '\0') {
      if (letter == quote) quote = '\0';
    } else if ((letter == '"' || letter == '\'') &&
               (i == 0 || kBlank.find(text[i - 1]) != std::string_view::npos)) {
      quote = letter;
    } else if (letter == '#' && (i == 0 || kBlank.find(text[i - 1]) != std::string_view::npos)) {
      return text.substr(0, i);
    }
  }
  return text;
}

std::string_view without_quotes(std::string_view word) {
  const bool quoted = word.size() >= 2 && word.front() == word.back() &&
                      (word.front() == '"' || word.front() == '\'');
  return quoted ? word.substr(1, word.size() - 2) : word;
}

/// A line of a block: what follows its indentation.
struct BlockLine {
  TextLine source;
  std::size_t indent = 0;
  std::string_view text;

  bool is_item() const { return text == "-" || text.starts_with("- "); }
};

/// Place of the colon that ends the name of an entry; npos if the line has none.
std::size_t end_of_name(std::string_view text) {
  if (text.ends_with(':') && text.find(": ") == std::string_view::npos) return text.size() - 1;
  return text.find(": ");
}

class YamlReader {
 public:
  YamlReader(const SourceFile& file, const std::vector<std::string_view>& sections) : file_(file) {
    bool wanted = false;
    for (const TextLine& line : lines_of(file)) {
      std::string_view text = line.text;
      if (line.number == 1 && text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
      const std::string_view content = without_comment(text);
      const std::size_t indent = content.find_first_not_of(kBlank);
      if (indent == std::string_view::npos) continue;
      const BlockLine block{line, indent, trimmed(content)};
      if (indent == 0 && !block.is_item()) {
        const std::string_view name = block.text.substr(0, end_of_name(block.text));
        wanted = std::find(sections.begin(), sections.end(), name) != sections.end();
      }
      if (wanted) lines_.push_back(block);
    }
  }

  YamlNode read() {
    YamlNode root;
    if (lines_.empty()) return root;
    root = read_block(0, 0);
    if (next_ < lines_.size()) refuse(lines_[next_], "must be indented as its neighbours");
    return root;
  }

 private:
  [[noreturn]] void refuse(const BlockLine& line, const std::string& rule) const {
    refuse_line(file_, line.source, rule);
  }
  void check_depth(int depth, const TextLine& line) const {
    if (depth > kDeepest) {
      refuse_line(file_, line, fmt::format("must be within {} levels of lists", kDeepest));
    }
  }

  YamlNode read_block(std::size_t indent, int depth) {
    check_depth(depth, lines_[next_].source);
    return lines_[next_].is_item() ? read_items(indent, depth) : read_entries(indent, depth);
  }
  YamlNode read_items(std::size_t indent, int depth);
  YamlNode read_entries(std::size_t indent, int depth);
  YamlNode read_value(const BlockLine& line, std::string_view value, int depth);
  YamlNode read_below(const BlockLine& line, bool is_item, int depth);
  YamlNode read_brackets(const BlockLine& line, std::string_view value);
  YamlNode read_list(std::size_t& at, TextLine& line, int depth) const;
  void skip_blanks(std::size_t& at, TextLine& line) const;

  std::string_view text() const {
    return {reinterpret_cast<const char*>(file_.bytes.data()), file_.bytes.size()};
  }

  const SourceFile& file_;
  std::vector<BlockLine> lines_;
  std::size_t next_ = 0;
};

YamlNode YamlReader::read_items(std::size_t indent, int depth) {
  YamlNode node;
  node.line = lines_[next_].source;
  while (next_ < lines_.size() && lines_[next_].indent == indent && lines_[next_].is_item()) {
    BlockLine& line = lines_[next_];
    const std::string_view value = trimmed(line.text.substr(1));
    if (value.empty()) {
      const BlockLine dash = line;
      ++next_;
      node.items.push_back(read_below(dash, true, depth));
    } else if (value.front() != '[' && value.front() != '"' && value.front() != '\'' &&
               end_of_name(value) != std::string_view::npos) {
      line.indent = static_cast<std::size_t>(value.data() - line.text.data()) + indent;
      line.text = value;
      node.items.push_back(read_block(line.indent, depth + 1));
    } else {
      const BlockLine item = line;
      ++next_;
      node.items.push_back(read_value(item, value, depth));
    }
  }
  return node;
}

YamlNode YamlReader::read_entries(std::size_t indent, int depth) {
  YamlNode node;
  node.line = lines_[next_].source;
  while (next_ < lines_.size() && lines_[next_].indent == indent && !lines_[next_].is_item()) {
    const BlockLine line = lines_[next_];
    const std::size_t end = end_of_name(line.text);
    if (end == std::string_view::npos) refuse(line, "must be NAME: VALUE");
    ++next_;
    const std::string_view value = trimmed(line.text.substr(end + 1));
    node.names.push_back(without_quotes(trimmed(line.text.substr(0, end))));
    node.values.push_back(read_value(line, value, depth));
  }
  return node;
}

/// Reads what follows a name or a dash: the rest of the line, or the lines below.
YamlNode YamlReader::read_value(const BlockLine& line, std::string_view value, int depth) {
  if (value.empty()) return read_below(line, false, depth);
  if (value.front() == '[') return read_brackets(line, value);
  if (value.front() == '{') refuse(line, "must have its entries below it, not in braces");
  YamlNode node;
  node.line = line.source;
  if (value.front() == '|' || value.front() == '>') {  // a text, which no coefficient is
    while (next_ < lines_.size() && lines_[next_].indent > line.indent) ++next_;
    return node;
  }
  node.word = without_quotes(value);
  return node;
}

/// A list may stand at the indentation of its name.
YamlNode YamlReader::read_below(const BlockLine& line, bool is_item, int depth) {
  if (next_ < lines_.size()) {
    const BlockLine& below = lines_[next_];
    const bool deeper = below.indent > line.indent;
    const bool same = !is_item && below.indent == line.indent && below.is_item();
    if (deeper || same) return read_block(below.indent, depth + 1);
  }
  YamlNode node;
  node.line = line.source;
  return node;
}

/// A list in brackets, which may go over several lines.
YamlNode YamlReader::read_brackets(const BlockLine& line, std::string_view value) {
  auto at = static_cast<std::size_t>(value.data() - text().data());
  TextLine place = line.source;
  YamlNode node = read_list(at, place, 0);
  while (next_ < lines_.size() && lines_[next_].source.number <= place.number) ++next_;
  return node;
}

void YamlReader::skip_blanks(std::size_t& at, TextLine& line) const {
  while (at < text().size() &&
         std::string_view(" \t\r\n").find(text()[at]) != std::string_view::npos) {
    if (text()[at++] != '\n') continue;
    const std::size_t end = std::min(text().find('\n', at), text().size());
    line = {line.number + 1, text().substr(at, end - at)};
  }
}

YamlNode YamlReader::read_list(std::size_t& at, TextLine& line, int depth) const {
  check_depth(depth, line);
  YamlNode node;
  node.line = line;
  ++at;  // the bracket
  for (bool first = true;; first = false) {
    skip_blanks(at, line);
    if (at >= text().size()) refuse_line(file_, node.line, "must close its bracket");
    if (first && text()[at] == ']') break;
    if (text()[at] == '[') {
      node.items.push_back(read_list(at, line, depth + 1));
    } else {
      const std::size_t end = std::min(text().find_first_of(",]\n", at), text().size());
      YamlNode word;
      word.line = line;
      word.word = without_quotes(trimmed(text().substr(at, end - at)));
      if (word.word.empty()) refuse_line(file_, line, "must have a value between commas");
      node.items.push_back(word);
      at = end;
    }
    skip_blanks(at, line);
    if (at >= text().size()) refuse_line(file_, node.line, "must close its bracket");
    if (text()[at] == ']') break;
    if (text()[at] != ',') refuse_line(file_, line, "must have a comma between values");
    ++at;
  }
  ++at;
  return node;
}

}  // namespace

const YamlNode* YamlNode::find(std::string_view name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return nullptr;
  return &values[static_cast<std::size_t>(found - names.begin())];
}

YamlNode read_yaml_sections(const SourceFile& file, const std::vector<std::string_view>& sections) {
  return YamlReader(file, sections).read();
}

double yaml_number(const SourceFile& file, const YamlNode& node) {
  const auto number = parse_number(node.word);
  if (!number || std::isnan(*number)) {
    if (node.word.empty()) refuse_line(file, node.line, "must be a number");
    refuse_word(file, node.line, node.word, "must be a number");
  }
  return *number;
}

std::vector<double> yaml_numbers(const SourceFile& file, const YamlNode& node, std::size_t count) {
  if (node.items.size() != count) {
    refuse_line(file, node.line, fmt::format("must hold {} numbers", count));
  }
  std::vector<double> numbers;
  for (const YamlNode& item : node.items) {
    numbers.push_back(yaml_number(file, item));
    if (std::isinf(numbers.back())) refuse_word(file, item.line, item.word, "must be finite");
  }
  return numbers;
}

std::size_t YamlTable::place(std::string_view column) const {
  return static_cast<std::size_t>(std::find(columns.begin(), columns.end(), column) -
                                  columns.begin());
}

YamlTable yaml_table(const YamlNode& node, std::string_view column) {
  for (std::size_t i = 0; i < node.names.size(); ++i) {
    const std::string_view name = node.names[i];
    YamlTable table{&node.values[i], {}};
    for (std::size_t at = 0; at <= name.size();) {
      const std::size_t end = std::min(name.find(',', at), name.size());
      table.columns.push_back(trimmed(name.substr(at, end - at)));
      at = end + 1;
    }
    if (table.place(column) < table.columns.size()) return table;
  }
  return {};
}

MatrixXd yaml_matrix(const SourceFile& file, const YamlNode& node,
                     std::span<const std::string_view> columns, Eigen::Index rows) {
  const YamlTable table = yaml_table(node, columns.front());
  if (table.node == nullptr) {
    refuse_line(file, node.line, fmt::format("must be of something with {}", columns.front()));
  }
  const auto filed_rows = std::ssize(table.node->items);
  if (filed_rows != rows) {
    refuse_line(file, table.node->line, fmt::format("must have {} rows, has {}", rows, filed_rows));
  }
  MatrixXd matrix(rows, std::ssize(columns));
  for (Eigen::Index i = 0; i < rows; ++i) {
    const std::vector<double> row =
        yaml_numbers(file, table.node->items[static_cast<std::size_t>(i)], table.columns.size());
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const std::size_t place = table.place(columns[j]);
      if (place == row.size()) {
        refuse_line(file, table.node->line, fmt::format("must have a column {}", columns[j]));
      }
      matrix(i, static_cast<Eigen::Index>(j)) = row[place];
    }
  }
  return matrix;
}

}  // namespace raftup::hydro
