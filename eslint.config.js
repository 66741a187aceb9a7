import js from '@eslint/js'
import tseslint from 'typescript-eslint'

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '.setup/**', 'packages/*/kernel/**'] },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: ['vitest.config.ts'] } } },
    rules: {
      // Shapes, counts and indices are numbers, and read best inside a template.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // Numeric code indexes typed arrays it has sized itself.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/prefer-for-of': 'off',
      // `while (true)` with a return inside states a loop's end better than a flag.
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      'no-constant-condition': ['error', { checkLoops: false }],
      eqeqeq: 'error'
    }
  },
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly', fetch: 'readonly' } }
  },
  {
    files: ['**/*.cjs'],
    languageOptions: {
      globals: { process: 'readonly', require: 'readonly', module: 'readonly', __dirname: 'readonly' }
    }
  }
)
