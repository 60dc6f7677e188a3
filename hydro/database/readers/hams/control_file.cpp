#include "hydro/database/readers/hams/control_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <string>

#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"
#include "hydro/database/readers/wamit/first_column.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

constexpr double kMostValues = 1e5;  ///< frequencies or headings, beyond any case

std::string lower(std::string_view word) {
  std::string text(word);
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return text;
}

/// The lines of a control file, found by the word at their front.
class KeyedLines {
 public:
  explicit KeyedLines(const SourceFile& file) : file_(file), lines_(lines_of(file)) {}

  bool has(std::string_view key) const { return find(key) < lines_.size(); }

  /// The numbers behind a word that begins with `key`, in letters of any case.
  std::vector<double> values(std::string_view key, std::size_t count) const {
    const std::size_t at = place_of(key);
    std::vector<std::string_view> words = words_before_comment(at);
    words.erase(words.begin());
    if (words.size() != count) {
      refuse_line(file_, lines_[at], fmt::format("must have {} behind {}", count, key));
    }
    std::vector<double> numbers;
    for (const std::string_view word : words) numbers.push_back(number(at, word));
    return numbers;
  }
  double value(std::string_view key) const { return values(key, 1).front(); }

  /// The numbers in the lines below that of a word.
  VectorXd list_below(std::string_view key, Index count) const {
    VectorXd list(count);
    std::size_t at = place_of(key);
    for (Index filled = 0; filled < count;) {
      if (++at == lines_.size()) {
        refuse_line(file_, lines_.back(), fmt::format("must be followed by the rest of {}", key));
      }
      for (const std::string_view word : words_before_comment(at)) {
        if (filled == count) refuse_word(file_, lines_[at], word, "is behind the last value");
        list[filled++] = number(at, word);
      }
    }
    return list;
  }
  [[noreturn]] void refuse(std::string_view key, const std::string& rule) const {
    refuse_line(file_, lines_[place_of(key)], rule);
  }

 private:
  std::size_t find(std::string_view key) const {
    std::size_t at = 0;
    while (at < lines_.size() && !lower(words_of(lines_[at].text).front()).starts_with(key)) ++at;
    return at;
  }
  std::size_t place_of(std::string_view key) const {
    const std::size_t at = find(key);
    require(at < lines_.size(), fmt::format("{} must have a line {}", file_.name, key));
    return at;
  }
  std::vector<std::string_view> words_before_comment(std::size_t at) const {
    const std::string_view text = lines_[at].text;
    return words_of(text.substr(0, text.find('#')));
  }
  double number(std::size_t at, std::string_view word) const {
    const auto number = parse_number(word);
    if (!number || !std::isfinite(*number)) {
      refuse_word(file_, lines_[at], word, "must be a number");
    }
    return *number;
  }

  const SourceFile& file_;
  std::vector<TextLine> lines_;
};

FirstColumn column_of_type(const KeyedLines& lines, std::string_view key) {
  const double type = lines.value(key);
  if (type == 1.0) return FirstColumn::kDeepWaveNumber;
  if (type == 2.0) return FirstColumn::kWaveNumber;
  if (type == 3.0) return FirstColumn::kOmega;
  if (type == 4.0) return FirstColumn::kPeriod;
  if (type != 5.0) lines.refuse(key, "must be a type of frequency, 1 to 5");
  return FirstColumn::kWaveLength;
}

/// The words for first value and step of a grid.
struct GridWords {
  std::string_view count, first, step;
};
constexpr GridWords kFrequencyWords = {"number_of_frequencies", "minimum_frequency",
                                       "frequency_step"};
constexpr GridWords kHeadingWords = {"number_of_headings", "minimum_heading", "heading_step"};

VectorXd read_grid(const KeyedLines& lines, const GridWords& words) {
  const double filed = lines.value(words.count);
  const double count = std::abs(filed);
  if (!(count >= 1.0) || count > kMostValues || count != std::floor(count)) {
    lines.refuse(words.count, fmt::format("must be a whole number of 1 to {:g}", kMostValues));
  }
  const auto size = to_integer<Index>(count, words.count);
  if (filed > 0.0) return lines.list_below(words.count, size);
  return lines.value(words.first) +
         lines.value(words.step) * VectorXd::LinSpaced(size, 0.0, count - 1.0).array();
}

VectorXd read_frequencies(const KeyedLines& lines, double water_depth) {
  const FirstColumn column = column_of_type(lines, "input_frequency_type");
  const VectorXd filed = read_grid(lines, kFrequencyWords);
  std::vector<double> omega;
  for (const double value : filed) {
    if (value > 0.0) omega.push_back(omega_of(column, value, kHamsGravity, water_depth));
  }
  if (omega.empty()) {
    lines.refuse(kFrequencyWords.count,
                 "must have a frequency between 0 and infinity: at these two alone there is no "
                 "damping and no wave force");
  }
  return Eigen::Map<const VectorXd>(omega.data(), std::ssize(omega));
}

}  // namespace

HamsCase read_hams_case(const SourceFile& file) {
  const KeyedLines lines(file);
  HamsCase found;
  const double depth = lines.value("waterdepth");
  found.water_depth = depth < 0.0 ? std::numeric_limits<double>::infinity() : depth;
  if (depth == 0.0) lines.refuse("waterdepth", "must be a depth in m, or negative where infinite");
  if (lines.has("number_of_bodies") && lines.value("number_of_bodies") != 1.0) {
    lines.refuse("number_of_bodies", "must be 1: cases of several bodies are not read");
  }
  const std::vector<double> center = lines.values("reference_body_center", 3);
  found.reference_center = Vector3(center[0], center[1], center[2]);
  found.output_column = column_of_type(lines, "output_frequency_type");
  found.omega = read_frequencies(lines, found.water_depth);
  found.headings = read_grid(lines, kHeadingWords);
  return found;
}

}  // namespace raftup::hydro
