#include <jansson.h>

// json_typeof is a macro over a struct member; Swift sees neither.
static inline json_type bridge_json_typeof(const json_t *value) { return json_typeof(value); }
