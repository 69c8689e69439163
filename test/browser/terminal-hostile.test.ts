// Whatever an agent prints: nothing is sent in a person's name, nothing is copied, nothing can be clicked, and the page lives.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listSequences } from '../fixtures/list-sequences.ts'
import { openStage, type Stage } from '../fixtures/open-stage.ts'
import { spawnShell } from '../fixtures/spawn-shell.ts'
import { openTerminalPage, type TerminalPage } from '../fixtures/terminal-page.ts'

let stage: Stage
let shown: TerminalPage

const AGENT = 'shelly'
const WITHIN = { timeout: 60_000 }
const MEGABYTE = 1024 * 1024
/** Ends any sequence that is still open, and begins a clean screen. */
const CLEAN = '\u0018\u001b\\\u001bc'
const MINE = 'of the person'

beforeAll(async () => {
  stage = await openStage('terminal-hostile')
  await spawnShell(stage.cmux, stage.guarded, AGENT)
  shown = await openTerminalPage(stage.browser, stage.guarded, [AGENT])
  await shown.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await shown.focus(AGENT)
  await shown.page.evaluate((text) => navigator.clipboard.writeText(text), MINE)
})

afterAll(() => stage[Symbol.asyncDispose]())

const HOSTILE: readonly (readonly [what: string, bytes: () => string])[] = [
  ['writes to the clipboard', () => '\u001b]52;c;b3duZWQ=\u0007\u001b]52;p;b3duZWQ=\u001b\\'],
  ['reads of the clipboard', () => '\u001b]52;c;?\u0007'],
  ['titles', () => '\u001b]0;owned\u0007\u001b]2;owned\u0007\u001b[22t\u001b[21t'],
  [
    'links',
    () =>
      '\u001b]8;;javascript:alert(1)\u0007click\u001b]8;;\u0007 \u001b]8;;file:///etc\u0007me\u001b]8;;\u0007',
  ],
  ['every sequence that there is', () => listSequences().join('')],
  ['a storm of bells', () => '\u0007'.repeat(MEGABYTE)],
  ['a line without an end', () => 'x'.repeat(5 * MEGABYTE)],
  ['accents without an end', () => `a${'\u0301'.repeat(2 * MEGABYTE)}`],
  ['accents with colours between', () => `a${'\u001b[31m\u0301'.repeat(MEGABYTE / 8)}`],
  ['screens that come and go', () => '\u001b[?1049hx\u001b[?1049l'.repeat(20_000)],
  [
    'images',
    () =>
      `\u001bPq"1;1;9999;9999#0~~\u001b\\\u001b]1337;File=inline=1:${'A'.repeat(MEGABYTE)}\u0007\u001b_Gf=100;AAAA\u001b\\`,
  ],
  ['a text of ten megabytes for the emulator', () => `\u001b]0;${'x'.repeat(10 * MEGABYTE)}`],
  ['a number of two billions', () => '\u001b[2147483647S\u001b[2147483647b\u001b[2147483647L'],
  ['what stops xterm', () => '\u001b[999;999H\u001b[1J'],
  ['colours that hide text', () => '\u001b]10;#000000\u0007\u001b]11;#000000\u0007\u001b]4;7;#000000\u0007'],
]

/** What comes while the page is behind, or waits for a fresh screen, is not shown: so it is said until it is seen. */
async function show(text: string, part = text): Promise<void> {
  const say = async () => {
    shown.print(AGENT, `${CLEAN}${text}`)
    return (await shown.rows(AGENT)).join('\n')
  }
  await expect.poll(say, WITHIN).toContain(part)
}

test.each(HOSTILE)('[P7] %s do nothing', async (_, bytes) => {
  const { page, print, typed, complaints } = shown
  print(AGENT, bytes())
  await show('the page lives')
  expect(typed()).toEqual([])
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(MINE)
  expect(await page.title()).toBe('cmux')
  expect(await page.locator('[data-terminal] :is(a, img, script, canvas)').count()).toBe(0)
  expect(complaints).toEqual([])
})

test('[P7] a mouse that moves, clicks and turns its wheel, and a focus that comes and goes, are no input', async () => {
  const { page, typed } = shown
  await show(
    '\u001b[?1003h\u001b[?1006h\u001b[?1000;1015h\u001b[?1004h\u001b[?1049h\u001b[Hmove here',
    'move here',
  )
  const terminal = page.locator('[data-terminal] .xterm')
  await terminal.click({ position: { x: 50, y: 50 } })
  await terminal.click({ position: { x: 150, y: 90 }, modifiers: ['Alt'] })
  await page.mouse.move(400, 300)
  await page.mouse.wheel(0, -300)
  await page.getByRole('heading', { name: 'Terminals' }).click()
  await terminal.click()
  expect(typed()).toEqual([])
})

test('[P7] marks of other writing directions and HTML are only text', async () => {
  const { page, print } = shown
  const html = `<img src=x onerror="document.title='owned'"><b>bold</b>`
  await show(`photo\u202egpj.exe\u2066 ${html}`, `photogpj.exe ${html}`)
  expect(await page.title()).toBe('cmux')
  const isInOrder = async () => {
    print(AGENT, `${CLEAN}שלום`)
    const [first, last] = await page.locator('.xterm-rows').evaluate(findLetters, ['ש', 'ם'])
    return first !== undefined && last !== undefined && first < last
  }
  await expect.poll(isInOrder, WITHIN).toBe(true)
})

/** For the page: how far from the left each letter is seen. */
function findLetters(rows: Element, letters: readonly string[]): (number | undefined)[] {
  const texts = Array.from(rows.querySelectorAll('span'), (span) => span.firstChild)
  return letters.map((letter) => {
    const node = texts.find((text) => text?.textContent?.includes(letter))
    if (!node) return undefined
    const range = document.createRange()
    const at = node.textContent?.indexOf(letter) ?? 0
    range.setStart(node, at)
    range.setEnd(node, at + 1)
    return range.getBoundingClientRect().left
  })
}

test('[P7] so it is with a real agent: its own terminal answers, the page does not', async () => {
  const { page, focus, see, typed, sent } = await openTerminalPage(stage.browser, stage.guarded, [AGENT])
  await focus(AGENT)
  await page.keyboard.type(
    "printf '\\033[c\\033[6n\\033]52;c;b3duZWQ=\\007\\033[?1003h\\033]0;owned\\007do''ne\\n'\r",
  )
  await see(AGENT, 'done')
  const typedByHand = typed().length
  await page.mouse.move(300, 300)
  await page.keyboard.press('Enter')
  await expect.poll(() => typed().length).toBe(typedByHand + 1)
  const text = typed().map((request) => ('base64' in request ? atob(request.base64) : ''))
  expect(text.join('')).toMatch(/^printf .*\r\r$/)
  expect(sent.some(({ term }) => term === 'paste')).toBe(false)
  expect(await page.title()).toBe('cmux')
})
