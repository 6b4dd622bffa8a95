// As all.js, with `require`.
const { check } = require("./check.cjs");

exports.found = check({
  utflane: require("utflane"),
  inline: require("utflane/inline"),
  eastAsia: require("utflane/east-asia"),
  detection: require("utflane/detect"),
  utf: require("utflane/utf"),
});
