/* The header in C, in a program of which the rest is C++. */
#include "utflane.h"

int other(void);

int other(void) {
  int count = 0;
  while (utflane_encoding_at((size_t)count) != UTFLANE_NONE) {
    ++count;
  }
  return count;
}
