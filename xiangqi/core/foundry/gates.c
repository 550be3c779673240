/* How Python calls kernels: what all gates share. The gates themselves, one for each signature, are appended.

   Python's functions are called through variables, which the loader fills, so that a library depends on no Python. */

#ifdef _WIN32
#define VISIBLE __declspec(dllexport)
#else
#define VISIBLE
#endif

typedef long long integer;
typedef struct object object;
typedef struct {  /* Py_buffer */
    char *data;
    object *owner;
    integer bytes, item;
    int is_constant, dimensions;
    const char *format;
    integer *shape, *strides, *suboffsets;
    void *internal;
} buffer;

#define PYTHON(result, name, ...) VISIBLE result (*xiangqi_##name)(__VA_ARGS__) = 0
PYTHON(void, PyBuffer_Release, buffer *);
PYTHON(int, PyErr_BadArgument, void);
PYTHON(object *, PyErr_Occurred, void);
PYTHON(void, PyErr_SetNone, object *);
PYTHON(void, PyEval_RestoreThread, void *);
PYTHON(void *, PyEval_SaveThread, void);
PYTHON(integer, PyLong_AsLongLong, object *);
PYTHON(void *, PyLong_AsVoidPtr, object *);
PYTHON(object *, PyLong_FromLongLong, integer);
PYTHON(int, PyObject_GetBuffer, object *, buffer *, int);
PYTHON(void, Py_IncRef, object *);
VISIBLE object *xiangqi_failure = 0, *xiangqi_nothing = 0;

enum { WANTED = 1 | 4 | 8 };  /* writable, with a format and a shape; contiguous goes without saying */
enum { FINE = 0, NONE = -2 };  /* what a kernel of Numba's returns unless it has failed */

static int is_integer(object *given, integer *value) {
    *value = xiangqi_PyLong_AsLongLong(given);
    return *value != -1 || !xiangqi_PyErr_Occurred();
}

static int is_array(object *given, buffer *view, int dimensions, int item, const char *letters) {
    if (xiangqi_PyObject_GetBuffer(given, view, WANTED))
        return 0;
    char letter = *view->format;
    if (view->item == item && view->dimensions == dimensions && (letter == letters[0] || letter == letters[1]))
        return 1;
    xiangqi_PyErr_BadArgument();
    return 0;
}

/* An array as a kernel takes it: two pointers that are not used, lengths, memory, shape and strides. */
#define AS_ARRAY_1 void *, void *, integer, integer, char *, integer, integer
#define AS_ARRAY_2 void *, void *, integer, integer, char *, integer, integer, integer, integer
#define ARRAY(view, item) 0, 0, view.bytes / item, item, view.data
#define ARRAY_1(view, item) ARRAY(view, item), view.shape[0], item
#define ARRAY_2(view, item) ARRAY(view, item), view.shape[0], view.shape[1], view.shape[1] * item, item

#ifdef __x86_64__
#include <cpuid.h>
#define HAS(word, bits) (((word) & (bits)) == (bits))
#endif

/* Whether the processor, and the system, have all of x86-64-v3. */
VISIBLE int xiangqi_level(void) {
#ifdef __x86_64__
    unsigned a, b, c, d, low, high;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !HAS(c, 0x38D83201u))  /* SSE3 to 4.2, FMA, MOVBE, POPCNT, OSXSAVE, AVX, F16C */
        return 1;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    if (!HAS(low, 6u))  /* the system keeps the registers of AVX */
        return 1;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !HAS(b, 0x128u))  /* BMI1, AVX2, BMI2 */
        return 1;
    if (!__get_cpuid(0x80000001u, &a, &b, &c, &d) || !HAS(c, 0x21u))  /* LAHF, LZCNT */
        return 1;
    return 3;
#else
    return 1;
#endif
}
