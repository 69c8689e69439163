import { appendFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../test/fixtures/temp-folder.ts'
import { followLog, readLogTail } from './read-log.ts'

test('the tail reaches back into rotated files', async () => {
  using folder = makeTempFolder()
  const path = join(folder.path, 'a.log')
  writeFileSync(`${path}.2`, '1\n2\n')
  writeFileSync(`${path}.1`, '3\n4\n')
  writeFileSync(path, '5\n')
  expect(readLogTail(path, 1)).toEqual(['5'])
  expect(readLogTail(path, 4)).toEqual(['2', '3', '4', '5'])
  expect(readLogTail(path, 99)).toEqual(['1', '2', '3', '4', '5'])
  expect(readLogTail(join(folder.path, 'none.log'), 5)).toEqual([])
})

test('following gives whole lines, across a rotation and half characters', async () => {
  using folder = makeTempFolder()
  const path = join(folder.path, 'a.log')
  writeFileSync(path, 'old\n')
  const stop = new AbortController()
  const lines = followLog(path, stop.signal)
  const next = async () => (await lines.next()).value
  const first = next()
  const euro = Buffer.from('1 €\n')
  appendFileSync(path, euro.subarray(0, 3))
  appendFileSync(path, euro.subarray(3))
  expect(await first).toBe('1 €')
  renameSync(path, `${path}.1`)
  writeFileSync(path, '2\n3\n')
  expect([await next(), await next()]).toEqual(['2', '3'])
  stop.abort()
  expect((await lines.next()).done).toBe(true)
})
