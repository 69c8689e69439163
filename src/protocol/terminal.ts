// Terminals as text, and what is said about them on the stream.
import { z } from 'zod'
import { AgentName } from './ids.ts'

export const TerminalScreen = z.object({
  agent: AgentName,
  cols: z.number().int(),
  rows: z.number().int(),
  /** Scrollback and screen, a row a line, without colours or anything else that could act on a terminal. */
  lines: z.array(z.string()),
  /** How one attaches to the real thing. */
  attach: z.array(z.string()),
})
export type TerminalScreen = z.infer<typeof TerminalScreen>

const SIZE = { cols: z.number().int().min(1).max(1000), rows: z.number().int().min(1).max(1000) }
const INPUT_MAX_CHARS = 64 * 1024
/** As UTF-8 it must fit into one frame. */
const PASTE_MAX_CHARS = 16 * 1024

/** What a client asks on the stream's socket. */
export const TerminalRequest = z.discriminatedUnion('term', [
  z.strictObject({ term: z.literal('open'), agent: AgentName, ...SIZE }),
  z.strictObject({ term: z.literal('input'), agent: AgentName, base64: z.base64().max(INPUT_MAX_CHARS) }),
  /** As one paste: bracketed, if the program asked for that. */
  z.strictObject({
    term: z.literal('paste'),
    agent: AgentName,
    text: z.string().min(1).max(PASTE_MAX_CHARS),
  }),
  z.strictObject({ term: z.literal('resize'), agent: AgentName, ...SIZE }),
  z.strictObject({ term: z.literal('close'), agent: AgentName }),
])
export type TerminalRequest = z.infer<typeof TerminalRequest>

/** What it gets: the whole screen first and after every gap, then bytes as they come. */
export type TerminalMessage =
  | { term: 'screen'; agent: AgentName; base64: string; cols: number; rows: number }
  | { term: 'data'; agent: AgentName; base64: string }
  | { term: 'closed'; agent: AgentName; reason: string }
  | { term: 'error'; agent: AgentName | null; code: string; message: string; hint: string }
