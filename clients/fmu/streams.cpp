/// @file The standard streams of what is linked into an FMU: none, so that nothing is ever printed
/// there. Debian's archive of qhull can only be linked to streams of the same library, too: its
/// code is not position independent where it names them.
extern "C" {
__attribute__((visibility("hidden"))) void* raftup_no_input __asm__("stdin") = nullptr;
__attribute__((visibility("hidden"))) void* raftup_no_output __asm__("stdout") = nullptr;
__attribute__((visibility("hidden"))) void* raftup_no_error __asm__("stderr") = nullptr;
}
