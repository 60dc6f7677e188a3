#include <algorithm>
#include <fstream>
#include <sstream>

#include "hydro/database/readers/read_database.hpp"
#include "tests/support/fit_cache.hpp"
#include "tests/support/frequency_domain.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

/// The wave-energy converter RM3 (docs/reference/cases.md H3): a float that slides on a spar, with
/// a damper between them. The data as filed, as the reference solutions take them.
solver::Model rm3_model(const std::filesystem::path& file, hydro::RadiationForm form, double step) {
  const auto database = std::make_shared<hydro::Database>(hydro::read_bemio(file));
  solver::Model model = floating_model(database, {Vector3::Ones()}, step);
  model.bodies[0].name = model.hydrodynamics[0].bodies[0].body = "float";
  model.bodies[1].name = model.hydrodynamics[0].bodies[1].body = "spar";
  model.bodies[0].mass = 725834.0;
  model.bodies[0].inertia = Vector3(20907301.0, 21306090.66, 37085481.11).asDiagonal();
  model.bodies[1].mass = 886691.0;
  model.bodies[1].inertia = Vector3(94419614.57, 94407091.24, 28542224.82).asDiagonal();
  model.bodies[1].free = {true, false, true, false, true, false};
  model.hydrodynamics[0].radiation.form = form;
  model.hydrodynamics[0].radiation.data = hydro::RadiationData::kAsFiled;
  solver::Joint slide;
  slide.name = "slide";
  slide.type = solver::JointType::kPrismatic;
  slide.body1 = "spar";
  slide.body2 = "float";
  slide.position = {0.0, 0.0, -0.72};
  slide.drives = {{0, solver::SpringDamper{0.0, 1.2e6, 0.0}}};
  model.joints = {slide};
  return model;
}

struct DecayRow {
  double time, float_heave, spar_heave;  ///< s, m
};

std::vector<DecayRow> read_decay(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::vector<DecayRow> rows;
  for (std::string line; std::getline(stream, line);) {
    std::istringstream words(line);
    DecayRow row{};
    if (words >> row.time >> row.float_heave >> row.spar_heave) rows.push_back(row);
  }
  return rows;
}

/// RMS of the difference of two signals over the RMS of the second about its end, where it rests.
class RelativeRms {
 public:
  void add(double ours, double reference, double rest) {
    error_ += (ours - reference) * (ours - reference);
    signal_ += (reference - rest) * (reference - rest);
  }
  double value() const { return std::sqrt(error_ / signal_); }

 private:
  double error_ = 0.0;
  double signal_ = 0.0;
};

/// How the slide stands in a step.
enum class SlideAs { kRigidJoint, kCompliantJoint, kStrongInteraction };

/// A slide that yields stands in impulse steps; as a strong interaction it is no row any more.
solver::Model with_slide_as(SlideAs slide, solver::Model model) {
  if (slide == SlideAs::kRigidJoint) return model;
  model.stepper = solver::StepperKind::kSpook;
  model.joints[0].compliance = 1e-8;
  if (slide == SlideAs::kStrongInteraction) model.strong_joints = {{"strong_slide", "slide"}};
  return model;
}

struct DecayErrors {
  double of_float, of_spar;
};

DecayErrors compare_decay(solver::Model model, const std::vector<DecayRow>& reference,
                          hydro::FitCache& fits) {
  model.bodies[0].pose.position.z() += 1.0;
  Simulation simulation(model, &fits);
  RelativeRms of_float, of_spar;
  for (const DecayRow& row : reference) {
    run(simulation, row.time - 1e-9 * static_cast<double>(simulation.time_ns()));
    of_float.add(read_output(simulation, "float.position")[2], row.float_heave, -0.72);
    of_spar.add(read_output(simulation, "spar.position")[2], row.spar_heave, -21.29);
  }
  return {of_float.value(), of_spar.value()};
}

}  // namespace

