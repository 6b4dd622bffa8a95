/* Includes the header in C, in a program that is otherwise in C++. */
#include "utflane.h"

int other(void);

int other(void) {
  int count = 0;
  while (utflane_encoding_at((size_t)count) != UTFLANE_NONE) {
    ++count;
  }
  return count;
}
