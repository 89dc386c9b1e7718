/* What the test programs share: they end with a message at the first thing that is not as it should be. */
#ifndef CHECK_H
#define CHECK_H

#include "tensorforge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(const char *what, const tf_failure *error) {
  printf("FAILED %s: %s\n", what, error ? tf_failure_message(error) : "(no error)");
  exit(1);
}

static void check(int condition, const char *what) {
  if (!condition) fail(what, NULL);
}

/* The error must have this in it; frees it. */
static void expect(tf_failure *error, const char *part) {
  if (error == NULL || strstr(tf_failure_message(error), part) == NULL) fail(part, error);
  tf_failure_free(error);
}

#endif
