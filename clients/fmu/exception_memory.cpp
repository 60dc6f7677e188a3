/// @file Memory that the C++ library inside an FMU sets aside for exceptions when there is no
/// other: 72 KiB from malloc() as the library is loaded, which it does not give back by itself. A
/// host that loads and unloads FMUs again and again would lose it each time.
/// @source libstdc++, libsupc++/eh_alloc.cc
namespace __gnu_cxx {
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming): the library's name
void __freeres();
}  // namespace __gnu_cxx

namespace {

/// As the library is unloaded, after every other destructor of it.
__attribute__((destructor(101))) void give_back_exception_memory() { __gnu_cxx::__freeres(); }

}  // namespace
