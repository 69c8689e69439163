// The prompts of the built-in roles: what every agent is told of going on.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = join(import.meta.dirname, '..', '..', 'src', 'roles')

test.each(readdirSync(FOLDER))(
  '[C7] %s: the last kept state after a compaction, conversation and journal before a person, the journal before long work',
  (file) => {
    const prompt = readFileSync(join(FOLDER, file), 'utf8').replaceAll(/\s+/g, ' ')
    expect(prompt).toMatch(/conversation was compacted .* Read your last saved context with `recall`/)
    expect(prompt).toMatch(/\(`recall`, `search_journal`\) before you ask a person/)
    expect(prompt).toContain('Write into the journal before long work')
    expect(prompt).toContain('`save_progress`')
  },
)
