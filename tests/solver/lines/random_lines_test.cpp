/// @file Random descriptions of lines: each is refused by path, or steps with finite numbers and in time.
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <random>

#include "hydro/base/error.hpp"
#include "solver/model/loads/elastic_line.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

/// Lines and steps of each: all of them take minutes.
bool takes_all() { return std::getenv("RAFTUP_SLOW_TESTS") != nullptr; }

/// Time that a step may take besides what the machine does [s]; most take a thousandth of it.
constexpr double kLongestStep = 2.0;

class RandomLines {
 public:
  explicit RandomLines(unsigned seed) : generator_(seed) {}

  double between(double least, double most) {
    return least + (most - least) * std::uniform_real_distribution<double>()(generator_);
  }
  /// Of any order of magnitude between two powers of ten.
  double power(double least, double most) { return std::pow(10.0, between(least, most)); }
  bool chance(double share) { return between(0.0, 1.0) < share; }
  int whole(int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(generator_);
  }
  Vector3 vector(double size) {
    return {between(-size, size), between(-size, size), between(-size, size)};
  }

  solver::Model model();
  /// Breaks one rule of the line.
  void spoil(solver::ElasticLine& line);

 private:
  solver::LineSection section();
  solver::LineGround ground();
  void clamp(solver::ElasticLine& line);
  void stretch(solver::LineSection& section);
  void complete(solver::ElasticLine& line);

  std::mt19937 generator_;
};

solver::LineSection RandomLines::section() {
  solver::LineSection section;
  section.length = power(0.5, 2.5);
  section.elements = whole(1, 15);
  section.diameter = power(-2.5, -0.5);
  const double displaced = 0.25 * kPi * section.diameter * section.diameter * 1025.0;
  section.mass_per_length = displaced * power(-0.3, 1.0);  // some float
  section.axial_stiffness = power(5.0, 9.0);
  if (chance(0.4)) section.bending_stiffness = power(0.0, 5.0);
  if (chance(0.3)) section.damping_time = chance(0.3) ? 0.0 : power(-4.0, -1.0);
  if (chance(0.2)) section.compression = chance(0.5);
  if (chance(0.2)) section.clump_mass = power(0.0, 3.0);
  if (chance(0.1)) section.clump_volume = power(-2.0, 0.0);
  section.drag = chance(0.2) ? 0.0 : between(0.5, 2.0);
  section.torsional_stiffness = power(1.0, 4.0);
  return section;
}

solver::LineGround RandomLines::ground() {
  solver::LineGround ground;
  ground.height = between(-120.0, -60.0);
  ground.friction = chance(0.5) ? 0.0 : between(0.1, 1.0);
  ground.stiffness = power(4.0, 6.0);
  if (chance(0.2)) ground.normal = Vector3(between(-0.2, 0.2), between(-0.2, 0.2), 1.0);
  if (!chance(0.2)) return ground;
  ground.height.reset();
  ground.normal = Vector3::UnitZ();
  ground.grid = {{-2000.0, 0.0, 2000.0}, {-2000.0, 2000.0}, {70.0, 90.0, 80.0, 75.0, 95.0, 85.0}};
  return ground;
}

void RandomLines::clamp(solver::ElasticLine& line) {
  for (solver::LineSection& section : line.sections) {
    section.bending_stiffness = std::max(section.bending_stiffness, power(1.0, 4.0));
  }
  line.end_a.direction = vector(1.0);
  if (chance(0.5)) line.end_a.turning_stiffness = power(3.0, 6.0);
  if (line.end_b.free || chance(0.5)) return;
  line.end_b.direction = vector(1.0);
  if (!chance(0.5)) return;
  line.torsion = true;
  line.end_a.director = vector(1.0);
  line.end_b.director = vector(1.0);
}

/// Gives a section a curve, creep or both.
void RandomLines::stretch(solver::LineSection& section) {
  if (chance(0.6)) {
    const double strain = power(-3.0, -1.0), tension = strain * section.axial_stiffness;
    section.tension_curve = {{strain, 2.0 * strain}, {power(-1.0, 0.0) * tension, 2.0 * tension}};
  }
  if (chance(0.4)) return;
  section.dynamic_stiffness = section.axial_stiffness * (1.0 + power(-1.0, 1.0));
  section.relaxation_time = power(-2.0, 3.0);
}

