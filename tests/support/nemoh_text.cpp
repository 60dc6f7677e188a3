#include "tests/support/nemoh_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "hydro/database/transformation.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/dispersion.hpp"
#include "tests/hydro/database/database_difference.hpp"

namespace raftup::testing {

namespace {

using Eigen::Index;
using hydro::Database;

std::string motions(const Vector3& point, const std::string& what) {
  std::string text = fmt::format("6 ! {}\n", what);
  for (int dof = 0; dof < 6; ++dof) {
    const int axis = dof % 3;
    const Vector3 about = dof < 3 ? Vector3(Vector3::Zero()) : point;
    text += fmt::format("{} {} {} {} {:.17g} {:.17g} {:.17g} ! {}\n", dof < 3 ? 1 : 2,
                        axis == 0 ? 1 : 0, axis == 1 ? 1 : 0, axis == 2 ? 1 : 0, about.x(),
                        about.y(), about.z(), dof + 1);
  }
  return text;
}

std::string case_text(const Database& database, const std::vector<Vector3>& points,
                      const NemohWriting& writing) {
  std::string text = fmt::format(
      "--- Environment ---\n{:.17g} ! RHO\n{:.17g} ! G\n{:.17g} ! DEPTH\n{:.17g} {:.17g} ! XEFF "
      "YEFF\n--- Description ---\n{} ! Number of bodies\n",
      database.water_density, database.gravity,
      std::isinf(database.water_depth) ? 0.0 : database.water_depth, writing.wave_origin.x(),
      writing.wave_origin.y(), points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    text +=
        fmt::format("--- Body {} ---\nhull.dat ! Name of mesh file\n8 4 ! points, panels\n", i + 1);
    text += motions(points[i], "degrees of freedom") + motions(points[i], "Number of forces");
    text += "0 ! additional lines\n";
  }
  return text + fmt::format(
                    "--- Load cases ---\n1 {} {:.17g} {:.17g} ! frequencies\n1 0. 0. ! "
                    "Number of degrees of freedom and directions\n",
                    database.omega.size(), database.omega[0], database.omega.tail(1)[0]);
}

/// Numbers in rows that may go over several lines.
class Table {
 public:
  explicit Table(int of_line) : of_line_(of_line) {
    text_ = "VARIABLES=\"w (rad/s)\"\n\"abs(F 1 1)\" \"angle(F 1 1)\"\n";
  }
  void zone(const std::string& title, Index rows) {
    text_ += fmt::format("Zone t=\"{}\",I= {},F=POINT\n", title, rows);
  }
  void row(const std::vector<double>& numbers) {
    int on_line = 0;
    for (const double number : numbers) {
      if (on_line++ == of_line_) {
        text_ += "\n";
        on_line = 1;
      }
      text_ += fmt::format(" {:.17e}", number);
    }
    text_ += "\n";
  }
  const std::string& text() const { return text_; }

 private:
  int of_line_;
  std::string text_;
};

std::string radiation(const Database& database, int of_line) {
  Table table(of_line);
  for (Index j = 0; j < database.dof_count(); ++j) {
    table.zone(fmt::format("Motion of body {} in DoF {}", j / kDofs + 1, j % kDofs + 1),
               database.omega.size());
    for (Index f = 0; f < database.omega.size(); ++f) {
      const auto place = static_cast<std::size_t>(f);
      std::vector<double> row{database.omega[f]};
      for (Index i = 0; i < database.dof_count(); ++i) {
        row.push_back(database.added_mass[place](i, j));
        row.push_back(database.radiation_damping[place](i, j));
      }
      table.row(row);
    }
  }
  return table.text();
}

std::string excitation(const Database& database, const NemohWriting& writing) {
  Table table(writing.numbers_of_line);
  for (Index h = 0; h < database.wave_directions.size(); ++h) {
    const double b = database.wave_directions[h];
    table.zone(fmt::format("Diffraction force - beta = {:.17g} deg", b / kRadiansPerDegree),
               database.omega.size());
    for (Index f = 0; f < database.omega.size(); ++f) {
      const double k = hydro::wavenumber(database.omega[f], database.water_depth, database.gravity);
      const double along =
          k * (writing.wave_origin.x() * std::cos(b) + writing.wave_origin.y() * std::sin(b));
      std::vector<double> row{database.omega[f]};
      for (Index i = 0; i < database.dof_count(); ++i) {
        const Complex force = database.excitation.values[static_cast<std::size_t>(h)](i, f);
        row.push_back(std::abs(force));
        row.push_back(-std::arg(force) - along);
      }
      table.row(row);
    }
  }
  return table.text();
}

std::string hydrostatics(const hydro::DatabaseBody& body) {
  std::string text;
  for (const Index axis : {0, 1, 2}) {
    const char name = "XYZ"[axis];
    text += fmt::format(" {}F = {:.17g} - {}G = {:.17g}\n", name, body.center_of_buoyancy[axis],
                        name, body.center_of_gravity[axis]);
  }
  return text + fmt::format(" Displacement = {:.17g}\n", body.displaced_volume);
}

std::string stiffness(const hydro::DatabaseBody& body) {
  std::string text;
  for (Index i = 0; i < kDofs; ++i) {
    for (Index j = 0; j < kDofs; ++j) {
      text += fmt::format(" {:.17e}", body.hydrostatic_stiffness(i, j));
    }
    text += "\n";
  }
  return text;
}

}  // namespace

Database about_points(Database database, const std::vector<Vector3>& points) {
  std::vector<Vector3> centers;
  for (std::size_t i = 0; i < points.size(); ++i) {
    centers.push_back(database.bodies[i].center_of_gravity);
    database.bodies[i].center_of_gravity = points[i];
  }
  hydro::move_to_centers_of_gravity(database, centers);
  return database;
}

std::vector<hydro::SourceFile> nemoh_files(const Database& database, const NemohWriting& writing) {
  std::vector<Vector3> points = writing.points;
  for (std::size_t i = points.size(); i < database.bodies.size(); ++i) {
    points.push_back(database.bodies[i].center_of_gravity);
  }
  const Database turned = about_points(database, points);
  std::vector<hydro::SourceFile> files{
      text_source("Nemoh.cal", case_text(database, points, writing)),
      text_source("RadiationCoefficients.tec", radiation(turned, writing.numbers_of_line)),
      text_source("ExcitationForce.tec", excitation(turned, writing))};
  for (std::size_t i = 0; i < database.bodies.size(); ++i) {
    const hydro::DatabaseBody& body = database.bodies[i];
    files.push_back(text_source(fmt::format("Hydrostatics_{}.dat", i), hydrostatics(body)));
    files.push_back(text_source(fmt::format("KH_{}.dat", i), stiffness(body)));
  }
  return files;
}

}  // namespace raftup::testing
