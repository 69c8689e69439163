// A tool call that asks something of cmux: allowed, shown and told as any other tool's, with cmux's answer brought back.
import type { CmuxAnswer, CmuxCall } from './ask-cmux.ts'
import type { Turn } from './turn.ts'

export interface CmuxTool extends CmuxCall {
  /** As the tool is called over MCP. */
  readonly tool: string
  /** For people: what it is about. */
  readonly about: string
  says(answer: Readonly<Record<string, unknown>>): string
}

export async function useCmux(turn: Turn, cmuxTool: CmuxTool): Promise<CmuxAnswer> {
  const { tool, about, says, ...call } = cmuxTool
  let answer: CmuxAnswer = { kind: 'refused', status: null, reason: 'it was not allowed' }
  await turn.use({
    tool,
    input: call.body ?? { path: call.path },
    label: `${tool}(${about})`,
    asks: false,
    async act() {
      answer = await turn.ask(call)
      return answer.kind === 'answer'
        ? { output: says(answer.body), failure: null }
        : { output: '', failure: answer.reason }
    },
  })
  return answer
}

/** Without it there is no sense in going on; a later start tries again. */
export async function requireCmux(turn: Turn, tool: CmuxTool): Promise<Readonly<Record<string, unknown>>> {
  const answer = await useCmux(turn, tool)
  if (answer.kind === 'answer') return answer.body
  throw new Error(`${tool.tool} failed: ${answer.reason}`)
}
