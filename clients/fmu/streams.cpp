/// @file Defines the standard streams of C as null pointers for the code that is linked into an
/// FMU, so that this code cannot print to the streams of the host. This is also needed to link
/// Debian's archive of qhull: its code that refers to these streams is not position independent, so
/// that they must be defined in the same library.
extern "C" {
__attribute__((visibility("hidden"))) void* raftup_no_input __asm__("stdin") = nullptr;
__attribute__((visibility("hidden"))) void* raftup_no_output __asm__("stdout") = nullptr;
__attribute__((visibility("hidden"))) void* raftup_no_error __asm__("stderr") = nullptr;
}
