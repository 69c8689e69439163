import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../../test/fixtures/temp-folder.ts'
import { openRotatingFile } from './rotating-file.ts'

const line = (number: number) => `line ${String(number).padStart(4, '0')}\n`

test('[P8] a log never exceeds its size, keeps so many old ones, and loses only the oldest lines', async () => {
  using folder = makeTempFolder()
  const file = openRotatingFile(join(folder.path, 'logs', 'a.log'), { maxBytes: 100, keep: 3 })
  for (let number = 0; number < 200; number += 1) file.write(line(number))
  file.close()
  const names = ['a.log.3', 'a.log.2', 'a.log.1', 'a.log']
  expect(readdirSync(join(folder.path, 'logs')).toSorted().toReversed()).toEqual(names)
  const texts = names.map((name) => readFileSync(join(folder.path, 'logs', name), 'utf8'))
  for (const text of texts) expect(text.length).toBeLessThanOrEqual(100)
  const kept = texts.join('').length / 10
  expect(texts.join('')).toBe(Array.from({ length: kept }, (_, index) => line(200 - kept + index)).join(''))
})

test('[P8] a log goes on where the last process stopped, and counts what is there', async () => {
  using folder = makeTempFolder()
  const path = join(folder.path, 'a.log')
  for (let number = 0; number < 11; number += 1) {
    const file = openRotatingFile(path, { maxBytes: 100, keep: 1 })
    file.write(line(number))
    file.close()
  }
  expect(readFileSync(`${path}.1`, 'utf8')).toBe(
    Array.from({ length: 10 }, (_, index) => line(index)).join(''),
  )
  expect(readFileSync(path, 'utf8')).toBe(line(10))
})

test('[P7] a log is readable by its owner only', async () => {
  using folder = makeTempFolder()
  const path = join(folder.path, 'logs', 'a.log')
  openRotatingFile(path, { maxBytes: 100, keep: 1 }).close()
  expect([statSync(path).mode & 0o777, statSync(join(folder.path, 'logs')).mode & 0o777]).toEqual([
    0o600, 0o700,
  ])
})

test('a line larger than the limit is written whole', async () => {
  using folder = makeTempFolder()
  const path = join(folder.path, 'a.log')
  const file = openRotatingFile(path, { maxBytes: 100, keep: 1 })
  const large = `${'x'.repeat(5000)}\n`
  file.write(large)
  file.write(line(1))
  file.close()
  expect([readFileSync(`${path}.1`, 'utf8'), readFileSync(path, 'utf8')]).toEqual([large, line(1)])
})

const hasFullDevice = existsSync('/dev/full')
// oxlint-disable-next-line no-console
if (!hasFullDevice) console.warn('NOT RUN: a full disk, since /dev/full is missing')

test.runIf(hasFullDevice)('a full disk loses lines and nothing else', async () => {
  using folder = makeTempFolder()
  const path = join(folder.path, 'a.log')
  symlinkSync('/dev/full', path)
  const file = openRotatingFile(path, { maxBytes: 100, keep: 1 })
  expect(() => file.write(line(1))).not.toThrow()
  file.close()
})

test('lines that were lost while the log could not be written are counted in the next one', async () => {
  using folder = makeTempFolder()
  const path = join(folder.path, 'a.log')
  const file = openRotatingFile(path, { maxBytes: 100, keep: 1 })
  for (let number = 0; number < 10; number += 1) file.write(line(number))
  // A folder in the way of the rotation.
  mkdirSync(`${path}.1`)
  for (let number = 10; number < 13; number += 1) expect(() => file.write(line(number))).not.toThrow()
  rmdirSync(`${path}.1`)
  file.write(line(13))
  file.close()
  expect(readFileSync(path, 'utf8')).toBe(`{"level":50,"msg":"log lines were lost","lost":3}\n${line(13)}`)
  unlinkSync(path)
})
