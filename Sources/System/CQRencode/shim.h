#include <dlfcn.h>
#include <stddef.h>
#include <qrencode.h>
