import { readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../../test/fixtures/temp-folder.ts'
import { writeLaunchFiles } from './write-launch-files.ts'

test('[P6] what a person has in their settings stays; ours is added, and lists are united', async () => {
  using folder = makeTempFolder()
  const path = join(folder.path, 'theirs.json')
  writeFileSync(path, '{"theme":"light","projects":{"/a":{"cost":1}},"keys":{"approved":["x"]}}')
  const merge = { projects: { '/b': { trusted: true } }, keys: { approved: ['x', 'y'] } }
  await writeLaunchFiles([{ path, merge }])
  await writeLaunchFiles([{ path, merge }])
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
    theme: 'light',
    projects: { '/a': { cost: 1 }, '/b': { trusted: true } },
    keys: { approved: ['x', 'y'] },
  })
})

test('[P6] settings that are no JSON are left alone, and the start is refused', async () => {
  using folder = makeTempFolder()
  const path = join(folder.path, 'theirs.json')
  writeFileSync(path, '{ half')
  await expect(writeLaunchFiles([{ path, merge: { a: 1 } }])).rejects.toThrow('JSON')
  expect(readFileSync(path, 'utf8')).toBe('{ half')
})

test('a new file is for its owner alone, and its folder is made', async () => {
  using folder = makeTempFolder()
  const path = join(folder.path, 'agents/one/settings.json')
  await writeLaunchFiles([{ path, content: '{}' }])
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder.path, 'agents/one')).mode & 0o777).toBe(0o700)
})

test('a link may point to what is not there yet, and is set anew when it points elsewhere', async () => {
  using folder = makeTempFolder()
  const path = join(folder.path, 'login.json')
  for (const link of ['/srv/one.json', '/srv/two.json', '/srv/two.json']) {
    await writeLaunchFiles([{ path, link }])
    expect(readlinkSync(path)).toBe(link)
  }
})
