#include "solver/simulation/serialisation/database_image.hpp"

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

void write(const hydro::DatabaseFamily& family, ByteWriter& out) {
  out.write(std::string_view(family.sha256));
  out.write(std::uint64_t{family.nodes.size()});
  for (std::size_t k = 0; k < family.nodes.size(); ++k) {
    out.write_matrix(family.grid.node(k));
    write(*family.nodes[k], out);
  }
}

hydro::DatabaseFamily read_family(ByteReader& in) {
  const std::string sha256(in.read_text());
  std::vector<hydro::Configuration> positions;
  std::vector<hydro::Database> nodes;
  for (std::size_t n = in.read_count(kLeastItem); n > 0; --n) {
    in.read_matrix(positions.emplace_back());
    nodes.push_back(read_database(in));
  }
  return hydro::make_database_family(positions, std::move(nodes), sha256);
}

}  // namespace raftup::solver
