import { expect, test } from 'vitest'
import { makeMask } from '../../lib/mask.ts'
import { makeLogger } from './make-logger.ts'

test('[W1] an error that is expected is logged for information, and any other as what it is', () => {
  const lines: string[] = []
  const file = { write: (line: string) => void lines.push(line), close: () => undefined }
  const expected = new Error('the end')
  const log = makeLogger(file, 'info', makeMask(), (error) => error === expected)
  log.error({ err: expected }, 'a')
  log.error({ err: new Error('a fault') }, 'b')
  log.child({ part: 'x' }).warn({ err: expected }, 'c')
  log.error('d')
  const seen = lines.map((line) => JSON.parse(line) as { level: number; msg: string })
  expect(seen.map(({ level, msg }) => [level, msg])).toEqual([
    [30, 'a'],
    [50, 'b'],
    [30, 'c'],
    [50, 'd'],
  ])
})
