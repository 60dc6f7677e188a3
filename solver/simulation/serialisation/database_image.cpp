#include "solver/simulation/serialisation/database_image.hpp"

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "hydro/database/arrays.hpp"

namespace raftup::solver {

namespace {

/// least number of bytes of an item in a list: those of its length
constexpr std::size_t kLeastItem = 8;

struct ImageArray {
  hydro::FiledArray numbers;
  std::vector<std::string> texts;
};

/// The arrays of an image, by their names.
class ImageArrays final : public hydro::ArraySource {
 public:
  explicit ImageArrays(ByteReader& in) {
    for (std::size_t n = in.read_count(kLeastItem); n > 0; --n) {
      ImageArray& array = arrays_[std::string(in.read_text())];
      for (std::size_t d = in.read_count(kLeastItem); d > 0; --d) {
        array.numbers.shape.push_back(in.read_signed());
      }
      for (std::size_t t = in.read_count(kLeastItem); t > 0; --t) {
        array.texts.emplace_back(in.read_text());
      }
      array.numbers.values = in.read_doubles();
    }
  }

  bool contains(const std::string& name) const override { return arrays_.contains(name); }

  hydro::FiledArray numbers(const std::string& name) const override {
    const hydro::FiledArray& array = get(name).numbers;
    std::int64_t count = 1;
    for (const Eigen::Index size : array.shape) {
      if (size < 0 || __builtin_mul_overflow(count, size, &count)) {
        hydro::refuse(name, "has no size");
      }
    }
    if (std::cmp_not_equal(count, array.values.size())) {
      hydro::refuse(name, "must hold as many numbers as its shape says");
    }
    return array;
  }

  std::vector<std::string> texts(const std::string& name) const override { return get(name).texts; }

 private:
  const ImageArray& get(const std::string& name) const {
    const auto found = arrays_.find(name);
    if (found == arrays_.end()) hydro::refuse(name, "is missing");
    return found->second;
  }

  std::map<std::string, ImageArray> arrays_;
};

void write_texts(const std::vector<std::string>& texts, ByteWriter& out) {
  out.write(std::uint64_t{texts.size()});
  for (const std::string& text : texts) out.write(std::string_view(text));
}

}  // namespace

void write(const hydro::Database& database, ByteWriter& out) {
  out.write(std::string_view(database.source_format));
  out.write(std::string_view(database.solver));
  out.write(std::string_view(database.sha256));
  const std::vector<hydro::DatabaseArray> arrays = hydro::arrays_of(database);
  out.write(std::uint64_t{arrays.size()});
  for (const hydro::DatabaseArray& array : arrays) {
    out.write(std::string_view(array.name));
    out.write(std::uint64_t{array.dimensions.size()});
    for (const auto& dimension : array.dimensions) out.write(std::int64_t{dimension.size});
    write_texts(array.texts, out);
    out.write(std::span<const double>(array.is_text() ? std::vector<double>() : array.values()));
  }
}

hydro::Database read_database(ByteReader& in) {
  hydro::Database database;
  database.source_format = in.read_text();
  database.solver = in.read_text();
  database.sha256 = in.read_text();
  hydro::read_arrays(ImageArrays(in), database);
  hydro::validate(database);
  return database;
}

namespace {

/// Stands before the digest of a family over axes, whose axes and attitudes follow.
constexpr std::string_view kOverAxes = "axes:";
/// Stands before the digest of a family along a track, whose relative positions follow.
constexpr std::string_view kAlongTrack = "track:";

void write_axes(const hydro::DatabaseFamily& family, ByteWriter& out) {
  out.write(std::uint64_t{family.axes.size()});
  for (const hydro::AxisQuantity axis : family.axes) out.write(static_cast<std::int64_t>(axis));
  out.write(std::uint64_t{family.attitudes.size()});
  for (const std::vector<Vector3>& of_node : family.attitudes) {
    out.write(std::uint64_t{of_node.size()});
    for (const Vector3& attitude : of_node) out.write_matrix(attitude);
  }
}

hydro::AxisNodes read_axes(ByteReader& in) {
  hydro::AxisNodes at;
  for (std::size_t n = in.read_count(kLeastItem); n > 0; --n) {
    const std::int64_t axis = in.read_signed();
    const auto last = static_cast<std::int64_t>(hydro::AxisQuantity::kInput);
    if (axis < 1 || axis > last) hydro::refuse("axes", fmt::format("must be 1 to {}", last));
    at.axes.push_back(static_cast<hydro::AxisQuantity>(axis));
  }
  for (std::size_t n = in.read_count(kLeastItem); n > 0; --n) {
    std::vector<Vector3>& of_node = at.attitudes.emplace_back();
    for (std::size_t i = in.read_count(kLeastItem); i > 0; --i) {
      in.read_matrix(of_node.emplace_back());
    }
  }
  return at;
}

}  // namespace

void write(const hydro::DatabaseFamily& family, ByteWriter& out) {
  const hydro::Track* track = family.grid.track();
  if (track != nullptr) {
    out.write(std::string_view(std::string(kAlongTrack) + family.sha256));
    out.write(std::uint64_t{family.nodes.size()});
    out.write(static_cast<std::uint64_t>(track->other_count()));
  } else if (family.axes.empty()) {
    out.write(std::string_view(family.sha256));
  } else {
    out.write(std::string_view(std::string(kOverAxes) + family.sha256));
    write_axes(family, out);
  }
  if (track == nullptr) out.write(std::uint64_t{family.nodes.size()});
  for (std::size_t k = 0; k < family.nodes.size(); ++k) {
    if (track == nullptr) {
      out.write_matrix(family.grid.node(k));
    } else {
      out.write_matrix(track->positions(k));
    }
    write(*family.nodes[k], out);
  }
}

namespace {

hydro::DatabaseFamily read_track_family(ByteReader& in, const std::string& sha256) {
  const std::size_t count = in.read_count(kLeastItem);
  const std::size_t others = in.read_count(kLeastItem);
  std::vector<hydro::RelativePositions> positions;
  std::vector<hydro::Database> nodes;
  for (std::size_t k = 0; k < count; ++k) {
    in.read_matrix(positions.emplace_back(3, static_cast<Eigen::Index>(others)));
    nodes.push_back(read_database(in));
  }
  return hydro::make_track_family(positions, std::move(nodes), sha256);
}

}  // namespace

hydro::DatabaseFamily read_family(ByteReader& in) {
  std::string sha256(in.read_text());
  if (sha256.starts_with(kAlongTrack))
    return read_track_family(in, sha256.substr(kAlongTrack.size()));
  const bool over_axes = sha256.starts_with(kOverAxes);
  hydro::AxisNodes at;
  if (over_axes) {
    sha256.erase(0, kOverAxes.size());
    at = read_axes(in);
  }
  std::vector<hydro::Configuration> positions;
  std::vector<hydro::Database> nodes;
  for (std::size_t n = in.read_count(kLeastItem); n > 0; --n) {
    in.read_matrix(positions.emplace_back());
    nodes.push_back(read_database(in));
  }
  if (!over_axes) return hydro::make_database_family(positions, std::move(nodes), sha256);
  at.nodes = std::move(positions);
  return hydro::make_axis_family(std::move(at), std::move(nodes), sha256);
}

}  // namespace raftup::solver
