// What has to be looked at before a hook is answered: its transaction can't wait for git or files.
import type { Principal } from '../access/principal.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'
import type { HookCall } from '../agents/hook-call.ts'
import { tryToKeepState } from './try-to-keep-state.ts'
import { mailBrief } from './brief/mail-brief.ts'
import { prepareBrief } from './brief/prepare-brief.ts'

type Deps = Pick<AgentDeps, 'clock' | 'continuity' | 'onError' | 'runtimes' | 'store'>

/** So lately kept for the same compaction, before its command was typed, the state is the same. */
const KEPT_MS = 60_000

/** Resolves with the brief, if the session that begins is to have one. */
export async function prepareHook(
  deps: Deps,
  { runtime, event, payload }: HookCall,
  { agent, generation }: Principal,
): Promise<string | undefined> {
  const record = agent === null ? undefined : await deps.store.read.agents.byName(agent)
  if (record?.runtime !== runtime || (generation !== null && generation !== record.generation))
    return undefined
  const news = deps.runtimes[runtime].readHook(event, payload)
  if (news.some((item) => item.kind === 'compaction' && item.phase === 'before')) {
    const kept = await deps.store.read.keepsakes.stateOf(record.id)
    const isKept = kept?.why === 'compaction' && deps.clock.nowMs() - Date.parse(kept.at) < KEPT_MS
    if (!isKept || record.compaction?.stage !== 'typed') await tryToKeepState(deps, record, 'compaction')
  }
  if (news.some((item) => item.kind === 'compaction' && item.phase === 'after'))
    await mailBrief(deps, record, {
      key: `compact:${deps.clock.nowMs()}`,
      why: 'your conversation was shortened',
    })
  const session = news.find((item) => item.kind === 'session')
  if (session?.kind !== 'session') return undefined
  try {
    return await prepareBrief(deps, record, session.source)
  } catch (error) {
    deps.onError(error, `writing the brief of ${record.name}`)
    return undefined
  }
}
