import js from "@eslint/js";

const scripts = ["static/**/*.js", "tests/js/**/*.js"];

export default [
  { ignores: ["static/vendor/", ".venv/", "var/"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  { rules: { "no-undef": "off" } }, // the type checker finds unknown names
  {
    files: scripts,
    rules: {
      camelcase: ["error", { properties: "never" }],
      curly: ["error", "multi-line"],
      eqeqeq: ["error", "always", { null: "ignore" }],
      "max-lines": ["error", 400],
      "max-lines-per-function": ["error", { max: 40, skipComments: true }],
      "no-else-return": "error",
      "no-restricted-syntax": [
        "error",
        {
          selector: "TemplateLiteral TemplateLiteral",
          message:
            "The minifier of the static files (rjsmin) would remove spaces in the inner text.",
        },
      ],
      "no-shadow": "error",
      "no-unused-expressions": "error",
      "no-useless-assignment": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
];
