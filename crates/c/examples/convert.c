/* Converts standard input to standard output, in chunks, as iconv(1) does:
 *
 *   convert FROM TO [lossy]
 *
 * If FROM is `auto`, the encoding is detected from the beginning of the text. */
#include <utflane.h>

#include <stdio.h>
#include <string.h>

enum { CHUNK = 1 << 16 };

static char input[CHUNK], output[CHUNK];

static int complain(const utflane_result *result) {
  fprintf(stderr, "convert: %s at %llu\n", utflane_status_message(result->status),
          (unsigned long long)result->position);
  return 1;
}

int main(int count, char **arguments) {
  if (count < 3) {
    fputs("usage: convert FROM TO [lossy]\n", stderr);
    return 2;
  }
  size_t len = fread(input, 1, CHUNK, stdin);
  utflane_encoding from = utflane_encoding_by_name(arguments[1]);
  if (strcmp(arguments[1], "auto") == 0) {
    utflane_detection detection;
    utflane_detect(input, len, &detection);
    from = detection.encoding;
  }
  const utflane_encoding to = utflane_encoding_by_name(arguments[2]);
  utflane_stream *stream = utflane_stream_new(from, to, count > 3 ? UTFLANE_LOSSY : UTFLANE_STRICT);
  if (stream == NULL) {
    fputs("convert: unknown encoding\n", stderr);
    return 2;
  }
  int failed = 0;
  while (len > 0 && !failed) {
    utflane_status status = UTFLANE_OUTPUT_FULL;
    for (size_t at = 0; status == UTFLANE_OUTPUT_FULL;) {
      utflane_result result;
      status = utflane_stream_feed(stream, input + at, len - at, output, CHUNK, &result);
      at += result.read;
      fwrite(output, 1, result.written, stdout);
      if (status != UTFLANE_OK && status != UTFLANE_OUTPUT_FULL) {
        failed = complain(&result);
      }
    }
    len = fread(input, 1, CHUNK, stdin);
  }
  utflane_result result;
  if (!failed && utflane_stream_finish(stream, output, CHUNK, &result) != UTFLANE_OK) {
    failed = complain(&result);
  }
  if (!failed) {
    fwrite(output, 1, result.written, stdout);
  }
  utflane_stream_free(stream);
  return failed;
}
