// Embind registers every type it knows, and the glue carries the code. No text crosses as std::string or std::wstring
// here (val(const char*) needs neither), so these two registrations do nothing. Linked after Embind, to replace its own.
// Emscripten copies the text of a function, and knows only the classical form.
function unused() {}

mergeInto(LibraryManager.library, {
  _embind_register_std_string: unused,
  _embind_register_std_string__deps: [],
  _embind_register_std_wstring: unused,
  _embind_register_std_wstring__deps: [],
});
