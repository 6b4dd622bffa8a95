/* Calls utflane_detect_any. It is compiled as C and as C++, and needs a library with the features
 * detect-legacy and multibyte. */
#include "utflane_detect.h"
#include "utflane_detect.h"
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The result for a text, in memory of exactly its length. */
static utflane_any_detection detect(const char *text, size_t len) {
  char *copy = (char *)malloc(len > 0 ? len : 1);
  CHECK(copy != NULL);
  memcpy(copy, text, len);
  utflane_any_detection found;
  memset(&found, 0x5A, sizeof found);
  CHECK(utflane_detect_any(copy, len, &found) == UTFLANE_OK);
  free(copy);
  CHECK(found.reserved[0] == 0 && found.reserved[3] == 0);
  CHECK((found.certainty == UTFLANE_UNKNOWN) == (found.name[0] == '\0'));
  CHECK((found.mixed_name[0] != '\0') == (found.mixed_offset != 0));
  /* The names are those of the library. */
  CHECK(found.encoding == UTFLANE_NONE ||
        strcmp(found.name, utflane_encoding_name(found.encoding)) == 0);
  return found;
}

#define DETECT(text) detect(text, sizeof(text) - 1)

static bool is(const utflane_any_detection *found, utflane_encoding encoding, const char *name,
               utflane_certainty certainty) {
  return found->encoding == encoding && strcmp(found->name, name) == 0 &&
         found->certainty == certainty;
}

static void unicode(void) {
  utflane_any_detection d = DETECT("\xFF\xFEh\0i\0");
  CHECK(is(&d, UTFLANE_UTF16LE, "UTF-16LE", UTFLANE_CERTAIN) && d.exact && d.reliable);
  CHECK(d.language[0] == '\0' && d.runner_up[0] == '\0' && d.mixed_name[0] == '\0');
  d = DETECT("plain");
  CHECK(is(&d, UTFLANE_ASCII, "US-ASCII", UTFLANE_CERTAIN) && d.reliable);
  d = DETECT("");
  CHECK(is(&d, UTFLANE_ASCII, "US-ASCII", UTFLANE_CERTAIN));
  /* Names that end with NUL, or UTF-16. */
  d = DETECT("a\0b\0");
  CHECK(!d.reliable);
}

static void legacy(void) {
  utflane_any_detection d =
      DETECT("Wszyscy ludzie wiedz\xB9, \xBF"
             "e pieni\xB9"
             "dze s\xB9 wa\xBFne, ale szcz\xEA\x9C"
             "cie mo\xBFna znale\x9F\xE6 gdzie indziej.");
  CHECK(is(&d, UTFLANE_WINDOWS_1250, "windows-1250", UTFLANE_LIKELY) && d.exact && d.reliable);
  CHECK(strcmp(d.language, "pl") == 0 && d.mixed_name[0] == '\0');
  d = DETECT("caf\xE9 noir");
  CHECK(is(&d, UTFLANE_WINDOWS_1252, "windows-1252", UTFLANE_GUESS) && d.exact && !d.reliable);
  CHECK(d.language[0] != '\0' && d.runner_up[0] != '\0' && strcmp(d.runner_up, d.name) != 0);
  d = DETECT("\x1B$B4A;z\x1B(B");
  CHECK(is(&d, UTFLANE_ISO_2022_JP, "ISO-2022-JP", UTFLANE_LIKELY) && d.exact && d.reliable);
  /* An encoding that the library does not have. */
  d = DETECT("\x1B$)A\x0E<:\x0F");
  CHECK(is(&d, UTFLANE_NONE, "ISO-2022-CN", UTFLANE_LIKELY) && !d.exact && !d.reliable);
  d = DETECT("\x89PNG\r\n\x1A\n\0\0\0\rIHDR");
  CHECK(is(&d, UTFLANE_NONE, "", UTFLANE_UNKNOWN) && !d.exact && !d.reliable);
}

static void mixed(void) {
  static const char text[] = "Gr\xC3\xB6\xC3\x9F"
                             "e, L\xC3\xA4nge, H\xC3\xB6he\nM\xC3\xBCller, B\xC3\xA4"
                             "cker\nStra\xDF"
                             "e der K\xF6nige, f\xFCr M\xFCnchen\n";
  const utflane_any_detection d = detect(text, sizeof text - 1);
  CHECK(is(&d, UTFLANE_UTF8, "UTF-8", UTFLANE_GUESS) && !d.exact && !d.reliable);
  CHECK(strcmp(d.mixed_name, "windows-1252") == 0);
  CHECK(d.mixed_offset == (size_t)(strchr(text, '\xDF') - text));
}

static void arguments(void) {
  utflane_any_detection d;
  memset(&d, 0x5A, sizeof d);
  CHECK(utflane_detect_any("text", 4, NULL) == UTFLANE_BAD_POINTER);
  CHECK(utflane_detect_any(NULL, 4, &d) == UTFLANE_BAD_POINTER);
  CHECK(utflane_detect_any("text", SIZE_MAX, &d) == UTFLANE_BAD_LENGTH);
  /* Nothing was written. */
  CHECK(d.name[0] == 0x5A && d.reserved[3] == 0x5A5A5A5A);
  CHECK(utflane_detect_any(NULL, 0, &d) == UTFLANE_OK && d.encoding == UTFLANE_ASCII);
}

int main(void) {
  CHECK(utflane_encoding_name(UTFLANE_ISO_2022_JP) != NULL);
  unicode();
  legacy();
  mixed();
  arguments();
  printf("detect: as it should be\n");
  return 0;
}