/// Adds what not every line has.
void RandomLines::complete(solver::ElasticLine& line) {
  const bool slides = chance(0.4);
  if (!slides && chance(0.4)) clamp(line);
  if (!slides && chance(0.3)) {
    for (solver::LineSection& section : line.sections) stretch(section);
  }
  const solver::LineSection& first = line.sections.front();
  const double spacing = first.length / first.elements;
  if (slides && chance(0.6)) {
    line.winch.emplace().stored = chance(0.5) ? 0.0 : spacing * whole(1, 30);
    if (chance(0.5)) line.winch->speed = between(-1.0, 1.0) * 2.0 * spacing;
    if (chance(0.3)) line.winch->force_limit = power(3.0, 6.0);
    if (chance(0.3)) line.winch->inertia = power(0.0, 3.0);
  }
  if (slides && line.sections.size() == 1 && first.elements > 4 && !line.end_b.free) {
    line.eyes = {
        {spacing * whole(2, first.elements - 2), "post", vector(5.0), between(0.0, 0.5), 0.0}};
  } else if (!line.end_b.free && line.count_elements() > 1 && chance(0.3)) {
    line.sections.back().clump_mass = line.sections.back().clump_volume = 0.0;
    line.breaks.resize(1);
    line.breaks[0].arc = line.length() * between(0.1, 0.9);
    if (chance(0.5)) {
      line.breaks[0].time = between(0.0, 2.0);
    } else if (chance(0.3)) {
      const double mean = power(2.0, 6.0);
      line.breaks[0].strength = {mean, mean * between(0.01, 1.0)};
    } else {
      line.breaks[0].tension = power(2.0, 6.0);
    }
  }
}

solver::Model RandomLines::model() {
  solver::Model model;
  model.step_ns = nanoseconds(std::array{0.01, 0.05, 0.1}[static_cast<std::size_t>(whole(0, 2))]);
  model.water_depth = 150.0;
  const double mass = power(1.0, 5.0), radius = 0.1 * std::cbrt(mass);
  solver::RigidBody body =
      weightless_body("body", mass, Vector3::Constant(0.4 * mass * radius * radius), vector(20.0));
  body.gravity = chance(0.3);
  body.linear_velocity = chance(0.5) ? Vector3(vector(3.0)) : Vector3(Vector3::Zero());
  body.angular_velocity = chance(0.3) ? Vector3(vector(0.3)) : Vector3(Vector3::Zero());
  solver::RigidBody post = weightless_body("post", 1.0, {1.0, 1.0, 1.0}, {0.0, 0.0, 10.0});
  post.motion = solver::Motion::kStatic;
  model.bodies = {body, post};
  if (chance(0.5)) model.current = hydro::Current({}, {Vector2(between(-1.0, 1.0), 0.3)});
  if (chance(0.5)) {
    model.sea = hydro::Sea({{0.8, 0.4, 0.3, 0.4}}, {150.0, model.gravity, model.current}, 0.0);
  }
  solver::ElasticLine line;
  line.end_a.body = "body";
  const int end = whole(0, 3);
  line.sections.resize(static_cast<std::size_t>(whole(1, 3)));
  for (solver::LineSection& section : line.sections) section = this->section();
  double line_mass = 0.0;
  for (const solver::LineSection& of : line.sections) line_mass += of.length * of.mass_per_length;
  // A light body that a heavy line whips about a point of its own turns by radians in a step.
  if (mass > line_mass) line.end_a.point = vector(radius);
  const double reach = line.length() * between(0.3, 1.05);
  const Vector3 towards = Vector3(between(-1.0, 1.0), between(-1.0, 1.0), -0.3).normalized();
  Vector3 place = body.pose.position + reach * towards;
  place.z() = std::max(place.z(), -59.0);
  if (end == 0) line.end_b.free = true;
  if (end == 1) line.end_b.body = "post", line.end_b.point = place - Vector3(0.0, 0.0, 10.0);
  if (end > 1) line.end_b.anchor = place;
  line.bottom = ground();
  line.above_bottom = chance(0.3);
  line.waves = chance(0.7);
  complete(line);
  model.loads = {{"line", line}};
  return model;
}

void RandomLines::spoil(solver::ElasticLine& line) {
  solver::LineSection& section = line.sections[0];
  switch (whole(0, 7)) {
    case 0:
      section.length = -1.0;
      break;
    case 1:
      section.elements = 0;
      break;
    case 2:
      section.mass_per_length = 0.0;
      break;
    case 3:
      section.axial_stiffness = std::numeric_limits<double>::quiet_NaN();
      break;
    case 4:
      line.end_b.body = "nobody";
      break;
    case 5:
      line.bottom.normal = -Vector3::UnitZ();
      break;
    case 6:
      line.breaks = {{1e6, {}, {}}};
      break;
    default:
      line.sections.clear();
      break;
  }
}

