import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../test/fixtures/temp-folder.ts'
import { loadProgram } from './load-program.ts'

/** Compiled when it is called only, and so kept only if it was called before. */
const program = (answer: number) => `(function (module, exports, require, __dirname) {
  exports.answer = function answer() { return [${answer}, __dirname, require('node:path').sep].join(' ') }
})`

/** A folder with a program and a place for compiled code, and a start of the program. */
function makePlace() {
  const folder = makeTempFolder()
  const [path, keptAt] = [join(folder.path, 'server.cjs'), join(folder.path, 'kept', 'server')]
  writeFileSync(path, program(42))
  return {
    path,
    keptAt,
    run() {
      const { exports, compiled } = loadProgram(path, keptAt)
      return { answer: (exports as { answer: () => string }).answer(), compiled }
    },
    /** Whether a start would keep its own code, because what is kept was not used. */
    usesKept() {
      const before = statSync(keptAt, { throwIfNoEntry: false })?.ino
      this.run().compiled.keep('checked')
      return statSync(keptAt).ino === before
    },
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}

test('what a start has compiled is kept once, and replaced once by what a leader has compiled', () => {
  using place = makePlace()
  const first = place.run()
  expect(existsSync(place.keptAt)).toBe(false)
  first.compiled.keep('checked')
  expect(statSync(place.keptAt).mode & 0o777).toBe(0o600)
  const checked = statSync(place.keptAt).ino
  first.compiled.keep('checked')
  expect(place.usesKept()).toBe(true)
  expect(statSync(place.keptAt).ino).toBe(checked)
  const second = place.run()
  second.compiled.keep('led')
  const led = statSync(place.keptAt).ino
  expect(led).not.toBe(checked)
  second.compiled.keep('led')
  const third = place.run()
  third.compiled.keep('checked')
  third.compiled.keep('led')
  expect(statSync(place.keptAt).ino).toBe(led)
  expect(third.answer).toBe(first.answer)
})

test.each<[string, (place: ReturnType<typeof makePlace>) => void]>([
  ['is gone', ({ keptAt }) => rmSync(keptAt)],
  ['is empty', ({ keptAt }) => writeFileSync(keptAt, '')],
  ['is half', ({ keptAt }) => writeFileSync(keptAt, readFileSync(keptAt).subarray(0, 500))],
  ['has another byte', ({ keptAt }) => writeFileSync(keptAt, readFileSync(keptAt).fill(7, 300, 301))],
  ['is of no known stage', ({ keptAt }) => writeFileSync(keptAt, readFileSync(keptAt).fill(9, 0, 1))],
  ['is of another program of the same length', ({ path }) => writeFileSync(path, program(43))],
])('[P4] compiled code that %s is not used, and kept anew', (what, harm) => {
  using place = makePlace()
  place.run().compiled.keep('checked')
  expect(place.usesKept()).toBe(true)
  harm(place)
  expect(place.run().answer).toMatch(what.startsWith('is of another program') ? /^43 / : /^42 /)
  expect(place.usesKept()).toBe(false)
  expect(place.usesKept()).toBe(true)
})

test('[P4] a place that cannot be written, or none at all, keeps no program from running', () => {
  using place = makePlace()
  mkdirSync(join(place.keptAt, 'in the way'), { recursive: true })
  const { answer, compiled } = place.run()
  compiled.keep('led')
  const none = loadProgram(place.path, undefined)
  none.compiled.keep('led')
  expect((none.exports as { answer: () => string }).answer()).toBe(answer)
})
