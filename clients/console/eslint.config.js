// Rules for the console's TypeScript. Layout belongs to prettier.
import js from "@eslint/js";
import lit from "eslint-plugin-lit";
import { defineConfig, globalIgnores } from "eslint/config";
import typescript from "typescript-eslint";

export default defineConfig(globalIgnores(["source/generated/"]), {
  files: ["source/**/*.ts", "tests/**/*.ts"],
  extends: [js.configs.recommended, typescript.configs.recommendedTypeChecked, lit.configs["flat/recommended"]],
  languageOptions: { parserOptions: { projectService: true } },
  linterOptions: { reportUnusedDisableDirectives: "error" },
  rules: {
    eqeqeq: "error",
    // Prettier leaves expressions within templates on their line, however long it is.
    "max-len": ["error", { code: 120 }],
    "max-lines": ["error", 420],
    "max-lines-per-function": ["error", 50],
    // The runner of node:test waits for what test() returns.
    "@typescript-eslint/no-floating-promises": [
      "error",
      { allowForKnownSafeCalls: [{ from: "package", package: "node:test", name: "test" }] },
    ],
  },
});