/// What became of the lines.
struct Count {
  int refused = 0, stepped = 0, steps = 0;
  int ended = 0;  ///< in words: no equilibrium or no end of a step was found
};

/// True of the words in which a line may end a run.
bool are_words(const std::string& message) {
  const auto says = [&](const char* part) { return message.find(part) != std::string::npos; };
  return says("a line did not come to rest") || says("midpoint must converge") ||
         says("the minimum of the energy of a line was not found") ||
         says("the matrix of a line is not positive definite") || says("has arrived at its eye") ||
         says("must stay below 1e+50");
}

/// What distinguishes a line, for who looks into one.
std::string features(const solver::Model& model) {
  const auto& line = model.loads[0].kind.get<solver::ElasticLine>();
  std::string found =
      fmt::format("h {}, body {:.3g} kg", 1e-9 * double(model.step_ns), model.bodies[0].mass);
  for (const solver::LineSection& section : line.sections) {
    found += fmt::format(
        ", {:.3g} m in {}, {:.3g} kg/m, EA {:.2g}, EI {:.2g}, clump {:.3g} kg {:.2g} m3",
        section.length, section.elements, section.mass_per_length, section.axial_stiffness,
        section.bending_stiffness, section.clump_mass, section.clump_volume);
  }
  const auto add = [&found](bool has, const char* what) {
    if (has) found += std::string(", ") + what;
  };
  add(line.winch.has_value(), "winch");
  add(!line.eyes.empty(), "eye");
  add(!line.breaks.empty(), "break");
  add(line.torsion, "torsion");
  add(line.end_a.direction.has_value(), "clamp a");
  add(line.end_b.direction.has_value(), "clamp b");
  add(line.end_b.free, "free");
  add(!line.above_bottom, "bottom");
  add(line.bottom.grid.has_value(), "grid");
  add(model.bodies[0].gravity, "weight");
  return found;
}

/// Steps a model that keeps all rules.
void step_all(const solver::Model& model, int steps, Count& count) {
  Simulation simulation(model);
  ++count.stepped;
  for (int step = 0; step < steps; ++step) {
    const auto begin = std::chrono::steady_clock::now();
    simulation.step();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    ++count.steps;
    if (took.count() > kLongestStep) FAIL("step " << step << " took " << took.count() << " s");
    for (const double value : simulation.state().loads[0].values) {
      if (!std::isfinite(value)) FAIL("no number at step " << step);
    }
    if (!simulation.state().bodies[0].position.allFinite()) FAIL("body at step " << step);
  }
}

}  // namespace

TEST_CASE("lines: random ones are refused by path, or step with finite numbers and in time",
          "[solver][line][random]") {
  const int lines = takes_all() ? 300 : 40, steps = takes_all() ? 1000 : 60;
  RandomLines random(20260);
  Count count;
  for (int i = 0; i < lines; ++i) {
    solver::Model model = random.model();
    auto& line = model.loads[0].kind.get<solver::ElasticLine>();
    INFO("line " << i << ": " << features(model));
    const bool spoiled = random.chance(0.15);
    if (spoiled) random.spoil(line);
    const std::vector<solver::Violation> violations = solver::check(model);
    for (const solver::Violation& violation : violations) {
      INFO(violation.path << " " << violation.rule << ", got " << violation.value);
      CHECK(violation.path.starts_with("loads[0].line"));
      CHECK_FALSE(violation.rule.empty());
    }
    if (spoiled) CHECK_FALSE(violations.empty());
    if (!violations.empty()) {
      ++count.refused;
      continue;
    }
    try {
      step_all(model, steps, count);
    } catch (const Error& error) {
      ++count.ended;
      INFO(error.what());
      CHECK(are_words(error.what()));
      if (takes_all()) WARN(i << ": " << features(model) << ": " << error.what());
    }
  }
  CAPTURE(count.refused, count.stepped, count.steps, count.ended);
  CHECK(count.stepped > lines / 2);
  CHECK(count.refused > lines / 20);
  // Light bodies on heavy lines, sections that float beside such that sink, springs of 1e9 N in grams.
  CHECK(count.ended <= lines / 5);
  if (takes_all()) WARN(count.stepped << " stepped, " << count.ended << " ended in words");
}
