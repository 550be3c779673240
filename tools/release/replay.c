/* Repeats recorded calls of kernels: replay LIBRARY RECORDING (made by recording.py)

   It stands in for Python, so that a library can be tried on a system, or in an emulator, that has none. It prints how
   many calls gave what was recorded, or the first one that did not; then its exit code is 1. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef long long integer;

static void fail(const char *name, const char *what) {
    printf("%s: %s\n", name, what);
    exit(1);
}

static void *room(integer bytes, const char *name) {
    void *memory = calloc(1, bytes + 1);
    if (!memory)
        fail(name, "there is no memory for it");
    return memory;
}

#ifdef _WIN32
#include <windows.h>

static HMODULE library;

static void open_library(const char *path) {
    if (!(library = LoadLibraryA(path)))
        fail(path, "it cannot be loaded");
}

static void *symbol(const char *name) {
    return (void *)GetProcAddress(library, name);
}
#else
#include <elf.h>
#include <sys/mman.h>

/* A library is laid out here, not by the system's loader, which an emulator of processors does not bring along. */
static char *base, *names;
static Elf64_Sym *symbols;
static integer count;

static void *symbol(const char *name) {
    for (integer i = 0; i < count; ++i)
        if (symbols[i].st_shndx && !strcmp(names + symbols[i].st_name, name))
            return base + symbols[i].st_value;
    return 0;
}

static char *imported(const char *name) {
    if (!strcmp(name, "memcpy"))
        return (char *)memcpy;
    if (!strcmp(name, "memmove"))
        return (char *)memmove;
    if (!strcmp(name, "memset"))
        return (char *)memset;
    fail(name, "it is imported");
    return 0;
}

static char *file_content(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END))
        fail(path, "it cannot be read");
    integer size = ftell(file);
    char *content = room(size, path);
    rewind(file);
    if (fread(content, 1, size, file) != (size_t)size)
        fail(path, "it cannot be read");
    fclose(file);
    return content;
}

static void open_library(const char *path) {
    char *content = file_content(path);
    Elf64_Ehdr *head = (Elf64_Ehdr *)content;
    Elf64_Phdr *parts = (Elf64_Phdr *)(content + head->e_phoff);
    Elf64_Shdr *sections = (Elf64_Shdr *)(content + head->e_shoff);
    Elf64_Addr size = 0;
    for (int i = 0; i < head->e_phnum; ++i)
        if (parts[i].p_type == PT_LOAD && parts[i].p_vaddr + parts[i].p_memsz > size)
            size = parts[i].p_vaddr + parts[i].p_memsz;
    base = mmap(0, size, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base == MAP_FAILED)
        fail(path, "there is no memory for it");
    for (int i = 0; i < head->e_phnum; ++i)
        if (parts[i].p_type == PT_LOAD)
            memcpy(base + parts[i].p_vaddr, content + parts[i].p_offset, parts[i].p_filesz);
    for (int i = 0; i < head->e_shnum; ++i)
        if (sections[i].sh_type == SHT_DYNSYM) {
            symbols = (Elf64_Sym *)(base + sections[i].sh_addr);
            count = sections[i].sh_size / sizeof(Elf64_Sym);
            names = base + sections[sections[i].sh_link].sh_addr;
        }
    for (int i = 0; i < head->e_shnum; ++i) {
        integer moved = sections[i].sh_type == SHT_RELA ? sections[i].sh_size / sizeof(Elf64_Rela) : 0;
        Elf64_Rela *moves = (Elf64_Rela *)(base + sections[i].sh_addr);
        for (integer j = 0; j < moved; ++j) {
            Elf64_Sym *meant = symbols + ELF64_R_SYM(moves[j].r_info);
            int is_imported = meant != symbols && !meant->st_shndx;
            char *target = is_imported ? imported(names + meant->st_name) : base + meant->st_value;
            *(char **)(base + moves[j].r_offset) = target + moves[j].r_addend;
        }
    }
    __builtin___clear_cache(base, base + size);
    free(content);
}
#endif

/* What Python would be: objects, and the functions that gates call (xiangqi/core, gates.c). */

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

struct object {  /* an array if its view has dimensions, else an integer */
    integer value;
    buffer view;
    char *expected;
};

static object nothing, answer;
static int has_failed;

