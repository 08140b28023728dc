// Keeps printf out of the download. Embind's library prints the address of a type that no table registers, to
// be named in the message that such a mistake gets. embind-slim.js makes that message without it, so that
// nothing calls this.
extern "C" int siprintf(char* text, const char*, ...) {
  *text = '\0';
  return 0;
}
