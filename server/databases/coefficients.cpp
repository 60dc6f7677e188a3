#include "server/databases/coefficients.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "server/base/service_error.hpp"

namespace raftup::server {

namespace {

using Eigen::Index;
using hydro::DatabaseArray;
using Dimension = DatabaseArray::Dimension;

/// Values [first, first + count) along a dimension of `size`.
struct Range {
  Index first, count, size;
};

/// A body of the rows and one of the columns, 1 = the first; 0 = all.
struct Selection {
  int row_body, column_body;

  Range along(const Dimension& dimension) const {
    const Index length = dimension.name == "body" ? 1 : kDofs;
    const bool is_row = dimension.name == "body" || dimension.name == "influenced_dof";
    const int body = is_row ? row_body : dimension.name == "radiating_dof" ? column_body : 0;
    return body == 0 ? Range{0, dimension.size, dimension.size}
                     : Range{length * (body - 1), length, dimension.size};
  }
};

/// Appends what lies within the ranges from number `next` on, of which dimension `place` and those
/// behind it are left to go through.
template <typename Value>
void append(const std::vector<Value>& values, const std::vector<Range>& ranges, std::size_t place,
            Index next, std::vector<Value>& kept) {
  if (place == ranges.size()) {
    kept.push_back(values[static_cast<std::size_t>(next)]);
    return;
  }
  const Range& range = ranges[place];
  for (Index i = range.first; i < range.first + range.count; ++i) {
    append(values, ranges, place + 1, next * range.size + i, kept);
  }
}

template <typename Value>
std::vector<Value> cut(const std::vector<Value>& values, const std::vector<Range>& ranges) {
  std::vector<Value> kept;
  append(values, ranges, 0, 0, kept);
  return kept;
}

DatabaseArray cut(DatabaseArray array, const Selection& selection) {
  std::vector<Range> ranges;
  bool is_whole = true;
  for (Dimension& dimension : array.dimensions) {
    const Range& range = ranges.emplace_back(selection.along(dimension));
    is_whole = is_whole && range.count == range.size;
    dimension.size = range.count;
  }
  if (is_whole) return array;
  if (array.is_text()) {
    array.texts = cut(array.texts, ranges);
  } else {
    array.values = [all = std::move(array.values), ranges] { return cut(all(), ranges); };
  }
  return array;
}

void check_body(const hydro::Database& database, int body, const char* field) {
  if (body < 0 || body > database.body_count()) {
    throw bad_field(field, fmt::format("must be 0 (all) to {}", database.body_count()),
                    std::to_string(body));
  }
}

void check_name(const std::string& name) {
  const std::vector<std::string> names = hydro::array_names();
  if (name.empty() || std::find(names.begin(), names.end(), name) != names.end()) return;
  throw bad_field("dataset", fmt::format("must be one of {}", fmt::join(names, ", ")), name);
}

}  // namespace

std::vector<DatabaseArray> coefficients_of(const hydro::Database& database, const std::string& name,
                                           int row_body, int column_body) {
  check_name(name);
  check_body(database, row_body, "row_body");
  check_body(database, column_body, "column_body");
  std::vector<DatabaseArray> arrays;
  for (DatabaseArray& array : hydro::arrays_of(database)) {
    if (!name.empty() && array.name != name) continue;
    arrays.push_back(cut(std::move(array), {row_body, column_body}));
  }
  if (!arrays.empty()) return arrays;
  throw ServiceError(Reason::kNotFound, fmt::format("the database has no {}", name));
}

}  // namespace raftup::server
