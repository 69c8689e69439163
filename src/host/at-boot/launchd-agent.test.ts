import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../../test/fixtures/temp-folder.ts'
import type { BootEntry } from './boot-entry.ts'
import { makeLaunchdAgent } from './launchd-agent.ts'

const ENTRY: BootEntry = {
  name: 'cmux',
  home: '/h',
  node: '/bin/node',
  args: ['/h/cli.mjs', 'service', 'keep'],
  path: '/usr/bin:/bin',
}

const ODD = `/a b/100%/$HOME/it's "so"/<&>`

/** As far as our own text needs it: keys with the value that follows them. */
function readStrings(text: string): string[] {
  const entities = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' }
  return [...text.matchAll(/<string>(.*?)<\/string>/gs)].map(([, value = '']) =>
    value.replaceAll(/&\w+;/g, (entity) => entities[entity as keyof typeof entities]),
  )
}

test('[X3] the agent is started at login, kept, and leaves agents alone', () => {
  const text = makeLaunchdAgent(ENTRY)
  expect(text).toMatch(/<key>RunAtLoad<\/key>\s*<true\/>/)
  expect(text).toMatch(/<key>SuccessfulExit<\/key>\s*<false\/>/)
  expect(text).toMatch(/<key>AbandonProcessGroup<\/key>\s*<true\/>/)
})

test('[X3] odd paths come back as they were, and nothing of them is markup', () => {
  const text = makeLaunchdAgent({ ...ENTRY, home: ODD, node: ODD, args: [ODD], path: ODD })
  const output = join(ODD, 'logs', 'keeper.out')
  expect(readStrings(text)).toEqual(['cmux', ODD, ODD, ODD, output, output])
  expect(text).not.toMatch(/<string>[^<]*<(?!\/string>)/)
  expect(text).not.toMatch(/&(?!\w+;)/)
})

const canLint = spawnSync('plutil', ['-help']).error === undefined
// oxlint-disable-next-line no-console
if (!canLint) console.warn('NOT RUN: the launchd agent is tested as text only, since plutil is missing')

test.skipIf(!canLint)('[X3] plutil accepts it', () => {
  using folder = makeTempFolder()
  const file = join(folder.path, 'cmux.plist')
  writeFileSync(file, makeLaunchdAgent({ ...ENTRY, home: ODD, node: ODD, args: [ODD], path: ODD }))
  expect(spawnSync('plutil', ['-lint', file])).toMatchObject({ status: 0 })
})