TEST_CASE("float of the RM3 released 1 m up: heave of float and spar as another code has it",
          "[solver][reference][joints][H3]") {
  RAFTUP_REQUIRE_REFERENCE(file, "bemio/rm3.h5");
  RAFTUP_REQUIRE_REFERENCE(series, "reference/rm3/decay_1m_wecsim.txt");
  const std::vector<DecayRow> reference = read_decay(series);
  REQUIRE(reference.size() > 9000);
  static MapFitCache fits;  // both forms are made of one fit
  const auto form = GENERATE(hydro::RadiationForm::kPartitioned, hydro::RadiationForm::kStateSpace);
  const solver::Model model = rm3_model(file, form, 0.01);
  const DecayErrors smooth = compare_decay(model, reference, fits);
  CAPTURE(static_cast<int>(form), smooth.of_float, smooth.of_spar);
  // docs/reference/cases.md H3: a coupled solution comes within .13 % and .05 %, one without
  // coupling 4 %.
  CHECK(smooth.of_float < 2e-3);
  CHECK(smooth.of_spar < 1e-3);
  const DecayErrors row =
      compare_decay(with_slide_as(SlideAs::kCompliantJoint, model), reference, fits);
  const DecayErrors strong =
      compare_decay(with_slide_as(SlideAs::kStrongInteraction, model), reference, fits);
  CAPTURE(row.of_float, row.of_spar, strong.of_float, strong.of_spar);
  // Order 1 at h = .01 s adds some omega h / 2.
  CHECK(strong.of_float < 1e-2);
  CHECK(strong.of_spar < 1e-2);
  CHECK(strong.of_float == Approx(row.of_float).epsilon(1e-6));
  CHECK(strong.of_spar == Approx(row.of_spar).epsilon(1e-6));
}

TEST_CASE("RM3 without its damper, float released .1 m up: the peaks of its decay",
          "[solver][reference][joints][H3]") {
  RAFTUP_REQUIRE_REFERENCE(file, "bemio/rm3.h5");
  solver::Model model = rm3_model(file, hydro::RadiationForm::kPartitioned, 0.01);
  model.joints[0].drives.clear();
  const double rest = model.bodies[0].pose.position.z();
  model.bodies[0].pose.position.z() += 0.1;
  Simulation simulation(model);
  struct Peak {
    double time, heave;  ///< s, m
  };
  for (const Peak& peak :
       std::vector<Peak>{{2.563, -.07899}, {5.100, .04519}, {7.559, -.02589}, {9.995, .01592}}) {
    run(simulation, peak.time - 1e-9 * static_cast<double>(simulation.time_ns()));
    // At a peak the time matters to second order; 10 ms steps.
    CHECK(read_output(simulation, "float.position")[2] - rest ==
          Approx(peak.heave).epsilon(0.0).margin(5e-4));
  }
}

