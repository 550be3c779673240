/* Calls kernels for Python, whatever their signatures are.

   Python's functions are called through variables, which the loader fills, so that a library depends on no Python. */

#ifdef _WIN32
#define VISIBLE __declspec(dllexport)

/* Windows calls it when it loads a library; there is no C library to set up. */
int DllMainCRTStartup(void) {
    return 1;
}
#else
#define VISIBLE
#endif

typedef long long word;
typedef struct object object;
typedef struct {  /* Py_buffer */
    char *data;
    object *owner;
    word bytes, item;
    int is_constant, dimensions;
    const char *format;
    word *shape, *strides, *suboffsets;
    void *internal;
} buffer;

#define PYTHON(result, name, ...) VISIBLE result (*xiangqi_##name)(__VA_ARGS__) = 0
PYTHON(void, PyBuffer_Release, buffer *);
PYTHON(int, PyErr_BadArgument, void);
PYTHON(object *, PyErr_Occurred, void);
PYTHON(void, PyErr_SetNone, object *);
PYTHON(void, PyEval_RestoreThread, void *);
PYTHON(void *, PyEval_SaveThread, void);
PYTHON(word, PyLong_AsLongLong, object *);
PYTHON(void *, PyLong_AsVoidPtr, object *);
PYTHON(object *, PyLong_FromLongLong, word);
PYTHON(int, PyObject_GetBuffer, object *, buffer *, int);
PYTHON(object *, Py_BuildValue, const char *, ...);
VISIBLE object *xiangqi_failure = 0;  /* the class of exceptions */

typedef struct {  /* as `loader.py` makes it */
    const char *name;
    void *function;
    int flags;
    const char *documentation;  /* Python's PyMethodDef ends here */
    int (*code)(word *);  /* takes room for the result, then the arguments, and returns 0 unless it fails */
    const char *kinds;  /* of arguments and result, two characters each: an item's letter, and how many dimensions */
    int count;  /* of arguments */
} kernel;

enum { WANTED = 1 | 4 | 8 | 16 | 32 };  /* writable, with format, shape and strides, contiguous */
enum { MOST = 9, MANY = 16 };  /* words of an argument, which an array of two dimensions has; arguments */

/* Writes an argument as Numba passes it. Returns where the next one goes, or 0 if the kernel does not take it. */
static word *put(word *next, object *given, const char *kind, buffer *view) {
    int dimensions = kind[1] - '0';
    if (dimensions == 0) {
        *next = xiangqi_PyLong_AsLongLong(given);
        return *next == -1 && xiangqi_PyErr_Occurred() ? 0 : next + 1;
    }
    if (xiangqi_PyObject_GetBuffer(given, view, WANTED))
        return 0;
    char letter = *view->format == 'l' ? 'q' : *view->format;
    if (letter != *kind || view->item != (letter == 'q' ? 8 : 1) || view->dimensions != dimensions) {
        xiangqi_PyErr_BadArgument();
        return 0;
    }
    next[0] = next[1] = 0;  /* pointers that kernels do not use */
    next[2] = view->bytes / view->item;
    next[3] = view->item;
    next[4] = (word)view->data;
    for (int i = 0; i < dimensions; i++) {
        next[5 + i] = view->shape[i];
        next[5 + dimensions + i] = view->strides[i];
    }
    return next + 5 + 2 * dimensions;
}

/* The function that Python calls, with the address of a kernel for `self`. */
VISIBLE object *xiangqi_call(object *self, object *const *given, word count) {
    const kernel *called = xiangqi_PyLong_AsVoidPtr(self);
    word words[1 + MOST * MANY], *next = words + 1;
    buffer views[MANY];
    object *answer = 0;
    int taken = 0;
    if (count != called->count || count > MANY) {
        xiangqi_PyErr_BadArgument();
        return 0;
    }
    for (; next && taken < count; taken++) {
        views[taken].owner = 0;
        next = put(next, given[taken], called->kinds + 2 * taken, views + taken);
    }
    if (next) {
        void *thread = xiangqi_PyEval_SaveThread();
        int failed = called->code(words);
        xiangqi_PyEval_RestoreThread(thread);
        if (failed)
            xiangqi_PyErr_SetNone(xiangqi_failure);
        else if (called->kinds[2 * count] == 'v')
            answer = xiangqi_Py_BuildValue("");
        else
            answer = xiangqi_PyLong_FromLongLong(words[0]);
    }
    while (taken)
        xiangqi_PyBuffer_Release(views + --taken);  /* does nothing to one that was not filled */
    return answer;
}

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
