/* Repeats recorded calls of kernels: replay LIBRARY RECORDING (made by recording.py)

   It calls kernels without Python, so that a library can be tried on a system, or in an emulator, that has none. It
   prints how many calls gave what was recorded, or the first one that did not; then its exit code is 1. */

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

enum { MOST = 9, MANY = 16 };  /* words of an argument, which an array of two dimensions has; arguments */

typedef struct {
    integer bytes;
    char *data, *expected;  /* of an array */
} argument;

/* Takes an argument and writes it as kernels take it; where the next one goes. */
static integer *take_argument(integer *next, argument *taken) {
    integer dimensions = number();
    taken->data = taken->expected = 0;
    if (!dimensions) {
        *next = number();
        return next + 1;
    }
    integer *shape = next + 5, *strides = shape + dimensions;
    integer item = taken->bytes = next[3] = number();
    for (int i = 0; i < dimensions; ++i)
        taken->bytes *= shape[i] = number();
    strides[dimensions - 1] = item;
    for (int i = dimensions - 1; i; --i)
        strides[i - 1] = strides[i] * shape[i];
    take(taken->data = room(taken->bytes, "an array"), taken->bytes);
    take(taken->expected = room(taken->bytes, "an array"), taken->bytes);
    next[0] = next[1] = 0;  /* pointers that kernels do not use */
    next[2] = taken->bytes / item;
    next[4] = (integer)taken->data;
    return strides + dimensions;
}

static void repeat(void) {
    char *kernel = name();
    int (*code)(integer *) = (int (*)(integer *))symbol(kernel);
    integer words[1 + MOST * MANY] = {0}, *next = words + 1, many = number();
    argument arguments[MANY];
    if (!code)
        fail(kernel, "the library lacks it");
    if (many > MANY)
        fail(kernel, "it has too many arguments");
    for (integer i = 0; i < many; ++i)
        next = take_argument(next, arguments + i);
    integer has_result = number(), expected = number();
    if (code(words) || (has_result && words[0] != expected))
        fail(kernel, "its result differs");
    for (integer i = 0; i < many; ++i) {
        if (arguments[i].data && memcmp(arguments[i].data, arguments[i].expected, arguments[i].bytes))
            fail(kernel, "what it leaves in an array differs");
        free(arguments[i].data);
        free(arguments[i].expected);
    }
    free(kernel);
}

int main(int words, char **word) {
    if (words != 3)
        fail("usage", "replay LIBRARY RECORDING");
    open_library(word[1]);
    if (!(recording = fopen(word[2], "rb")))
        fail(word[2], "it cannot be read");
    integer calls = number();
    for (integer i = 0; i < calls; ++i)
        repeat();
    printf("%lld calls\n", calls);
    return 0;
}
