import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { plant } from './plant.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'
import { runTool } from './run-tool.ts'

const LINT = ['--type-aware', '--deny-warnings']
const FORMAT = ['-c', join(REPOSITORY_ROOT, '.oxfmtrc.json'), '--check']
const passed = { ok: true, output: expect.any(String) }

describe('the repository', () => {
  test('[STYLE 8] has types that hold', async () => {
    expect(await runTool('types', ['-p', '.'])).toEqual(passed)
  })

  test('[STYLE 14] has no lint', async () => {
    expect(await runTool('lint', LINT)).toEqual(passed)
  })

  test('[STYLE 14] is formatted', async () => {
    expect(await runTool('format', ['--check', '.'])).toEqual(passed)
  })

  test('[STYLE 14] has nothing that nothing uses', async () => {
    expect(await runTool('unused', ['--no-progress'])).toEqual(passed)
  })
})

const MAIN = "import { z } from 'zod'\nimport { used } from './used.ts'\n\nused(z)\n"
const USED = 'export function used(value: unknown): unknown {\n  return value\n}\n'

const FAULTS = [
  {
    fault: 'a wrong type',
    tool: 'types',
    options: (root: string) => ['-p', root],
    bad: { 'src/a.ts': "export const a: number = 'one'\n" },
    good: { 'src/a.ts': 'export const a: number = 1\n' },
    says: ['TS2322'],
  },
  {
    fault: 'an index that is not checked',
    tool: 'types',
    options: (root: string) => ['-p', root],
    bad: { 'src/a.ts': 'export const a = (b: string[]): string => b[0]\n' },
    good: { 'src/a.ts': "export const a = (b: string[]): string => b[0] ?? ''\n" },
    says: ['TS2322'],
  },
  {
    fault: 'a promise that nobody waits for',
    tool: 'lint',
    options: (root: string) => [...LINT, join(root, 'src')],
    bad: { 'src/a.ts': 'export function a(go: () => Promise<void>): void {\n  go()\n}\n' },
    good: {
      'src/a.ts': 'export async function a(go: () => Promise<void>): Promise<void> {\n  await go()\n}\n',
    },
    says: ['no-floating-promises'],
  },
  {
    fault: 'another format',
    tool: 'format',
    options: (root: string) => [...FORMAT, join(root, 'src')],
    bad: { 'src/a.ts': 'export const a = "one";\n' },
    good: { 'src/a.ts': "export const a = 'one'\n" },
    says: ['src/a.ts'],
  },
  {
    fault: 'a file, an export, a type and a package that nothing uses',
    tool: 'unused',
    options: (root: string) => ['--no-progress', '--directory', root],
    bad: {
      'src/cli/main.ts': "import { used } from './used.ts'\n\nused(1)\n",
      'src/cli/used.ts': `${USED}\nexport const spare = 1\n\nexport type Spare = string\n`,
      'src/cli/orphan.ts': USED,
    },
    good: { 'src/cli/main.ts': MAIN, 'src/cli/used.ts': USED },
    says: ['Unused files (1)', 'Unused dependencies (1)', 'Unused exports (1)', 'Unused exported types (1)'],
  },
] as const

describe('a check', () => {
  test.each(FAULTS)('[STYLE 12] fails for $fault ($tool)', async ({ tool, options, bad, good, says }) => {
    await using faulty = await plant(bad)
    await using sound = await plant(good)
    const refused = await runTool(tool, options(faulty.root))
    expect(refused).toEqual({ ok: false, output: expect.any(String) })
    for (const words of says) expect(refused.output).toContain(words)
    expect(await runTool(tool, options(sound.root))).toEqual(passed)
  })
})
