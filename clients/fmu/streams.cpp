/// @file The standard streams of what is linked into an FMU: none, so that nothing is ever printed
/// there. Debian's archive of qhull can only be linked to streams of the same library, too: its
/// code is not position independent where it names them.
extern "C" {
__attribute__((visibility("hidden"))) void* stdin = nullptr;
__attribute__((visibility("hidden"))) void* stdout = nullptr;
__attribute__((visibility("hidden"))) void* stderr = nullptr;
}
