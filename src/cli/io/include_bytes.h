/* Files that the assembler includes as they are: arrays of a megabyte take compilers seconds.
 * The bytes lie outside the copies for processors (cmake/programs.cmake), so a program has them
 * once. */
#ifndef APO_CLI_IO_INCLUDE_BYTES_H
#define APO_CLI_IO_INCLUDE_BYTES_H

#define APO_BYTES_TEXT(name)  APO_BYTES_TEXT_(name)
#define APO_BYTES_TEXT_(name) #name
#if defined __APPLE__
#    define APO_BYTES_SECTION ".const_data\n"
#    define APO_BYTES_BACK    ".text\n"
#elif defined _WIN32
#    define APO_BYTES_SECTION ".section .rdata,\"dr\"\n"
#    define APO_BYTES_BACK    ".text\n"
#else
#    define APO_BYTES_SECTION ".pushsection .rodata\n"
#    define APO_BYTES_BACK    ".popsection\n"
#endif

#define APO_BYTES_LABEL(label)                            \
    ".globl " APO_BYTES_TEXT(__USER_LABEL_PREFIX__) label \
        "\n" APO_BYTES_TEXT(__USER_LABEL_PREFIX__) label ":\n"

/* Defines apo_NAME and apo_NAME_end, where the bytes of `file` begin and end; a zero follows
 * them. `type` is char or unsigned char. */
#define APO_BYTES(type, name, file)                           \
    extern const type apo_##name[], apo_##name##_end[];       \
    __asm__(APO_BYTES_SECTION ".balign 16\n" APO_BYTES_LABEL( \
        "apo_" #name) ".incbin \"" file                       \
                      "\"\n" APO_BYTES_LABEL("apo_" #name "_end") ".byte 0\n" APO_BYTES_BACK);

#endif
