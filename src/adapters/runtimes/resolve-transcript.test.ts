import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../../test/fixtures/temp-folder.ts'
import { resolveTranscript } from './resolve-transcript.ts'

test('[P7] a transcript is opened only where the program really keeps its own', async () => {
  using folder = makeTempFolder()
  const root = join(folder.path, 'projects')
  mkdirSync(join(root, '-srv'), { recursive: true })
  const real = join(root, '-srv', 'a.jsonl')
  const secret = join(folder.path, 'secret.jsonl')
  for (const path of [real, secret, join(root, 'token')]) writeFileSync(path, '{}')
  symlinkSync(secret, join(root, 'link.jsonl'))
  symlinkSync(folder.path, join(root, 'up'))

  expect(await resolveTranscript(real, root)).toBe(real)
  for (const path of [
    secret,
    join(root, 'link.jsonl'),
    join(root, 'up', 'secret.jsonl'),
    `${root}/../secret.jsonl`,
    `${root}/-srv/../../secret.jsonl`,
    join(root, 'token'),
    'projects/-srv/a.jsonl',
    `${real}\0`,
    `${root}.jsonl`,
    join(root, 'missing.jsonl'),
  ])
    expect([path, await resolveTranscript(path, root)]).toEqual([path, null])
})
