// What the model plays, chosen by words in the prompt: "play shell" runs a command and ends with a text.

export interface Tool {
  /** `named`: a tool of the program's own, by its name. */
  readonly kind: 'shell' | 'escalated shell' | 'mcp' | 'named'
  /** The command, or the name of the tool. */
  readonly what: string
  /** What a tool of ours is called with; else what is usual for it. */
  readonly input?: Readonly<Record<string, unknown>>
}

export interface Reply {
  readonly text?: string
  readonly tool?: Tool
  /** Nothing is said for so long; whoever called may hang up. */
  readonly silentMs?: number
  /** Only the first time that this script is played; later it is said at once. */
  readonly isSilentOnce?: true
  /** Said only once the test lets it be. */
  readonly isHeld?: true
  /** How much it says it has read; else what is easy to check by hand. */
  readonly inputTokens?: number
  readonly failure?: 'overloaded' | 'rate limited'
}

/** A reply for each time that the model is asked; the last one for every further time. */
type Script = readonly [Reply, ...Reply[]]

/** By the name that follows "play". */
export type Scripts = Readonly<Record<string, Script>>

/** Longer than any test waits: one that goes on has been interrupted. */
const LONG_MS = 3_600_000

const SCRIPTS: Scripts = {
  hello: [{ text: 'Hello from the script.' }],
  shell: [
    { text: 'Running it.', tool: { kind: 'shell', what: 'echo played > shell-out.txt' } },
    { text: 'SHELL-DONE' },
  ],
  // The default rules ask a person before a push to an address. There is none, so nothing is pushed after the yes.
  ask: [
    {
      isHeld: true,
      tool: { kind: 'escalated shell', what: 'git push ./nowhere main; echo asked > ask-out.txt' },
    },
    { text: 'ASK-DONE' },
  ],
  slow: [{ text: 'At last.', silentMs: LONG_MS }],
  stall: [{ text: 'STALL-DONE', silentMs: LONG_MS, isSilentOnce: true }],
  overload: [{ failure: 'overloaded' }],
  limit: [{ failure: 'rate limited' }],
  walls: [{ tool: { kind: 'shell', what: 'bash ./walls.sh' } }, { text: 'WALLS-DONE' }],
  improve: improve(`chg_${'0'.repeat(25)}1`, { file: 'a.txt', content: 'two\n' }),
  breakit: improve(`chg_${'0'.repeat(25)}2`, { file: 'a.txt', content: 'broken\n' }),
  mail: [{ tool: { kind: 'mcp', what: 'send_message' } }, { text: 'MAIL-DONE' }],
}

function call(input: Record<string, unknown>): Reply {
  return { tool: { kind: 'mcp', what: 'self_improve', input } }
}

/** Plans a change of a file, and executes it. */
export function improve(id: string, edit: { readonly file: string; readonly content: string }): Script {
  const changes = [{ type: 'modify', ...edit }]
  return [
    call({ action: 'plan', id, description: 'by the script', changes }),
    call({ action: 'execute', id }),
    { text: 'IMPROVE-DONE' },
  ]
}

const UNKNOWN: Script = [{ text: 'I was given no script.' }]

/** A conversation as the script sees it. */
export type Turn = { readonly kind: 'prompt'; readonly text: string } | { readonly kind: 'result' }

/** The last script that was asked for, and how many results it has had since: no memory between requests. */
export function chooseReply(
  turns: readonly Turn[],
  more: Scripts,
): { readonly script: string | null; readonly reply: Reply } {
  const at = turns.findLastIndex((turn) => turn.kind === 'prompt' && readName(turn.text) !== undefined)
  const turn = turns[at]
  const name = turn?.kind === 'prompt' ? readName(turn.text) : undefined
  const script = more[name ?? ''] ?? SCRIPTS[name ?? ''] ?? UNKNOWN
  const results = turns.slice(at + 1).filter(({ kind }) => kind === 'result').length
  return { script: name ?? null, reply: script[Math.min(results, script.length - 1)] ?? script[0] }
}

function readName(text: string): string | undefined {
  return [...text.matchAll(/\bplay ([a-z]+)\b/g)].at(-1)?.[1]
}
