#include "server/rpc/call_progress.hpp"

#include <fmt/format.h>

#include <utility>

#include "server/base/service_error.hpp"

namespace raftup::server {

namespace {

constexpr std::size_t kProgressIdByteLimit = 64;

v1::FitStage stage_to_proto(hydro::FitStage stage) {
  switch (stage) {
    case hydro::FitStage::kData:
      return v1::FIT_STAGE_DATA;
    case hydro::FitStage::kPoles:
      return v1::FIT_STAGE_POLES;
    case hydro::FitStage::kPassivity:
      return v1::FIT_STAGE_PASSIVITY;
    case hydro::FitStage::kReduction:
      return v1::FIT_STAGE_REDUCTION;
    case hydro::FitStage::kKernel:
      return v1::FIT_STAGE_KERNEL;
  }
  return v1::FIT_STAGE_UNSPECIFIED;
}

}  // namespace

void ProgressBoard::post(const std::string& id, const hydro::FitProgress& progress) {
  const std::lock_guard lock(mutex_);
  calls_[id] = progress;
}

void ProgressBoard::forget(const std::string& id) {
  const std::lock_guard lock(mutex_);
  calls_.erase(id);
}

std::optional<hydro::FitProgress> ProgressBoard::find(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const auto found = calls_.find(id);
  if (found == calls_.end()) return std::nullopt;
  return found->second;
}

CallProgress::CallProgress(ProgressBoard& board, std::string id, hydro::FitCache* fits)
    : board_(board), id_(std::move(id)), fits_(fits) {
  if (id_.size() > kProgressIdByteLimit) {
    throw bad_field("progress_id", fmt::format("must be at most {} bytes", kProgressIdByteLimit),
                    fmt::format("{} bytes", id_.size()));
  }
}

CallProgress::~CallProgress() { board_.forget(id_); }

std::optional<std::string> CallProgress::find(const std::string& key) {
  return fits_ == nullptr ? std::nullopt : fits_->find(key);
}

void CallProgress::store(const std::string& key, const std::string& fit) {
  if (fits_ != nullptr) fits_->store(key, fit);
}

std::optional<hydro::RadiationModel> CallProgress::find_model(const std::string& key) {
  return fits_ == nullptr ? std::nullopt : fits_->find_model(key);
}

void CallProgress::store_model(const std::string& key, const hydro::RadiationModel& model) {
  if (fits_ != nullptr) fits_->store_model(key, model);
}

std::shared_ptr<const hydro::RadiationTables> CallProgress::find_tables(const std::string& key) {
  return fits_ == nullptr ? nullptr : fits_->find_tables(key);
}

void CallProgress::store_tables(const std::string& key,
                                const std::shared_ptr<const hydro::RadiationTables>& tables) {
  if (fits_ != nullptr) fits_->store_tables(key, tables);
}

void CallProgress::making(const hydro::FitProgress& progress) {
  if (!id_.empty()) board_.post(id_, progress);
}

void fit_progress_to_proto(const hydro::FitProgress& progress, v1::FitProgress& message) {
  message.set_stage(stage_to_proto(progress.stage));
  message.set_pole_count(progress.pole_count);
  message.set_round(progress.round);
  message.set_error(progress.error);
}

}  // namespace raftup::server
