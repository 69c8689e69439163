import { array, assert, constantFrom, nat, oneof, property, uint8Array } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeControlParser, type Block } from './control-parser.ts'
import type { Notification } from './parse-notification.ts'

type Heard = Notification | ({ kind: 'block' } & Block)

function parse(chunks: readonly Uint8Array[], literalLines = 0): Heard[] {
  const heard: Heard[] = []
  const parser = makeControlParser({
    onNotification: (notification) => heard.push(notification),
    onBlock: (block) => heard.push({ kind: 'block', ...block }),
    literalLines: () => literalLines,
  })
  for (const chunk of chunks) parser.push(chunk)
  return heard
}

const parseText = (text: string, literalLines?: number) => parse([Buffer.from(text)], literalLines)

/** As tmux does. */
function escapeOutput(bytes: Uint8Array): Buffer {
  return Buffer.concat(
    Array.from(bytes, (byte) =>
      byte < 0x20 || byte === 0x5c
        ? Buffer.from(`\\${byte.toString(8).padStart(3, '0')}`)
        : Buffer.from([byte]),
    ),
  )
}

function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const sorted = [...places.map((place) => place % (bytes.length + 1)), bytes.length].toSorted(
    (a, b) => a - b,
  )
  return sorted.map((place, at) => bytes.subarray(sorted[at - 1] ?? 0, place))
}

const line = oneof(
  constantFrom(
    '%begin 1 2 1',
    '%end 1 2 1',
    '%error 1 2 1',
    '%begin 1 3 0',
    '%end 1 3 0',
    '%pause %1',
    '%continue %1',
    '%exit',
    '%exit server exited unexpectedly',
    '%window-add @1',
    '%window-renamed @1 ünï',
    '%layout-change @1 a,b c *',
    '%subscription-changed dead $0 @8 8 %8 : 1',
    '%config-error x',
    '%message hello',
    '%client-detached client-1',
    '%never-heard-of 1 2 3',
    '%output %x y',
    '%extended-output',
    '%',
    '',
    'stray',
  ),
  uint8Array({ maxLength: 40 }).map((bytes) =>
    Buffer.concat([Buffer.from('%output %7 '), escapeOutput(bytes)]),
  ),
  uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 10))),
)
const stream = array(line, { maxLength: 30 }).map((lines) =>
  Buffer.concat(lines.flatMap((one) => [Buffer.from(one), Buffer.from('\n')])),
)

describe('the parser of control mode', () => {
  test('says the same wherever the bytes are cut', () => {
    assert(
      property(stream, array(nat(), { maxLength: 40 }), (bytes, places) => {
        expect(parse(cut(bytes, places))).toEqual(parse([bytes]))
      }),
      { numRuns: 500 },
    )
  })

  test('gives output back byte for byte, also what is no UTF-8', () => {
    assert(
      property(uint8Array(), array(nat()), (bytes, places) => {
        const sent = Buffer.concat([
          Buffer.from('%extended-output %3 12 : '),
          escapeOutput(bytes),
          Buffer.from('\n'),
        ])
        expect(parse(cut(sent, places))).toEqual([
          { kind: 'output', pane: '%3', bytes: Uint8Array.from(bytes) },
        ])
      }),
    )
  })

  test.each<[string, Heard[]]>([
    ['%pause %12\n', [{ kind: 'paused', pane: '%12' }]],
    ['%exit\n', [{ kind: 'exit', reason: '' }]],
    ['%exit too far behind\n', [{ kind: 'exit', reason: 'too far behind' }]],
    ['%unlinked-window-close @3\n', [{ kind: 'changed' }]],
    ['%client-session-changed c $1 x\n', [{ kind: 'other', name: '%client-session-changed' }]],
    ['%constructor\n', [{ kind: 'other', name: '%constructor' }]],
    ['%output\n', [{ kind: 'other', name: '%output' }]],
    [
      '%begin 5 6 1\na\n%end 5 7 1\n%output %1 x\n%end 5 6 1\n',
      [{ kind: 'block', ok: true, ours: true, lines: ['a', '%end 5 7 1', '%output %1 x'] }],
    ],
    ['%begin 5 6 0\nno\n%error 5 6 0\n', [{ kind: 'block', ok: false, ours: false, lines: ['no'] }]],
  ])('reads %j', (text, heard) => {
    expect(parseText(text)).toEqual(heard)
  })

  test('takes rows that are known to be content for content, whatever they look like', () => {
    expect(parseText('%begin 5 6 1\n%end 5 6 1\n%exit\n%end 5 6 1\n', 2)).toEqual([
      { kind: 'block', ok: true, ours: true, lines: ['%end 5 6 1', '%exit'] },
    ])
  })

  test('[P8] refuses a line without end', () => {
    const endless = Array.from({ length: 5 }, () => new Uint8Array(1024 * 1024).fill(65))
    expect(() => parse(endless)).toThrow('a line without end')
  })
})
