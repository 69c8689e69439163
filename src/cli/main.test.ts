// The reader of a command may have seen enough: `cmux --help | head -1`.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const CLI = join(import.meta.dirname, 'main.ts')

test.each([['--help'], ['task --help'], ['status --json']])(
  'cmux %s into a closed pipe ends quietly',
  (words) => {
    const env = { ...process.env, CMUX_HOME: '/nonexistent/cmux' }
    // `:` has ended before the first word is written.
    const script = `set -o pipefail; '${process.execPath}' '${CLI}' ${words} 2>/dev/null | :; echo "\${PIPESTATUS[0]}"`
    const closed = spawnSync('bash', ['-c', script], { env, encoding: 'utf8' })
    const open = spawnSync(process.execPath, [CLI, ...words.split(' ')], { env, encoding: 'utf8' })
    expect(closed.stderr).toBe('')
    expect([0, open.status]).toContain(Number(closed.stdout.trim()))
  },
)
