#include <fmt/format.h>

#include <cmath>
#include <sstream>
#include <string>

#include "hydro/error.hpp"
#include "hydro/radiation/state_space_fit.hpp"

namespace raftup::hydro {
namespace {

const std::string kFormat = "raftup-fit-1";

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

  Eigen::Index count(Eigen::Index most) {
    const double value = number();
    if (value < 1.0 || value > static_cast<double>(most)) {
      refuse(fmt::format("{} is not a count from 1 to {}", value, most));
    }
    return static_cast<Eigen::Index>(value);
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

}  // namespace

std::string fit_to_text(const StateSpaceFit& fit) {
  std::string text = fmt::format("{} {} {} {}\n", kFormat, fit.model.poles.size(),
                                 fit.model.pole_count(), fit.model.size());
  const auto add = [&](double value) { text += fmt::format("{:a}\n", value); };
  for (const FitErrors& errors : {fit.errors, fit.errors_before_passivity}) {
    for (const double value : {errors.kernel, errors.added_mass, errors.damping}) add(value);
  }
  for (const Complex pole : fit.model.poles) {
    add(pole.real());
    add(pole.imag());
  }
  for (Eigen::Index k = 0; k < fit.model.coefficients.size(); ++k) {
    add(fit.model.coefficients.data()[k]);
  }
  return text;
}

StateSpaceFit fit_from_text(const std::string& text, Eigen::Index dof_count) {
  constexpr Eigen::Index kMostPoles = 1000;
  Reader reader(text);
  if (reader.word() != kFormat) Reader::refuse("it is not of format " + kFormat);
  StateSpaceFit fit;
  fit.model.poles.resize(reader.count(kMostPoles));
  const Eigen::Index rows = reader.count(kMostPoles);
  if (reader.count(kMostPoles) != dof_count) Reader::refuse("it is of another number of dofs");
  fit.errors = read_errors(reader);
  fit.errors_before_passivity = read_errors(reader);
  for (Complex& pole : fit.model.poles) {
    const double real = reader.number(), imaginary = reader.number();
    pole = {real, imaginary};
  }
  if (basis_size(fit.model.poles) != rows) Reader::refuse("poles and residues differ in number");
  fit.model.coefficients.resize(rows, dof_count * dof_count);
  for (Eigen::Index k = 0; k < fit.model.coefficients.size(); ++k) {
    fit.model.coefficients.data()[k] = reader.number();
  }
  fit.passive = true;
  return fit;
}

}  // namespace raftup::hydro
