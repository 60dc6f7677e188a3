#pragma once

#include "hydro/database/database.hpp"
#include "hydro/database/readers/source.hpp"

namespace raftup::hydro {

/// Reads the text database of Diodore and AQUA+ (.hdb), one body.
/// Numbers are SI, periods s, headings degrees, where the waves go. Phases are radians and phasors
/// e^{-i omega t}: the motions that such files hold satisfy
/// (-omega^2 (M + A) - i omega B + C) R = X only so; they are turned to e^{+i omega t}.
/// INCIDENCE_EFM is the whole excitation, whatever its section is called. Without it the sum of
/// INCIDENCE_DFFM (diffraction) and INCIDENCE_FKFM (Froude-Krylov) serves. INCIDENCE_DFM is the
/// mean drift force. The file has no density, gravity, depth or centre of gravity: they come from
/// the options; the displaced volume is mass over density.
/// @throws Error(kInvalidArgument) naming file, line, rule and value
Database read_diodore(const SourceFile& file, const SourceOptions& options);

}  // namespace raftup::hydro
