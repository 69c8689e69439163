import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../test/fixtures/temp-folder.ts'
import { bundle } from './bundle.ts'

const root = join(import.meta.dirname, '..')

test('[P5] the same sources give the same build, to the byte, wherever it is put', async () => {
  using folder = makeTempFolder()
  const [one, other] = await Promise.all(
    ['one', 'deeper/other'].map(async (name) => {
      const place = join(folder.path, name)
      await bundle(root, place)
      return readFileSync(join(place, 'manifest.json'), 'utf8')
    }),
  )
  expect(other).toBe(one)
  expect(Object.keys((JSON.parse(one ?? '') as { files: object }).files)).toEqual(
    expect.arrayContaining([
      'server.mjs',
      'cli.mjs',
      'cli/main.mjs',
      'hook.mjs',
      'demo-agent.mjs',
      'web/index.html',
      'web/assets/main.js',
    ]),
  )
})
