#include "solver/loads/lines/line_forms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"

namespace raftup::solver {

namespace {

double spacing(const ElasticLine& line) {
  return line.sections.front().length / line.sections.front().elements;
}

}  // namespace

LineForms::LineForms(const ElasticLine& line, std::vector<Vector3> places, const Model& model)
    : line_(line), places_(std::move(places)), model_(model) {
  take(initial());
  const LineTraits traits = whole_->traits();
  if (line.breaks.empty() && !traits.slides[0]) return;
  const std::size_t added = static_cast<std::size_t>(line.most_elements()) -
                            static_cast<std::size_t>(line.count_elements());
  const std::size_t most = whole_->rod().nodes().size() + added;
  std::vector<double> values;
  LineValues::zero(most, traits).pack(traits, values);
  // The node at the break is there twice, and both parts have the forces on two ends.
  if (!line.breaks.empty()) {
    values.clear();
    LineValues::zero(most - 1, traits).pack(traits, values);
    const LineTraits second{traits.rubs, {}, false, traits.creeps};
    LineValues::zero(2, second).pack(second, values);
  }
  size_ = values.size() + (line.breaks.empty() ? 0 : 1) + (traits.slides[0] ? 1 : 0);
}

void LineForms::take(const LineForm& form) {
  if (whole_ && form == form_) return;
  if (!whole_ || form.first_elements != form_.first_elements) {
    const ElasticLine line = line_.with_first_elements(form.first_elements);
    whole_ = make(line);
    breaks_.clear();
    for (std::size_t i = 0; i < line.breaks.size(); ++i) breaks_.emplace_back(line, i, model_);
  }
  for (std::size_t part = 0; part < 2; ++part) {
    parts_[part].reset();
    if (form.broken == 0) continue;
    parts_[part] = make(breaks_[form.broken - 1].parts()[part]);
  }
  form_ = form;
}

std::unique_ptr<LineInMotion> LineForms::make(const ElasticLine& line) const {
  return std::make_unique<LineInMotion>(line, std::array{line.winch.has_value(), false}, places_,
                                        model_);
}

LineInMotion& LineForms::whole(const LineForm& form) {
  take(form);
  return *whole_;
}

std::vector<LineInMotion*> LineForms::parts(const LineForm& form) {
  take(form);
  if (form.broken == 0) return {whole_.get()};
  return {parts_[0].get(), parts_[1].get()};
}

LineReadings LineForms::readings(const LineNow& now, LineValues& joined) {
  take(now.form);
  if (now.form.broken == 0) {
    joined = now.values[0];
    return whole_->readings(joined);
  }
  joined = BrokenLine::join(now.values[0], now.values[1]);
  LineReadings readings = whole_->readings(joined);
  const BrokenLine& broken = breaks_[now.form.broken - 1];
  readings.set_broken(arc_of(broken, now.form), broken.node());
  return readings;
}

double LineForms::arc_of(const BrokenLine& broken, const LineForm& form) const {
  return broken.arc() - (form.first_elements - initial().first_elements) * spacing(line_);
}

int LineForms::first_elements(const LineForm& form) {
  take(form);
  if (form.broken == 0) return form.first_elements;
  return breaks_[form.broken - 1].parts()[0].sections.front().elements;
}

double LineForms::length_out(const LineNow& now) const {
  const int added = now.form.first_elements - initial().first_elements - 1;
  const LineValues& first = now.values.front();
  return line_.length() + added * spacing(line_) + first.rod.end_length[0] +
         first.sliding[0].reserve;
}

LineNow LineForms::unpack(std::span<const double> values) {
  LineNow now{initial(), {}};
  const auto take_number = [&values](std::size_t most, const char* what) {
    const auto number = to_integer<std::size_t>(values.front(), what);
    require(number <= most, fmt::format("{} must be one of the line", what),
            fmt::format("{}", number));
    values = values.subspan(1);
    return number;
  };
  if (!line_.breaks.empty()) {
    now.form.broken = take_number(line_.breaks.size(), "the number of a break");
  }
  if (line_.winch) {
    const auto most = static_cast<std::size_t>(line_.most_elements());
    now.form.first_elements = static_cast<int>(take_number(most, "the number of elements"));
  }
  for (const LineInMotion* part : parts(now.form)) {
    now.values.push_back(LineValues::unpack(values, part->rod().nodes().size(), part->traits()));
  }
  return now;
}

std::vector<double> LineForms::pack(const LineNow& now) {
  std::vector<double> values;
  if (!line_.breaks.empty()) values.push_back(static_cast<double>(now.form.broken));
  if (line_.winch) values.push_back(now.form.first_elements);
  const std::vector<LineInMotion*> parts = this->parts(now.form);
  for (std::size_t i = 0; i < parts.size(); ++i) now.values[i].pack(parts[i]->traits(), values);
  values.resize(std::max(size_, values.size()), 0.0);
  return values;
}

std::optional<BreakRecord> LineForms::break_if_due(LineNow& now, double time, bool cut) {
  take(now.form);
  if (now.form.broken > 0) return std::nullopt;
  const auto at = std::find_if(breaks_.begin(), breaks_.end(), [&](const BrokenLine& broken) {
    return broken.breaks(now.values[0], time, cut);
  });
  if (at == breaks_.end()) return std::nullopt;
  const BreakRecord record{time, arc_of(*at, now.form), at->tension(now.values[0]),
                           at->bound_energy(whole_->rod(), now.values[0])};
  const std::array<LineValues, 2> both = at->split(now.values[0]);
  now.values = {both[0], both[1]};
  now.form.broken = static_cast<std::size_t>(at - breaks_.begin()) + 1;
  return record;
}

void LineForms::renew_nodes(LineNow& now) {
  if (!line_.winch) return;
  renew_nodes_at(
      0, spacing(line_), now.values[0], now.form.first_elements,
      [&]() -> LineInMotion& { return *parts(now.form)[0]; },
      [&] { return first_elements(now.form) > 1; });
}

}  // namespace raftup::solver
