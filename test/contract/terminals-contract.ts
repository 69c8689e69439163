// What everyone who puts agents into terminals relies on; run on every implementation of the port.
import { describe, expect, test, vi } from 'vitest'
import type { Pane, PaneId, TerminalNews, Terminals } from '../../src/core/terminals/terminals.ts'
import {
  collects,
  endsWhenTold,
  exitsWith,
  killsItself,
  prints,
  sumUp,
  tellsItsStart,
  waits,
  type TerminalProgram,
} from '../fixtures/terminal-programs.ts'
import { OWNER, SIZE } from '../fixtures/tmux-under-test.ts'

export interface TerminalsUnderTest extends AsyncDisposable {
  readonly terminals: Terminals
  /** Starts that program, whatever it is here. */
  open(program: TerminalProgram, changes?: { title?: string; folder?: string }): Promise<Pane>
  openByHand(): Promise<void>
  rename(pane: PaneId, title: string): Promise<void>
  freeze(): Promise<void>
  thaw(): Promise<void>
  killServer(): Promise<void>
  dropConnection(): Promise<void>
}

/** Words that are something else to a shell, to tmux's parser or to its formats. */
const HOSTILE = [
  ';',
  'a;',
  '\\;',
  '$(touch PWNED)',
  '`touch PWNED`',
  '${HOME}',
  "it's",
  '"',
  '\\',
  '\\n',
  'two\nlines\r\n',
  '-t',
  '--',
  '#{pane_id}',
  '##{x}',
  '#(touch PWNED)',
  '#[fg=red]',
  '~',
  '~root',
  '%H:%M',
  '%begin 1 2 3',
  '{',
  '}',
  '{ kill-server }',
  '# comment',
  '\t',
  '\u001b[31m',
  '\u0007\u007f\u0085',
  '',
  ' ',
  '日本語 🎉 e\u0301',
]

