import { expect, test } from 'vitest'
import { findChecks } from './find-checks.ts'

const packageJson = JSON.stringify({
  scripts: { test: 'vitest', lint: 'oxlint', start: 'node .', build: '' },
})
const noTest = JSON.stringify({ scripts: { test: 'echo "Error: no test specified" && exit 1' } })
const makefile = 'lint := x\n\nbuild: deps\n\tcc x.c\ntest :\n\t./x\n.PHONY: test\n'

test.each([
  [
    'package.json with npm',
    { 'package.json': packageJson },
    [],
    ['lint: npm run lint', 'test: npm run test'],
  ],
  [
    'package.json with pnpm',
    { 'package.json': packageJson },
    ['pnpm-lock.yaml'],
    ['lint: pnpm run lint', 'test: pnpm run test'],
  ],
  [
    'a test that is none',
    { 'package.json': noTest, Makefile: makefile },
    [],
    ['build: make build', 'test: make test'],
  ],
  ['what is no JSON', { 'package.json': '{' }, [], undefined],
  ['scripts that are none', { 'package.json': '{"scripts":[1]}' }, [], undefined],
  ['a Makefile', { Makefile: makefile }, [], ['build: make build', 'test: make test']],
  ['Cargo.toml', { 'Cargo.toml': '' }, [], ['build: cargo build', 'test: cargo test']],
  ['go.mod', { 'go.mod': '' }, [], ['build: go build ./...', 'vet: go vet ./...', 'test: go test ./...']],
  [
    'pyproject.toml',
    { 'pyproject.toml': '[tool.ruff]\n[tool.pytest.ini_options]\n' },
    [],
    ['lint: ruff check .', 'test: pytest'],
  ],
  ['a pyproject.toml without tools', { 'pyproject.toml': '[project]\n' }, [], undefined],
  ['nothing', {}, ['README.md'], undefined],
])('checks are found from %s', (_, texts, names, expected) => {
  const found = findChecks({ names: [...Object.keys(texts), ...names], texts })
  expect(found?.checks.map(({ name, run }) => `${name}: ${run}`)).toEqual(expected)
})
