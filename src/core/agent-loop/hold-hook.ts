// What the hooks of a paused agent are answered: no tool is used and no turn begins. Pure; the caller keeps it.
import { describePause } from '../../protocol/agents/describe-pause.ts'
import { BUDGET_ACTOR } from '../agents/budget-actor.ts'
import type { AgentRecord, Pause } from '../agents/agent-record.ts'
import type { HookAnswer, HookNews, Runtime } from '../agents/runtime.ts'

export interface Held {
  readonly kind: 'prompt' | 'tool'
  readonly answer: HookAnswer
  /** What is true of what the hook told: a prompt that is refused begins nothing, a tool that is denied was not used. */
  readonly news: readonly HookNews[]
}

/** Undefined when there is nothing to hold back, or its program can't be kept from it: then it is interrupted. */
export function holdHook(
  { denyGate, mail }: Pick<Runtime, 'denyGate' | 'mail'>,
  { name, paused }: Pick<AgentRecord, 'name'> & { readonly paused: Pause },
  event: string,
  news: readonly HookNews[],
): Held | undefined {
  const reason = `cmux: ${name} is ${describePause(paused)}.`
  const denial = denyGate?.(event, `${reason} Stop here: you are told when to go on.`)
  if (denial) return { kind: 'tool', answer: denial, news: [...news, ...denied(news, paused)] }
  if (!mail.refusePrompt || !news.some(({ kind }) => kind === 'turn started')) return undefined
  return {
    kind: 'prompt',
    answer: mail.refusePrompt(`${reason} To go on: ${wayOn(name, paused)}`),
    news: news.filter(({ kind }) => kind !== 'turn started'),
  }
}

/** A budget has to be raised: a resume alone is refused. */
function wayOn(name: string, { by }: Pause): string {
  return by === BUDGET_ACTOR ? 'cmux next says what to raise' : `cmux resume ${name}`
}

function denied(news: readonly HookNews[], paused: Pause): HookNews[] {
  const failure = `not allowed: ${describePause(paused)}`
  return news.flatMap((item) =>
    item.kind === 'tool started' ? [{ kind: 'tool ended', id: item.id, tool: item.tool, failure }] : [],
  )
}
