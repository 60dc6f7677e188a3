/// @file Frees the memory that the C++ library inside an FMU reserves for exceptions that are
/// thrown when no other memory is left: 72 KiB from malloc() when the library is loaded. The C++
/// library does not free it, so that a host that repeatedly loads and unloads FMUs would lose it
/// each time.
/// @source libstdc++, libsupc++/eh_alloc.cc
namespace __gnu_cxx {
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming): the library's name
void __freeres();
}  // namespace __gnu_cxx

namespace {

/// Runs when the library is unloaded, after all of its other destructors.
__attribute__((destructor(101))) void give_back_exception_memory() { __gnu_cxx::__freeres(); }

}  // namespace
