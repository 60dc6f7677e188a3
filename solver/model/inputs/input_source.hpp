#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "solver/description/fields.hpp"
#include "solver/description/violations.hpp"
#include "solver/model/inputs/input_series.hpp"

namespace raftup::solver {

struct Model;

/// What comes after the last row of a SampleTable.
enum class BeyondTable {
  kHold,    ///< its values
  kRepeat,  ///< the table again: its last row is the first of the next time
  kRefuse,  ///< nothing: no step ends after it
};

constexpr std::array<std::string_view, 3> names_of(BeyondTable /*of*/) {
  return {"hold", "repeat", "refuse"};
}

/// Samples of an input over time, a row for each: scale times the values plus offset.
struct SampleTable {
  static constexpr std::string_view kKind = "table";
  static constexpr double kLatest = 1e9;  ///< s, of a row before or after t = 0

  std::vector<double> time;                    ///< [n] s, strictly ascending
  std::vector<double> values;                  ///< [n][width], units of the input
  std::vector<double> scale, offset;           ///< [1] or [width]; empty = 1 and 0
  std::vector<std::string> units;              ///< [width] of the values, or empty = not said
  std::optional<Interpolation> interpolation;  ///< none = as the input declares
  BeyondTable beyond = BeyondTable::kHold;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("time", self.time, "s");
    field("values", self.values);
    field("scale", self.scale);
    field("offset", self.offset);
    field("units", self.units);
    field("interpolation", self.interpolation);
    field("beyond", self.beyond);
  }

  std::size_t row_count() const { return time.size(); }
  /// Time of a row [ns], rounded.
  std::int64_t time_ns(std::size_t row) const;
  /// Writes the sample of a row, as many values as it has, in the units of the input.
  void read(std::size_t row, std::span<double> sample) const;
  /// The rules that do not depend on the input.
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

enum class RampShape {
  kLinear,  ///< s, the share of the duration that is over
  kCosine,  ///< (1 - cos(pi s)) / 2
};

constexpr std::array<std::string_view, 2> names_of(RampShape /*of*/) {
  return {"linear", "cosine"};
}

/// A value that goes once from one to another, sampled where steps begin.
struct Ramp {
  static constexpr std::string_view kKind = "ramp";

  double start = 0.0;        ///< s
  double duration = 0.0;     ///< s, >= 0
  std::vector<double> from;  ///< [width] units of the input; empty = what the model has
  std::vector<double> to;    ///< [width]
  RampShape shape = RampShape::kLinear;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("start", self.start, "s");
    field("duration", self.duration, {"s", Bound::kNotNegative});
    field("from", self.from);
    field("to", self.to);
    field("shape", self.shape);
  }

  /// Share of the way that is behind at a time [s], 0 to 1.
  double share(double time) const;
};

/// What writes the samples of an input instead of a client.
struct InputSource {
  std::variant<SampleTable, Ramp> kind;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field.one_of(self.kind);
  }
};

}  // namespace raftup::solver