export function describeTerminals(make: () => Promise<TerminalsUnderTest>): void {
  describe('what is seen', () => {
    test('[A2] is the pane with its owner, title, size and process', async () => {
      await using under = await make()
      const opened = await under.open(waits, { title: 'ann' })
      expect(opened).toEqual({
        id: expect.stringMatching(/^%\d+$/),
        owner: OWNER,
        title: 'ann',
        pid: expect.any(Number),
        end: null,
        size: SIZE,
        inCopyMode: false,
      })
      expect(await under.terminals.observe()).toEqual({ kind: 'seen', panes: [opened] })
    })

    test('[P9] is nothing, for sure, where nothing was ever opened', async () => {
      await using under = await make()
      expect(await under.terminals.observe()).toEqual({ kind: 'seen', panes: [] })
    })

    test("[A1] a window opened by hand is nobody's", async () => {
      await using under = await make()
      const { id } = await under.open(waits)
      await under.openByHand()
      const owners = (await seePanes(under)).map((pane) => [pane.id === id, pane.owner])
      expect(owners).toEqual([
        [true, OWNER],
        [false, null],
      ])
    })

    test('[A1] a renamed window keeps its owner', async () => {
      await using under = await make()
      const { id } = await under.open(waits)
      await under.rename(id, 'other')
      expect(await seePanes(under)).toMatchObject([{ id, title: 'other', owner: OWNER }])
    })

    test.each([
      ['its status', exitsWith(7), { status: 7, signal: null }],
      ['its signal', killsItself, { status: null, signal: 9 }],
      ['success', exitsWith(0), { status: 0, signal: null }],
    ])('[A2] a program that ends at once leaves %s', async (_what, program, end) => {
      await using under = await make()
      const { id } = await under.open(program)
      await expect.poll(() => seePanes(under)).toMatchObject([{ id, end, owner: OWNER }])
    })

    test('[A2] a death is told', async () => {
      await using under = await make()
      const { id } = await openReady(under, endsWhenTold)
      using news = listen(under.terminals)
      await under.terminals.press(id, ['Enter'])
      await vi.waitFor(() => expect(news.heard.map(({ kind }) => kind)).toContain('changed'), {
        timeout: 20_000,
      })
      await expect.poll(() => seePanes(under)).toMatchObject([{ id, end: { status: 3 } }])
    })

    test('[P9] no answer is unknown, and nothing is lost by it', async () => {
      await using under = await make()
      const opened = await under.open(waits)
      await under.freeze()
      expect(await under.terminals.observe()).toEqual({ kind: 'unknown', reason: expect.any(String) })
      await expect(under.terminals.capture(opened.id)).rejects.toMatchObject({
        code: 'TERMINALS_UNAVAILABLE',
      })
      await under.thaw()
      await expect.poll(() => under.terminals.observe()).toEqual({ kind: 'seen', panes: [opened] })
    })

    test('[P9] a killed server has no panes, and the next open works', async () => {
      await using under = await make()
      using news = listen(under.terminals)
      await under.open(waits)
      await under.killServer()
      await expect.poll(() => under.terminals.observe()).toEqual({ kind: 'seen', panes: [] })
      expect(news.heard.map(({ kind }) => kind)).toContain('lost')
      const again = await under.open(prints('back'))
      await expect.poll(() => readLines(under, again.id)).toContain('back')
      expect(await seePanes(under)).toHaveLength(1)
    })
  })

  describe('what is printed', () => {
    test('is heard in order, and shown', async () => {
      await using under = await make()
      using news = listen(under.terminals)
      const { id } = await under.open(prints('one', 'two', 'grüße 日本'))
      await expect.poll(() => news.text(id)).toBe('one\r\ntwo\r\ngrüße 日本\r\n')
      const screen = await under.terminals.capture(id)
      expect(screen).toEqual({
        lines: ['one', 'two', 'grüße 日本', ...Array.from({ length: SIZE.rows - 3 }, () => '')],
        cursor: { x: 0, y: 3, visible: true },
        size: SIZE,
        alternate: false,
        inCopyMode: false,
      })
    })

    test('[U2] is in the replay after a lost connection, and the loss is told', async () => {
      await using under = await make()
      using news = listen(under.terminals)
      const { id } = await openReady(under, endsWhenTold)
      await under.dropConnection()
      await vi.waitFor(
        () =>
          expect(news.heard).toEqual(
            expect.arrayContaining([
              { kind: 'lost', reason: expect.any(String) },
              { kind: 'connected' },
              { kind: 'skipped', pane: id },
            ]),
          ),
        { timeout: 20_000 },
      )
      expect(Buffer.from((await under.terminals.replay(id, 100)).bytes).toString()).toContain('ready')
      expect(await seePanes(under)).toMatchObject([{ id, end: null }])
    })

    test('is in the replay up to its order, and heard above it', async () => {
      await using under = await make()
      using news = listen(under.terminals)
      const lines = Array.from({ length: 200 }, (_, at) => `line ${at}`)
      const { id } = await under.open(prints(...lines))
      const { bytes, order, size } = await under.terminals.replay(id, 1000)
      await vi.waitFor(() => expect(news.text(id)).toContain('line 199'), { timeout: 20_000 })
      const shown = `${Buffer.from(bytes).toString()}${news.text(id, order)}`
      expect(size).toEqual(SIZE)
      expect(shown.match(/line \d+/g)).toEqual(lines)
    })

    test('of a pane that is not there, is refused', async () => {
      await using under = await make()
      await under.open(waits)
      await expect(under.terminals.capture('%999')).rejects.toMatchObject({ code: 'TERMINAL_GONE' })
      await expect(under.terminals.replay('%999', 10)).rejects.toMatchObject({ code: 'TERMINAL_GONE' })
    })
  })

  describe('what goes in', () => {
    test('arrives byte for byte: a paste of 1 MiB', async () => {
      await using under = await make()
      const piece = `-x 'y' "z" \\ #{pane_id} $(id) ; %begin ~ äöü 日本語 🎉\r\n\t\u0001\u001b[31m`
      const text = piece.repeat(Math.ceil((1024 * 1024) / Buffer.byteLength(piece)))
      const { id } = await openReady(under, collects())
      await under.terminals.paste(id, text)
      await expect.poll(() => askForSum(under, id), { timeout: 20_000 }).toBe(sumUp(text))
    })

    test('is a bracketed paste for who asks for it', async () => {
      await using under = await make()
      const { id } = await openReady(under, collects('brackets'))
      await under.terminals.paste(id, 'two\nlines')
      await expect.poll(() => askForSum(under, id)).toBe(sumUp('\u001b[200~two\nlines\u001b[201~'))
    })

    test.each(HOSTILE.filter((text) => text !== ''))('is nothing but text: %j', async (text) => {
      await using under = await make()
      const { id } = await openReady(under, collects())
      await under.terminals.paste(id, text)
      await expect.poll(() => askForSum(under, id)).toBe(sumUp(text))
    })

    test('is typed as it comes, also what is no UTF-8', async () => {
      await using under = await make()
      const bytes = Uint8Array.from({ length: 2000 }, (_, at) => (at % 251) + 5)
      const { id } = await openReady(under, collects())
      await under.terminals.type(id, bytes)
      await expect.poll(() => askForSum(under, id)).toBe(sumUp(bytes))
    })

    test('is pressed by name', async () => {
      await using under = await make()
      const { id } = await openReady(under, collects())
      await under.terminals.press(id, ['C-u', 'Tab', 'Enter', 'BSpace', 'Up', 'Escape'])
      await expect.poll(() => askForSum(under, id)).toBe(sumUp('\u0015\t\r\u007f\u001b[A\u001b'))
    })

    test('[A2] is refused where nobody reads any more, and harms nobody else', async () => {
      await using under = await make()
      const other = await under.open(waits)
      const { id } = await under.open(exitsWith(0))
      await expect.poll(() => seePanes(under)).toMatchObject([{ end: null }, { end: { status: 0 } }])
      const { paste, press, type } = under.terminals
      for (const put of [() => paste(id, 'x'), () => press(id, ['Enter']), () => type(id, Buffer.from('x'))])
        await expect(put()).rejects.toMatchObject({ code: 'TERMINAL_GONE' })
      await expect(paste('%999', 'x')).rejects.toMatchObject({ code: 'TERMINAL_GONE' })
      await expect(paste(id, 'a\0b')).rejects.toMatchObject({ code: 'TERMINAL_REFUSED' })
      expect((await seePanes(under))[0]).toEqual(other)
    })
  })

  describe('a start', () => {
    test('[A4] gives exactly these arguments and this environment', async () => {
      await using under = await make()
      using news = listen(under.terminals)
      const { id } = await under.open(tellsItsStart(...HOSTILE))
      await vi.waitFor(() => expect(news.text(id)).toMatch(/\}\s+$/), { timeout: 20_000 })
      expect(JSON.parse(news.text(id))).toEqual({ args: HOSTILE, names: ['HOSTILE', 'PATH', 'TERM'] })
    })

    test('takes any title for a title', async () => {
      await using under = await make()
      for (const title of HOSTILE) await under.open(waits, { title })
      const panes = await seePanes(under)
      expect(panes.map(({ owner, end }) => [owner, end])).toEqual(HOSTILE.map(() => [OWNER, null]))
    })
  })

  test('a resize is seen', async () => {
    await using under = await make()
    const { id } = await under.open(waits)
    await under.terminals.resize(id, { cols: 77, rows: 11 })
    expect(await seePanes(under)).toMatchObject([{ id, size: { cols: 77, rows: 11 } }])
  })

  test('[U2] everybody who looks learns of another size, and not of the same', async () => {
    await using under = await make()
    const { id } = await under.open(waits)
    using ear = listen(under.terminals)
    await under.terminals.resize(id, { cols: 77, rows: 11 })
    await under.terminals.resize(id, { cols: 77, rows: 11 })
    expect(ear.heard.filter(({ kind }) => kind === 'skipped')).toEqual([{ kind: 'skipped', pane: id }])
  })

  test('[A7] a close removes the pane, dead or alive, and twice is no error', async () => {
    await using under = await make()
    const panes = [await under.open(waits), await under.open(exitsWith(1)), await under.open(waits)]
    for (const { id } of [...panes.slice(0, 2), ...panes.slice(0, 2)]) await under.terminals.close(id)
    expect((await seePanes(under)).map(({ id }) => id)).toEqual([panes[2]?.id])
  })
}

