#include <fmt/format.h>

#include <cmath>
#include <sstream>
#include <string>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"
#include "hydro/radiation/fit/state_space_fit.hpp"

namespace raftup::hydro {
namespace {

const std::string kFormat = "raftup-fit-3";

constexpr Eigen::Index kMostPoles = 1000;

class Reader {
 public:
  explicit Reader(const std::string& text) : stream_(text) {}

  std::string word() {
    std::string word;
    if (!(stream_ >> word)) refuse("it ends too early");
    return word;
  }

  double number() {
    const std::string text = word();
    std::size_t used = 0;
    double value = 0.0;
    try {
      value = std::stod(text, &used);
    } catch (const std::exception&) {
      refuse("'" + text + "' is not a number");
    }
    if (used != text.size() || !std::isfinite(value)) refuse("'" + text + "' is not a number");
    return value;
  }

  Complex complex() {
    const double real = number();
    return {real, number()};
  }

  Eigen::Index count(Eigen::Index most) {
    const double value = number();
    if (value < 1.0 || value > static_cast<double>(most)) {
      refuse(fmt::format("{} is not a count from 1 to {}", value, most));
    }
    return to_integer<Eigen::Index>(value, "count");
  }

  [[noreturn]] static void refuse(const std::string& why) {
    throw Error(ErrorCode::kDataLoss, "stored state-space fit is damaged: " + why);
  }

 private:
  std::istringstream stream_;
};

FitErrors read_errors(Reader& reader) {
  FitErrors errors;
  errors.kernel = reader.number();
  errors.added_mass = reader.number();
  errors.damping = reader.number();
  return errors;
}

/// Appends numbers to a text.
class Writer {
 public:
  void words(const std::string& line) { text_ += line + "\n"; }
  void number(double value) { text_ += fmt::format("{:a}\n", value); }
  void number(Complex value) {
    number(value.real());
    number(value.imag());
  }
  template <class Matrix>
  void numbers(const Matrix& matrix) {
    for (Eigen::Index k = 0; k < matrix.size(); ++k) number(matrix.data()[k]);
  }
  std::string text() && { return std::move(text_); }

 private:
  std::string text_;
};

void write_errors(Writer& writer, const FitErrors& errors) {
  for (const double value : {errors.kernel, errors.added_mass, errors.damping}) {
    writer.number(value);
  }
}

void write_model(Writer& writer, const RationalModel& model) {
  writer.words(fmt::format("{} {} {}", model.poles.size(), model.pole_count(), model.size()));
  writer.numbers(model.poles);
  writer.numbers(model.coefficients);
}

RationalModel read_model(Reader& reader, Eigen::Index dof_count) {
  RationalModel model;
  model.poles.resize(reader.count(kMostPoles));
  const Eigen::Index rows = reader.count(kMostPoles);
  if (reader.count(kMostPoles) != dof_count) Reader::refuse("it is of another number of dofs");
  for (Complex& pole : model.poles) pole = reader.complex();
  if (basis_size(model.poles) != rows) Reader::refuse("poles and residues differ in number");
  model.coefficients.resize(rows, dof_count * dof_count);
  for (Eigen::Index k = 0; k < model.coefficients.size(); ++k) {
    model.coefficients.data()[k] = reader.number();
  }
  return model;
}

RankOneModes read_modes(Reader& reader, Eigen::Index dof_count) {
  const Eigen::Index count = reader.count(kMostPoles);
  RankOneModes modes{VectorXcd(count), MatrixXcd(dof_count, count)};
  for (Complex& pole : modes.poles) pole = reader.complex();
  for (Complex& entry : modes.vectors.reshaped()) entry = reader.complex();
  return modes;
}

const std::string kCommon = "common", kReduced = "reduced";

}  // namespace

std::string fit_to_text(const StateSpaceFit& fit) {
  Writer writer;
  writer.words(fmt::format("{} {}", kFormat, fit.reduced ? kReduced : kCommon));
  write_model(writer, fit.reduced ? fit.reduced->common : fit.model);
  if (fit.reduced) {
    writer.words(fmt::format("{}", fit.reduced->modes.poles.size()));
    writer.numbers(fit.reduced->modes.poles);
    writer.numbers(fit.reduced->modes.vectors);
  }
  writer.numbers(fit.infinite_added_mass);
  write_errors(writer, fit.errors);
  write_errors(writer, fit.errors_before_passivity);
  return std::move(writer).text();
}

StateSpaceFit fit_from_text(const std::string& text, Eigen::Index dof_count) {
  Reader reader(text);
  if (reader.word() != kFormat) Reader::refuse("it is not of format " + kFormat);
  const std::string form = reader.word();
  if (form != kCommon && form != kReduced) Reader::refuse("'" + form + "' is not a form");
  StateSpaceFit fit;
  fit.model = read_model(reader, dof_count);
  if (form == kReduced) {
    fit.reduced = ReducedModel{std::move(fit.model), read_modes(reader, dof_count)};
    fit.model = fit.reduced->rational();
  }
  fit.infinite_added_mass.resize(dof_count, dof_count);
  for (double& entry : fit.infinite_added_mass.reshaped()) entry = reader.number();
  fit.errors = read_errors(reader);
  fit.errors_before_passivity = read_errors(reader);
  fit.passive = true;
  return fit;
}

}  // namespace raftup::hydro
