#include <fmt/format.h>

#include "tests/support/database_images.hpp"

namespace raftup::testing {

namespace {

/// One row per period: the period, then six numbers.
std::string diodore_rows(const std::string& numbers) {
  return fmt::format("  2.00 {0}\n  4.00 {0}\n", numbers);
}

std::string diodore_matrices(const std::string& section, const std::string& diagonal) {
  std::string text;
  for (int row = 1; row <= 6; ++row) {
    std::string numbers;
    for (int column = 1; column <= 6; ++column) {
      numbers += column == row ? diagonal : " 0.000000E+00";
    }
    text += fmt::format(" [{}_{}]\n", section, row) + diodore_rows(numbers);
  }
  return text;
}

std::string diodore_directions(const std::string& section, const std::string& number) {
  std::string numbers;
  for (int dof = 0; dof < 6; ++dof) numbers += " " + number;
  std::string text;
  for (const char* heading : {"0.000000", "180.0000"}) {
    text += fmt::format(" [{}]   {}\n", section, heading) + diodore_rows(numbers);
  }
  return text;
}

std::string diodore_square(const std::string& section) {
  std::string text = fmt::format(" [{}]\n", section);
  for (int row = 0; row < 6; ++row) {
    for (int column = 0; column < 6; ++column) text += column == row ? " 8.0E+03" : " 0.0E+00";
    text += "\n";
  }
  return text;
}

}  // namespace

std::string wamit_radiation() {
  std::string text = " WAMIT Numeric Output -- Filename  a.1\n";
  for (const char* period : {"-1.0", "0.0"}) {
    for (int i = 1; i <= 6; ++i) text += fmt::format(" {} {} {} 1.000000E+00\n", period, i, i);
  }
  for (const char* period : {"3.0", "6.0"}) {
    for (int i = 1; i <= 6; ++i) {
      text += fmt::format(" {} {} {} 1.0D+00 5.000000E-01\n", period, i, i);
    }
  }
  return text;
}

std::string wamit_forces() {
  std::string text;
  for (const char* period : {"3.0", "6.0"}) {
    for (const int direction : {0, 90}) {
      for (int i = 1; i <= 6; ++i) {
        text += fmt::format(" {} {} {} 5.0 53.13010 3.0 4.0\n", period, direction, i);
      }
    }
  }
  return text;
}

std::string wamit_drift() {
  std::string text;
  for (const char* period : {"3.0", "6.0"}) {
    for (const int direction : {0, 90}) {
      for (int i = 1; i <= 6; ++i) {
        text += fmt::format(" {0} {1} {1} {2} 2.0 0.0 2.0 0.0\n", period, direction, i);
      }
    }
    for (int i = 1; i <= 6; ++i) text += fmt::format(" {} 0 90 {} 9.0 0.0 9.0 0.0\n", period, i);
  }
  return text;
}

std::string wamit_hydrostatics() { return " 3 3 1.5\n 4 4 2.5\n 3 5 0.5\n"; }

std::string wamit_output() {
  std::string text =
      " WAMIT  Version 7.2\n Gravity:     10.00000                Length scale:        2.00000\n"
      " Water depth:        infinite\n BODY PARAMETERS:\n Body number: N= 1   Total panels:  1\n"
      " XBODY =    0.0000 YBODY =    0.0000 ZBODY =   -1.0000 PHIBODY =   0.0\n"
      " Volumes (VOLX,VOLY,VOLZ):           1.0  1.0  1.0\n"
      " Center of Buoyancy (Xb,Yb,Zb):     0.000000     0.000000     0.100000\n"
      " C(3,3),C(3,4),C(3,5):   1.5  0.0  0.5\n C(4,4),C(4,5),C(4,6):   2.5  0.0  0.0\n"
      "        C(5,5),C(5,6):   2.5  0.0\n"
      " Center of Gravity  (Xg,Yg,Zg):     0.000000     0.000000     0.000000\n";
  for (const char* period : {"3.0", "6.0"}) {
    text += fmt::format(" Wave period (sec) =  {}        Wavenumber (kL) =  1.0\n", period);
    text +=
        "    ADDED-MASS AND DAMPING COEFFICIENTS\n     I     J         A(I,J)         B(I,J)\n\n";
    for (int i = 1; i <= 6; ++i) text += fmt::format("  {0} {0} 1.0E+00 5.0E-01\n", i);
    text += "    DIFFRACTION EXCITING FORCES AND MOMENTS\n";
    for (const int direction : {0, 90}) {
      text += fmt::format("  Wave Heading (deg) :  {}\n     I     Mod[Xh(I)]     Pha[Xh(I)]\n",
                          direction);
      for (int i = 1; i <= 6; ++i) text += fmt::format("  {} 5.0E+00 53\n", i);
    }
  }
  return text;
}

std::string diodore_text() {
  return " [SOFT] AQUA+\n[FORWARD_SPEED]   0.00\n [List_calculated_periods]\n 2.00\n 4.00\n"
         " [List_calculated_headings]\n 0.000000\n 180.0000\n" +
         diodore_square("Mass_Inertia_matrix") + diodore_square("Hydrostatic_matrix") +
         " [Added_mass_Radiation_Damping]\n" + diodore_matrices("ADDED_MASS_LINE", " 1.0E+03") +
         diodore_matrices("DAMPING_TERM", " 1.0E+02") +
         diodore_directions("INCIDENCE_EFM_MOD_001", "5.0E+02") +
         diodore_directions("INCIDENCE_EFM_PH_001", "5.0E-01") +
         diodore_directions("INCIDENCE_DFM_001", "1.0E+01");
}

}  // namespace raftup::testing
