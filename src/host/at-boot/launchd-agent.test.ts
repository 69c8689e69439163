import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BOOT_ENTRY, bootEntryAt } from '../../../test/fixtures/boot-entry.ts'
import { makeTempFolder } from '../../../test/fixtures/temp-folder.ts'
import { makeLaunchdAgent } from './launchd-agent.ts'

const ODD = `/a b/100%/$HOME/it's "so"/<&>`

/** As far as our own text needs it: keys with the value that follows them. */
function readStrings(text: string): string[] {
  const entities = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' }
  return [...text.matchAll(/<string>(.*?)<\/string>/gs)].map(([, value = '']) =>
    value.replaceAll(/&\w+;/g, (entity) => entities[entity as keyof typeof entities]),
  )
}

test('[X3] the agent is started at login, kept, and leaves agents alone', () => {
  const text = makeLaunchdAgent(BOOT_ENTRY)
  expect(text).toMatch(/<key>RunAtLoad<\/key>\s*<true\/>/)
  expect(text).toMatch(/<key>SuccessfulExit<\/key>\s*<false\/>/)
  expect(text).toMatch(/<key>AbandonProcessGroup<\/key>\s*<true\/>/)
})

test('[X3] odd paths come back as they were, and nothing of them is markup', () => {
  const text = makeLaunchdAgent(bootEntryAt(ODD))
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
  writeFileSync(file, makeLaunchdAgent(bootEntryAt(ODD)))
  expect(spawnSync('plutil', ['-lint', file])).toMatchObject({ status: 0 })
})