static void py_buffer_release(buffer *view) { (void)view; }
static int py_err_bad_argument(void) { return has_failed = 1, 0; }
static object *py_err_occurred(void) { return 0; }
static void py_err_set_none(object *kind) { (void)kind, has_failed = 1; }
static void py_eval_restore_thread(void *thread) { (void)thread; }
static void *py_eval_save_thread(void) { return 0; }
static integer py_long_as_long_long(object *number) { return number->value; }
static void *py_long_as_void_ptr(object *number) { return (void *)number->value; }
static object *py_long_from_long_long(integer value) { return answer.value = value, &answer; }
static int py_object_get_buffer(object *array, buffer *view, int wanted) {
    (void)wanted;
    *view = array->view;
    return 0;
}
static void py_inc_ref(object *counted) { (void)counted; }

static void *needed(const char *name) {
    void *there = symbol(name);
    if (!there)
        fail(name, "the library lacks it");
    return there;
}

static void stand_in(void) {
    static const struct { const char *name; void *value; } stand_ins[] = {
        {"xiangqi_PyBuffer_Release", py_buffer_release},
        {"xiangqi_PyErr_BadArgument", py_err_bad_argument},
        {"xiangqi_PyErr_Occurred", py_err_occurred},
        {"xiangqi_PyErr_SetNone", py_err_set_none},
        {"xiangqi_PyEval_RestoreThread", py_eval_restore_thread},
        {"xiangqi_PyEval_SaveThread", py_eval_save_thread},
        {"xiangqi_PyLong_AsLongLong", py_long_as_long_long},
        {"xiangqi_PyLong_AsVoidPtr", py_long_as_void_ptr},
        {"xiangqi_PyLong_FromLongLong", py_long_from_long_long},
        {"xiangqi_PyObject_GetBuffer", py_object_get_buffer},
        {"xiangqi_Py_IncRef", py_inc_ref},
        {"xiangqi_nothing", &nothing},
    };
    for (size_t i = 0; i < sizeof stand_ins / sizeof *stand_ins; ++i)
        *(void **)needed(stand_ins[i].name) = stand_ins[i].value;
}

/* The recording: integers of 64 bits, names with their lengths, arrays as bytes. */

static FILE *recording;

static void take(void *target, integer bytes) {
    if (fread(target, 1, bytes, recording) != (size_t)bytes)
        fail("the recording", "it is cut off");
}

static integer number(void) {
    integer value;
    take(&value, sizeof value);
    return value;
}

static char *name(void) {
    integer length = number();
    char *text = room(length, "a name");
    take(text, length);
    return text;
}

static void take_argument(object *argument) {
    static const char *const formats[] = {"B", "q"};
    buffer *view = &argument->view;
    view->dimensions = number();
    if (!view->dimensions) {
        argument->value = number();
        return;
    }
    view->bytes = view->item = number();
    view->format = formats[view->item == 8];
    view->shape = room(view->dimensions * sizeof(integer), "a shape");
    for (int i = 0; i < view->dimensions; ++i)
        view->bytes *= view->shape[i] = number();
    take(view->data = room(view->bytes, "an array"), view->bytes);
    take(argument->expected = room(view->bytes, "an array"), view->bytes);
}

static void repeat(void) {
    char *kernel = name(), *gate = name();
    object called = {.value = (integer)needed(kernel)}, *given[32], *result;
    integer many = number();
    if (many > 32)
        fail(kernel, "it has too many arguments");
    for (integer i = 0; i < many; ++i)
        take_argument(given[i] = room(sizeof(object), "an argument"));
    integer has_result = number(), expected = number();
    object *(*call)(object *, object *const *, integer) = needed(gate);
    result = call(&called, given, many);
    if (has_failed || (has_result ? result != &answer || answer.value != expected : result != &nothing))
        fail(kernel, "its result differs");
    for (integer i = 0; i < many; ++i) {
        if (given[i]->view.dimensions && memcmp(given[i]->view.data, given[i]->expected, given[i]->view.bytes))
            fail(kernel, "what it leaves in an array differs");
        free(given[i]->view.data);
        free(given[i]->view.shape);
        free(given[i]->expected);
        free(given[i]);
    }
    free(kernel);
    free(gate);
}

int main(int words, char **word) {
    if (words != 3)
        fail("usage", "replay LIBRARY RECORDING");
    open_library(word[1]);
    stand_in();
    if (!(recording = fopen(word[2], "rb")))
        fail(word[2], "it cannot be read");
    integer calls = number();
    for (integer i = 0; i < calls; ++i)
        repeat();
    printf("%lld calls\n", calls);
    return 0;
}
