// Parts of Embind's script that nothing here uses, in a shorter form or none. Linked after Embind, to replace its own;
// what a version of Emscripten does not have is left out. Emscripten copies the text of a function, and knows only the
// classical form.
function unused() {}
function setSymbol(name, value) {
  Module[name] = value;
}
function typeName(type) {
  return `type ${type}`;
}
function errorClass(base, name) {
  return class extends base {
    get name() {
      return name;
    }
  };
}

mergeInto(LibraryManager.library, {
  // Embind registers every type it knows. No text crosses as std::string or std::wstring (val(const char*) needs
  // neither), and no whole number of 64 bits.
  _embind_register_std_string: unused,
  _embind_register_std_string__deps: [],
  _embind_register_std_wstring: unused,
  _embind_register_std_wstring__deps: [],
  $getDynCaller: unused,
  $getDynCaller__deps: [],
  // No table has a name twice, for other numbers of arguments.
  $exposePublicSymbol: setSymbol,
  $exposePublicSymbol__deps: [],
  $replacePublicSymbol: setSymbol,
  $replacePublicSymbol__deps: [],
  // For leak tests of Embind's own.
  $count_emval_handles: unused,
  $count_emval_handles__deps: [],
  $get_first_emval: unused,
  $get_first_emval__deps: [],
  // A type that no table has is known by its address; no_printf.cpp says why its name is not asked for.
  $getTypeName: typeName,
  $getTypeName__deps: [],
  // Errors of Embind's own: the stack and the name are Error's.
  $extendError: errorClass,
  $extendError__deps: [],
});
