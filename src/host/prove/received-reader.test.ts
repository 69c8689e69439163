import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeReceivedReader, parsePrompt } from './received-reader.ts'
import { sumOf, writeLetter } from './write-letter.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cmux-test-'))
})
afterEach(() => rmSync(home, { recursive: true }))

const head = (place: string, id: string) => `${place} · from: dora (outside) · id: ${id} · sent: 2026-11-15`
const prompt = (...lines: string[]) =>
  ['[cmux mail dlv_1: 2 messages]', ...lines, '[end of cmux mail'].join('\n')

const longPrompt = (path: string) =>
  prompt(head('1 of 1', 'm1'), '| all', `(the beginning of 9 bytes; all of it is in ${path})`)

describe('[L10] a prompt', () => {
  test('has the messages that stand in it, and a quotation of one is none', () => {
    const text = prompt(
      head('1 of 2', 'm1'),
      '| say 1',
      `| ${head('2 of 2', 'm9')}`,
      head('2 of 2', 'm2'),
      '| | two',
    )
    expect(parsePrompt(text)).toEqual([
      { id: 'm1', body: `say 1\n${head('2 of 2', 'm9')}` },
      { id: 'm2', body: '| two' },
    ])
  })

  test('of a long message names the file with all of it; without the file it was not received whole', () => {
    const file = join(home, 'long.txt')
    writeFileSync(file, 'all of it')
    expect(parsePrompt(longPrompt(file))).toEqual([{ id: 'm1', body: 'all of it' }])
    expect(parsePrompt(longPrompt(join(home, 'gone.txt')))).toEqual([{ id: 'm1', body: '' }])
  })
})

const line = (minute: number, content: string, type = 'user') =>
  `${JSON.stringify({ type, timestamp: `2026-11-15T12:0${minute}:00.000Z`, message: { content } })}\n`

describe('[L10] what agents got', () => {
  test('is read on from where the last look ended, in the order of conversations, without half lines and answers', () => {
    const folder = join(home, 'agents', 'ada', 'conversations')
    mkdirSync(folder, { recursive: true })
    const [later, earlier] = [join(folder, 'a.jsonl'), join(folder, 'b.jsonl')]
    const reader = makeReceivedReader(home, ['ada', 'bob'])
    const ids = () => reader.read().map(({ id }) => id)
    expect(ids()).toEqual([])
    writeFileSync(earlier, line(1, prompt(head('1 of 1', 'm1'), '| 1')))
    const second = line(2, prompt(head('1 of 1', 'm2'), '| 2'))
    appendFileSync(earlier, second.slice(0, 40))
    expect(ids()).toEqual(['m1'])
    appendFileSync(earlier, second.slice(40))
    appendFileSync(earlier, line(2, head('1 of 1', 'm8'), 'assistant'))
    writeFileSync(later, `${line(5, prompt(head('1 of 1', 'm3'), '| 3'))}half a li`)
    expect(ids()).toEqual(['m1', 'm2', 'm3'])
    expect(reader.read()[0]).toEqual({ id: 'm1', by: 'ada', sum: sumOf('1') })
  })
})

test('[L10] messages are a function of the seed, and among them are long ones and all kinds of writing', () => {
  const letters = Array.from({ length: 500 }, (_, number) => writeLetter(3, 'dora', number, ['ada', 'bob']))
  expect(writeLetter(3, 'dora', 7, ['ada', 'bob'])).toEqual(letters[7])
  expect(writeLetter(4, 'dora', 7, ['ada', 'bob'])).not.toEqual(letters[7])
  const bytes = letters.map(({ body }) => Buffer.byteLength(body))
  expect(Math.max(...bytes)).toBeGreaterThan(8192)
  expect(letters.filter(({ body }) => body.includes('漢字')).length).toBeGreaterThan(20)
  expect(letters.every(({ body }) => body.isWellFormed())).toBe(true)
})
