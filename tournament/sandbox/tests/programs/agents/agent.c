#include <stdio.h>

int main(void) {
    FILE *file = fopen("x", "w");
    fputs("x", file);
    return !puts("BBED");
}
