/// @file The one place that names the Catch2 header: version 2 and 3 differ in it.
#pragma once

#include <catch2/catch.hpp>
