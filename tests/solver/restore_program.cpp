/// @file restore_program save|resume FILE: what a state on disk is worth to a process that did not
/// write it. `save` writes the state of a half and of a whole run; `resume` reads the half,
/// goes on from there and ends with 1 where the bytes of the whole differ, with 77 where
/// RAFTUP_VECTOR asks for registers that are not here.
#include <fmt/format.h>

#include <array>
#include <fstream>
#include <iterator>

#include "hydro/base/error.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "hydro/numerics/vector_width.hpp"
#include "solver/simulation/run/simulation.hpp"
#include "tests/support/fit_cache.hpp"
#include "tests/support/models.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using namespace raftup::testing;
using hydro::RadiationForm;
using solver::Simulation;

namespace {

constexpr int kHalf = 150;  // steps
struct Form {
  RadiationForm form;
  const char* name;
};
constexpr std::array kForms{Form{RadiationForm::kConvolution, "convolution"},
                            Form{RadiationForm::kPartitioned, "partitioned"},
                            Form{RadiationForm::kStateSpace, "state_space"}};

/// Two coupled ships on lines in an irregular sea, with every kind of state. All forms are made of
/// one fit, which each process makes itself.
Simulation make_simulation(RadiationForm form) {
  static MapFitCache fits;
  const auto database =
      std::make_shared<hydro::Database>(hydro::read_bemio(own_data() / "alongside.h5"));
  solver::Model model = alongside_model(database, 0.1);
  model.hydrodynamics[0].radiation.form = form;
  model.sea = jonswap_sea(model, 1.0, 8.0, 0.5, 5.0);
  return Simulation(model, &fits);
}

void step(Simulation& simulation, int count) {
  for (int i = 0; i < count; ++i) simulation.step();
}

void write(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string name_of(const std::string& file, const char* form, const char* part) {
  return fmt::format("{}.{}.{}", file, form, part);
}

int save(const std::string& file) {
  for (const auto& [form, name] : kForms) {
    Simulation simulation = make_simulation(form);
    step(simulation, kHalf);
    write(name_of(file, name, "half"), serialize(simulation.state()));
    step(simulation, kHalf);
    write(name_of(file, name, "whole"), serialize(simulation.state()));
  }
  return 0;
}

int resume(const std::string& file) {
  for (const auto& [form, name] : kForms) {
    Simulation simulation = make_simulation(form);
    simulation.restore(solver::deserialize(read(name_of(file, name, "half"))));
    step(simulation, kHalf);
    const std::string whole = name_of(file, name, "whole");
    if (serialize(simulation.state()) == read(whole)) continue;
    fmt::print(stderr,
               "after {} further steps the state must be that of the run without a break, {}\n",
               kHalf, whole);
    return 1;
  }
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    vector_width();
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 77;
  }
  const std::string act = count == 3 ? arguments[1] : "";
  if (act == "save") return save(arguments[2]);
  if (act == "resume") return resume(arguments[2]);
  fmt::print(stderr, "usage: restore_program save|resume FILE\n");
  return 2;
}
