// Every sequence that there can be, not only the ones we know: a new version of the emulator may answer to more.
import headless from '@xterm/headless'
import { expect, test } from 'vitest'
import { listSequences } from '../../../test/fixtures/list-sequences.ts'
import { tameEmulator } from './tame-emulator.ts'

function openEmulator({ isTame }: { readonly isTame: boolean }) {
  const emulator = new headless.Terminal({ cols: 80, rows: 24, logLevel: 'off', allowProposedApi: true })
  const heard = { said: [] as string[], titles: [] as string[], doubts: 0 }
  emulator.onData((data) => void heard.said.push(data))
  emulator.onBinary((data) => void heard.said.push(data))
  emulator.onTitleChange((title) => void heard.titles.push(title))
  if (isTame) tameEmulator(emulator, () => (heard.doubts += 1))
  const feed = (text: string) => new Promise<void>((resolve) => emulator.write(text, resolve))
  return { emulator, heard, feed }
}

test('[P7] no sequence whatsoever makes the emulator say something', async () => {
  const { heard, feed } = openEmulator({ isTame: true })
  for (const sequence of listSequences()) await feed(sequence)
  expect(heard).toMatchObject({ said: [], titles: [] })
})

test('[P7] untamed it would', async () => {
  const { heard, feed } = openEmulator({ isTame: false })
  await feed('\u001b[c\u001b[6n\u001bP$qm\u001b\\\u001b]0;owned\u0007')
  expect([heard.said.length, heard.titles]).toEqual([3, ['owned']])
})

test.each(['L', 'M', 'S', 'T', 'I', 'Z', 'b'])('[P8] two billion times %s is left out', async (final) => {
  const { heard, feed } = openEmulator({ isTame: true })
  await feed(`a\u001b[2147483647${final}`)
  expect(heard.doubts).toBe(1)
})

test('[P8] erasing to the left in the last corner does not stop the emulator', async () => {
  const { emulator, heard, feed } = openEmulator({ isTame: true })
  await feed('\u001b[999;999H\u001b[1J')
  await feed('\u001b[Hgoes on')
  expect([emulator.buffer.active.getLine(0)?.translateToString(true), heard.doubts]).toEqual(['goes on', 1])
})

test('[U2] modes that can be left out alone are; others bring a fresh screen', async () => {
  const { emulator, heard, feed } = openEmulator({ isTame: true })
  await feed('\u001b[?1000;1006h\u001b[?1003h\u001b[?1049h\u001b[?2004h')
  expect([emulator.modes.mouseTrackingMode, emulator.buffer.active.type, heard.doubts]).toEqual([
    'none',
    'alternate',
    0,
  ])
  await feed('\u001b[?25;1000h')
  expect([emulator.modes.mouseTrackingMode, heard.doubts]).toEqual(['none', 1])
})