export async function seePanes({
  terminals,
}: Pick<TerminalsUnderTest, 'terminals'>): Promise<readonly Pane[]> {
  const sight = await terminals.observe()
  if (sight.kind === 'unknown') throw new Error(sight.reason)
  return sight.panes
}

export async function readLines({ terminals }: Pick<TerminalsUnderTest, 'terminals'>, pane: PaneId) {
  return (await terminals.capture(pane)).lines
}

/** All that is told from now on. */
export function listen(terminals: Terminals) {
  const heard: TerminalNews[] = []
  const watch = terminals.watch((news) => void heard.push(news))
  return {
    heard,
    text(pane: PaneId, above = 0): string {
      const parts = heard.flatMap((news) =>
        news.kind === 'output' && news.pane === pane && news.order > above ? [news.bytes] : [],
      )
      return Buffer.concat(parts).toString()
    },
    [Symbol.dispose]: () => watch[Symbol.dispose](),
  }
}

async function openReady(under: TerminalsUnderTest, program: TerminalProgram): Promise<Pane> {
  const pane = await under.open(program)
  await expect.poll(() => readLines(under, pane.id)).toContain('ready')
  return pane
}

/** What `collects` has got so far, in its words. */
async function askForSum({ terminals }: TerminalsUnderTest, pane: PaneId): Promise<string | undefined> {
  const said = (await terminals.capture(pane)).lines.find((line) => line.includes('bytes, '))
  if (said === undefined) await terminals.press(pane, ['C-d'])
  return said
}
