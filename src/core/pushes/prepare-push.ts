// What a push would bring to a remote, looked at from outside of any sandbox: nothing is asked and nothing is moved.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Risk } from '../../protocol/approvals/approval.ts'
import type { AgentName, ProjectName } from '../../protocol/ids.ts'
import { count, judgeMove } from './judge-move.ts'
import type { PushProject, RefMove, Remotes } from './remotes.ts'

export interface PushRequest {
  readonly project: PushProject
  readonly agent: AgentName | null
  readonly remote: string
  readonly moves: readonly RequestedMove[]
}

interface RequestedMove {
  /** A commit, or the object of a tag; null deletes. */
  readonly commit: string | null
  readonly to: string
  readonly force: boolean
  readonly expected: string | null | undefined
}

/** As it stands in the content of a request: what a person agrees to, and what is carried out. */
export interface PushOrder {
  readonly project: ProjectName
  readonly agent: AgentName | null
  readonly remote: string
  readonly address: string
  readonly moves: readonly (RefMove & { readonly does: string; readonly commits: readonly string[] })[]
}

export interface PlannedPush {
  readonly order: PushOrder
  readonly title: string
  readonly risk: Risk
  readonly why: string
  readonly content: string
}

const TITLE_MAX_CHARS = 200

export async function preparePush(remotes: Remotes, request: PushRequest): Promise<PlannedPush> {
  const { project, agent, remote } = request
  const address = await remotes.address(project, remote)
  const refs = request.moves.map(({ to }) => to)
  const there = await remotes.look(project, remote, refs)
  const judged = await Promise.all(
    request.moves.map(async ({ commit, to, force, expected }) => {
      const move = { ref: to, old: there.get(to) ?? null, new: commit }
      const compared = await remotes.compare(project, remote, move)
      const { mainBranch } = project
      const ownBranch = agent === null ? null : `agent/${agent}`
      const verdict = judgeMove({ move, force, expected, compared, mainBranch, ownBranch })
      if (verdict !== 'same' && 'refused' in verdict)
        throw new CmuxError('CONFLICT', `${nameRef(to)} is rejected: ${verdict.refused}`)
      return verdict === 'same' ? [] : [{ ...move, ...verdict, compared }]
    }),
  )
  const moves = judged.flat()
  const order: PushOrder = {
    project: project.name,
    agent,
    remote,
    address,
    moves: moves.map(({ ref, old, new: tip, does, compared: { commits } }) => ({
      ref,
      old,
      new: tip,
      does,
      commits,
    })),
  }
  return {
    order,
    title: describe(order).slice(0, TITLE_MAX_CHARS),
    risk: moves.some(({ risk }) => risk === 'high') ? 'high' : 'medium',
    why: moves.map(({ ref, does }) => `${nameRef(ref)}: ${does}`).join('; '),
    content: JSON.stringify(order, null, 2),
  }
}

export const readPushOrder = (content: string) => JSON.parse(content) as PushOrder

export const nameRef = (ref: string) => ref.replace(/^refs\/(?:heads|tags)\//, '')

/** In a line, for titles and messages. */
function describe({ moves, remote, address, agent }: Omit<PushOrder, 'project'>): string {
  const refs = moves.map(({ ref, new: tip }) => `${tip === null ? 'deletion of ' : ''}${nameRef(ref)}`)
  const what = refs.length > 3 ? count(refs.length, 'branches or tag') : refs.join(', ')
  return `push ${what === '' ? 'nothing new' : what}${agent === null ? '' : ` of ${agent}`} to ${remote} (${address})`
}
