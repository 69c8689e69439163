// The versions that cmux accepts are those that its tests run.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ALL_RUNTIMES } from '../../src/adapters/runtimes/all-runtimes.ts'
import { makeTempFolder } from '../fixtures/temp-folder.ts'

const PACKAGES = {
  claude: '@anthropic-ai/claude-code',
  codex: '@openai/codex',
  gemini: '@google/gemini-cli',
  opencode: 'opencode-linux-x64',
} as const

test.each(Object.entries(PACKAGES))(
  '[A4] the oldest %s that is accepted is the one that was proved',
  async (name, packageName) => {
    using folder = makeTempFolder()
    writeFileSync(join(folder.path, name), '#!/bin/sh\necho 0.0.1\n', { mode: 0o755 })
    const { dependencies, optionalDependencies } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../real/package.json'), 'utf8'),
    ) as Record<'dependencies' | 'optionalDependencies', Record<string, string>>
    const proved = { ...dependencies, ...optionalDependencies }[packageName]
    expect(
      await ALL_RUNTIMES[name as keyof typeof PACKAGES].examine({ PATH: `${folder.path}:/bin` }),
    ).toMatchObject({
      kind: 'too old',
      detail: `${name} 0.0.1; cmux needs ${proved}`,
    })
  },
)
