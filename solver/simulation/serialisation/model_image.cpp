#include "solver/simulation/serialisation/model_image.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <optional>
#include <utility>

#include "hydro/base/bytes.hpp"
#include "solver/model/contacts/material.hpp"
#include "solver/simulation/run/simulation.hpp"
#include "solver/simulation/serialisation/model_bytes.hpp"

namespace raftup::solver {

namespace {

constexpr std::string_view kModelMagic = "RAFTUPMODEL\n";
constexpr std::uint64_t kModelFormat = 10;  ///< must be increased whenever a list of fields changes
constexpr std::size_t kSumBytes = 8;

/// A cache of the fits that are stored in an image.
class StoredFits final : public hydro::FitCache {
 public:
  explicit StoredFits(std::map<std::string, std::string> fits) : fits_(std::move(fits)) {}

  std::optional<std::string> find(const std::string& key) override {
    const auto found = fits_.find(key);
    return found == fits_.end() ? std::nullopt : std::optional(found->second);
  }
  void store(const std::string& /*key*/, const std::string& /*fit*/) override {}

 private:
  std::map<std::string, std::string> fits_;
};

/// A cache that records the fits that are requested from another cache, which may be null.
class NotedFits final : public hydro::FitCache {
 public:
  explicit NotedFits(hydro::FitCache* cache) : cache_(cache) {}

  const std::map<std::string, std::string>& fits() const { return fits_; }

  std::optional<std::string> find(const std::string& key) override {
    if (cache_ == nullptr) return {};
    std::optional<std::string> fit = cache_->find(key);
    if (fit) fits_[key] = *fit;
    return fit;
  }
  void store(const std::string& key, const std::string& fit) override {
    fits_[key] = fit;
    if (cache_ != nullptr) cache_->store(key, fit);
  }
  void making(const hydro::FitProgress& progress) override {
    if (cache_ != nullptr) cache_->making(progress);
  }

 private:
  hydro::FitCache* cache_;
  std::map<std::string, std::string> fits_;
};

void require_descriptions(const Model& model) {
  bool plain = !model.gravity_field && model.strong_interactions.empty() &&
               model.force_fields.empty() && !needs_mooring_library(model);
  for (const AddedMassInteraction& interaction : model.added_mass_interactions) {
    plain = plain && !interaction.transformer;
  }
  plain = plain && !model.contact_exceptions.filter;
  for (const ContactShape& shape : model.shapes) plain = plain && !shape.surface_motion;
  for (const ContactMaterial& pair : model.contact_materials) plain = plain && !pair.friction_law;
  if (plain) return;
  throw Error(
      ErrorCode::kFailedPrecondition,
      "a model that is written must be of descriptions alone: this one has a field, an "
      "interaction, a transformer, a filter, a friction law or a moving surface of a user's "
      "own, or a mooring system, which a library of the server's computes");
}

Start read_start(ByteReader& in) {
  const std::int64_t start = in.read_signed();
  for (const Start known : {Start::kAsGiven, Start::kEquilibrium}) {
    if (start == static_cast<std::int64_t>(known)) return known;
  }
  throw Error(ErrorCode::kDataLoss, "a stored model has a start that does not exist");
}

/// Parts of a model that were added after the format was defined. Models without such parts keep
/// their bytes.
void write_later_parts(const Model& model, ByteWriter& out) {
  const bool has_later = !model.probes.empty() || !model.events.empty() ||
                         !model.machines.empty() || has_nonlinear_sea(model) ||
                         !model.course.stages.empty();
  if (has_later || model.course.start != Start::kAsGiven) {
    out.write(static_cast<std::int64_t>(model.course.start));
  }
  if (!has_later) return;
  ModelWriter(out).write_later_parts(model);
  ModelWriter(out).write_latest_parts(model);
}

void read_later_parts(ByteReader& in, Model& model) {
  if (!in.at_end()) model.course.start = read_start(in);
  if (!in.at_end()) ModelReader(in).read_later_parts(model);
  if (!in.at_end()) ModelReader(in).read_latest_parts(model);
}

std::uint64_t sum_of(std::string_view bytes) { return XXH64(bytes.data(), bytes.size(), 0); }

/// The content between the identifier and the checksum.
std::string_view content_of(std::string_view bytes) {
  const bool is_model = bytes.starts_with(kModelMagic);
  if (!is_model || bytes.size() < kModelMagic.size() + kSumBytes) {
    throw Error(ErrorCode::kDataLoss, "a stored model must begin as one does and be whole");
  }
  const std::string_view summed = bytes.substr(0, bytes.size() - kSumBytes);
  if (ByteReader(bytes.substr(summed.size())).read_unsigned() != sum_of(summed)) {
    throw Error(ErrorCode::kDataLoss, "a stored model must have its checksum: it is damaged");
  }
  return summed.substr(kModelMagic.size());
}

}  // namespace

std::string write_model_image(const Model& model, hydro::FitCache* cache) {
  require_descriptions(model);
  NotedFits noted(cache);
  const Simulation simulation(model, &noted);
  ByteWriter out;
  out.write(kModelFormat);
  out.write(digest(model));
  ModelWriter(out).write_model(model);
  out.write(std::uint64_t{noted.fits().size()});
  for (const auto& [key, fit] : noted.fits()) {
    out.write(std::string_view(key));
    out.write(std::string_view(fit));
  }
  write_later_parts(model, out);
  const std::string content = std::string(kModelMagic) + out.bytes();
  ByteWriter sum;
  sum.write(sum_of(content));
  return content + sum.bytes();
}

ModelImage read_model_image(std::string_view bytes) {
  ByteReader in(content_of(bytes));
  const std::uint64_t version = in.read_unsigned();
  require(
      version == kModelFormat,
      fmt::format("a stored model must be of format version {}, got {}", kModelFormat, version));
  const std::uint64_t expected = in.read_unsigned();
  ModelImage image{ModelReader(in).read_model(), nullptr};
  std::map<std::string, std::string> fits;
  for (std::size_t n = in.read_count(2 * sizeof(std::uint64_t)); n > 0; --n) {
    std::string key(in.read_text());
    fits[std::move(key)] = in.read_text();
  }
  read_later_parts(in, image.model);
  if (!in.at_end() || digest(image.model) != expected) {
    throw Error(ErrorCode::kDataLoss, "a stored model must have the digest that stands in it");
  }
  image.fits = std::make_unique<StoredFits>(std::move(fits));
  return image;
}

}  // namespace raftup::solver
