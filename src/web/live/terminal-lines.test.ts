import { expect, test } from 'vitest'
import type { AgentName } from '../../protocol/ids.ts'
import type { TerminalRequest } from '../../protocol/terminal.ts'
import { makeTerminalLines } from './terminal-lines.ts'

const ANNA = 'anna' as AgentName
const SIZE = { cols: 80, rows: 24 }
const silent = { hear: () => undefined, lose: () => undefined }

function makeStage() {
  const sent: TerminalRequest[] = []
  const stage = { sent, isOpen: true }
  const lines = makeTerminalLines((request) => {
    if (stage.isOpen) sent.push(request)
    return stage.isOpen
  })
  return Object.assign(stage, { lines, line: lines.open(ANNA, SIZE, silent) })
}

test('[U2] who looks again keeps the size that somebody else gave it meanwhile', () => {
  const { lines, line, sent } = makeStage()
  lines.hear({ term: 'screen', agent: ANNA, base64: '', cols: 40, rows: 10 })
  line.refresh()
  lines.resume()
  const again = { term: 'open', agent: ANNA, cols: 40, rows: 10 }
  expect(sent).toEqual([{ term: 'open', agent: ANNA, ...SIZE }, again, again])
})

test('[U2] what is typed or pasted without a connection is known not to be sent', () => {
  const stage = makeStage()
  stage.isOpen = false
  expect([stage.line.type(Uint8Array.of(97)), stage.line.paste('a')]).toEqual([false, false])
})

test('[U2] a long paste goes in pieces that cut no character in two', () => {
  const { line, sent } = makeStage()
  const text = `a${'😀'.repeat(20_000)}`
  line.paste(text)
  const pieces = sent.flatMap((request) => (request.term === 'paste' ? [request.text] : []))
  expect(pieces.join('')).toBe(text)
  expect(pieces.every((piece) => piece.isWellFormed() && piece.length <= 16 * 1024)).toBe(true)
})
