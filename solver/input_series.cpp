#include "solver/input_series.hpp"