TEST_CASE("RM3 in regular waves: heave of float and spar, joined by slide and damper",
          "[solver][reference][joints][H3]") {
  RAFTUP_REQUIRE_REFERENCE(file, "bemio/rm3.h5");
  struct Expected {
    double period;                   ///< s
    double float_heave, spar_heave;  ///< per wave amplitude
    double float_phase, spar_phase;  ///< rad; NaN where the case gives none
  };
  const double none = std::nan("");
  // docs/reference/cases.md H3, coupled
  const std::vector<Expected> cases{{6.0, .5196, .0444, -.5399, none},
                                    {8.0, .8150, .1308, -.4240, -.9253},
                                    {10.0, .9513, .2793, none, none}};
  const double amplitude = 1e-3;  // the solution is linear
  struct Variant {
    hydro::RadiationForm form;
    SlideAs slide;
    double steps_per_period, tolerance;
  };
  // Four digits, and the fit of the memory to the data, 1e-3; steps of order 1 err by omega h / 2.
  const auto variant =
      GENERATE(Variant{hydro::RadiationForm::kStateSpace, SlideAs::kRigidJoint, 100, 2e-3},
               Variant{hydro::RadiationForm::kPartitioned, SlideAs::kRigidJoint, 100, 2e-3},
               Variant{hydro::RadiationForm::kConstant, SlideAs::kRigidJoint, 100, 2e-3},
               Variant{hydro::RadiationForm::kStateSpace, SlideAs::kStrongInteraction, 400, 2e-2},
               Variant{hydro::RadiationForm::kPartitioned, SlideAs::kStrongInteraction, 100, 4e-2});
  static MapFitCache fits;  // all variants are made of one fit
  for (const Expected& expected : cases) {
    // The convolution costs most and says the same at every period.
    if (variant.form == hydro::RadiationForm::kPartitioned && expected.period != 8.0) continue;
    const double omega = 2.0 * kPi / expected.period;
    solver::Model model = with_slide_as(
        variant.slide, rm3_model(file, variant.form, expected.period / variant.steps_per_period));
    const bool constant =
        variant.form == hydro::RadiationForm::kConstant;  // as WEC-Sim's `regular`
    if (constant) model.hydrodynamics[0].radiation.frequency = omega;
    // A of the file at these frequencies is asymmetric by up to 6.2 % between sway and roll.
    model.hydrodynamics[0].allow_asymmetric = constant;
    model.sea = hydro::Sea({{omega, amplitude, 0.0, 0.0}}, model.water_depth, model.gravity, 30.0);
    Simulation simulation(model, &fits);
    const MatrixXcd motion =
        steady_state(simulation, {omega}, 150.0, 4.0 * expected.period) / amplitude;
    const auto check = [&](const Complex& found, double heave, double phase) {
      CAPTURE(static_cast<int>(variant.form), static_cast<int>(variant.slide));
      CAPTURE(expected.period, found, std::arg(found));
      CHECK(std::abs(found) == Approx(heave).epsilon(variant.tolerance));
      if (!std::isnan(phase))
        CHECK(std::arg(found) == Approx(phase).epsilon(0.0).margin(variant.tolerance));
    };
    check(motion(2, 0), expected.float_heave, expected.float_phase);
    check(motion(8, 0), expected.spar_heave, expected.spar_phase);
  }
}

TEST_CASE(
    "RM3 on soft moorings in waves for 4000 s: steps of 100 ms stay bounded and as steps of 10 ms",
    "[solver][reference][joints][H3]") {
  RAFTUP_REQUIRE_REFERENCE(file, "bemio/rm3.h5");
  constexpr double kPeriod = 8.0, kAmplitude = 1.0;
  const double omega = 2.0 * kPi / kPeriod;
  MapFitCache fits;
  struct Result {
    MatrixXcd motion;  ///< over the last 20 periods, a row a dof
    double farthest;   ///< of any body at any time before [m]
  };
  const auto result_of = [&](double step, double duration) {
    solver::Model model = rm3_model(file, hydro::RadiationForm::kStateSpace, step);
    // Surge of half a minute and more, whose transients die out with a time constant of 70 s.
    Vector6 stiffness, damping;
    stiffness << 5e4, 5e4, 0.0, 0.0, 0.0, 1e6;
    damping << 5e4, 5e4, 0.0, 0.0, 0.0, 1e7;
    model.loads = {mooring("float_mooring", "float", stiffness, damping),
                   mooring("spar_mooring", "spar", stiffness, damping)};
    model.sea = hydro::Sea({{omega, kAmplitude, 0.0, 0.0}}, model.water_depth, model.gravity, 40.0);
    Simulation simulation(model, &fits);
    const double last_periods = duration - 20.0 * kPeriod;
    double farthest = 0.0;
    while (1e-9 * static_cast<double>(simulation.time_ns()) < last_periods) {
      run(simulation, 1.0);
      const VectorXd now = displacements(simulation);
      farthest = std::max({farthest, now.segment<3>(0).norm(), now.segment<3>(6).norm()});
    }
    return Result{steady_state(simulation, {omega}, 0.0, duration), farthest};
  };
  const Result coarse = result_of(0.1, 4000.0);
  const Result fine = result_of(0.01, 1200.0);  // steady by then to e^-15
  CAPTURE(coarse.farthest, coarse.motion.transpose(), fine.motion.transpose());
  CHECK(coarse.farthest < 3.0 * kAmplitude);
  for (const Eigen::Index dof : {0, 2, 4, 6, 8, 10}) {  // surge, heave and pitch of both
    CAPTURE(dof);
    CHECK(std::abs(coarse.motion(dof, 0)) == Approx(std::abs(fine.motion(dof, 0))).epsilon(1e-3));
  }
}
